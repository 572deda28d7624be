public import LayoutPrimitives

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

  /// Creates a fingerprint of a hash.
  public init(_ hash: ContentHash) { self.init(high: hash.high, low: hash.low) }
}

extension Fingerprint {
  /// Reads the stored 16 bytes; nil for another number of bytes.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard let hash = ContentHash(stored: bytes) else { return nil }
    self.init(hash)
  }

  /// The bytes as stored.
  var stored: (UInt64, UInt64) { ContentHash(high: high, low: low).stored }
}
