import LayoutPrimitives
import SQLiteDatabase

/// The additional tables of a shard, except the positions of its cells.
enum ShardTables {
  static func create(_ shard: ShardNumber, _ db: Connection) throws {
    for object in StoreSchema.shardTables { try db.execute(object.statement) }
    try db.execute(
      "INSERT INTO shard VALUES(?, ?, x'\(checksum(shard))')",
      shard.index, shard.count)
  }

  /// The number of the shard in a staging file; nil if the file contains all records.
  static func number(_ db: Connection) throws -> ShardNumber? {
    guard
      try db.integer("SELECT EXISTS(SELECT * FROM sqlite_schema WHERE name = 'shard')") == 1
    else { return nil }
    let rows = try db.rows("SELECT number, shards FROM shard") { row in
      ShardNumber(index: Int(row.int(0)), count: Int(row.int(1)))
    }
    return rows.first ?? nil
  }

  /// The number of a published shard.
  ///
  /// - Throws: `StoreError.corrupt` if the number is missing or damaged.
  static func number(_ connection: ReadConnection) throws -> ShardNumber {
    let rows = try connection.rows("SELECT number, shards, checksum FROM shard LIMIT 2") { row in
      (
        ShardNumber(index: Int(row.int(0)), count: Int(row.int(1))),
        ContentHash(stored: row.blob(2))
      )
    }
    guard rows.count == 1, let number = rows[0].0, rows[0].1 == checksum(number) else {
      throw StoreError.corrupt(path: connection.errors.store, detail: "the number of the shard")
    }
    return number
  }

  /// Replaces the counts of a feed.
  ///
  /// - Parameter positions: The count and the digest of the feed's rows in `shard_positions`.
  static func write(
    _ counts: ShardFeed, positions: (count: Int, digest: String), feed: Int64, to db: Connection
  ) throws {
    try db.execute(
      """
      DELETE FROM shard_feeds WHERE feed_id = :feed;
      DELETE FROM shard_problems WHERE feed_id = :feed;
      """, feed)
    for (index, problem) in counts.problems.enumerated() {
      try db.execute(
        "INSERT INTO shard_problems VALUES(?, ?, ?, ?, ?, ?, ?)",
        feed, index, problem.first, problem.code, problem.location, problem.message, problem.count)
    }
    try db.execute(
      "INSERT INTO shard_feeds VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, "
        + "x'\(checksum(counts, positions, feed: feed))')",
      feed, counts.records, counts.unreadable, counts.duplicates, counts.fonts, counts.basis,
      positions.count, positions.digest, counts.lists)
  }

  /// The counts of a feed, with the count and the digest of its rows in `shard_positions`.
  ///
  /// - Throws: `StoreError.corrupt` if the rows are missing or damaged.
  static func read(
    _ feed: FeedEntry, _ connection: ReadConnection
  ) throws -> (counts: ShardFeed, positions: (count: Int, digest: String)) {
    let problems = try connection.rows(
      """
      SELECT first, code, place, message, occurrences FROM shard_problems
        WHERE feed_id = \(feed.id) ORDER BY position
      """
    ) { row in
      ShardProblem(
        first: Int(row.int(0)), code: row.text(1), location: row.text(2), message: row.text(3),
        count: Int(row.int(4)))
    }
    let rows = try connection.rows(
      """
      SELECT records, unreadable, duplicates, fonts, basis, cells, positions, checksum, lists
        FROM shard_feeds WHERE feed_id = \(feed.id)
      """
    ) { row in
      (
        ShardFeed(
          records: Int(row.int(0)), unreadable: Int(row.int(1)), duplicates: Int(row.int(2)),
          fonts: row.text(3), basis: row.text(4), lists: row.text(8), problems: problems),
        (count: Int(row.int(5)), digest: row.text(6)), ContentHash(stored: row.blob(7))
      )
    }
    guard let entry = rows.first, entry.2 == checksum(entry.0, entry.1, feed: feed.id) else {
      throw StoreError.corrupt(
        path: connection.errors.store, detail: "what the shard notes of feed '\(feed.name)'")
    }
    return (entry.0, entry.1)
  }

  private static func checksum(_ shard: ShardNumber) -> ContentHash {
    let bytes = RowBytes()
    bytes.append(Int64(shard.index))
    bytes.append(Int64(shard.count))
    return bytes.hash
  }

  private static func checksum(
    _ counts: ShardFeed, _ positions: (count: Int, digest: String), feed: Int64
  ) -> ContentHash {
    let bytes = RowBytes()
    for number in [feed, Int64(counts.records), Int64(counts.unreadable), Int64(counts.duplicates)]
    { bytes.append(number) }
    bytes.append(name: counts.fonts)
    bytes.append(name: counts.basis)
    bytes.append(Int64(positions.count))
    bytes.append(name: positions.digest)
    bytes.append(name: counts.lists)
    for (index, problem) in counts.problems.enumerated() {
      bytes.append(feed)
      bytes.append(Int64(index))
      bytes.append(Int64(problem.first))
      for text in [problem.code, problem.location, problem.message] { bytes.append(name: text) }
      bytes.append(Int64(problem.count))
    }
    return bytes.hash
  }
}

