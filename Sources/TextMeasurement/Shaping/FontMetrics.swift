internal import CHarfBuzz

/// The vertical metrics of a face, in font units, as its tables have them.
struct FontMetrics: Sendable {
  /// Font units an em.
  let unitsPerEm: Double
  /// Ascender of `hhea`, above the baseline.
  let ascender: Double
  /// Descender of `hhea`, positive below the baseline.
  let descender: Double
  /// What a browser on Linux takes: typographic if the font says so, else `hhea`, else Windows'.
  let css: (ascender: Double, descender: Double, gap: Double)
  /// The font's bounding box: top above and bottom below the baseline.
  let top: Double
  let bottom: Double

  init(face: OpaquePointer) {
    unitsPerEm = Double(max(1, hb_face_get_upem(face)))
    let hhea = SFNTTable(face: face, tag: "hhea")
    let os2 = SFNTTable(face: face, tag: "OS/2")
    let head = SFNTTable(face: face, tag: "head")
    let hheaMetrics = (hhea.signed(4), abs(hhea.signed(6)), hhea.signed(8))
    let hasHhea = hheaMetrics.0 != 0 || hheaMetrics.1 != 0
    let typo = (os2.signed(68), abs(os2.signed(70)), os2.signed(72))
    if os2.unsigned(62) & 0x80 != 0, typo.0 != 0 || typo.1 != 0 {
      css = (typo.0, typo.1, typo.2)
    } else if hasHhea {
      css = (hheaMetrics.0, hheaMetrics.1, hheaMetrics.2)
    } else {
      css = (Double(os2.unsigned(74)), Double(os2.unsigned(76)), 0)
    }
    ascender = hasHhea ? hheaMetrics.0 : css.ascender
    descender = hasHhea ? hheaMetrics.1 : css.descender
    top = head.signed(42)
    bottom = -head.signed(38)
  }
}
