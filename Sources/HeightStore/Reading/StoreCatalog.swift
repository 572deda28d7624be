public import LayoutPrimitives

/// The content of a store besides its cells.
public struct StoreCatalog: Hashable, Sendable {
  /// The generation.
  public let generation: Generation
  /// The feeds, sorted by name.
  public let feeds: [FeedEntry]
  /// Every environment by its number.
  public let environments: [EnvironmentID: StoredEnvironment]
  /// Every template by its number.
  public let templates: [TemplateID: StoredTemplate]
  /// The checksum of the catalog, which identifies the store.
  package let checksum: ContentHash

  /// Finds a feed by its name.
  public func feed(named name: String) -> FeedEntry? {
    feeds.first { $0.name == name }
  }
}

/// A feed of a store.
public struct FeedEntry: Hashable, Sendable {
  /// Row number.
  public let id: Int64
  /// Name.
  public let name: String
  /// Number of records.
  public let records: Int
  /// Number of the generation that replaced it last.
  public let generation: Int
  /// Digest of its cells.
  public let digest: String
  /// Whether its cells have frames; otherwise heights alone.
  public let keepsFrames: Bool
  /// What its cells depend on besides records.
  public let inputs: String
  /// The entries of `FailedPlaces`; nil for too many.
  let failedPlaces: [UInt8]?
  /// Its source files, in order, then the files of changes that were applied since.
  public let sources: [SourceFile]
  /// Its environments in the order of the build.
  public let environments: [FeedEnvironment]
  /// Its templates in the order of the build.
  public let templates: [TemplateID]
  /// What its build was given.
  public let arguments: [FeedArgument]
  /// Its lists, sorted by name.
  public let lists: [ListEntry]
  /// Its findings, in the order of the build.
  public let findings: [Finding]
  /// The paths with values in its records, sorted.
  public let paths: [SeenPath]
}

extension FeedEntry {
  /// The paths of the files that its records were read from, without files of changes.
  public var recordFiles: [String] { sources.filter { !$0.isChanges }.map(\.path) }
}

/// One environment of a feed.
public struct FeedEnvironment: Hashable, Sendable {
  /// Row number of the environment.
  public let id: EnvironmentID
  /// The environment.
  public let environment: StoredEnvironment
  /// Number of cells with a height.
  public let cells: Int
  /// Number of failed cells.
  public let failed: Int
}

/// One list of a feed.
public struct ListEntry: Hashable, Sendable {
  /// Row number.
  public let id: ListID
  /// Name, spacing and insets.
  public let description: ListDescription
  /// The totals by environment; none for an empty list.
  let totals: [EnvironmentID: ListTotals]
}

/// The totals of a list in one environment.
struct ListTotals: Hashable, Sendable {
  let environment: EnvironmentID
  let cells: Int
  /// In steps, without spacing.
  let heightSum: Int64
  /// Of the record ids in order.
  let digest: String
  /// The entries of `ChunkOrder`.
  let chunks: [UInt8]
}
