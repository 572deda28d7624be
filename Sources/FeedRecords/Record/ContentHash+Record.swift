import LayoutPrimitives

extension ContentHasher {
  /// A hasher of the bytes of a record, to which what the record inherits may be added.
  ///
  /// Of at least 32 bytes it takes the lanes of all whole stripes, the last 32 bytes, and the count;
  /// fewer are taken as they are. Every record is hashed, so these are whole blocks of the hasher.
  /// It tells versions apart: a change in one lane alone has the strength of 64 bits.
  init(record bytes: UnsafeRawBufferPointer) {
    self.init()
    guard bytes.count >= HashLanes.stripe, let start = bytes.baseAddress else {
      update(bytes)
      return
    }
    var lanes = HashLanes()
    _ = lanes.addStripes(of: bytes)
    let last = (start + (bytes.count - HashLanes.stripe)).loadUnaligned(as: SIMD4<UInt64>.self)
    let words = (lanes.words, last, UInt64(bytes.count).littleEndian, UInt64(0))
    withUnsafeBytes(of: words) { update(UnsafeRawBufferPointer(rebasing: $0[..<80])) }
  }
}

extension ContentHash {
  /// The hash of a record that inherits nothing.
  init(record bytes: UnsafeRawBufferPointer) { self = ContentHasher(record: bytes).finish() }
}
