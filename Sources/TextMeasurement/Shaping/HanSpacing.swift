internal import CHarfBuzz

/// A font's fullwidth punctuation in one language.
///
/// It knows which half of the em square has the ink, and which width the feature `halt` removes.
///
/// Source: CSS Text 4, section "text-spacing-trim", as in Blink (`HanKerning::FontData`):
/// the class of full stops, colons and quotation marks depends on the position of their ink.
final class HanSpacing {
  private let glyphs: HanGlyphs
  private let dot: HanPunctuation
  private let colon: HanPunctuation
  private let semicolon: HanPunctuation
  private let hasWideQuotes: Bool
  /// Widths that `halt` removes from UTF-16 units, in font units, as far as they were asked for.
  private var losses: [UInt16: Int32] = [:]

  /// The full stops and commas whose glyphs are examined.
  private static let dots: [UInt16] = [0x3001, 0x3002, 0xFF0C, 0xFF0E]
  /// The opening quotation marks whose glyphs are examined.
  private static let openQuotes: [UInt16] = [0x201C, 0x2018]
  /// The closing quotation marks whose glyphs are examined.
  private static let closeQuotes: [UInt16] = [0x201D, 0x2019]

  /// Examines the glyphs of a font.
  ///
  /// - Returns: `nil` unless the font has one glyph for each of the examined characters.
  init?(font: OpaquePointer, language: LanguageTag) {
    let glyphs = HanGlyphs(font: font, language: language)
    guard let dot = glyphs.kind(of: Self.dots), let colon = glyphs.kind(of: [0xFF1A]),
      let semicolon = glyphs.kind(of: [0xFF1B]), let open = glyphs.kind(of: Self.openQuotes),
      let close = glyphs.kind(of: Self.closeQuotes)
    else { return nil }
    self.glyphs = glyphs
    self.dot = dot
    self.colon = colon
    self.semicolon = semicolon
    hasWideQuotes = open == .open && close == .close
  }

  /// The class of a UTF-16 unit in this font; never a class that depends on the font.
  func kind(of unit: UInt16) -> HanPunctuation {
    let kind = HanPunctuation(unit)
    return switch kind {
    case .dot: dot
    case .colon: colon
    case .semicolon: semicolon
    case .openQuote: hasWideQuotes ? .open : .openNarrow
    case .closeQuote: hasWideQuotes ? .close : .closeNarrow
    case .other, .open, .close, .middle, .openNarrow, .closeNarrow: kind
    }
  }

  /// Whether a UTF-16 unit loses its empty first half after the unit `last`.
  func trimsFirstHalf(of unit: UInt16, after last: UInt16) -> Bool {
    guard kind(of: unit) == .open else { return false }
    return switch kind(of: last) {
    case .open, .middle, .close, .openNarrow: true
    default: false
    }
  }

  /// Whether a UTF-16 unit loses its empty second half before the unit `next`.
  func trimsSecondHalf(of unit: UInt16, before next: UInt16) -> Bool {
    guard kind(of: unit) == .close else { return false }
    return switch kind(of: next) {
    case .close, .middle, .closeNarrow: true
    default: false
    }
  }

  /// The width that `halt` removes from a UTF-16 unit, in font units.
  func loss(of unit: UInt16) -> Int32 {
    if let known = losses[unit] { return known }
    let whole = glyphs.shape([unit]).reduce(0) { $0 + $1.advance }
    let half = glyphs.shape([unit], isHalf: true).reduce(0) { $0 + $1.advance }
    let loss = max(0, whole - half)
    losses[unit] = loss
    return loss
  }

  /// Whether a face has the feature `halt`.
  static func hasHalt(_ face: OpaquePointer) -> Bool {
    let lookups: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(lookups) }
    hb_ot_layout_collect_lookups(face, chb_tag_gpos, nil, nil, [chb_tag("halt"), 0], lookups)
    return hb_set_is_empty(lookups) == 0
  }
}

/// Shapes fullwidth punctuation in one font and language.
private final class HanGlyphs {
  struct Glyph {
    let number: UInt32
    let cluster: Int
    let advance: Int32
    let offset: Int32
  }

  private let font: OpaquePointer
  private let buffer: OpaquePointer = hb_buffer_create()
  private let language: OpaquePointer?

  init(font: OpaquePointer, language: LanguageTag) {
    self.font = font
    self.language = hb_language_from_string(language.shaping, -1)
  }

  deinit { hb_buffer_destroy(buffer) }

  func shape(_ units: [UInt16], isHalf: Bool = false) -> [Glyph] {
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, HB_SCRIPT_HAN)
    hb_buffer_set_language(buffer, language)
    hb_buffer_add_utf16(buffer, units, Int32(units.count), 0, Int32(units.count))
    let features =
      isHalf ? [hb_feature_t(tag: chb_tag("halt"), value: 1, start: 0, end: UInt32.max)] : []
    hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    return (0..<Int(count)).map {
      Glyph(
        number: infos[$0].codepoint, cluster: Int(infos[$0].cluster),
        advance: positions[$0].x_advance, offset: positions[$0].x_offset)
    }
  }

  /// The class of characters that all have their ink in the same place; `other` when they differ.
  ///
  /// - Returns: `nil` unless each character has one glyph.
  func kind(of units: [UInt16]) -> HanPunctuation? {
    let all = shape(units)
    guard all.map(\.cluster) == Array(units.indices) else { return nil }
    let shown = all.filter { $0.number != 0 }
    guard let first = shown.first else { return .other }
    let kind = kind(of: first, half: Double(first.advance) / 2)
    for glyph in shown.dropFirst() {
      guard glyph.advance == first.advance,
        self.kind(of: glyph, half: Double(first.advance) / 2) == kind
      else { return .other }
    }
    return kind
  }

  private func kind(of glyph: Glyph, half: Double) -> HanPunctuation {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph.number, &extents) != 0 else { return .other }
    let left = Double(extents.x_bearing) + Double(glyph.offset)
    let width = Double(extents.width)
    if left + width <= half { return .close }
    if left >= half { return .open }
    return width <= half && left >= half / 2 ? .middle : .other
  }
}
