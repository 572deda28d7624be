#if canImport(HeightStore)
import Heights
import HeightStore
import LayoutPrimitives

/// Publishes all shards of a build together, without a store of all their cells.
///
/// The chunks are the same as those of the merged store. Memory does not grow with the number of
/// cells: one record, and one chunk per environment, are in memory.
public struct ShardPublisher {
  /// Maximum size of the frames that all shards together keep in memory, in bytes.
  private static let keptShapeBytes = 64 << 20

  private let shards: ShardSet
  private let options: PublishingOptions
  private let cellsPerChunk: Int

  /// Opens the shards and checks that they belong together; nothing is written yet.
  ///
  /// - Parameters:
  ///   - paths: Paths of all shards, in any order.
  ///   - options: The parts to publish.
  ///   - cellsPerChunk: Approximate number of cells per chunk, as in a merged store; nil for the
  ///     default.
  /// - Throws: `ShardError` if the shards do not belong together, or if a feed has other lists than
  ///   the one in feed order; `StoreError` if a file is damaged or is not a shard.
  public init(
    paths: [String], options: PublishingOptions = PublishingOptions(),
    cellsPerChunk: Int? = nil
  ) throws {
    shards = try ShardSet(paths: paths)
    for shard in shards.shards { shard.readsLines = options.hasLines }
    self.options = options
    self.cellsPerChunk = cellsPerChunk ?? StoreSettings().cellsPerChunk
    for feed in shards.feeds { try Self.check(feed, shards.shards) }
  }

  /// The generations of shards, in their order.
  ///
  /// - Throws: `ShardError` if the shards do not belong together; `StoreError`.
  package static func generations(_ paths: [String]) throws -> [Int] {
    try ShardSet(paths: paths).shards.map(\.catalog.generation.number)
  }

