/// A hash over everything a cell depends on; equal fingerprints mean equal cells.
public struct Fingerprint: Hashable, Sendable {
  /// The first 8 bytes, big endian.
  public let high: UInt64
  /// The last 8 bytes, big endian.
  public let low: UInt64

  /// Creates a fingerprint from its 16 bytes.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension Fingerprint {
  /// Reads the stored 16 bytes; nil for another number of bytes.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The bytes as stored.
  var stored: (UInt64, UInt64) { (high.bigEndian, low.bigEndian) }
}
