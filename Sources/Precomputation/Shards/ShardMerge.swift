public import HeightStore
import LayoutPrimitives

/// Merges the shards of a build into one store, as one build of all records would have made it.
///
/// The cells are written record by record in the order of the feed, by the writer of every build,
/// so that digests, cell numbers and shapes are those of one build.
public struct ShardMerge {
  /// Records between two questions for an interruption.
  private static let recordsPerStep = 4_096

  private let configuration: MergeConfiguration
  private let shards: ShardSet
  private let progress: (any BuildProgress)?
  private var summary = BuildSummary()

  /// Opens the shards and compares them, without writing.
  ///
  /// - Throws: `ShardError` for shards that do not fit together; `StoreError` for a file that is no
  ///   shard.
  public init(
    _ configuration: MergeConfiguration, progress: (any BuildProgress)? = nil
  ) throws {
    self.configuration = configuration
    self.progress = progress
    shards = try ShardSet(paths: configuration.shards)
    for feed in shards.feeds {
      try ShardError.check(configuration.lists[feed.name]?.named ?? [], of: feed.name)
    }
  }

  /// The names of the feeds, in the order of the build.
  public var feeds: [String] { shards.feeds.map(\.name) }

  /// The keys of the first feed's environments, in the order of the build.
  public var environments: [String] {
    shards.feeds.first?.entries.first?.environments.map(\.environment.key) ?? []
  }

  /// Merges every feed and publishes the generation.
  ///
  /// - Throws: `BuildError` if nothing may be published, `ShardError`, `StoreError`. The published
  ///   store is then unchanged.
  public mutating func run() throws -> BuildSummary {
    let lock = try BuildLock(store: configuration.store, startedUTC: configuration.createdUTC)
    defer { withExtendedLifetime(lock) {} }
    let catalog = shards.shards.first?.catalog
    // An unreadable store is reported by the writer, which knows what can be built anew.
    if !configuration.allowsDrops,
      case .success(let stored) = Result(catching: { try StoredFeeds(store: configuration.store) })
    {
      let drops = shards.feeds.compactMap { feed in
        stored.drop(
          of: feed.name, environments: feed.entries[0].environments.map(\.environment.key),
          templates: feed.entries[0].templates.compactMap { catalog?.templates[$0]?.name })
      }
      guard drops.isEmpty else {
        throw BuildError.drops(drops, alternative: "build the shards with it too")
      }
    }
    let engine = catalog?.generation.engineVersion
    let writer = try GenerationWriter(
      lock: lock,
      plan: GenerationPlan(
        feeds: feeds, createdUTC: configuration.createdUTC,
        engineVersion: engine ?? EngineVersion.current, settings: configuration.storeSettings))
    do {
      for feed in shards.feeds {
        if let signal = try merge(feed, writer) {
          // The staging file remains for the next merge.
          throw BuildError.interrupted(signal: signal, cells: try writer.suspend())
        }
      }
      summary.generation = try writer.finish()
      summary.losses = writer.losses
    } catch let error as BuildError {
      if case .interrupted = error { throw error }
      try Self.abandon(writer, error)
    } catch {
      try Self.abandon(writer, error)
    }
    summary.shards = shards.shards.count
    summary.environments = shards.feeds.map { $0.entries[0].environments.count }.max() ?? 0
    summary.templates = catalog?.templates.count ?? 0
    return summary
  }

  /// Throws the original error.
  ///
  /// A remaining staging file is removed by the next build.
  private static func abandon(_ writer: GenerationWriter, _ error: any Error) throws -> Never {
    do { try writer.abandon() } catch _ {}
    throw error
  }

  /// Merges one feed into the open generation.
  ///
  /// - Returns: The signal that stops the merge, if any.
  private mutating func merge(_ feed: ShardSet.Feed, _ writer: GenerationWriter) throws -> Int? {
    let (entry, catalog) = (feed.entries[0], shards.shards[0].catalog)
    let keys = try writer.begin(
      feed: FeedDescription(
        name: feed.name, sources: entry.sources,
        environments: entry.environments.map(\.environment),
        templates: entry.templates.compactMap { catalog.templates[$0] },
        keepsFrames: entry.keepsFrames, inputs: entry.inputs, arguments: entry.arguments))
    let list = try writer.makeList(
      configuration.lists[feed.name]?.own ?? ListDescription(name: ListDescription.feedOrder))
    var merge = try FeedMerge(
      feed, of: shards.shards, keys: keys, list: list,
      lists: try ListBuilder(configuration.lists[feed.name]?.named ?? []))
    var records = 0
    while try merge.writeRecord(writer) {
      records += 1
      if records % Self.recordsPerStep == 0, let signal = progress?.interruption() { return signal }
    }
    if let signal = progress?.interruption() { return signal }
    try merge.writeLists(writer)
    let found = merge.tally.findings
    try writer.note(findings: found.findings)
    try writer.note(paths: Self.paths(feed))
    let ended = try writer.endFeed(records: merge.goodRecords)
    var tolerance = configuration.tolerance
    tolerance.maximumRemoved =
      configuration.maximumRemoved[feed.name] ?? tolerance.maximumRemoved
    try merge.outcome.check(tolerance, ended, refused: found.refused(by: tolerance))
    summary.add(merge, found, removedCells: ended.removedCells)
    return nil
  }

  /// The paths with values in the records of all shards.
  private static func paths(_ feed: ShardSet.Feed) -> [SeenPath] {
    var records: [String: Int] = [:]
    for path in feed.entries.flatMap(\.paths) { records[path.path, default: 0] += path.records }
    return records.sorted { $0.key < $1.key }.map { SeenPath(path: $0.key, records: $0.value) }
  }
}

/// The configuration of a merge.
public struct MergeConfiguration: Sendable {
  /// Paths of the shards, in any order.
  public var shards: [String]
  /// Path of the store to publish.
  public var store: String
  /// The tolerated errors, over all shards.
  public var tolerance: Tolerance
  /// Maximum number of removed records by feed; others have that of the tolerance.
  public var maximumRemoved: [String: Tolerance.Bound]
  /// The lists by feed: spacing and insets of its own, and further ones.
  public var lists: [String: (own: ListDescription, named: [NamedList])] = [:]
  /// Whether environments and templates of a stored feed may be dropped.
  public var allowsDrops = false
  /// Settings of the store's writer.
  public var storeSettings: StoreSettings
  /// The time of the merge, RFC 3339 in UTC; not part of any digest.
  public var createdUTC: String

  /// Creates a configuration.
  public init(
    shards: [String], store: String, tolerance: Tolerance = Tolerance(),
    maximumRemoved: [String: Tolerance.Bound] = [:],
    storeSettings: StoreSettings = StoreSettings(), createdUTC: String
  ) {
    self.shards = shards
    self.store = store
    self.tolerance = tolerance
    self.maximumRemoved = maximumRemoved
    self.storeSettings = storeSettings
    self.createdUTC = createdUTC
  }
}
