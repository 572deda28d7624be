import LayoutPrimitives

/// A digest over values that does not depend on the order in which they come.
///
/// The hashes of all values are added, so that neither the order of insertion nor the number of
/// jobs shows. It guards against accidents, not against people.
struct ContentDigest: Hashable, Sendable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  private var count: UInt64 = 0

  /// Adds the hash of one value.
  mutating func add(_ hash: ContentHash) {
    high &+= hash.high
    low &+= hash.low
    count &+= 1
  }

  /// The digest, 32 hexadecimal digits.
  var text: String {
    let bytes = RowBytes()
    bytes.append(ContentHash(high: high, low: low))
    bytes.append(Int64(bitPattern: count))
    return bytes.hash.description
  }

  /// The digest of a generation, from those of its feeds in any order.
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
