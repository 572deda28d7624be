/// Paragraphs by content, in two generations of bounded number and size.
///
/// Those that are used move to the young generation; when that is full it becomes the old one and what
/// nobody used since is forgotten. So the cache never empties at once.
struct ParagraphCache {
  private var young: [ParagraphKey: Paragraph] = [:]
  private var old: [ParagraphKey: Paragraph] = [:]
  private var youngBytes = 0
  private let entries: Int
  private let bytes: Int

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - entries: Paragraphs in each generation.
  ///   - bytes: Bytes in each generation, about.
  init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }

  /// A paragraph that is kept; one of the old generation becomes young again.
  mutating func find(_ key: ParagraphKey) -> Paragraph? {
    if let paragraph = young[key] { return paragraph }
    guard let paragraph = old.removeValue(forKey: key) else { return nil }
    insert(paragraph, for: key)
    return paragraph
  }

  /// Keeps a paragraph, unless it is too large.
  mutating func insert(_ paragraph: Paragraph, for key: ParagraphKey) {
    let size = paragraph.byteCount + key.byteCount
    guard size <= bytes / 4 else { return }
    if young.count >= entries || youngBytes + size > bytes {
      old = young
      young = [:]
      youngBytes = 0
    }
    young[key] = paragraph
    youngBytes += size
  }

  /// Paragraphs in both generations, and their bytes, about.
  var contents: (count: Int, bytes: Int) {
    let all = [young, old].joined()
    return (
      young.count + old.count,
      all.reduce(0) { $0 + $1.value.byteCount + $1.key.byteCount }
    )
  }
}
