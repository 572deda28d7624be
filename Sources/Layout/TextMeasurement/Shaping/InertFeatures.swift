internal import CHarfBuzz

/// The OpenType features that cannot change text of basic characters, so that HarfBuzz may skip
/// them.
///
/// This saves time: composition (`ccmp`) and local forms (`locl`) take most of HarfBuzz's time for
/// a Latin word. Let S be the glyphs of the basic characters and all glyphs into which a plan's
/// substitutions can change them. Every rule that applies has its input and output in S. So a
/// lookup without an input or without an output in S never applies.
///
/// HarfBuzz computes S. Its result is wrong if rules delete glyphs, if class definitions are
/// missing, or if rules contain glyph numbers that the face does not have. For such fonts, no
/// feature is skipped.
struct InertFeatures {
  /// The features, each with the value 0, which turns it off.
  let features: [hb_feature_t]

  /// The features that are tested: the substitutions that HarfBuzz enables for all Latin text.
  private static let candidates = ["calt", "ccmp", "clig", "liga", "locl", "rclt", "rlig"]

  /// Determines which features of a plan can be turned off.
  ///
  /// - Parameters:
  ///   - lookups: The plan's lookups.
  ///   - plan: Returns the lookups of the same plan with additional feature settings.
  init(
    face: OpaquePointer, font: OpaquePointer, lookups: PlannedLookups,
    plan: ([hb_feature_t]) -> PlannedLookups
  ) {
    let glyphs: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(glyphs) }
    for unit in Self.basicUnits {
      if let glyph = ShapingFont.glyph(of: UInt32(unit), in: font) { hb_set_add(glyphs, glyph) }
    }
    hb_ot_layout_lookups_substitute_closure(face, lookups.substitutions, glyphs)
    guard Self.isClosed(lookups.substitutions, face: face) else {
      features = []
      return
    }
    features = Self.candidates.compactMap { (name: String) in
      let off = hb_feature_t(tag: chb_tag(name), value: 0, start: 0, end: UInt32.max)
      let rest = plan([off])
      // A feature of this name may also position glyphs; then it stays on.
      guard hb_set_is_equal(rest.positionings, lookups.positionings) != 0 else { return nil }
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups.substitutions, &lookup) != 0 {
        if hb_set_has(rest.substitutions, lookup) == 0,
          Self.applies(lookup, to: glyphs, face: face)
        {
          return nil
        }
      }
      return off
    }
  }

  /// Whether a UTF-16 unit is a basic character.
  ///
  /// Basic characters are printable ASCII, the no-break space, quotation marks, dashes, the bullet
  /// and the ellipsis. Letters with accents are excluded, because fonts compose them with `ccmp`.
  static func isBasic(_ unit: UInt16) -> Bool {
    unit >= 0x20 && unit < 0x7F || basicRanges.contains { $0.contains(unit) }
  }

  private static let basicRanges: [ClosedRange<UInt16>] = [
    0xA0...0xA0, 0x2010...0x201F, 0x2022...0x2022, 0x2026...0x2026,
  ]
  private static var basicUnits: [UInt16] { Array(0x20...0x7E) + basicRanges.joined() }

  /// Whether the lookups produce only glyphs that the face has.
  private static func isClosed(_ lookups: OpaquePointer, face: OpaquePointer) -> Bool {
    let output: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(output) }
    var lookup = hb_codepoint_t.max
    while hb_set_next(lookups, &lookup) != 0 {
      hb_ot_layout_lookup_collect_glyphs(face, chb_tag_gsub, lookup, nil, nil, nil, output)
    }
    return hb_set_is_empty(output) != 0 || hb_set_get_max(output) < hb_face_get_glyph_count(face)
  }

  private static func applies(
    _ lookup: hb_codepoint_t, to glyphs: OpaquePointer, face: OpaquePointer
  ) -> Bool {
    let input: OpaquePointer = hb_set_create()
    let output: OpaquePointer = hb_set_create()
    defer {
      hb_set_destroy(input)
      hb_set_destroy(output)
    }
    hb_ot_layout_lookup_collect_glyphs(face, chb_tag_gsub, lookup, nil, input, nil, output)
    return meet(input, glyphs) && (meet(output, glyphs) || hb_set_is_empty(output) != 0)
  }

  /// Whether two sets have a glyph in common.
  private static func meet(_ set: OpaquePointer, _ other: OpaquePointer) -> Bool {
    var glyph = hb_codepoint_t.max
    while hb_set_next(set, &glyph) != 0 {
      if hb_set_has(other, glyph) != 0 { return true }
    }
    return false
  }
}
