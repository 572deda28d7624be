import FeedRecords

/// What a configuration file says, checked line by line; nothing that it names is opened yet.
struct ConfigurationFile {
  /// The schema line of a configuration file.
  static let schema = "cellheights.config/1"

  /// The file, as it was named or found.
  let path: String
  /// The feeds, in the order of the file.
  var feeds: [ConfiguredFeed] = []
  /// Mappings, in the order of the file, named as there.
  var mappings: [Resolved<RecordMapping>] = []
  /// Template files by name, in the order of the file.
  var templates: [(name: String, path: Resolved<String>)] = []
  /// The folder beyond their own in which documents may lie that templates name.
  var templateRoot: Resolved<String>?
  /// Which records have another template than their feed's, in the order of the file.
  var rules: [ConfiguredRule] = []
  /// The time zone of formatted dates.
  var timeZone: Resolved<String>?
  /// The moment that relative times are told from, as written.
  var clock: Resolved<String>?
  /// What heights are computed for, as written.
  var environments: Resolved<[String]>?
  /// Font files that stand for `system`.
  var systemFonts: Resolved<[String]>?
  /// The fallback chain: families and files.
  var fallback: Resolved<[String]>?
  /// Files of families, by name, in the order of the file.
  var families: [(name: String, files: Resolved<[String]>)] = []
  /// Path of the store.
  var store: Resolved<String>?
  /// Limits by key, in the order of the file.
  var limits: [(key: String, value: Resolved<Int>)] = []

  init(path: String) { self.path = path }

  /// The file's folder with its slash; empty for the working directory.
  var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

  /// A path of the file as the working directory sees it.
  func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  /// The feed of a name.
  func feed(_ name: String) -> ConfiguredFeed? { feeds.first { $0.name == name } }
}

/// One feed of a configuration file.
struct ConfiguredFeed {
  var name: String
  /// Where the file names it.
  var origin: Origin
  /// Paths and patterns, in their order; relative ones begin at the file's folder.
  var files: Resolved<[String]>
  /// A mapping's name, or a path that begins at the file's folder.
  var mapping: Resolved<String>?
  /// A template's name, or a path that begins at the file's folder.
  var template: Resolved<String>?
  /// How many records may vanish, as written.
  var maximumRemoved: Resolved<RemovedBound>?
  /// The format, where it is not to be found out.
  var format: Resolved<FeedFormat>?
}
