import LayoutPrimitives

/// All that a store says about itself besides its cells, in the order of their names or of the
/// build.
public struct StoreCatalog: Hashable, Sendable {
  /// The generation.
  public let generation: Generation
  /// The feeds, sorted by name.
  public let feeds: [FeedEntry]
  /// Every environment by its number.
  public let environments: [EnvironmentID: StoredEnvironment]
  /// Every template by its number.
  public let templates: [TemplateID: StoredTemplate]
  /// The checksum over all of it: which store this is.
  let checksum: ContentHash

  /// The feed of a name.
  public func feed(named name: String) -> FeedEntry? {
    feeds.first { $0.name == name }
  }
}

/// What a store says about one feed.
public struct FeedEntry: Hashable, Sendable {
  /// Row number.
  public let id: Int64
  /// Name.
  public let name: String
  /// Records at its last build.
  public let records: Int
  /// Number of the generation that last replaced it.
  public let generation: Int
  /// Digest of its cells.
  public let digest: String
  /// The files it was read from, in order.
  public let sources: [SourceFile]
  /// Its environments in the order of the build.
  public let environments: [FeedEnvironment]
  /// Its templates in the order of the build.
  public let templates: [TemplateID]
  /// Its lists, sorted by name.
  public let lists: [ListEntry]
  /// What a person should know about its cells, in the order in which the build noted it.
  public let findings: [StoredFinding]
  /// The paths that its records answered, sorted.
  public let paths: [SeenPath]
}

/// One environment of a feed.
public struct FeedEnvironment: Hashable, Sendable {
  /// Row number of the environment.
  public let id: EnvironmentID
  /// The environment.
  public let environment: StoredEnvironment
  /// Cells with a height.
  public let cells: Int
  /// Cells with an error instead.
  public let failed: Int
}

/// One list of a feed.
public struct ListEntry: Hashable, Sendable {
  /// Row number.
  public let id: ListID
  /// Name, spacing and insets.
  public let description: ListDescription
  /// Its cells in each environment; none where it is empty.
  let totals: [EnvironmentID: ListTotals]
}

/// What all chunks of a list in one environment make together.
struct ListTotals: Hashable, Sendable {
  let environment: EnvironmentID
  let cells: Int
  /// In steps, without spacing.
  let heightSum: Int64
  /// Of the record ids in order.
  let digest: String
}