  /// Writes the chunks, then the manifest, and finally the pointer.
  ///
  /// If it throws, the pointer is unchanged.
  ///
  /// - Throws: `Miss` if a feed is unknown; `ShardError.foreign`; `StoreError`;
  ///   `PublishedFormatError`; errors of the sink.
  public func publish(into sink: inout some PublishingSink) throws -> PublishingSummary {
    guard let first = shards.shards.first else { throw ShardError.missing([1], of: 1) }
    let names = first.catalog.feeds.map(\.name)
    for name in (options.feeds ?? []).sorted() where !names.contains(name) {
      throw Miss(.unknownFeed(asked: name, known: names))
    }
    let all = templates(first.catalog)
    let published = try TemplateTable.published(all, store: first.path)
    var store = ChunkStore(sink, limits: options.limits)
    defer { sink = store.sink }
    var feeds: [PublishedManifest.Feed] = []
    var digests: [MergedDigests] = []
    // A manifest contains the feeds sorted by name.
    for name in names {
      guard let feed = shards.feeds.first(where: { $0.name == name }) else { continue }
      let own = feed.entries[0].templates.compactMap { first.catalog.templates[$0] }
      var pieces = try ShardedFeed(
        feed, of: shards.shards, options, cellsPerChunk: cellsPerChunk,
        templates: own.map { template in
          all.firstIndex(of: template).flatMap { UInt16(exactly: $0) }
        }, codecs: all.map { LineCodec(template: $0) },
        digests: MergedDigests(
          feed, templates: own, list: feed.entries[0].lists[0].description))
      // The digests cover all feeds, even those that are not published.
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

  /// The different templates of all feeds, in the order in which a merge writes them.
  private func templates(_ catalog: StoreCatalog) -> [StoredTemplate] {
    var all: [StoredTemplate] = []
    for number in shards.feeds.flatMap({ $0.entries[0].templates }) {
      guard let template = catalog.templates[number], !all.contains(template) else { continue }
      all.append(template)
    }
    return all
  }

  /// Throws an error if a feed has more lists than the one in feed order, or if the spacing or the
  /// insets of that list differ between shards.
  private static func check(_ feed: ShardSet.Feed, _ shards: [ShardReader]) throws {
    let own = feed.entries[0].lists.first { $0.description.name == ListDescription.feedOrder }
    for (shard, counts) in zip(shards, feed.counts) where !counts.lists.isEmpty {
      // The names are before the last colon.
      let names = counts.lists.split(separator: ": ").dropLast().joined(separator: ": ")
      throw ShardError.unpublishable(path: shard.path, feed: feed.name, list: names)
    }
    for (shard, entry) in zip(shards, feed.entries) {
      guard let own, entry.lists.map(\.description) == [own.description] else {
        throw ShardError.differs(
          path: shard.path, first: shards[0].path,
          what: "feed '\(feed.name)', spacing or insets of its list")
      }
    }
  }
}

/// One feed of several shards while it is published, one record after another.
struct ShardedFeed {
  /// The digests of the cells added so far.
  private(set) var digests: MergedDigests

  private let feed: ShardSet.Feed
  private let shards: [ShardReader]
  private let environments: [StoredEnvironment]
  /// The index of each of the feed's templates in the manifest.
  private let templates: [UInt16?]
  private let boundary: ChunkBoundary
  /// The boundaries of ranges without a single width beside them.
  private let rangeBoundary = ChunkBoundary(cellsPerChunk: HeightPublisher.cellsPerChunk)
  /// Whether a store of the whole feed would keep the order of its records if it had no list.
  private let hasOrder: Bool
  /// The first environment with a single width; its list decides the order and the chunks of
  /// ranges.
  private let single: Int?
  /// The list in feed order, by environment; it has no cells in a range of widths.
  private var lists: [ListPieces]
  /// The cells of a range, by environment; a single width has none.
  private var ranges: [RangePieces]
  /// Number of cells since the last chunk boundary that record ids decided, by environment.
  private var cellsOfChunk: [Int]
  /// Number of cells added to a range, by environment.
  private var cellsOfRange: [Int]
  /// The cells of the current record so far, in the order of the environments.
  private var record: [StoredCell] = []

  init(
    _ feed: ShardSet.Feed, of shards: [ShardReader], _ options: PublishingOptions,
    cellsPerChunk: Int, templates: [UInt16?], codecs: [LineCodec], digests: MergedDigests
  ) throws {
    self.feed = feed
    self.shards = shards
    self.templates = templates
    self.digests = digests
    boundary = ChunkBoundary(cellsPerChunk: cellsPerChunk)
    environments = feed.entries[0].environments.map(\.environment)
    single = environments.firstIndex { !$0.isRange }
    let records = feed.entries.reduce(0) {
      $0 + ($1.environments.first.map { $0.cells + $0.failed } ?? 0)
    }
    hasOrder = records <= StoreSettings().maximumFailedPositions
    lists = environments.map { _ in ListPieces(options, codecs: codecs) }
    ranges = environments.map { _ in RangePieces() }
    cellsOfChunk = environments.map { _ in 0 }
    cellsOfRange = cellsOfChunk
  }

  /// Adds the next cell of the feed.
  ///
  /// - Parameter isPublished: Whether the cell is published; if not, it is only added to the
  ///   digests.
  mutating func append(
    _ cell: ShardedCells.Cell, to store: inout ChunkStore<some PublishingSink>, isPublished: Bool
  ) throws {
    let isListed = !cell.row.isFailed && !environments[cell.environment].isRange
    try digests.add(cell, isListed: isListed)
    guard isPublished else { return }
    let stored = try cell.row.stored(cell.recordID)
    if isListed {
      try append(stored, cell, to: &store)
    }
    record.append(stored)
    guard record.count == environments.count else { return }
    try endRecord(path: shards[cell.shard].path, in: &store)
    record.removeAll(keepingCapacity: true)
  }

  private mutating func append(
    _ stored: StoredCell, _ cell: ShardedCells.Cell,
    to store: inout ChunkStore<some PublishingSink>
  ) throws {
    guard
      try lists[cell.environment].append(
        stored, template: templates[cell.template], to: &store)
    else {
      throw StoreError.corrupt(
        path: shards[cell.shard].path,
        detail: "cell \(stored.cellID), of record '\(stored.recordID)'")
    }
    cellsOfChunk[cell.environment] += 1
  }

  /// Adds the cells of the current record to ranges, and ends the chunks whose boundary is after
  /// the record.
  private mutating func endRecord(
    path: String, in store: inout ChunkStore<some PublishingSink>
  ) throws {
    let isListed = single.map { record[$0].hasLayout } ?? hasOrder
    let endsRanges = single.map { isListed && isEnd($0) } ?? false
    for environment in environments.indices {
      let cell = record[environment]
      guard environments[environment].isRange else {
        guard cell.hasLayout, isEnd(environment) else { continue }
        try lists[environment].endChunk(in: &store)
        cellsOfChunk[environment] = 0
        continue
      }
      if isListed, cell.hasLayout {
        try ranges[environment].append(cell, store: path)
        cellsOfRange[environment] += 1
        if single == nil,
          rangeBoundary.isAfter(cell.recordID, cells: ranges[environment].cellsOfChunk)
        {
          try ranges[environment].endChunk(in: &store)
        }
      }
      if endsRanges { try ranges[environment].endChunk(in: &store) }
    }
  }

  private func isEnd(_ environment: Int) -> Bool {
    boundary.isAfter(record[environment].recordID, cells: cellsOfChunk[environment])
  }

  /// Writes the remaining cells; call it after the last cell.
  mutating func finish(
    in store: inout ChunkStore<some PublishingSink>
  ) throws -> PublishedManifest.Feed {
    var published: [PublishedManifest.Environment] = []
    for (index, environment) in environments.enumerated() {
      let counts = feed.entries.map { $0.environments[index] }
      let content: PublishedManifest.Environment.Content
      if environment.isRange {
        try ranges[index].endChunk(in: &store)
        let others = counts.reduce(0) { $0 + $1.cells } - cellsOfRange[index]
        if others > 0 { try appendOthers(index, in: &store) }
        content = .range(ranges[index].chunks)
      } else {
        try lists[index].endChunk(in: &store)
        let grid = PixelGrid(stepsPerPoint: environment.stepsPerPoint)
        content = .lists([lists[index].list(feed.entries[0].lists[0].description, grid: grid)])
      }
      published.append(
        PublishedManifest.Environment(
          key: environment.key, stepsPerPoint: environment.stepsPerPoint,
          state: environment.state, cells: counts.reduce(0) { $0 + $1.cells },
          failed: counts.reduce(0) { $0 + $1.failed }, content: content))
    }
    return PublishedManifest.Feed(name: feed.name, environments: published)
  }

  /// Adds those cells of a range whose records are not in the list of the first single width.
  ///
  /// They are ordered by the bytes of their record ids. There are none if the feed has only ranges of
  /// widths and at most as many records as a store keeps the order of.
  private mutating func appendOthers(
    _ environment: Int, in store: inout ChunkStore<some PublishingSink>
  ) throws {
    let boundary = rangeBoundary
    var cells = try ShardedPages(feed, environment: environment, of: shards)
    while let (cell, shard) = try cells.next() {
      guard cell.hasLayout else { continue }
      let entry = feed.entries[shard]
      if let single,
        try shards[shard].cell(
          of: entry, in: entry.environments[single], recordID: cell.recordID)?.hasLayout == true
      {
        continue
      }
      try ranges[environment].append(cell, store: shards[shard].path)
      if boundary.isAfter(cell.recordID, cells: ranges[environment].cellsOfChunk) {
        try ranges[environment].endChunk(in: &store)
      }
    }
    try ranges[environment].endChunk(in: &store)
  }
}

extension StoredCell {
  /// Whether the cell did not fail.
  fileprivate var hasLayout: Bool {
    if case .layout = outcome { true } else { false }
  }
}
#endif
