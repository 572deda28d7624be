internal import LayoutPrimitives

/// Paragraphs by text and options, in two halves of limited count and size.
///
/// A paragraph moves to the young half when it is used. When the young half is full, it becomes the
/// old half, and the paragraphs of the previous old half are removed. So the cache is never emptied
/// at once.
struct ParagraphCache {
  private var young: [ParagraphKey: Paragraph] = [:]
  private var old: [ParagraphKey: Paragraph] = [:]
  private var youngBytes = 0
  private let entries: Int
  private let bytes: Int

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - entries: Maximum number of paragraphs in each half.
  ///   - bytes: Approximate maximum size of each half, in bytes.
  init(entries: Int, bytes: Int) {
    self.entries = entries
    self.bytes = bytes
  }

  /// Finds a paragraph and moves it to the young half; nil if it is not cached.
  mutating func find(_ key: ParagraphKey) -> Paragraph? {
    if let paragraph = young[key] { return paragraph }
    guard let paragraph = old.removeValue(forKey: key) else { return nil }
    insert(paragraph, for: key)
    return paragraph
  }

  /// Caches a paragraph, unless it is larger than a quarter of a half.
  mutating func insert(_ paragraph: Paragraph, for key: ParagraphKey) {
    let size = paragraph.byteCount + key.byteCount
    guard size <= bytes / 4 else { return }
    if young.count >= entries || youngBytes + size > bytes {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
      youngBytes = 0
    }
    young[key] = paragraph
    youngBytes += size
  }

  /// Number of paragraphs in both halves, and their approximate size in bytes.
  var contents: (count: Int, bytes: Int) {
    let all = [young, old].joined()
    return (
      young.count + old.count,
      all.reduce(0) { $0 + $1.value.byteCount + $1.key.byteCount }
    )
  }
}

/// The key of a cached paragraph: its text and the options with which it was built.
///
/// The hash of the text is computed once.
struct ParagraphKey: Hashable {
  let text: String
  let request: ParagraphRequest
  private let textHash: UInt64

  init(text: String, request: ParagraphRequest) {
    var text = text
    textHash = text.withUTF8 { WordCache.hash(UnsafeRawBufferPointer($0)) }
    self.text = text
    self.request = request
  }

  /// Approximate size of the text and its spans, in bytes.
  var byteCount: Int {
    text.utf8.count + request.spans.count * MemoryLayout<RunSpan>.stride
  }

  /// Compares texts as bytes, because canonically equivalent texts may differ in graphemes or
  /// fonts.
  static func == (left: Self, right: Self) -> Bool {
    left.textHash == right.textHash && left.request == right.request
      && left.hasBytes(of: right)
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
    hasher.combine(textHash)
    // The same text rarely has several styles at once.
    hasher.combine(request.font.fontSet)
    hasher.combine(request.font.size)
  }
}

/// The options with which a text is prepared; text and options determine the paragraph.
struct ParagraphRequest: Hashable {
  /// The fonts of the base style, which styles the text after the last span.
  var font: RunFont
  /// Ranges of the text with their own fonts, from its beginning; empty for a text with one style.
  var spans: [RunSpan]
  var language: Int
  var direction: LayoutDirection
  var lineBreak: LineBreakRules
  var metrics: MetricsMode
  var wrapping: Wrapping
  /// Whether a word that is longer than a line breaks inside.
  var breaksWords: Bool
  /// Whether the widths of words include what is added at the end of a line, where the kerning
  /// with the following space is not applied.
  var needsSpaceEdges = false
  /// Whether the empty halves of fullwidth punctuation are removed.
  var trimsPunctuation: Bool
  /// Distance between tab stops, in points; 0 for the platform's default.
  var tabInterval: Double
  /// Device pixels per point if the platform's default tab stops are in pixels; otherwise 0.
  var tabScale: Double

  /// Whether lines may break between the letters of words, as in Chromium with `break-all`.
  var cutsWords: Bool {
    guard lineBreak.mode == .chromium else { return false }
    return !lineBreak.usesASCIIFastPath
      || spans.contains { $0.lineBreak.map { !$0.usesASCIIFastPath } ?? false }
  }

  var runs: RunTable { RunTable(spans: spans, base: font) }
}
