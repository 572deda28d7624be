/// Paragraphs by content, in two generations of bounded count and size.
///
/// Paragraphs that are used move to the young generation. When that is full, it replaces the old
/// one, and unused paragraphs are dropped. The cache is therefore never emptied at once.
struct ParagraphCache {
  private var young: [ParagraphKey: Paragraph] = [:]
  private var old: [ParagraphKey: Paragraph] = [:]
  private var youngBytes = 0
  private let entries: Int
  private let bytes: Int

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - entries: Maximum number of paragraphs in each generation.
  ///   - bytes: Approximate maximum size of each generation, in bytes.
  init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }

  /// Finds a cached paragraph, which moves to the young generation; nil if there is none.
  mutating func find(_ key: ParagraphKey) -> Paragraph? {
    if let paragraph = young[key] { return paragraph }
    guard let paragraph = old.removeValue(forKey: key) else { return nil }
    insert(paragraph, for: key)
    return paragraph
  }

  /// Caches a paragraph, unless it is larger than a quarter of a generation.
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

  /// Number of paragraphs in both generations, and their approximate bytes.
  var contents: (count: Int, bytes: Int) {
    let all = [young, old].joined()
    return (
      young.count + old.count,
      all.reduce(0) { $0 + $1.value.byteCount + $1.key.byteCount }
    )
  }
}
