package import Precomputation
import StructuredDocuments
package import FeedRecords
package import LayoutPrimitives
package import ScrollSimulation

/// The validated content of a configuration file.
///
/// Of the files that it names, only a file of devices has been read.
package struct ConfigurationFile {
  package static let schema = "cellheights.config/1"

  package let path: String
  /// The feeds, in the order of the file.
  package var feeds: [ConfiguredFeed] = []
  /// The mappings, in the order of the file.
  package var mappings: [Resolved<RecordMapping>] = []
  /// The paths of template files with their names, in the order of the file.
  package var templates: [(name: String, path: Resolved<String>)] = []
  /// A folder from which templates may include documents, besides the folder of each template.
  package var templateRoot: Resolved<String>?
  /// The rules that select another template for some records, in the order of the file.
  package var rules: [ConfiguredRule] = []
  /// The time zone of formatted dates.
  package var timeZone: Resolved<String>?
  /// The reference time for relative times, as it is written in the file.
  package var clock: Resolved<String>?
  /// The environments and sets of environments, as they are written in the file.
  package var environments: Resolved<[String]>?
  /// The devices that extend or replace built-in devices, in the order of the file.
  package var devices: [Resolved<Device>] = []
  /// The font files for the family `system`.
  package var systemFonts: Resolved<[String]>?
  /// Where families are looked up.
  package var fonts: Resolved<FontsChoice>?
  /// The fallback chain, whose elements are families and files.
  package var fallback: Resolved<[String]>?
  /// The font files of each family, in the order of the file.
  package var families: [(name: String, files: Resolved<[String]>)] = []
  /// The paths of files with sizes of pictures.
  package var imageSizes: Resolved<[String]>?
  /// The path of the store.
  package var store: Resolved<String>?
  /// Whether the frames of cells are stored with the heights.
  package var frames: Resolved<FramesChoice>?
  /// Whether the lines of labels are stored.
  package var lines: Resolved<Bool>?
  /// The lists of feeds, in the order of the file.
  package var lists: [ConfiguredList] = []
  /// The number of generations to keep, which includes the published one.
  package var keep: Resolved<Int>?
  /// The limits with their keys, in the order of the file.
  package var limits: [(key: String, value: Resolved<Int>)] = []

  /// The arguments that `nightly` passes to `build`.
  package var nightlyArguments: Resolved<[String]>?

  /// The thresholds that `simulate` applies, in the order of the file.
  package var budgets: [Resolved<Threshold>] = []

  package init(path: String) { self.path = path }

  /// The line that names a file; `nil` if there is none.
  ///
  /// - Parameter path: The path as it is opened.
  package func place(ofFile path: String) -> Origin? {
    let single =
      templates.map(\.path) + feeds.flatMap { [$0.template, $0.mapping].compactMap(\.self) }
      + rules.map(\.use) + lists.flatMap { $0.templates + [$0.ids].compactMap(\.self) }
    let several =
      families.map(\.files) + [systemFonts, fallback, imageSizes].compactMap(\.self)
    // The template of a name is opened as `./FILE`.
    let names = [path, path.hasPrefix("./") ? String(path.dropFirst(2)) : path]
    return single.first { names.contains($0.value) }?.origin
      ?? several.first { $0.value.contains(path) }?.origin
      ?? feeds.first { $0.files.value.contains { resolved($0) == path } }?.files.origin
  }

  /// The folder of the file, which ends with a slash; empty for the working directory.
  package var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Resolves a path that is relative to the folder of the file; an absolute path is unchanged.
  package func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  package func feed(_ name: String) -> ConfiguredFeed? { feeds.first { $0.name == name } }
}

/// A feed in a configuration file.
package struct ConfiguredFeed {
  package var name: String
  /// The location in the file.
  package var origin: Origin
  /// The paths and patterns of the feed's files in order, relative to the folder of the file.
  package var files: Resolved<[String]>
  /// The name or path of the mapping.
  package var mapping: Resolved<String>?
  /// The name or path of the template.
  package var template: Resolved<String>?
  /// The maximum number or share of records that a build may remove; nil for no maximum.
  package var maximumRemoved: Resolved<RemovedBound>?
  /// The format of the files; `nil` to detect it.
  package var format: Resolved<FeedFormat>?
}

/// The parts of a cell that are stored: the value of `build --frames`.
package enum FramesChoice: String, CaseIterable, Sendable {
  /// The height and the frames.
  case all
  /// Only the height.
  case none
}

/// Where font families are looked up: the value of `--fonts`.
package enum FontsChoice: String, CaseIterable, Sendable {
  /// The fonts that were installed with the program.
  case bundled
  /// The fonts of the machine.
  case system
}

/// A maximum number of records: `N`, or `P%` of all records.
///
/// In a small feed, `P%` also allows up to 10 records, as long as they are fewer than half of it.
package struct RecordBound {
  package let bound: Tolerance.Bound

  package init(_ bound: Tolerance.Bound) { self.bound = bound }

  package init?(argument: String) {
    if argument.hasSuffix("%") {
      guard let percent = Double(argument.dropLast()), (0...100).contains(percent) else {
        return nil
      }
      bound = .share(percent / 100, atLeast: 10)
    } else {
      guard let count = Int(argument), count >= 0 else { return nil }
      bound = .records(count)
    }
  }

  package var defaultValueDescription: String {
    switch bound {
    case .records(let count): "\(count)"
    case .share(let share, _): "\(JSONWriter.digits(of: share * 100))%"
    }
  }
}

/// A maximum number of removed records: `N`, or `P%` of the previous records.
package struct RemovedBound {
  package let bound: Tolerance.Bound

  package init?(argument: String) {
    guard let given = RecordBound(argument: argument) else { return nil }
    switch given.bound {
    case .records: bound = given.bound
    case .share(let share, _): bound = .share(share, atLeast: 0)
    }
  }

  /// The bound in the form `N` or `P%`.
  package var written: String { RecordBound(bound).defaultValueDescription }
}
