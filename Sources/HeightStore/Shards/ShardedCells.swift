/// The cells of one feed in all its shards, in the order of the feed's records and environments.
package struct ShardedCells {
  /// One cell.
  package struct Cell {
    /// Its row, valid until the next cell.
    package let row: ShardCells
    /// The id of its record.
    package let recordID: String
    /// Its shard, as an index in the set.
    package let shard: Int
    /// Its environment, as an index in the feed's.
    package let environment: Int
    /// Its template, as an index in the feed's.
    package let template: Int
  }

  private let shards: [ShardReader]
  private let cells: [ShardCells]
  /// Templates of each shard, as indices in the feed's.
  private let templates: [[TemplateID: Int]]
  private let environments: Int
  private var queue = ShardQueue<Int64>()
  /// The cell that was returned last, with the position of its record.
  private var current: (cell: Cell, position: Int64)?

  /// Begins at the first record.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - shards: All shards of the set.
  ///   - keptShapeBytes: Maximum size of the frames that all shards together keep in memory, in
  ///     bytes.
  /// - Throws: `StoreError.corrupt`.
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

  /// The next cell; nil after the last.
  ///
  /// - Throws: `ShardError.foreign` for a record or a position of another shard, and for a record
  ///   that has not one cell an environment; `StoreError.corrupt` for damage.
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

  /// The first cell of the next record.
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
