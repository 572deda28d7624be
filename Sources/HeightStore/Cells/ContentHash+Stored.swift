import LayoutPrimitives

extension ContentHash {
  /// Reads the stored 16 bytes; nil for another number of bytes.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// The stored bytes, in xxHash's canonical form.
  var stored: (UInt64, UInt64) { (high.bigEndian, low.bigEndian) }
}
