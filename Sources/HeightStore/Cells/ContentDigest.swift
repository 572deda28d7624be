import LayoutPrimitives

/// A digest over values that does not depend on their order.
///
/// It is the sum of the hashes, so that neither the order of insertion nor the number of jobs
/// matters. It protects against accidents, not against attacks.
struct ContentDigest: Hashable, Sendable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  private var count: UInt64 = 0

  mutating func add(_ hash: ContentHash) {
    high &+= hash.high
    low &+= hash.low
    count &+= 1
  }

  /// The digest as 32 hexadecimal digits.
  var text: String {
    let bytes = RowBytes()
    bytes.append(ContentHash(high: high, low: low))
    bytes.append(Int64(bitPattern: count))
    return bytes.hash.description
  }

  /// The digest of a generation, from the digests of its feeds in any order.
  static func combined(feeds: [(name: String, digest: String)]) -> String {
    let bytes = RowBytes()
    let sorted = feeds.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for feed in sorted {
      bytes.append(name: feed.name)
      bytes.append(name: feed.digest)
    }
    return bytes.hash.description
  }
}
