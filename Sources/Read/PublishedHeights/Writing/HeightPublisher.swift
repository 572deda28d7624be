#if canImport(HeightStore)
public import Heights
import HeightStore
import LayoutPrimitives

/// Publishes a generation as files whose names contain the hash of their content.
///
/// Besides the manifest, which takes about 500 bytes per chunk, only one chunk is in memory.
public struct HeightPublisher: Sendable {
  private let lookup: HeightLookup
  private let options: PublishingOptions
  /// The generations of the shards that the store was merged of; nil for the store's own.
  private let shards: [Int]?

  /// Creates a publisher of the lookup's generation; later builds do not affect it.
  public init(_ lookup: HeightLookup, options: PublishingOptions = PublishingOptions()) {
    self.init(lookup, options: options, shards: nil)
  }

  /// Creates a publisher of a store that was merged of shards only to be published.
  ///
  /// The published generation is the sum of the shards' generations, as with `ShardPublisher`.
  package init(_ lookup: HeightLookup, options: PublishingOptions, shards: [Int]?) {
    self.lookup = lookup
    self.options = options
    self.shards = shards
  }

  /// Writes the chunks, then the manifest, and finally the pointer.
  ///
  /// Existing files with the same bytes are kept. If it throws, the pointer is unchanged.
  ///
  /// - Throws: `Miss` if a feed is unknown; `StoreError`; `PublishedFormatError`; errors of the
  ///   sink.
  public func publish(into sink: inout some PublishingSink) throws -> PublishingSummary {
    let names = lookup.feeds.map(\.name)
    for name in (options.feeds ?? []).sorted() where !names.contains(name) {
      throw Miss(.unknownFeed(asked: name, known: names))
    }
    let templates = try TemplateTable(lookup.catalog, store: lookup.store)
    var store = ChunkStore(sink, limits: options.limits)
    defer { sink = store.sink }
    var feeds: [PublishedManifest.Feed] = []
    for feed in lookup.feeds where options.feeds?.contains(feed.name) ?? true {
      var environments: [PublishedManifest.Environment] = []
      for environment in feed.environments {
        let key = environment.environment.key
        let scopes = try lookup.scopes(feed: feed.name, environment: key).get()
        guard let scope = scopes.first(where: { $0.environment.id == environment.id }) else {
          throw corrupt("environment \(key) of feed '\(feed.name)'")
        }
        environments.append(
          PublishedManifest.Environment(
            key: key, stepsPerPoint: environment.environment.stepsPerPoint,
            state: environment.environment.state, cells: environment.cells,
            failed: environment.failed, content: try content(scope, templates, &store)))
      }
      feeds.append(PublishedManifest.Feed(name: feed.name, environments: environments))
    }
    let generation = lookup.generation
    return try store.finish(
      PublishedManifest(
        generation: shards?.reduce(0, +) ?? generation.number, digest: generation.digest,
        listDigest: generation.listDigest, engineVersion: generation.engineVersion,
        templates: templates.published, feeds: feeds, shards: shards?.count))
  }

  private func content(
    _ scope: LookupScope, _ templates: TemplateTable,
    _ store: inout ChunkStore<some PublishingSink>
  ) throws -> PublishedManifest.Environment.Content {
    guard !scope.environment.environment.isRange else {
      return .range(try range(scope, &store))
    }
    return .lists(
      try scope.feed.lists.map { try list($0.description, scope, templates, &store) })
  }

  private func list(
    _ description: ListDescription, _ scope: LookupScope, _ templates: TemplateTable,
    _ store: inout ChunkStore<some PublishingSink>
  ) throws -> PublishedManifest.List {
    let list = try lookup.list(description.name, in: scope)
    var pieces = ListPieces(options, codecs: templates.codecs)
    for range in list.list.chunkRanges {
      for position in range {
        let cell = try list.cell(at: position, lines: options.hasLines)
        guard try pieces.append(cell, template: templates[cell.template], to: &store) else {
          throw corrupt("cell \(cell.cellID), of record '\(cell.recordID)'")
        }
      }
      try pieces.endChunk(in: &store)
    }
    return pieces.list(description, grid: scope.grid, sections: list.sections)
  }

  /// Writes the chunks of a range of widths; no list contains the cells of a range.
  ///
  /// Order and chunks are taken from the list in feed order of the first single width. Cells that
  /// are not in that list follow, ordered by the bytes of their record ids. Without a single width,
  /// all cells are in feed order.
  private func range(
    _ scope: LookupScope, _ store: inout ChunkStore<some PublishingSink>
  ) throws -> [PublishedManifest.RangeChunk] {
    var pieces = RangePieces()
    let single = scope.feed.environments.first { !$0.environment.isRange }
    let listed = try single.flatMap { single in
      try lookup.scopes(feed: scope.feed.name, environment: single.environment.key).get()
        .first { $0.environment.id == single.id }
    }
    if let listed {
      let list = try lookup.list(in: listed)
      for range in list.list.chunkRanges {
        for position in range {
          let id = try list.cell(at: position).recordID
          guard case .hit(let hit) = try lookup.lookup(id: id, in: scope) else { continue }
          try pieces.append(hit.cell, store: lookup.store)
        }
        try pieces.endChunk(in: &store)
      }
    }
    let boundary = ChunkBoundary(cellsPerChunk: Self.cellsPerChunk)
    if let ids = try lookup.recordIDs(ofRangesIn: scope.feed) {
      for id in ids {
        guard case .hit(let hit) = try lookup.lookup(id: id, in: scope) else { continue }
        try pieces.append(hit.cell, store: lookup.store)
        if boundary.isAfter(id, cells: pieces.cellsOfChunk) { try pieces.endChunk(in: &store) }
      }
      try pieces.endChunk(in: &store)
      return pieces.chunks
    }
    var last: String?
    while true {
      let page = try lookup.cells(in: scope, after: last, limit: Self.cellsPerPage)
      guard let end = page.last else { break }
      for cell in page {
        guard case .layout = cell.outcome else { continue }
        if let listed, case .hit = try lookup.lookup(id: cell.recordID, in: listed) { continue }
        try pieces.append(cell, store: lookup.store)
        if boundary.isAfter(cell.recordID, cells: pieces.cellsOfChunk) {
          try pieces.endChunk(in: &store)
        }
      }
      last = end.recordID
    }
    try pieces.endChunk(in: &store)
    return pieces.chunks
  }

  private func corrupt(_ detail: String) -> StoreError {
    .corrupt(path: lookup.store, detail: detail)
  }

  /// Approximate number of cells per chunk for cells that are in no list.
  static let cellsPerChunk = 1_024
  /// Number of cells that are read at a time.
  private static let cellsPerPage = 1_024
}
#endif
