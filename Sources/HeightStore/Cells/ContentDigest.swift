import LayoutPrimitives

/// A digest over cells that does not depend on the order in which they come.
///
/// Every cell is hashed to 128 bits and the hashes are added, so that neither the order of
/// insertion nor the number of jobs shows. It guards against accidents, not against people: the
/// hash is fast and not a cryptographic one.
struct ContentDigest: Hashable, Sendable {
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var count: UInt64 = 0

  /// Adds one cell's hash.
  mutating func add(_ cell: CellHash) {
    let (first, second) = cell.value
    self.first &+= first
    self.second &+= second
    count &+= 1
  }

  /// The digest, 32 hexadecimal digits.
  var text: String {
    var hash = CellHash()
    hash.combine(first)
    hash.combine(second)
    hash.combine(count)
    return hash.text
  }

  /// The digest of a generation, from those of its feeds in any order.
  static func combined(feeds: [(name: String, digest: String)]) -> String {
    var hash = CellHash()
    let sorted = feeds.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for feed in sorted {
      hash.combine(text: feed.name)
      hash.combine(text: feed.digest)
    }
    return hash.text
  }
}

/// A 128-bit hash over a sequence of values, the same on every machine.
///
/// Two lanes take each word by a full 64 × 64 multiplication, folded. The constants are the
/// leading bits of the fractional parts of √2, √3, √5 and √7.
struct CellHash: Hashable, Sendable {
  private var left: UInt64 = 0x6a09_e667_f3bc_c908
  private var right: UInt64 = 0xbb67_ae85_84ca_a73b

  /// Takes one word in.
  mutating func combine(_ word: UInt64) {
    left = Self.fold(left ^ word, 0x3c6e_f372_fe94_f82b) ^ right
    right = Self.fold(right &+ word, 0xa54f_f53a_5f1d_36f1) &+ 0x9e37_79b9_7f4a_7c15
  }

  /// Takes a signed word in.
  mutating func combine(_ word: Int64) {
    combine(UInt64(bitPattern: word))
  }

  /// Takes bytes in, their number first, so that neighbours cannot run into each other.
  mutating func combine(bytes: UnsafeRawBufferPointer) {
    combine(UInt64(bytes.count))
    var index = 0
    while index + 8 <= bytes.count {
      combine(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    guard index < bytes.count else { return }
    var rest: UInt64 = 0
    for byte in bytes[index...].reversed() {
      rest = rest << 8 | UInt64(byte)
    }
    combine(rest)
  }

  /// Takes a text's UTF-8 in.
  mutating func combine(text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The hash of all that was taken in.
  var value: (UInt64, UInt64) {
    var last = self
    last.combine(0 as UInt64)
    last.combine(1 as UInt64)
    return (last.left, last.right)
  }

  /// The hash, 32 hexadecimal digits.
  var text: String {
    let (left, right) = value
    return "\(ContentHash(high: left, low: right))"
  }

  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
