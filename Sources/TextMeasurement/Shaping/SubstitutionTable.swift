internal import CHarfBuzz

/// Queries of a face's glyph substitution table, GSUB.
enum SubstitutionTable {
  /// The glyphs that characters can become by the substitutions of Latin text.
  ///
  /// - Returns: A HarfBuzz set that the caller destroys.
  static func closure(
    of units: [UInt16], face: OpaquePointer, font: OpaquePointer
  ) -> OpaquePointer {
    let glyphs: OpaquePointer = hb_set_create()
    for unit in units {
      if let glyph = ShapingFont.glyph(of: UInt32(unit), in: font) { hb_set_add(glyphs, glyph) }
    }
    let lookups = lookups(of: NoOpFeatures.substitutions, in: chb_tag_gsub, face: face)
    defer { hb_set_destroy(lookups) }
    hb_ot_layout_lookups_substitute_closure(face, lookups, glyphs)
    return glyphs
  }

  /// The set of all lookups of some features, in all scripts and languages; the caller destroys it.
  static func lookups(
    of features: [String], in table: hb_tag_t, face: OpaquePointer
  ) -> OpaquePointer {
    let lookups: OpaquePointer = hb_set_create()
    let tags = features.map { chb_tag($0) } + [0]
    hb_ot_layout_collect_lookups(face, table, nil, nil, tags, lookups)
    return lookups
  }

  /// Whether two sets have a glyph in common.
  static func meet(_ set: OpaquePointer, _ other: OpaquePointer) -> Bool {
    var glyph = hb_codepoint_t.max
    while hb_set_next(set, &glyph) != 0 {
      if hb_set_has(other, glyph) != 0 { return true }
    }
    return false
  }

  /// Whether the face has a multiple substitution that replaces a glyph by none.
  ///
  /// Source: OpenType, GSUB, lookup types 2 and 7.
  static func deletesGlyphs(_ face: OpaquePointer) -> Bool {
    let table = SFNTTable(face: face, tag: "GSUB")
    let list = Int(table.unsigned(8))
    for index in 0..<Int(table.unsigned(list)) {
      let lookup = list + Int(table.unsigned(list + 2 + index * 2))
      for number in 0..<Int(table.unsigned(lookup + 4)) {
        var type = table.unsigned(lookup)
        var subtable = lookup + Int(table.unsigned(lookup + 6 + number * 2))
        if type == 7 {
          type = table.unsigned(subtable + 2)
          subtable +=
            Int(table.unsigned(subtable + 4)) << 16 | Int(table.unsigned(subtable + 6))
        }
        guard type == 2 else { continue }
        for sequence in 0..<Int(table.unsigned(subtable + 4)) {
          let place = subtable + Int(table.unsigned(subtable + 6 + sequence * 2))
          if table.unsigned(place) == 0 { return true }
        }
      }
    }
    return false
  }
}
