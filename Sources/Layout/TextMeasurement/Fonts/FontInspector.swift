internal import CHarfBuzz

/// Finds the font that draws each grapheme of a text, by the same rules as measuring.
public final class FontInspector {
  private let registry: FontRegistry
  private let itemizer: Itemizer
  private let graphemes: BreakIterator
  private let text = TextBuffer()
  private let marks = ScratchBuffer<UInt8>(capacity: 256)

  /// Creates an inspector.
  ///
  /// - Parameter library: The fonts.
  /// - Throws: `TextError.icuFailed` if ICU's data is missing.
  public init(library: FontLibrary) throws(TextError) {
    registry = FontRegistry(library: library)
    graphemes = try BreakIterator(line: false, locale: "")
    itemizer = try Itemizer(graphemes: graphemes)
  }

  /// Returns the graphemes of a text with their fonts, in order, without line terminators.
  ///
  /// - Parameters:
  ///   - string: The text, which is cut off after `limit` UTF-16 units.
  ///   - style: The style, of which only family, weight, width, slant and size matter.
  ///   - language: BCP 47 tag of the text; nil if unknown.
  ///   - lineBreak: Line breaking rules. Under Chromium's rules, punctuation never uses the font of
  ///     the letters before it.
  ///   - limit: Maximum number of UTF-16 units that are read.
  /// - Throws: `TextError.invalidSize`, `TextError.missingFont` or another error of a font.
  public func servingFonts(
    of string: String, style: TextStyle = TextStyle(), language: String? = nil,
    lineBreak: LineBreakMode = .uikit, limit: Int = TextLimits().textUnits
  ) throws(TextError) -> [ServedGrapheme] {
    let number = try registry.setNumber(
      FontFallbackKey(
        style.characters, letterSpacing: 0, language: LanguageTag(language), mode: lineBreak))
    let font = RunFont(
      fontSet: number, size: style.size, computedSize: style.size, spacing: 0, baselineOffset: 0)
    text.load(string, limit: limit, mode: lineBreak)
    var served: [ServedGrapheme] = []
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, !TextBuffer.breaksLine(text.units[end], lineBreak) { end += 1 }
      if end > start { try serve(start..<end, in: font, into: &served) }
      start = end + 1
    }
    return served
  }

  private func serve(
    _ line: Range<Int>, in style: RunFont, into served: inout [ServedGrapheme]
  ) throws(TextError) {
    let set = registry.sets[style.fontSet]
    try itemizer.divide(
      text.units, range: line, runs: RunTable(spans: [], base: style), sets: registry.sets,
      rightToLeft: false, natural: true)
    let items = itemizer.items
    marks.reserve(line.count + 1)
    marks.base.update(repeating: 0, count: line.count + 1)
    graphemes.mark(text.units + line.lowerBound, count: line.count, bit: 1, marks: marks.base)
    for item in items {
      let font = try set.font(item.font)
      var start = item.start
      while start < item.end {
        var end = start + 1
        while end < item.end, marks.base[end - line.lowerBound] == 0 { end += 1 }
        let units = UnsafeBufferPointer(start: text.units + start, count: end - start)
        served.append(
          ServedGrapheme(
            text: String(decoding: units, as: UTF16.self), range: start..<end,
            font: font.description, isMissing: lacksGlyphs(units, font)))
        start = end
      }
    }
  }

  /// Whether the shaped grapheme contains the glyph for missing characters.
  private func lacksGlyphs(_ units: UnsafeBufferPointer<UInt16>, _ font: ShapingFont) -> Bool {
    if units.count == 1, units[0] == 0x09 { return false }
    if ControlCharacter.contains(units[0]), !ControlCharacter.hasGlyph(units[0]) { return false }
    let buffer: OpaquePointer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    // Only marks that are stacked on a grapheme can be beyond this limit.
    let limit = Int32(min(units.count, TextLimits().stackedUnits))
    hb_buffer_add_utf16(buffer, units.baseAddress, limit, 0, limit)
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font.font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count) else { return true }
    return (0..<Int(count)).contains { infos[$0].codepoint == 0 }
  }
}

/// A grapheme of a text, and the face that draws it.
public struct ServedGrapheme: Hashable, Sendable {
  /// The text of the grapheme.
  public let text: String
  /// UTF-16 range of the grapheme in the text.
  public let range: Range<Int>
  /// The face that draws the grapheme.
  public let font: FontDescription
  /// Whether the font lacks a character of the grapheme, so that it draws the glyph for missing
  /// ones.
  public let isMissing: Bool
}
