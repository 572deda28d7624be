internal import CHarfBuzz

/// A font's fullwidth punctuation in one language: the half of the em square that has the ink, and
/// the width that the feature `halt` removes.
///
/// Source: CSS Text 4, section "text-spacing-trim", as in Blink (`HanKerning::FontData`):
/// the class of full stops, colons and quotation marks depends on the position of their ink.
final class HanSpacing {
  private let font: OpaquePointer
  private let language: OpaquePointer?
  private let buffer: OpaquePointer
  private let dot: HanPunctuation
  private let colon: HanPunctuation
  private let semicolon: HanPunctuation
  private let hasWideQuotes: Bool
  /// The width that `halt` removes from a unit, in font units.
  private var losses: [UInt16: Int32] = [:]

  /// The characters whose glyphs are examined, in groups.
  private static let dots: [UInt16] = [0x3001, 0x3002, 0xFF0C, 0xFF0E]
  private static let openQuotes: [UInt16] = [0x201C, 0x2018]
  private static let closeQuotes: [UInt16] = [0x201D, 0x2019]

  /// Reads a font.
  ///
  /// - Returns: `nil` unless the font has one glyph for each of the examined characters.
  init?(font: OpaquePointer, language: LanguageTag) {
    let buffer: OpaquePointer = hb_buffer_create()
    let tag = language.primary.isEmpty ? "und" : language.bcp47
    let language: OpaquePointer? = hb_language_from_string(tag, -1)
    func kind(_ units: [UInt16]) -> HanPunctuation? {
      Self.kind(of: units, buffer: buffer, font: font, language: language)
    }
    guard let dot = kind(Self.dots), let colon = kind([0xFF1A]), let semicolon = kind([0xFF1B]),
      let open = kind(Self.openQuotes), let close = kind(Self.closeQuotes)
    else {
      hb_buffer_destroy(buffer)
      return nil
    }
    self.font = font
    self.buffer = buffer
    self.language = language
    self.dot = dot
    self.colon = colon
    self.semicolon = semicolon
    hasWideQuotes = open == .open && close == .close
  }

  deinit { hb_buffer_destroy(buffer) }

  /// The class of a unit in this font; not one of the classes that depend on a font.
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

  /// Whether the first half of a unit is removed after another.
  func trimsFirstHalf(of unit: UInt16, after last: UInt16) -> Bool {
    guard kind(of: unit) == .open else { return false }
    return switch kind(of: last) {
    case .open, .middle, .close, .openNarrow: true
    default: false
    }
  }

  /// Whether the second half of a unit is removed before another.
  func trimsSecondHalf(of unit: UInt16, before next: UInt16) -> Bool {
    guard kind(of: unit) == .close else { return false }
    return switch kind(of: next) {
    case .close, .middle, .closeNarrow: true
    default: false
    }
  }

  /// The width that `halt` removes from a unit, in font units.
  func loss(of unit: UInt16) -> Int32 {
    if let known = losses[unit] { return known }
    let whole = glyphs([unit]).reduce(0) { $0 + $1.advance }
    let half = glyphs([unit], isHalf: true).reduce(0) { $0 + $1.advance }
    let loss = max(0, whole - half)
    losses[unit] = loss
    return loss
  }

  private func glyphs(_ units: [UInt16], isHalf: Bool = false) -> [Glyph] {
    Self.glyphs(units, isHalf: isHalf, buffer: buffer, font: font, language: language)
  }

  private struct Glyph {
    let number: UInt32
    let cluster: Int
    let advance: Int32
    let offset: Int32
  }

  /// Whether a face has the feature `halt`.
  static func hasHalt(_ face: OpaquePointer) -> Bool {
    let lookups = SubstitutionTable.lookups(of: ["halt"], in: chb_tag_gpos, face: face)
    defer { hb_set_destroy(lookups) }
    return hb_set_is_empty(lookups) == 0
  }

  private static func glyphs(
    _ units: [UInt16], isHalf: Bool, buffer: OpaquePointer, font: OpaquePointer,
    language: OpaquePointer?
  ) -> [Glyph] {
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

  /// The class of characters that have their ink in the same half; `other` when they differ.
  ///
  /// - Returns: `nil` unless each has one glyph.
  private static func kind(
    of units: [UInt16], buffer: OpaquePointer, font: OpaquePointer, language: OpaquePointer?
  ) -> HanPunctuation? {
    let all = glyphs(units, isHalf: false, buffer: buffer, font: font, language: language)
    guard all.map(\.cluster) == Array(units.indices) else { return nil }
    let shown = all.filter { $0.number != 0 }
    guard let first = shown.first else { return .other }
    let kind = kind(of: first, half: Double(first.advance) / 2, font: font)
    for glyph in shown.dropFirst() {
      guard glyph.advance == first.advance,
        self.kind(of: glyph, half: Double(first.advance) / 2, font: font) == kind
      else { return .other }
    }
    return kind
  }

  private static func kind(of glyph: Glyph, half: Double, font: OpaquePointer) -> HanPunctuation {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph.number, &extents) != 0 else { return .other }
    let left = Double(extents.x_bearing) + Double(glyph.offset)
    let width = Double(extents.width)
    if left + width <= half { return .close }
    if left >= half { return .open }
    return width <= half && left >= half / 2 ? .middle : .other
  }
}
