import LayoutPrimitives
import SQLiteDatabase

/// Writes the positions of a shard's cells in the whole feed.
///
/// It is a class because it owns a statement.
final class ShardPositions {
  private let insertion: PreparedStatement
  private let deletion: PreparedStatement
  private let bytes = RowBytes()
  private var digest = ContentDigest()
  private var count = 0

  init(on connection: Connection, errors: StoreErrors) throws {
    insertion = try PreparedStatement(
      "INSERT INTO shard_positions VALUES(?, ?, ?, ?)", on: connection, errors: errors)
    deletion = try PreparedStatement(
      "DELETE FROM shard_positions WHERE feed_id = ?", on: connection, errors: errors)
  }

  /// Removes the positions of a feed, which is written anew.
  func begin(feed: Int64) throws {
    (digest, count) = (ContentDigest(), 0)
    try deletion.bind(feed, at: 1)
    try deletion.run()
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

  /// The number and the digest of the feed's rows.
  func end() -> (count: Int, digest: String) { (count, digest.text) }

  /// The hash of a row, for the digest.
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
