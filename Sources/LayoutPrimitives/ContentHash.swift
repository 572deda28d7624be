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
    let hashed = bytes.withContiguousStorageIfAvailable { Self(bytes: UnsafeRawBufferPointer($0)) }
    self = hashed ?? Array(bytes).withUnsafeBytes { Self(bytes: $0) }
  }

  /// Hashes the UTF-8 bytes of a text.
  public init(of text: String) {
    var text = text
    self = text.withUTF8 { Self(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Hashes bytes in memory.
  package init(bytes: UnsafeRawBufferPointer) {
    var hasher = ContentHasher()
    hasher.update(bytes)
    self = hasher.finish()
  }

  /// A hash that was made before, such as one that was stored.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// 32 hexadecimal digits.
  public var description: String { Self.hex(high) + Self.hex(low) }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
