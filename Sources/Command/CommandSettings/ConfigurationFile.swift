package import Precomputation
import StructuredDocuments
package import FeedRecords
package import LayoutPrimitives
package import ScrollSimulation

/// The validated content of a configuration file, whose files are not opened yet.
package struct ConfigurationFile {
  package static let schema = "cellheights.config/1"

  /// The path of the file.
  package let path: String
  /// The feeds, in the order of the file.
  package var feeds: [ConfiguredFeed] = []
  /// Mappings, in the order of the file.
  package var mappings: [Resolved<RecordMapping>] = []
  /// Template files by name, in the order of the file.
  package var templates: [(name: String, path: Resolved<String>)] = []
  /// A further folder for documents that templates include.
  package var templateRoot: Resolved<String>?
  /// Rules that choose another template for records, in the order of the file.
  package var rules: [ConfiguredRule] = []
  /// The time zone of formatted dates.
  package var timeZone: Resolved<String>?
  /// The reference time of relative times, as written.
  package var clock: Resolved<String>?
  /// Environments, as written.
  package var environments: Resolved<[String]>?
  /// Devices that extend and replace the built-in ones, in the order of the file.
  package var devices: [Resolved<Device>] = []
  /// Font files to use for `system`.
  package var systemFonts: Resolved<[String]>?
  /// The fallback chain: families and files.
  package var fallback: Resolved<[String]>?
  /// Files of families, by name, in the order of the file.
  package var families: [(name: String, files: Resolved<[String]>)] = []
  /// Files with sizes of pictures.
  package var imageSizes: Resolved<[String]>?
  /// Path of the store.
  package var store: Resolved<String>?
  /// The parts of a cell that are stored.
  package var frames: Resolved<FramesChoice>?
  /// Lists of feeds, in the order of the file.
  package var lists: [ConfiguredList] = []
  /// Number of generations to keep, the published one included.
  package var keep: Resolved<Int>?
  /// Limits by key, in the order of the file.
  package var limits: [(key: String, value: Resolved<Int>)] = []

  /// Arguments that `nightly` passes to `build`.
  package var nightlyArguments: Resolved<[String]>?

  /// Thresholds that `simulate` applies, in the order of the file.
  package var budgets: [Resolved<Threshold>] = []

  package init(path: String) { self.path = path }

  /// The file's folder with a final slash; empty for the working directory.
  package var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Resolves a path relative to the file's folder.
  package func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  package func feed(_ name: String) -> ConfiguredFeed? { feeds.first { $0.name == name } }
}

/// One feed of a configuration file.
package struct ConfiguredFeed {
  package var name: String
  /// The location in the file.
  package var origin: Origin
  /// Paths and patterns in order, relative to the file's folder.
  package var files: Resolved<[String]>
  /// The mapping's name or path.
  package var mapping: Resolved<String>?
  /// The template's name or path.
  package var template: Resolved<String>?
  /// Number of records that may be removed.
  package var maximumRemoved: Resolved<RemovedBound>?
  /// The input format; `nil` to detect it.
  package var format: Resolved<FeedFormat>?
}

/// The value of `build --frames`.
package enum FramesChoice: String, CaseIterable, Sendable {
  /// Height and frames.
  case all
  /// Height alone.
  case none
}

/// `N` or `P%`; a share is at least 10 records if these are fewer than half.
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

/// `N` or `P%` of the previous records.
package struct RemovedBound {
  package let bound: Tolerance.Bound

  package init?(argument: String) {
    guard let given = RecordBound(argument: argument) else { return nil }
    switch given.bound {
    case .records: bound = given.bound
    case .share(let share, _): bound = .share(share, atLeast: 0)
    }
  }

  /// The bound as written.
  package var written: String { RecordBound(bound).defaultValueDescription }
}
