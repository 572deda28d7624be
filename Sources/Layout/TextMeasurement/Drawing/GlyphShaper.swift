internal import CHarfBuzz
internal import CICU

/// Shapes parts of a shaping run with HarfBuzz, and returns the glyphs.
final class GlyphShaper {
  /// A glyph with its advance and its offset from the pen, in font units, y upwards.
  struct Glyph {
    let number: UInt32
    /// UTF-16 offset at which the glyph's cluster begins.
    let unit: Int
    var advance: Double
    let x: Double
    let y: Double
  }

  private let buffer: OpaquePointer
  private let bounds: ShapingBounds

  /// Creates a shaper.
  ///
  /// - Parameter bounds: Limits on the text that is shaped at once; a longer text is shaped in
  ///   pieces.
  init(bounds: ShapingBounds) {
    self.bounds = bounds
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  /// Shapes a range of UTF-16 units of a shaping run, and returns the glyphs from left to right.
  func shape(
    _ range: Range<Int>, of units: [UInt16], item: ShapingRun, font: ShapingFont,
    language: LanguageTag
  ) -> [Glyph] {
    var pieces: [[Glyph]] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bounds.reach(units, from: start, to: range.upperBound).end
      pieces.append(
        shapePiece(start..<end, of: units, item: item, font: font, language: language))
      start = end
    }
    return Array((item.rightToLeft ? pieces.reversed() : pieces).joined())
  }

  private func shapePiece(
    _ range: Range<Int>, of units: [UInt16], item: ShapingRun, font: ShapingFont,
    language: LanguageTag
  ) -> [Glyph] {
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, item.rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, hb_script_from_string(cicu_script_name(item.script), 4))
    hb_buffer_set_language(buffer, hb_language_from_string(language.shaping, -1))
    // HarfBuzz also gets the text before and after the range, because Arabic letters join to it.
    hb_buffer_add_utf16(
      buffer, units, Int32(clamping: units.count), UInt32(range.lowerBound),
      Int32(clamping: range.count))
    let features = font.features
    hb_shape(font.font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    return (0..<Int(count)).map { index in
      Glyph(
        number: infos[index].codepoint, unit: Int(infos[index].cluster),
        advance: Double(positions[index].x_advance), x: Double(positions[index].x_offset),
        y: Double(positions[index].y_offset))
    }
  }
}

extension ShapingFont {
  /// Top and bottom of the bitmap of a glyph, in font units above its origin.
  ///
  /// If the font does not give them, they are the font's ascender and descender.
  func pictureExtent(of glyph: UInt32) -> (top: Double, bottom: Double) {
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.height != 0 else {
      return (metrics.ascender, -metrics.descender)
    }
    return (
      Double(extents.y_bearing), Double(extents.y_bearing) + Double(extents.height)
    )
  }
}
