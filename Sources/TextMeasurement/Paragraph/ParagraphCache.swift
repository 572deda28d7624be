/// A text and what it was prepared for.
struct ParagraphKey: Hashable {
  let text: String
  let request: ParagraphRequest

  /// Compares bytes: strings that are canonically equivalent may differ in graphemes and fonts.
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

/// Paragraphs by content, in two generations of bounded size.
struct ParagraphCache {
  private var young: [ParagraphKey: Paragraph] = [:]
  private var old: [ParagraphKey: Paragraph] = [:]
  private let entries: Int

  /// Makes an empty cache of that many paragraphs in each generation.
  init(entries: Int) {
    self.entries = entries
  }

  /// A paragraph that is kept; one of the old generation becomes young again.
  mutating func find(_ key: ParagraphKey) -> Paragraph? {
    if let paragraph = young[key] { return paragraph }
    guard let paragraph = old.removeValue(forKey: key) else { return nil }
    insert(paragraph, for: key)
    return paragraph
  }

  /// Keeps a paragraph.
  mutating func insert(_ paragraph: Paragraph, for key: ParagraphKey) {
    if young.count >= entries {
      old = young
      young = [:]
    }
    young[key] = paragraph
  }
}
