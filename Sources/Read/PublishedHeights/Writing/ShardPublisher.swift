#if canImport(HeightStore)
import Heights
import HeightStore

/// Publishes all shards of a build side by side, without a store of all their cells.
///
/// The chunks are those of the store that a merge would make. Memory does not grow with the cells:
/// one record and one chunk of each environment are held.
public struct ShardPublisher {
  /// Maximum size of the frames that all shards together keep in memory, in bytes.
  private static let keptShapeBytes = 64 << 20

  private let shards: ShardSet
  private let options: PublishingOptions
  private let cellsPerChunk: Int

  /// Opens the shards and compares them, without writing.
  ///
  /// - Parameters:
  ///   - paths: Paths of all shards, in any order.
  ///   - options: What is published.
  ///   - cellsPerChunk: As the store of a merge has it; nil for the default.
  /// - Throws: `ShardError` for shards that do not fit together, and for lists besides the feed's
  ///   own; `StoreError` for a file that is no shard or damaged.
  public init(
    paths: [String], options: PublishingOptions = PublishingOptions(),
    cellsPerChunk: Int? = nil
  ) throws {
    shards = try ShardSet(paths: paths)
    self.options = options
    self.cellsPerChunk = cellsPerChunk ?? StoreSettings().cellsPerChunk
    for feed in shards.feeds { try Self.check(feed, shards.shards) }
  }

  /// Writes chunks, the manifest and at the end the pointer.
  ///
  /// - Throws: `Miss` for an unknown feed, `ShardError.foreign`, `StoreError`,
  ///   `PublishedFormatError`, and errors of the sink; the pointer then is the one before.
  public func publish(into sink: inout some PublishingSink) throws -> PublishingSummary {
    guard let first = shards.shards.first else { throw ShardError.missing([1], of: 1) }
    let known = first.catalog.feeds.map(\.name)
    for name in (options.feeds ?? []).sorted() where !known.contains(name) {
      throw Miss(.unknownFeed(asked: name, known: known))
    }
    let all = templates(first.catalog)
    let published = try TemplateTable.published(all, store: first.path)
    var store = ChunkStore(sink, limits: options.limits)
    defer { sink = store.sink }
    var feeds: [PublishedManifest.Feed] = []
    var digests: [MergedDigests] = []
    // Sorted by name, as a manifest has them.
    for name in known {
      guard let feed = shards.feeds.first(where: { $0.name == name }) else { continue }
      let own = feed.entries[0].templates.compactMap { first.catalog.templates[$0] }
      var pieces = try ShardedFeed(
        feed, of: shards.shards, options, cellsPerChunk: cellsPerChunk,
        templates: own.map { template in
          all.firstIndex(of: template).flatMap { UInt16(exactly: $0) }
        },
        digests: MergedDigests(
          feed, templates: own, list: feed.entries[0].lists[0].description))
      // The digests are those of all feeds, whichever are published.
      let isPublished = options.feeds?.contains(name) ?? true
      var cells = try ShardedCells(
        feed, of: shards.shards, keptShapeBytes: Self.keptShapeBytes)
      while let cell = try cells.next() {
        try pieces.append(cell, to: &store, isPublished: isPublished)
      }
      digests.append(pieces.digests)
      if isPublished { feeds.append(try pieces.finish(in: &store)) }
    }
    let digest = MergedDigests.generation(digests)
    return try store.finish(
      PublishedManifest(
        generation: shards.shards.reduce(0) { $0 + $1.catalog.generation.number },
        digest: digest.digest, listDigest: digest.listDigest,
        engineVersion: first.catalog.generation.engineVersion, templates: published,
        feeds: feeds, shards: shards.shards.count))
  }

  /// The templates of all feeds, each once, in the order in which a merge writes them.
  private func templates(_ catalog: StoreCatalog) -> [StoredTemplate] {
    var all: [StoredTemplate] = []
    for number in shards.feeds.flatMap({ $0.entries[0].templates }) {
      guard let template = catalog.templates[number], !all.contains(template) else { continue }
      all.append(template)
    }
    return all
  }

  /// Refuses lists that cannot be put together, and different distances in the feed's own.
  private static func check(_ feed: ShardSet.Feed, _ shards: [ShardReader]) throws {
    let own = feed.entries[0].lists.first { $0.description.name == ListDescription.feedOrder }
    for (shard, entry) in zip(shards, feed.entries) {
      for list in entry.lists where list.description.name != ListDescription.feedOrder {
        throw ShardError.unpublishable(
          path: shard.path, feed: feed.name, list: list.description.name)
      }
      guard let own, entry.lists.map(\.description) == [own.description] else {
        throw ShardError.differs(
          path: shard.path, first: shards[0].path,
          what: "feed '\(feed.name)', spacing or insets of its list")
      }
    }
  }
}
#endif
