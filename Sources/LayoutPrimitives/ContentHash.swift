/// A 128-bit hash of bytes, the same in every process and on every machine.
///
/// It tells one font file, record or template from another; it is no defence against forgery.
/// Source: Austin Appleby, MurmurHash3 (public domain), algorithm x64_128 with seed 0.
public struct ContentHash: Hashable, Sendable, CustomStringConvertible {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// Hashes bytes.
  public init(of bytes: some Collection<UInt8>) {
    let hashed = bytes.withContiguousStorageIfAvailable { Self(buffer: UnsafeRawBufferPointer($0)) }
    self = hashed ?? Array(bytes).withUnsafeBytes { Self(buffer: $0) }
  }

  /// Hashes the UTF-8 bytes of a text.
  public init(of text: String) {
    var text = text
    self = text.withUTF8 { Self(buffer: UnsafeRawBufferPointer($0)) }
  }

  private init(buffer bytes: UnsafeRawBufferPointer) {
    var state = State()
    let blocks = bytes.count & ~15
    var offset = 0
    while offset < blocks {
      state.mix(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
      offset += 16
    }
    var tail: (UInt64, UInt64) = (0, 0)
    for index in blocks..<bytes.count {
      let place = UInt64(index - blocks)
      if place < 8 {
        tail.0 |= UInt64(bytes[index]) << (8 * place)
      } else {
        tail.1 |= UInt64(bytes[index]) << (8 * (place - 8))
      }
    }
    (high, low) = state.finish(tail, count: bytes.count)
  }

  /// 32 hexadecimal digits.
  public var description: String { Self.hex(high) + Self.hex(low) }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private struct State {
    var h1: UInt64 = 0
    var h2: UInt64 = 0

    mutating func mix(_ k1: UInt64, _ k2: UInt64) {
      h1 = (Self.rotate(h1 ^ Self.first(k1), 27) &+ h2) &* 5 &+ 0x52dc_e729
      h2 = (Self.rotate(h2 ^ Self.second(k2), 31) &+ h1) &* 5 &+ 0x3849_5ab5
    }

    mutating func finish(_ tail: (UInt64, UInt64), count: Int) -> (UInt64, UInt64) {
      h1 ^= Self.first(tail.0) ^ UInt64(count)
      h2 ^= Self.second(tail.1) ^ UInt64(count)
      h1 &+= h2
      h2 &+= h1
      h1 = Self.avalanche(h1)
      h2 = Self.avalanche(h2)
      h1 &+= h2
      h2 &+= h1
      return (h1, h2)
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
}
