internal import CHarfBuzz

/// Finds properties of a face that its tables decide.
enum FontFace {
  /// Whether a face is an emoji font, which is used in emoji presentation only.
  ///
  /// The conditions are: its family's name ends in `Emoji`, it has color bitmaps, or it has color
  /// glyphs of any kind, a glyph for the grinning face and none for the letter A.
  static func isEmoji(_ face: OpaquePointer) -> Bool {
    if hb_ot_color_has_png(face) != 0 { return true }
    if FontNames.text(of: face, ids: [16, 1])?.hasSuffix("Emoji") == true { return true }
    guard hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_svg(face) != 0 else { return false }
    let font: OpaquePointer = hb_font_create(face)
    defer { hb_font_destroy(font) }
    return ShapingFont.glyph(of: 0x1F600, in: font) != nil
      && ShapingFont.glyph(of: 0x41, in: font) == nil
  }
}