/// The counts of a feed in one shard; a merge adds the counts of all shards.
public struct ShardFeed: Hashable, Sendable {
  /// Number of records of this shard, including unreadable records and records with a repeated id.
  public var records: Int
  /// Number of unreadable records plus sources that end early; only shard 1 counts them, for all
  /// shards.
  public var unreadable: Int
  /// Number of records that repeat an earlier id; the first record with the id is kept.
  public var duplicates: Int
  /// Hash of the fonts.
  public var fonts: String
  /// Hash of everything that cells depend on, except their records.
  public var basis: String
  /// What the values that lists need of records depend on; empty if lists need none.
  public var lists: String
  /// The problems of records and sources, in order of first occurrence.
  public var problems: [ShardProblem]

  /// Creates the counts.
  public init(
    records: Int, unreadable: Int, duplicates: Int, fonts: String, basis: String,
    lists: String = "", problems: [ShardProblem]
  ) {
    self.lists = lists
    self.records = records
    self.unreadable = unreadable
    self.duplicates = duplicates
    self.fonts = fonts
    self.basis = basis
    self.problems = problems
  }
}

/// The problems with the same code among the records and sources of a shard.
public struct ShardProblem: Hashable, Sendable {
  /// Position in the feed of the record that has the problem first, from 0.
  public var first: Int
  /// The stable code of the problem.
  public var code: String
  /// The location of the first occurrence: a record id, or a file with a line.
  public var location: String
  /// The message of the first occurrence.
  public var message: String
  /// Number of occurrences.
  public var count: Int

  /// Creates a problem.
  public init(first: Int, code: String, location: String, message: String, count: Int) {
    self.first = first
    self.code = code
    self.location = location
    self.message = message
    self.count = count
  }
}

/// Writes the positions that the cells of a shard have in the whole feed, and what lists need of
/// its records.
///
/// It is a class because it owns database statements.
final class ShardPositions {
  private let insertion: PreparedStatement
  private let deletion: PreparedStatement
  private let listInsertion: PreparedStatement
  private let listDeletion: PreparedStatement
  private let bytes = RowBytes()
  private var digest = ContentDigest()
  private var count = 0

  init(on connection: Connection, errors: StoreErrors) throws {
    insertion = try PreparedStatement(
      "INSERT INTO shard_positions VALUES(?, ?, ?, ?)", on: connection, errors: errors)
    deletion = try PreparedStatement(
      "DELETE FROM shard_positions WHERE feed_id = ?", on: connection, errors: errors)
    listInsertion = try PreparedStatement(
      "INSERT INTO shard_lists VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", on: connection,
      errors: errors)
    listDeletion = try PreparedStatement(
      "DELETE FROM shard_lists WHERE feed_id = ?", on: connection, errors: errors)
  }

  /// Removes the positions of a feed, so that they can be written again.
  func begin(feed: Int64) throws {
    (digest, count) = (ContentDigest(), 0)
    for deletion in [deletion, listDeletion] {
      try deletion.bind(feed, at: 1)
      try deletion.run()
    }
  }

  /// Writes what a list needs of a record.
  func write(feed: Int64, position: Int64, list: String, _ values: ListValues) throws {
    let columns: [SQLiteValue] =
      [.integer(feed), .integer(position), .text(list)] + values.columns
    for (index, column) in columns.enumerated() {
      try listInsertion.bind(column, at: Int32(index) + 1)
    }
    let checksum = bytes.hash(of: columns)
    try listInsertion.bind(
      .blob(withUnsafeBytes(of: checksum.stored) { Array($0) }), at: Int32(columns.count) + 1)
    try listInsertion.run()
  }

  func write(feed: Int64, position: Int64, environment: Int64, cell: Int64) throws {
    digest.add(Self.hash(position: position, environment: environment, cell: cell, bytes))
    count += 1
    try insertion.bind(feed, at: 1)
    try insertion.bind(position, at: 2)
    try insertion.bind(environment, at: 3)
    try insertion.bind(cell, at: 4)
    try insertion.run()
  }

  /// The count and the digest of the rows written for the feed.
  func end() -> (count: Int, digest: String) { (count, digest.text) }

  /// The hash of one row, which the digest sums.
  static func hash(
    position: Int64, environment: Int64, cell: Int64, _ bytes: RowBytes
  ) -> ContentHash {
    bytes.reset()
    bytes.append(position)
    bytes.append(environment)
    bytes.append(cell)
    return bytes.hash
  }
}

/// Reads what lists need of the records of a shard.
///
/// It is a class because it owns a database statement.
final class ShardListValues {
  private let query: PreparedStatement
  private let bytes = RowBytes()
  private let path: String

  init(_ connection: ReadConnection) throws {
    query = try connection.prepare(
      "SELECT * FROM shard_lists WHERE feed_id = ? AND position = ?")
    path = connection.errors.store
  }

  /// What lists need of a record, by the name of the list.
  ///
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  func values(feed: Int64, position: Int64) throws -> [(list: String, values: ListValues)] {
    try query.bind(feed, at: 1)
    try query.bind(position, at: 2)
    defer { query.reset() }
    var all: [(list: String, values: ListValues)] = []
    while try query.step() {
      guard query.matchesChecksum(at: 9, bytes) else {
        throw StoreError.corrupt(path: path, detail: "what lists need of record \(position)")
      }
      all.append((query.text(2), ListValues(query, from: 3)))
    }
    return all
  }
}
