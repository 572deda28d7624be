/// Reads scalars of UTF-16 text, for the line breaking options that depend on characters.
enum ScalarCursor {
  /// The scalar that begins at a UTF-16 offset; a lone surrogate is returned as it is.
  @inline(__always)
  static func scalar(_ text: UnsafePointer<UInt16>, at index: Int, count: Int) -> UInt32 {
    let unit = UInt32(text[index])
    guard unit & 0xFC00 == 0xD800, index + 1 < count else { return unit }
    let next = UInt32(text[index + 1])
    guard next & 0xFC00 == 0xDC00 else { return unit }
    return 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF)
  }

  /// The scalar that ends before a UTF-16 offset; a lone surrogate is returned as it is.
  ///
  /// - Parameter index: The UTF-16 offset, at least 1.
  static func scalar(_ text: UnsafePointer<UInt16>, before index: Int) -> UInt32 {
    let unit = UInt32(text[index - 1])
    guard unit & 0xFC00 == 0xDC00, index > 1 else { return unit }
    let first = UInt32(text[index - 2])
    guard first & 0xFC00 == 0xD800 else { return unit }
    return 0x10000 + ((first & 0x3FF) << 10) + (unit & 0x3FF)
  }
}
