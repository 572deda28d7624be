internal import CHarfBuzz

/// The vertical metrics of a face, in font units.
///
/// For a variable font, they are adjusted to the values of its axes, by the table `MVAR`.
struct FontMetrics: Sendable {
  /// Font units per em.
  let unitsPerEm: Double
  /// Height of the ascender above the baseline, from the table `hhea` or else as in `css`.
  let ascender: Double
  /// Depth of the descender below the baseline, from the table `hhea` or else as in `css`.
  let descender: Double
  /// The metrics that browsers on Linux use for lines.
  ///
  /// They come from the typographic metrics if the font requests this, or else from `hhea`, or else
  /// from the metrics for Windows. `gap` is the line gap.
  let css: (ascender: Double, descender: Double, gap: Double)
  /// Height of the bounding box of all glyphs above the baseline.
  let top: Double
  /// Depth of the bounding box of all glyphs below the baseline.
  let bottom: Double
  /// Height of the letter x above the baseline; 0 if the face does not have it.
  let xHeight: Double
  /// Whether glyphs are bitmaps, whose advances Chromium rounds to whole pixels.
  let isBitmap: Bool

  /// Points per font unit at a font size in points.
  ///
  /// In Chromium it is FreeType's value, which is rounded to 2⁻¹⁶ of 1/64 device pixel.
  ///
  /// - Parameter pixels: Device pixels per point, used only in Chromium.
  func pointsPerUnit(size: Double, mode: LineBreakMode, pixels: Double) -> Double {
    guard mode == .chromium else { return size / unitsPerEm }
    let steps = 64.0 * 65536
    return (size * pixels * steps / unitsPerEm + 0.5).rounded(.down) / (steps * pixels)
  }

  /// Reads the metrics of a face, adjusted to the axis values of `font`.
  init(face: OpaquePointer, font: OpaquePointer) {
    func change(_ tag: hb_ot_metrics_tag_t) -> Double {
      Double(hb_ot_metrics_get_variation(font, tag))
    }
    // As in FreeType and HarfBuzz, the adjustments of the typographic metrics also apply to `hhea`.
    let ascent = change(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER)
    let descent = change(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER)
    let gap = change(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP)
    unitsPerEm = Double(max(1, hb_face_get_upem(face)))
    let hhea = SFNTTable(face: face, tag: "hhea")
    let os2 = SFNTTable(face: face, tag: "OS/2")
    let head = SFNTTable(face: face, tag: "head")
    let hheaRaw = (hhea.signed(4), hhea.signed(6), hhea.signed(8))
    let hasHhea = hheaRaw.0 != 0 || hheaRaw.1 != 0
    let typo = (os2.signed(68), os2.signed(70), os2.signed(72))
    if os2.unsigned(62) & 0x80 != 0, typo.0 != 0 || typo.1 != 0 {
      css = (typo.0 + ascent, abs(typo.1 + descent), typo.2 + gap)
    } else if hasHhea {
      css = (hheaRaw.0 + ascent, abs(hheaRaw.1 + descent), hheaRaw.2 + gap)
    } else {
      css = (
        Double(os2.unsigned(74)) + change(HB_OT_METRICS_TAG_HORIZONTAL_CLIPPING_ASCENT),
        Double(os2.unsigned(76)) + change(HB_OT_METRICS_TAG_HORIZONTAL_CLIPPING_DESCENT), 0
      )
    }
    ascender = hasHhea ? hheaRaw.0 + ascent : css.ascender
    descender = hasHhea ? abs(hheaRaw.1 + descent) : css.descender
    top = head.signed(42)
    bottom = -head.signed(38)
    // From version 2 on, the table has the height.
    xHeight =
      os2.unsigned(0) >= 2 ? os2.signed(86) + change(HB_OT_METRICS_TAG_X_HEIGHT) : 0
    isBitmap = hb_ot_color_has_png(face) != 0
  }
}
