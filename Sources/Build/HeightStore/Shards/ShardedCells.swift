/// The cells of one feed in all of its shards, ordered by record and then by environment.
package struct ShardedCells {
  /// A cell, with the shard that contains it.
  package struct Cell {
    /// The row of the cell, valid until the next cell.
    package let row: ShardCells
    /// The record id of the cell.
    package let recordID: String
    /// The index of the cell's shard in the set of shards.
    package let shard: Int
    /// The index of the cell's environment in the environments of the feed.
    package let environment: Int
    /// The index of the cell's template in the templates of the feed.
    package let template: Int
  }

  private let shards: [ShardReader]
  private let cells: [ShardCells]
  /// The index of each template in the templates of the feed, by shard and template number.
  private let templates: [[TemplateID: Int]]
  private let environments: Int
  private var queue = ShardQueue<Int64>()
  /// The cell that `next` returned last, with the position of its record; nil before the first
  /// record.
  private var current: (cell: Cell, position: Int64)?

  /// Begins before the first record.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - shards: All shards of the set.
  ///   - keptShapeBytes: Maximum size of the frames that all shards together keep in memory, in
  ///     bytes.
  /// - Throws: `StoreError.corrupt` if a shard is damaged.
  package init(_ feed: ShardSet.Feed, of shards: [ShardReader], keptShapeBytes: Int) throws {
    self.shards = shards
    environments = feed.entries.first?.environments.count ?? 0
    let share = keptShapeBytes / max(1, shards.count)
    cells = try zip(shards, feed.entries).map { try $0.cells(of: $1, keptShapeBytes: share) }
    templates = feed.entries.map { entry in
      Dictionary(zip(entry.templates, entry.templates.indices)) { first, _ in first }
    }
    for (shard, cells) in cells.enumerated() {
      if let position = cells.position { queue.insert(position, shard) }
    }
  }

  /// Returns the next cell; nil after the last cell.
  ///
  /// - Throws: `ShardError.foreign` if a record or a position belongs to another shard, or if a
  ///   record does not have exactly one cell per environment; `StoreError.corrupt` if a shard is
  ///   damaged.
  package mutating func next() throws -> Cell? {
    guard let (last, position) = current else { return try begin() }
    current = nil
    try last.row.advance()
    guard last.row.position != position else {
      guard last.environment + 1 < environments, last.row.environment == last.environment + 1,
        last.row.isOf(last.recordID)
      else { throw notOneAnEnvironment(last) }
      return try open(last.row, last.recordID, last.shard, position)
    }
    guard last.environment + 1 == environments else { throw notOneAnEnvironment(last) }
    if let next = last.row.position { queue.replaceFirst(next) } else { queue.removeFirst() }
    if let next = queue.first, next.key == position {
      throw foreign(
        next.shard, "and \(shards[last.shard].path) hold record \(position) of the feed")
    }
    return try begin()
  }

  /// Returns the first cell of the next record.
  private mutating func begin() throws -> Cell? {
    guard let (position, shard) = queue.first else { return nil }
    let row = cells[shard]
    let id = row.recordID
    let number = shards[shard].number
    guard number.contains(id) else {
      throw foreign(
        shard, "holds record '\(id)', which belongs to shard \(number.index(of: id))")
    }
    guard row.environment == 0 else {
      throw foreign(shard, "has not one cell an environment of record '\(id)'")
    }
    return try open(row, id, shard, position)
  }

  private mutating func open(
    _ row: ShardCells, _ id: String, _ shard: Int, _ position: Int64
  ) throws -> Cell {
    guard let template = templates[shard][row.template] else {
      throw foreign(shard, "has a cell of another feed's template")
    }
    let cell = Cell(
      row: row, recordID: id, shard: shard, environment: row.environment, template: template)
    current = (cell, position)
    return cell
  }

  private func notOneAnEnvironment(_ cell: Cell) -> ShardError {
    foreign(cell.shard, "has not one cell an environment of record '\(cell.recordID)'")
  }

  private func foreign(_ shard: Int, _ detail: String) -> ShardError {
    .foreign(path: shards[shard].path, detail: detail)
  }
}

/// The cells of a feed in one environment in all shards, ordered by the bytes of their record ids.
///
/// One page of cells per shard is in memory.
package struct ShardedPages {
  /// A record id that is compared by its bytes, as in SQLite.
  private struct Key: Comparable {
    let id: String

    static func == (left: Self, right: Self) -> Bool {
      left.id.utf8.elementsEqual(right.id.utf8)
    }

    static func < (left: Self, right: Self) -> Bool {
      left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
  }

  /// Approximate number of cells in the pages of all shards together.
  private static let cellsInMemory = 1_024
  private static let minimumPage = 16

  private let feed: ShardSet.Feed
  private let environment: Int
  private let shards: [ShardReader]
  private let limit: Int
  /// The cells of the current page of each shard that were not returned yet.
  private var pages: [ArraySlice<StoredCell>] = []
  private var queue = ShardQueue<Key>()

  /// Begins before the first cell.
  ///
  /// - Parameter environment: The index of the environment in the environments of the feed.
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  package init(_ feed: ShardSet.Feed, environment: Int, of shards: [ShardReader]) throws {
    self.feed = feed
    self.environment = environment
    self.shards = shards
    limit = max(Self.minimumPage, Self.cellsInMemory / max(1, shards.count))
    for shard in shards.indices {
      pages.append(try page(shard, after: nil))
      if let cell = pages[shard].first { queue.insert(Key(id: cell.recordID), shard) }
    }
  }

  /// Returns the next cell, which may be a failed one, with the index of its shard; nil after the
  /// last cell.
  ///
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  package mutating func next() throws -> (cell: StoredCell, shard: Int)? {
    guard let shard = queue.first?.shard, let cell = pages[shard].popFirst() else { return nil }
    if pages[shard].isEmpty { pages[shard] = try page(shard, after: cell.recordID) }
    if let next = pages[shard].first {
      queue.replaceFirst(Key(id: next.recordID))
    } else {
      queue.removeFirst()
    }
    return (cell, shard)
  }

  private func page(_ shard: Int, after id: String?) throws -> ArraySlice<StoredCell> {
    let entry = feed.entries[shard]
    return try shards[shard].cells(
      of: entry, in: entry.environments[environment], after: id, limit: limit)[...]
  }
}

/// A binary heap that contains the next key of each shard; the smallest key is first.
struct ShardQueue<Key: Comparable> {
  typealias Entry = (key: Key, shard: Int)

  private var entries: [Entry] = []

  /// The smallest key with its shard; nil if the heap is empty.
  var first: Entry? { entries.first }

  mutating func insert(_ key: Key, _ shard: Int) {
    entries.append((key, shard))
    var child = entries.count - 1
    while child > 0, Self.isBefore(entries[child], entries[(child - 1) / 2]) {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Replaces the smallest key by the next key of the same shard.
  mutating func replaceFirst(_ key: Key) {
    guard !entries.isEmpty else { return }
    entries[0].key = key
    sink()
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    sink()
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var minimum = parent
      for child in [parent * 2 + 1, parent * 2 + 2] where child < entries.count {
        if Self.isBefore(entries[child], entries[minimum]) { minimum = child }
      }
      if minimum == parent { return }
      entries.swapAt(parent, minimum)
      parent = minimum
    }
  }

  private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    (left.key, left.shard) < (right.key, right.shard)
  }
}
