import LayoutPrimitives

extension ContentHasher {
  /// A hasher of the bytes of a record, to which what the record inherits may be added.
  init(record bytes: UnsafeRawBufferPointer) {
    self.init()
    update(bytes)
  }
}

extension ContentHash {
  /// The hash of a record that inherits nothing.
  init(record bytes: UnsafeRawBufferPointer) { self.init(bytes: bytes) }
}
