package import LayoutPrimitives
import SQLiteDatabase

/// Reads one shard of a build.
///
/// It is a class because it owns a database connection. Only one thread may use it at a time.
package final class ShardReader {
  /// Path of the shard.
  package let path: String
  /// The number of the shard.
  package let number: ShardNumber
  /// Whether the cells that are read have the lines of their labels.
  package var readsLines: Bool {
    get { reader.readsLines }
    set { reader.readsLines = newValue }
  }
  private let reader: StoreReader
  private var listReading: ShardListValues?

  /// Opens a shard.
  ///
  /// - Throws: `StoreError.noShard` if the store contains all records; the errors of
  ///   `StoreReader.init`.
  package init(path: String) throws {
    self.path = path
    reader = try StoreReader(path: path)
    guard let shard = reader.shard else { throw StoreError.noShard(path: path) }
    number = shard
    reader.share(with: shard.count)
  }

  /// The content of the shard, except its cells.
  package var catalog: StoreCatalog { reader.catalog }

  /// The counts of a feed in this shard.
  ///
  /// - Throws: `StoreError.corrupt` if the counts are missing or damaged.
  package func counts(of feed: FeedEntry) throws -> ShardFeed {
    try ShardTables.read(feed, reader.connection).counts
  }

  /// The cells of a feed, in the order of its records.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - keptShapeBytes: Maximum size of the frames that are kept in memory, in bytes.
  /// - Throws: `StoreError.corrupt` if the shard is damaged.
  package func cells(of feed: FeedEntry, keptShapeBytes: Int) throws -> ShardCells {
    try ShardCells(
      feed, positions: try ShardTables.read(feed, reader.connection).positions, of: reader,
      keptShapeBytes: keptShapeBytes)
  }

  /// The next cells of a feed in one environment, ordered by the bytes of their record ids.
  ///
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  func cells(
    of feed: FeedEntry, in environment: FeedEnvironment, after id: String?, limit: Int
  ) throws -> [StoredCell] {
    try reader.cells(of: feed, in: environment, after: id, limit: limit)
  }

  /// What lists need of the record at a position, by the name of the list.
  ///
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  package func listValues(
    of feed: FeedEntry, position: Int64
  ) throws -> [(list: String, values: ListValues)] {
    let reading = try listReading ?? ShardListValues(reader.connection)
    listReading = reading
    return try reading.values(feed: feed.id, position: position)
  }

  /// The cell of a record in an environment; nil if there is none.
  ///
  /// - Throws: `StoreError.corrupt` if the row is damaged.
  package func cell(
    of feed: FeedEntry, in environment: FeedEnvironment, recordID: String
  ) throws -> StoredCell? {
    try reader.cell(feed: feed, environment: environment.id, recordID: recordID)
  }
}

