/// The key of a cached paragraph: its text, and the options of preparing it.
struct ParagraphKey: Hashable {
  let text: String
  let request: ParagraphRequest

  /// Approximate size of the text and its spans, in bytes.
  var byteCount: Int {
    text.utf8.count + request.spans.count * MemoryLayout<RunSpan>.stride
  }

  /// Compares texts by bytes, because canonically equivalent ones may differ in graphemes and
  /// fonts.
  static func == (left: Self, right: Self) -> Bool {
    left.request == right.request && left.hasBytes(of: right)
  }

  private func hasBytes(of other: Self) -> Bool {
    let quick = text.utf8.withContiguousStorageIfAvailable { left in
      other.text.utf8.withContiguousStorageIfAvailable { right in
        Self.equal(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (quick ?? nil) ?? text.utf8.elementsEqual(other.text.utf8)
  }

  private static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool
  {
    guard left.count == right.count else { return false }
    var offset = 0
    while offset + 8 <= left.count {
      let a = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if a != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < left.count {
      if left[offset] != right[offset] { return false }
      offset += 1
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(request)
  }
}
