/// Hashes bytes that come in pieces; the pieces' bounds do not show in the hash.
///
/// Source: Austin Appleby, MurmurHash3 (public domain), algorithm x64_128 with seed 0.
public struct ContentHasher: Sendable {
  private var h1: UInt64 = 0
  private var h2: UInt64 = 0
  private var count = 0
  /// The bytes of a block that is not full yet, the first in the lowest bits.
  private var tail: (UInt64, UInt64) = (0, 0)

  /// Creates a hasher of no bytes.
  public init() {}

  /// Adds the next bytes.
  public mutating func update(_ bytes: some Collection<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
    if done == nil { Array(bytes).withUnsafeBytes { update($0) } }
  }

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    var offset = 0
    while offset < bytes.count, count & 15 != 0 {
      if bytes.count - offset >= 16 {
        appendSixteen(start + offset)
        offset += 16
      } else {
        append(bytes[offset])
        offset += 1
      }
    }
    // In locals: a hasher behind a reference would be written back at every step.
    var (a, b) = (h1, h2)
    let blocks = offset + (bytes.count - offset) & ~15
    count += blocks - offset
    while offset < blocks {
      let first = (start + offset).loadUnaligned(as: UInt64.self)
      let second = (start + offset + 8).loadUnaligned(as: UInt64.self)
      Self.mix(&a, &b, UInt64(littleEndian: first), UInt64(littleEndian: second))
      offset &+= 16
    }
    (h1, h2) = (a, b)
    if offset < bytes.count, bytes.count >= 16, count & 15 == 0 {
      keepEnd(start + bytes.count, bytes.count - offset)
    } else {
      while offset < bytes.count {
        append(bytes[offset])
        offset += 1
      }
    }
  }

  /// Keeps the last bytes of at least 16 as the beginning of the next block.
  ///
  /// - Parameter count: How many: 1 to 15.
  private mutating func keepEnd(_ end: UnsafeRawPointer, _ count: Int) {
    let low = UInt64(littleEndian: (end - 16).loadUnaligned(as: UInt64.self))
    let high = UInt64(littleEndian: (end - 8).loadUnaligned(as: UInt64.self))
    // Shifts by 64 or more give 0; those by less than 0 go the other way.
    let bits = 8 * (16 - count)
    tail = (low >> bits | high << (64 - bits), high >> bits)
    self.count += count
  }

  /// The hash of all bytes so far; more may follow.
  public func finish() -> ContentHash {
    var (a, b) = (h1, h2)
    a ^= Self.first(tail.0) ^ UInt64(count)
    b ^= Self.second(tail.1) ^ UInt64(count)
    a &+= b
    b &+= a
    a = Self.avalanche(a)
    b = Self.avalanche(b)
    a &+= b
    b &+= a
    return ContentHash(high: a, low: b)
  }

  /// Fills the block that is not full yet with some of 16 bytes, and begins the next with the rest.
  private mutating func appendSixteen(_ bytes: UnsafeRawPointer) {
    let low = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let high = UInt64(littleEndian: (bytes + 8).loadUnaligned(as: UInt64.self))
    // As in `keepEnd`: shifts by 64 or more give 0, those by less than 0 go the other way.
    let bits = 8 * (count & 15)
    Self.mix(
      &h1, &h2, tail.0 | low << bits, tail.1 | high << bits | low >> (64 - bits))
    tail = (low >> (128 - bits) | high >> (64 - bits), high >> (128 - bits))
    count += 16
  }

  private mutating func append(_ byte: UInt8) {
    let place = UInt64(count & 15)
    if place < 8 {
      tail.0 |= UInt64(byte) << (8 * place)
    } else {
      tail.1 |= UInt64(byte) << (8 * (place - 8))
    }
    count += 1
    if place == 15 {
      Self.mix(&h1, &h2, tail.0, tail.1)
      tail = (0, 0)
    }
  }

  @inline(__always)
  private static func mix(_ h1: inout UInt64, _ h2: inout UInt64, _ k1: UInt64, _ k2: UInt64) {
    h1 = (rotate(h1 ^ first(k1), 27) &+ h2) &* 5 &+ 0x52dc_e729
    h2 = (rotate(h2 ^ second(k2), 31) &+ h1) &* 5 &+ 0x3849_5ab5
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value << bits | value >> (64 - bits)
  }

  private static func first(_ k: UInt64) -> UInt64 {
    rotate(k &* 0x87c3_7b91_1142_53d5, 31) &* 0x4cf5_ad43_2745_937f
  }

  private static func second(_ k: UInt64) -> UInt64 {
    rotate(k &* 0x4cf5_ad43_2745_937f, 33) &* 0x87c3_7b91_1142_53d5
  }

  private static func avalanche(_ value: UInt64) -> UInt64 {
    var k = value
    k = (k ^ k >> 33) &* 0xff51_afd7_ed55_8ccd
    k = (k ^ k >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return k ^ k >> 33
  }
}
