internal import CHarfBuzz

/// OpenType features that are enabled or disabled in addition to HarfBuzz's defaults.
///
/// Composition (`ccmp`) and local forms take most of HarfBuzz's time in a Latin word, and do not
/// change words of plain letters. Features that cannot change such text are disabled for it. The
/// proof uses the font's tables:
///
/// Let S be the glyphs of the characters, closed under all substitutions that are on by default.
/// The output of a rule that applies is in S. A lookup with no output or no input in S therefore
/// never applies. The exception is a rule without output, which deletes glyphs. A font with such a
/// rule is excluded, and so is a variable font, whose lookups depend on its axes.
struct NoOpFeatures {
  /// Features for shaping any text.
  let general: [hb_feature_t]
  /// Features for shaping text of `isBasic` characters only, of Latin or of no script.
  let basic: [hb_feature_t]

  /// Reads the tables of a face.
  ///
  /// - Parameter spacing: The substitutions that letter spacing forbids.
  init(
    face: OpaquePointer, font: OpaquePointer, spacing: SpacedSubstitutions, isVariable: Bool
  ) {
    let general = spacing.features.map { (name: String) in Self.off(chb_tag(name)) }
    self.general = general
    guard !isVariable, !SubstitutionTable.deletesGlyphs(face) else {
      basic = general
      return
    }
    let glyphs = SubstitutionTable.closure(of: Self.basicUnits, face: face, font: font)
    defer { hb_set_destroy(glyphs) }
    let inert = Self.candidates.map { (name: String) in chb_tag(name) }.filter { tag in
      !general.contains { $0.tag == tag } && Self.isInert(tag, on: glyphs, face: face)
    }
    basic = general + inert.map(Self.off)
  }

  /// Whether a unit is printable ASCII, a no-break space, or a quotation mark, dash, bullet or
  /// ellipsis.
  ///
  /// Letters with accents are excluded, because fonts compose them with `ccmp`.
  static func isBasic(_ unit: UInt16) -> Bool {
    unit >= 0x20 && unit < 0x7F || basicRanges.contains { $0.contains(unit) }
  }

  private static let basicRanges: [ClosedRange<UInt16>] = [
    0xA0...0xA0, 0x2010...0x201F, 0x2022...0x2022, 0x2026...0x2026,
  ]
  /// The UTF-16 units for which `isBasic` is true.
  static var basicUnits: [UInt16] { Array(0x20...0x7E) + basicRanges.joined() }

  /// Substitution features that HarfBuzz always enables for Latin text, whatever its direction.
  private static let candidates = ["calt", "ccmp", "clig", "liga", "locl", "rclt", "rlig"]
  /// All substitution features of Latin text.
  static let substitutions = candidates + ["ltra", "ltrm", "rand", "rvrn"]

  private static func off(_ tag: hb_tag_t) -> hb_feature_t {
    hb_feature_t(tag: tag, value: 0, start: 0, end: UInt32.max)
  }

  private static func isInert(
    _ tag: hb_tag_t, on glyphs: OpaquePointer, face: OpaquePointer
  ) -> Bool {
    let lookups: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(lookups) }
    hb_ot_layout_collect_lookups(face, chb_tag_gsub, nil, nil, [tag, 0], lookups)
    if hb_set_is_empty(lookups) != 0 { return false }
    var lookup = hb_codepoint_t.max
    while hb_set_next(lookups, &lookup) != 0 {
      let input: OpaquePointer = hb_set_create()
      let output: OpaquePointer = hb_set_create()
      defer {
        hb_set_destroy(input)
        hb_set_destroy(output)
      }
      hb_ot_layout_lookup_collect_glyphs(face, chb_tag_gsub, lookup, nil, input, nil, output)
      if SubstitutionTable.meet(input, glyphs),
        SubstitutionTable.meet(output, glyphs) || hb_set_is_empty(output) != 0
      {
        return false
      }
    }
    return true
  }
}
