/// A 128-bit hash of bytes: MurmurHash3, the x64 variant with seed 0.
///
/// Not cryptographic: it tells one font file from another, not from a forgery.
/// Source: Austin Appleby, MurmurHash3 (public domain), algorithm `x64_128`.
struct ContentHash: Hashable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  init(of bytes: UnsafeRawBufferPointer) {
    var h1: UInt64 = 0
    var h2: UInt64 = 0
    let blocks = bytes.count & ~15
    var offset = 0
    while offset < blocks {
      let k1 = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let k2 = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      h1 ^= Self.first(k1)
      h1 = (Self.rotate(h1, 27) &+ h2) &* 5 &+ 0x52dc_e729
      h2 ^= Self.second(k2)
      h2 = (Self.rotate(h2, 31) &+ h1) &* 5 &+ 0x3849_5ab5
      offset += 16
    }
    var tail1: UInt64 = 0
    var tail2: UInt64 = 0
    for index in blocks..<bytes.count {
      let place = index - blocks
      if place < 8 {
        tail1 |= UInt64(bytes[index]) << UInt64(8 * place)
      } else {
        tail2 |= UInt64(bytes[index]) << UInt64(8 * (place - 8))
      }
    }
    h1 ^= Self.first(tail1) ^ UInt64(bytes.count)
    h2 ^= Self.second(tail2) ^ UInt64(bytes.count)
    h1 = h1 &+ h2
    h2 = h2 &+ h1
    h1 = Self.finish(h1)
    h2 = Self.finish(h2)
    h1 = h1 &+ h2
    high = h1
    low = h2 &+ h1
  }

  /// 32 hexadecimal digits.
  var description: String { Self.hex(high) + Self.hex(low) }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value << bits) | (value >> (64 - bits))
  }

  private static func first(_ k: UInt64) -> UInt64 {
    rotate(k &* 0x87c3_7b91_1142_53d5, 31) &* 0x4cf5_ad43_2745_937f
  }

  private static func second(_ k: UInt64) -> UInt64 {
    rotate(k &* 0x4cf5_ad43_2745_937f, 33) &* 0x87c3_7b91_1142_53d5
  }

  private static func finish(_ value: UInt64) -> UInt64 {
    var k = value
    k ^= k >> 33
    k = k &* 0xff51_afd7_ed55_8ccd
    k ^= k >> 33
    k = k &* 0xc4ce_b9fe_1a85_ec53
    return k ^ (k >> 33)
  }
}
