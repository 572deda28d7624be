import LayoutPrimitives

/// A 128-bit checksum (XXH3) of a row, or of all catalogue tables, as stored: 16 bytes.
///
/// It finds accidents. It is not a cryptographic hash and does not withstand forgery.
struct Checksum: Hashable, Sendable {
  /// The first 8 of the stored bytes, big endian.
  let high: UInt64
  /// The last 8 of the stored bytes, big endian.
  let low: UInt64

  /// Creates a checksum from its halves.
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads the stored form; nil for another number of bytes.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The bytes as stored, xxHash's canonical form.
  var stored: (UInt64, UInt64) { (high.bigEndian, low.bigEndian) }

  /// 32 hexadecimal digits.
  var text: String { "\(ContentHash(high: high, low: low))" }
}
