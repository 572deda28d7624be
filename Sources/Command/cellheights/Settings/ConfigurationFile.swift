import ArgumentParser
import FeedRecords
import LayoutPrimitives
import ScrollSimulation

/// The validated content of a configuration file, whose files are not opened yet.
struct ConfigurationFile {
  static let schema = "cellheights.config/1"

  /// The path of the file.
  let path: String
  /// The feeds, in the order of the file.
  var feeds: [ConfiguredFeed] = []
  /// Mappings, in the order of the file.
  var mappings: [Resolved<RecordMapping>] = []
  /// Template files by name, in the order of the file.
  var templates: [(name: String, path: Resolved<String>)] = []
  /// A further folder for documents that templates include.
  var templateRoot: Resolved<String>?
  /// Rules that choose another template for records, in the order of the file.
  var rules: [ConfiguredRule] = []
  /// The time zone of formatted dates.
  var timeZone: Resolved<String>?
  /// The reference time of relative times, as written.
  var clock: Resolved<String>?
  /// Environments, as written.
  var environments: Resolved<[String]>?
  /// Devices that extend and replace the built-in ones, in the order of the file.
  var devices: [Resolved<Device>] = []
  /// Font files that stand for `system`.
  var systemFonts: Resolved<[String]>?
  /// The fallback chain: families and files.
  var fallback: Resolved<[String]>?
  /// Files of families, by name, in the order of the file.
  var families: [(name: String, files: Resolved<[String]>)] = []
  /// Files with sizes of pictures.
  var imageSizes: Resolved<[String]>?
  /// Path of the store.
  var store: Resolved<String>?
  /// What is stored of a cell.
  var frames: Resolved<FramesChoice>?
  /// Lists of feeds, in the order of the file.
  var lists: [ConfiguredList] = []
  /// Number of generations to keep, the published one included.
  var keep: Resolved<Int>?
  /// Limits by key, in the order of the file.
  var limits: [(key: String, value: Resolved<Int>)] = []

  /// Arguments that `nightly` passes to `build`.
  var nightlyArguments: Resolved<[String]>?

  /// Thresholds that `simulate` applies, in the order of the file.
  var budgets: [Resolved<Threshold>] = []

  init(path: String) { self.path = path }

  /// The file's folder with a final slash; empty for the working directory.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// Resolves a path relative to the file's folder.
  func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  func feed(_ name: String) -> ConfiguredFeed? { feeds.first { $0.name == name } }
}

/// One feed of a configuration file.
struct ConfiguredFeed {
  var name: String
  /// The location in the file.
  var origin: Origin
  /// Paths and patterns in order, relative to the file's folder.
  var files: Resolved<[String]>
  /// The mapping's name or path.
  var mapping: Resolved<String>?
  /// The template's name or path.
  var template: Resolved<String>?
  /// Number of records that may be removed.
  var maximumRemoved: Resolved<RemovedBound>?
  /// The input format; `nil` to detect it.
  var format: Resolved<FeedFormat>?
}

/// The value of `build --frames`.
enum FramesChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Height and frames.
  case all
  /// Height alone.
  case none
}
