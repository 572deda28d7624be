internal import LayoutPrimitives

/// Paragraphs by content, in two generations whose count and size are limited.
///
/// A paragraph that is used moves to the young generation. When the young generation is full, it
/// replaces the old one, and the paragraphs left in the old one are removed. So the cache is never
/// emptied all at once.
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

/// The key of a cached paragraph: the text, and the options with which it is prepared.
struct ParagraphKey: Hashable {
  let text: String
  let request: ParagraphRequest

  /// Approximate size of the text and its spans, in bytes.
  var byteCount: Int {
    text.utf8.count + request.spans.count * MemoryLayout<RunSpan>.stride
  }

  /// Compares texts as bytes, because canonically equivalent texts may differ in graphemes and
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

/// The options with which a text is prepared; they and the text determine the paragraph.
struct ParagraphRequest: Hashable {
  /// The fonts of the text's base style.
  var font: RunFont
  /// Ranges of text with other fonts; empty for a text with one style.
  var spans: [RunSpan]
  var language: Int
  var direction: LayoutDirection
  var lineBreak: LineBreakRules
  var metrics: MetricsMode
  var wrapping: Wrapping
  /// Whether the empty halves of fullwidth punctuation are removed.
  var trimsPunctuation: Bool
  /// Distance between tab stops, in points; 0 for the platform's default.
  var tabInterval: Double
  /// Device pixels per point if the platform's tab stops are in pixels; otherwise 0.
  var tabScale: Double

  var runs: RunTable { RunTable(spans: spans, base: font) }
}
