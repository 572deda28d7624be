/// A text and what it was prepared for.
struct ParagraphKey: Hashable {
  let text: String
  let request: ParagraphRequest

  /// Compares bytes: strings that are canonically equivalent may differ in graphemes and fonts.
  static func == (left: Self, right: Self) -> Bool {
    left.request == right.request && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
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
