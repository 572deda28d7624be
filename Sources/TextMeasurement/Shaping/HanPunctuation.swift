internal import CICU

/// The class of a character for the trimming of fullwidth punctuation.
///
/// Source: CSS Text 4, text spacing character classes, as in Blink (`HanKerning`).
enum HanPunctuation {
  case other
  /// Fullwidth, with the ink in the second half, the first half or the middle of the em square.
  case open, close, middle
  /// An opening or closing bracket that is not fullwidth.
  case openNarrow, closeNarrow
  /// A character whose final class depends on the font's glyphs.
  case dot, colon, semicolon, openQuote, closeQuote

  /// Classifies a UTF-16 unit.
  init(_ unit: UInt16) {
    switch unit {
    case 0x2018, 0x201C: self = .openQuote
    case 0x2019, 0x201D: self = .closeQuote
    case 0xB7, 0x2027, 0x3000, 0x30FB: self = .middle
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E: self = .dot
    case 0xFF1A: self = .colon
    case 0xFF1B: self = .semicolon
    case 0x28, 0x5B, 0x7B: self = .openNarrow
    case 0x29, 0x5D, 0x7D: self = .closeNarrow
    // Ideographs and Hangul, the most common case.
    case 0..<0xF00, 0x3040..<0xFD00: self = .other
    default:
      let side = cicu_bracket_side(UInt32(unit))
      let isWide =
        (0x3000...0x303F).contains(unit) || (0xFF01...0xFF60).contains(unit)
        || (0xFFE0...0xFFE6).contains(unit)
      self =
        side == 0
        ? .other : side < 0 ? (isWide ? .open : .openNarrow) : isWide ? .close : .closeNarrow
    }
  }

  /// Whether the empty half of a UTF-16 unit may be removed; `false` is certain.
  static func mayTrim(_ unit: UInt16) -> Bool {
    unit >= 0x2018 && unit <= 0x301F || unit >= 0xFF08 && unit <= 0xFF60
  }

  /// Whether a UTF-16 unit may be halved at a line's end: a closing bracket or quotation mark.
  static func mayEndHalf(_ unit: UInt16) -> Bool {
    guard mayTrim(unit) else { return false }
    let kind = HanPunctuation(unit)
    return kind == .close || kind == .closeQuote
  }
}
