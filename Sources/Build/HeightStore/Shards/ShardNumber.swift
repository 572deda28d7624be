import LayoutPrimitives

/// The number of a shard: part `index` of the `count` parts into which records are divided.
///
/// The hash of a record's id decides its part, so that equal ids are in the same part.
public struct ShardNumber: Hashable, Sendable, CustomStringConvertible {
  /// Maximum number of shards; a merge opens all of them at once.
  public static let maximumCount = 1_000

  /// Number of this shard, from 1.
  public let index: Int
  /// Number of all shards.
  public let count: Int

  /// Creates a shard number; nil if it does not satisfy `1 <= index <= count <= maximumCount`.
  public init?(index: Int, count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses a shard number of the form `I/N`; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index: index, count: count)
  }

  /// The shard number in the form `I/N`.
  public var description: String { "\(index)/\(count)" }

  /// The index of a record's shard, from 1: the XXH3-128 hash of the record id modulo `count`, plus
  /// 1.
  public func index(of recordID: String) -> Int {
    let hash = ContentHash(of: recordID)
    let divisor = UInt64(count)
    let rest = divisor.dividingFullWidth((hash.high % divisor, hash.low)).remainder
    return Int(rest) + 1
  }

  /// Whether a record belongs to this shard.
  public func contains(_ recordID: String) -> Bool { index(of: recordID) == index }
}
