import LayoutPrimitives

/// One of the parts that records are divided into: part `index` of `count`.
///
/// The hash of a record's id decides its part, so that equal ids are in one part.
public struct ShardNumber: Hashable, Sendable, CustomStringConvertible {
  /// Maximum number of shards, which a merge has open at once.
  public static let maximumCount = 1_000

  /// Number of the shard, from 1.
  public let index: Int
  /// Number of shards.
  public let count: Int

  /// Creates a number; nil unless `1 <= index <= count <= maximumCount`.
  public init?(index: Int, count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses `I/N`; nil for other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
      let index = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(index: index, count: count)
  }

  /// `I/N`.
  public var description: String { "\(index)/\(count)" }

  /// The number of a record's shard, from 1: the XXH3-128 of its id, modulo the number of shards.
  public func index(of recordID: String) -> Int {
    let hash = ContentHash(of: recordID)
    let divisor = UInt64(count)
    let rest = divisor.dividingFullWidth((hash.high % divisor, hash.low)).remainder
    return Int(rest) + 1
  }

  /// Whether a record belongs to this shard.
  public func contains(_ recordID: String) -> Bool { index(of: recordID) == index }
}