/// The cells of one feed in one shard, ordered by record and then by environment.
///
/// It is a class because it owns a database statement.
package final class ShardCells {
  /// Position of the current cell's record in the whole feed; nil after the last cell.
  package private(set) var position: Int64?
  /// The current row; its first columns are the columns of `CellRow`.
  let row: PreparedStatement

  private let feed: FeedEntry
  private let path: String
  private let reader: StoreReader
  private let shapes: PreparedStatement
  private let expected: (count: Int, digest: String)
  /// The verified frames of shapes by number; this object owns their memory.
  private var cached: [Int64: (template: Int64, frames: UnsafeRawBufferPointer)] = [:]
  private var digest = ContentDigest()
  private var count = 0
  /// Number of bytes that further shapes may take in memory; if it is too small, shapes are read
  /// for each cell.
  private var room: Int
  private let bytes = RowBytes()

  /// Approximate size of an entry of `cached` without its frames, in bytes.
  private static let entryBytes = 64
  private static let positionColumn = CellRow.checksum + 1
  private static let environmentColumn = CellRow.checksum + 2
  private static let cellColumn = CellRow.checksum + 3

  init(
    _ feed: FeedEntry, positions: (count: Int, digest: String), of reader: StoreReader,
    keptShapeBytes: Int
  ) throws {
    self.feed = feed
    room = keptShapeBytes
    path = reader.path
    self.reader = reader
    expected = positions
    let columns = CellRow.columns.split(separator: ", ").map { "cells.\($0)" }
    row = try reader.connection.prepare(
      "SELECT \(columns.joined(separator: ", ")), places.position, places.environment, "
        + "places.cell_id FROM shard_positions AS places "
        + "LEFT JOIN cells NOT INDEXED ON cells.cell_id = places.cell_id "
        + "WHERE places.feed_id = ? ORDER BY places.position, places.environment")
    shapes = try reader.connection.prepare(
      "SELECT \(ShapeRow.columns) FROM shapes WHERE shape_id = ?")
    try row.bind(feed.id, at: 1)
    try advance()
  }

  deinit {
    for shape in cached.values { shape.frames.deallocate() }
  }

  /// Moves to the next cell.
  ///
  /// - Throws: `StoreError.corrupt` if the cell is damaged; after the last cell, if the number or
  ///   the digest of the positions differs from the one that the shard contains.
  package func advance() throws {
    let last = position
    guard try row.step() else {
      position = nil
      guard count == expected.count, digest.text == expected.digest else {
        throw corrupt("the positions of feed '\(feed.name)'")
      }
      return
    }
    let next = row.int(Self.positionColumn)
    count += 1
    digest.add(
      ShardPositions.hash(
        position: next, environment: row.int(Self.environmentColumn),
        cell: row.int(Self.cellColumn), bytes))
    guard !row.isNull(CellRow.id), CellRow.isWhole(row, bytes), row.int(CellRow.feed) == feed.id,
      row.blob(CellRow.fingerprint).count == 16,
      feed.environments.indices.contains(environment),
      feed.environments[environment].id.rawValue == row.int(CellRow.environment),
      next >= last ?? 0
    else { throw corrupt("cell \(row.int(Self.cellColumn)) of feed '\(feed.name)'") }
    position = next
  }

  /// The index of the current cell's environment in the environments of the feed.
  package var environment: Int { Int(row.int(Self.environmentColumn)) }

  /// The record id of the current cell.
  package var recordID: String { row.text(CellRow.recordID) }

  /// Whether the current cell belongs to the record with an id.
  package func isOf(_ recordID: String) -> Bool {
    recordID.utf8.elementsEqual(row.textBytes(CellRow.recordID))
  }

  /// The number that the template of the current cell has in the shard.
  package var template: TemplateID { TemplateID(rawValue: row.int(CellRow.template)) }

  /// The fingerprint of the current cell.
  package var fingerprint: Fingerprint? { Fingerprint(stored: row.blob(CellRow.fingerprint)) }

  /// The caveats of the current cell.
  package var caveats: Caveats { Caveats(rawValue: Int(row.int(CellRow.caveats))) }

  /// The findings of the current cell.
  package var findings: FindingSet { FindingSet(row) }

  /// The failure of the current cell; nil if the cell has a layout.
  package var failure: CellFailure? { CellFailure(row) }

  /// The current cell, with its layout.
  ///
  /// - Parameter recordID: The record id of the current cell.
  /// - Throws: `StoreError.corrupt` if the frames are damaged.
  package func stored(_ recordID: String) throws -> StoredCell {
    try reader.decode(row, recordID: recordID)
  }

  /// Whether the current cell failed.
  package var isFailed: Bool { !row.isNull(CellRow.errorCode) }

  /// The height of the current cell in grid steps; nil for a failed cell.
  var height: Int? { row.isNull(CellRow.height) ? nil : Int(row.int(CellRow.height)) }

  /// The stored frames of the current cell, valid until the next cell; nil if it has none.
  func frames() throws -> UnsafeRawBufferPointer? {
    guard let number = CellRow.shapeID(row) else {
      return row.isNull(CellRow.frames) ? nil : row.blob(CellRow.frames)
    }
    let template = row.int(CellRow.template)
    if let shape = cached[number], shape.template == template { return shape.frames }
    shapes.reset()
    try shapes.bind(number, at: 1)
    guard try shapes.step(), shapes.int(ShapeRow.template) == template,
      ShapeRow.isWhole(shapes, bytes)
    else { throw corrupt("the frames of cell \(row.int(CellRow.id)), shape \(number)") }
    let frames = shapes.blob(ShapeRow.frames)
    let needed = frames.count + Self.entryBytes
    guard needed <= room else { return frames }
    room -= needed
    let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: frames.count, alignment: 16)
    kept.copyMemory(from: frames)
    cached[number] = (template, UnsafeRawBufferPointer(kept))
    return UnsafeRawBufferPointer(kept)
  }

  func corrupt(_ detail: String) -> StoreError { .corrupt(path: path, detail: detail) }
}
