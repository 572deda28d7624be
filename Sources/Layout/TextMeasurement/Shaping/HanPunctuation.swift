internal import CHarfBuzz
internal import CICU

/// The class of a character, which determines whether and how fullwidth punctuation is trimmed.
///
/// Source: CSS Text 4, text spacing character classes, as in Blink (`HanKerning`).
enum HanPunctuation {
  case other
  /// Fullwidth: `open` has its ink in the second half, `close` in the first, `middle` in the
  /// middle.
  case open, close, middle
  /// Opening and closing brackets that are not fullwidth.
  case openNarrow, closeNarrow
  /// Characters whose class depends on the font's glyphs; see `HanSpacing`.
  case dot, colon, semicolon, openQuote, closeQuote

  /// The class of a UTF-16 unit, as far as it does not depend on the font.
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
    // Ideographs and Hangul are the most common units.
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

  /// Whether a UTF-16 unit may lose its empty half; `false` is certain, `true` is not.
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

/// The fullwidth punctuation of a font in one language: which halves are empty, and how wide.
///
/// The class of full stops, colons and quotation marks depends on where their ink is. The width of
/// an empty half is what the font feature `halt` removes.
///
/// Source: CSS Text 4, section "text-spacing-trim", as in Blink (`HanKerning::FontData`).
final class HanSpacing {
  private let glyphs: HanGlyphs
  private let dot: HanPunctuation
  private let colon: HanPunctuation
  private let semicolon: HanPunctuation
  private let hasWideQuotes: Bool
  /// Widths that `halt` removes, in font units, by UTF-16 unit; only units queried so far.
  private var losses: [UInt16: Int32] = [:]

  /// The full stops and commas whose glyphs are examined.
  private static let dots: [UInt16] = [0x3001, 0x3002, 0xFF0C, 0xFF0E]
  /// The opening quotation marks whose glyphs are examined.
  private static let openQuotes: [UInt16] = [0x201C, 0x2018]
  /// The closing quotation marks whose glyphs are examined.
  private static let closeQuotes: [UInt16] = [0x201D, 0x2019]

  /// Examines the glyphs of a font for a language.
  ///
  /// - Returns: `nil` if an examined character does not have exactly one glyph.
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

  /// The final class of a UTF-16 unit, for which glyphs of this font may be examined.
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

  /// The width of the empty half of a UTF-16 unit, in font units; 0 if `halt` does not change it.
  func loss(of unit: UInt16) -> Int32 {
    if let cached = losses[unit] { return cached }
    let whole = glyphs.shape([unit]).reduce(0) { $0 + $1.advance }
    let half = glyphs.shape([unit], isHalf: true).reduce(0) { $0 + $1.advance }
    let loss = max(0, whole - half)
    losses[unit] = loss
    return loss
  }

  /// Whether a face has the feature `halt`, which gives punctuation half its width.
  static func hasHalt(_ face: OpaquePointer) -> Bool {
    let lookups: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(lookups) }
    hb_ot_layout_collect_lookups(face, chb_tag_gpos, nil, nil, [chb_tag("halt"), 0], lookups)
    return hb_set_is_empty(lookups) == 0
  }
}

/// Shapes punctuation in one font and language, and examines its ink.
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

  /// The common class of several characters; `other` if they do not have the same class and
  /// advance.
  ///
  /// - Returns: `nil` if a character does not have exactly one glyph.
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

/// Removes the empty halves of fullwidth punctuation, as Chromium does by default.
///
/// - Between two characters: `」「` is one and a half em wide. A bracket at the beginning of a line
///   keeps its full width.
/// - At the end of a line: a closing bracket or quotation mark is halved if it does not fit
///   otherwise.
///
/// Source: CSS Text 4, `text-spacing-trim: normal`, as in Blink (`HanKerning`,
/// `ShapingLineBreaker`). Blink uses the feature `halt` within a run, and the text on both sides of
/// the run as context. Measured in Chromium 156. The similar feature `chws` is not used.
struct PunctuationTrimmer {
  /// The UTF-16 units of the whole text; there are `count`.
  let text: UnsafePointer<UInt16>
  let count: Int
  let clusters: ClusterBuffer

  /// Trims the shaping run whose graphemes are the last in `clusters`.
  ///
  /// - Parameters:
  ///   - first: Index in `clusters` of the run's first grapheme.
  ///   - spacing: The punctuation of the run's font.
  ///   - scale: Points per font unit.
  func trim(_ item: ShapingRun, from first: Int, spacing: HanSpacing, scale: Double) {
    var unit = item.start
    for cluster in first..<clusters.count where unit < item.end {
      defer { unit = clusters.end(of: cluster) }
      guard HanPunctuation.mayTrim(text[unit]) else { continue }
      let last = unit > 0 ? text[unit - 1] : 0
      let next = unit + 1 < count ? text[unit + 1] : 0
      if spacing.trimsFirstHalf(of: text[unit], after: last) {
        let loss = Double(spacing.loss(of: text[unit])) * scale
        guard loss > 0 else { continue }
        let whole = clusters.advances[cluster]
        // For a line that begins here, Chromium reshapes the bracket, and rounds its width up to
        // 1/64 pixel.
        let more = (whole * 64).rounded(.up) / 64 - ((whole - loss) * 64).rounded(.down) / 64
        clusters.cut(cluster, by: loss, startingWider: more)
      } else if spacing.trimsSecondHalf(of: text[unit], before: next) {
        clusters.cut(
          cluster, by: Double(spacing.loss(of: text[unit])) * scale, startingWider: nil)
      } else if HanPunctuation.mayEndHalf(text[unit]) {
        let loss = Double(spacing.loss(of: text[unit])) * scale
        if loss > 0 { clusters.append(trim: loss, at: cluster) }
      }
    }
  }
}
