internal import LayoutPrimitives

/// What a text is prepared for; equal requests for equal texts give equal paragraphs.
struct ParagraphRequest: Hashable {
  var fontSet: Int
  var size: Double
  var letterSpacing: Double
  var language: Int
  var direction: LayoutDirection
  var lineBreak: LineBreakMode
  var metrics: MetricsMode
}

/// Makes paragraphs, one after another, in buffers that are used again.
final class ParagraphBuilder {
  let registry: FontRegistry
  let languages: LanguageRegistry
  let clusters = ClusterBuffer()
  private let text = TextBuffer()
  private let segments = SegmentBuffer()
  private let itemiser: Itemiser
  private let marks = ScratchBuffer<UInt8>(capacity: 1024)
  let shaping: WordShaping
  /// Fonts of the text at hand: their numbers in the set, the primary first.
  private var used: [Int] = []
  /// For tests: sends plain ASCII the way of all other text.
  var isFastPathOn = true

  init(registry: FontRegistry, wordCacheEntries: Int) throws(TextError) {
    self.registry = registry
    languages = LanguageRegistry()
    let graphemes = try BreakIterator(line: false, locale: "")
    itemiser = try Itemiser(graphemes: graphemes)
    shaping = WordShaping(
      clusters: clusters, shaper: Shaper(graphemes: graphemes), entries: wordCacheEntries)
  }

  /// Prepares a text.
  func build(
    _ string: String, request: ParagraphRequest, limit: Int
  ) throws(TextError) -> Paragraph {
    let set = registry.sets[request.fontSet]
    let breaks = try languages.breaks(request.language)
    text.load(string, limit: limit)
    clusters.clear()
    segments.clear()
    used.removeAll(keepingCapacity: true)
    used.append(0)
    shaping.begin(
      text: text.units, size: request.size, letterSpacing: request.letterSpacing,
      lineBreak: request.lineBreak, language: request.language,
      tag: languages.tag(request.language), breaks: breaks)
    if text.isPlain {
      if text.count > 0 {
        try line(0..<text.count, end: text.count, isHard: false, set: set, request: request)
      }
    } else {
      try hardLines(set: set, request: request)
    }
    let ellipsis = try ellipsis(set: set, request: request)
    var trust = TextTrust()
    trust.isSubstituted = set.isSubstitute || shaping.sawMissingGlyph
    trust.isCut = text.isCut
    var fonts: [UsedFont] = []
    for number in used {
      let font = try set.font(number)
      fonts.append(UsedFont(description: font.description, metrics: font.metrics))
    }
    let ends =
      clusters.isOneToOne ? [] : ContiguousArray(buffer(clusters.ends, clusters.count))
    return Paragraph(
      segments: ContiguousArray(
        UnsafeBufferPointer(start: segments.segments, count: segments.count)),
      advances: ContiguousArray(buffer(clusters.advances, clusters.count)), ends: ends,
      fonts: fonts, size: request.size, ellipsis: ellipsis, trust: trust)
  }

  private func buffer<T>(_ base: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeBufferPointer<T> {
    UnsafeBufferPointer(start: UnsafePointer(base), count: count)
  }

  /// Divides the text at its line terminators.
  ///
  /// UIKit and Android open a line after the last one.
  private func hardLines(set: FontSet, request: ParagraphRequest) throws(TextError) {
    let count = text.count
    var start = 0
    var index = 0
    while index < count {
      let unit = text.units[index]
      guard TextBuffer.breaksLine(unit) else {
        index += 1
        continue
      }
      let isPair = unit == 0x0D && index + 1 < count && text.units[index + 1] == 0x0A
      let end = index + (isPair ? 2 : 1)
      try line(start..<index, end: end, isHard: true, set: set, request: request)
      start = end
      index = end
    }
    if start < count || (count > 0 && request.metrics != .css) {
      try line(start..<count, end: count, isHard: false, set: set, request: request)
    }
  }

  /// Shapes and divides one hard line.
  private func line(
    _ range: Range<Int>, end: Int, isHard: Bool, set: FontSet, request: ParagraphRequest
  ) throws(TextError) {
    let first = clusters.count
    if !range.isEmpty {
      let isRight = request.direction == .rightToLeft
      let natural = request.metrics != .css
      if isFastPathOn, set.primary.coversASCII, isASCII(range),
        !isRight || (natural && hasLetter(range))
      {
        try shapeASCII(range, set: set)
      } else {
        try shapeItems(range, set: set, isRight: isRight, natural: natural, request: request)
      }
    }
    let last = clusters.count
    if end > range.upperBound {
      clusters.reserve(1)
      clusters.append(
        advance: 0, length: end - range.upperBound, flags: ClusterBuffer.space, font: 0)
    }
    segments.divide(
      clusters, range: first..<last, end: clusters.count, isHard: isHard,
      manyFonts: used.count > 1)
  }

  private func shapeASCII(_ range: Range<Int>, set: FontSet) throws(TextError) {
    let item = TextItem(
      start: range.lowerBound, end: range.upperBound, font: 0, script: Itemiser.latin,
      rightToLeft: false, hasSpaces: true)
    shaping.shapeWords(
      item, font: set.primary, number: set.registryIndex(0), bit: 0, marks: nil)
  }

  private func shapeItems(
    _ range: Range<Int>, set: FontSet, isRight: Bool, natural: Bool, request: ParagraphRequest
  ) throws(TextError) {
    marks.reserve(text.count)
    (marks.base + range.lowerBound).update(repeating: 0, count: range.count)
    try languages.breaks(request.language).mark(
      text.units + range.lowerBound, count: range.count, mode: request.lineBreak,
      bit: ClusterBuffer.breakBefore, marks: marks.base + range.lowerBound)
    try itemiser.divide(
      text.units, range: range, set: set, rightToLeft: isRight, natural: natural)
    for item in itemiser.items {
      let font = try set.font(item.font)
      let number = set.registryIndex(item.font)
      let bit = bit(of: item.font)
      if item.hasSpaces {
        shaping.shapeWords(item, font: font, number: number, bit: bit, marks: marks.base)
      } else {
        shaping.shapeRun(item, font: font, number: number, bit: bit, marks: marks.base)
      }
    }
  }

  /// The bit of a font in the masks of this text; past 63 fonts they count as the primary one.
  private func bit(of font: Int) -> UInt8 {
    if let place = used.firstIndex(of: font) { return UInt8(place) }
    guard used.count < 64 else { return 0 }
    used.append(font)
    return UInt8(used.count - 1)
  }

  /// The ellipsis: U+2026 of the style's font, or of the first fallback that has it.
  private func ellipsis(
    set: FontSet, request: ParagraphRequest
  ) throws(TextError) -> (advance: Double, fonts: UInt64) {
    let number = try set.number(for: 0x2026)
    let font = try set.font(number)
    let units = Double(font.ellipsisUnits ?? 0)
    let advance = units * (request.size / font.metrics.unitsPerEm) + request.letterSpacing
    // A font that the text does not use itself has no bit; its height then does not count.
    let place = used.firstIndex(of: number) ?? 0
    return (advance, 1 << UInt64(place))
  }

  private func isASCII(_ range: Range<Int>) -> Bool {
    if text.isPlain { return true }
    return range.allSatisfy { text.units[$0] < 0x7F }
  }

  private func hasLetter(_ range: Range<Int>) -> Bool {
    range.contains { (text.units[$0] | 0x20) >= 0x61 && (text.units[$0] | 0x20) <= 0x7A }
  }
}
