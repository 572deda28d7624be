internal import CHarfBuzz

/// A face opened for shaping by one measurer, in font units, so that all sizes share the results.
final class ShapingFont {
  let description: FontDescription
  let metrics: FontMetrics
  /// The HarfBuzz font, scaled to its units per em.
  let font: OpaquePointer
  /// Substitutions that letter spacing forbids.
  let spacing: SpacedSubstitutions
  /// Advance of the space, in font units; 0 when the font has none.
  let spaceUnits: Int32
  let hasSpace: Bool
  /// Whether every printable ASCII character has a glyph.
  let coversASCII: Bool
  /// Whether the face is an emoji font.
  let isEmoji: Bool
  /// Advance of U+2026, in font units; `nil` when the font lacks it.
  let ellipsisUnits: Int32?

  /// OpenType features for HarfBuzz, read from the face at the first use.
  private(set) lazy var features = NoOpFeatures(
    face: face, font: font, spacing: spacing, isVariable: description.isVariable)

  /// Characters that do not interact with a space, read from the face at the first use.
  private(set) lazy var spaceSight = SpaceInteraction(
    face: face, font: font, isVariable: description.isVariable)

  /// Whether the face has half forms of fullwidth punctuation (`halt`), read at the first use.
  private(set) lazy var hasHalves = HanSpacing.hasHalt(face)

  /// Tables of advances by script and language; `nil` where the font proves nothing.
  private var pairTables: [PairTableKey: PairTable?] = [:]
  /// Maximum number of tables of a face, so that many languages cannot fill the memory.
  private static let pairTableLimit = 32
  private var lastPairTable: (key: PairTableKey, table: PairTable?)?

  private let face: OpaquePointer
  /// Fullwidth punctuation by the number of a language; only if the face has half forms.
  private var hanSpacings: [Int: HanSpacing?] = [:]
  /// Glyphs that lookups of default features involve, as a set of HarfBuzz; made at the first use.
  private var interacting: OpaquePointer?
  private var inert = PageTable()

  /// Opens a face for shaping, with the axis values of an instance.
  ///
  /// - Parameter description: The face with the values of its axes.
  init(
    file: FontFile, description: FontDescription, instance: FontInstance,
    spacing: SpacedSubstitutions
  ) {
    self.description = description
    self.spacing = spacing
    let face: OpaquePointer = hb_face_create(file.blob, UInt32(description.index))
    let font: OpaquePointer = hb_font_create(face)
    self.face = face
    self.font = font
    let unitsPerEm = Int32(max(1, hb_face_get_upem(face)))
    hb_font_set_scale(font, unitsPerEm, unitsPerEm)
    if !instance.values.isEmpty {
      let values = instance.values.map {
        hb_variation_t(tag: chb_tag($0.tag), value: Float($0.value))
      }
      hb_font_set_variations(font, values, UInt32(values.count))
    }
    hb_font_make_immutable(font)
    metrics = FontMetrics(face: face, font: font)
    let space = Self.advance(of: 0x20, in: font)
    hasSpace = space != nil
    spaceUnits = space ?? 0
    ellipsisUnits = Self.advance(of: 0x2026, in: font)
    coversASCII = (0x20...0x7E).allSatisfy { Self.advance(of: $0, in: font) != nil }
    isEmoji = FontFace.isEmoji(face)
  }

  deinit {
    if let interacting { hb_set_destroy(interacting) }
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// The face's fullwidth punctuation in a language; `nil` when it has no half forms.
  ///
  /// - Parameter number: The language's number in the measurer.
  func hanSpacing(_ language: LanguageTag, number: Int) -> HanSpacing? {
    guard hasHalves else { return nil }
    if let known = hanSpacings[number] { return known }
    let spacing = HanSpacing(font: font, language: language)
    hanSpacings[number] = .some(spacing)
    return spacing
  }

  /// The face's table of advances for text from left to right; `nil` where HarfBuzz is needed.
  ///
  /// - Parameters:
  ///   - code: ICU's code of the script.
  ///   - script: HarfBuzz's script.
  ///   - language: HarfBuzz's language.
  ///   - number: The language's number in the measurer.
  func pairTable(
    _ code: Int32, _ script: @autoclosure () -> hb_script_t,
    language: @autoclosure () -> OpaquePointer?, number: Int
  ) -> PairTable? {
    let key = PairTableKey(script: code, language: number)
    if let last = lastPairTable, last.key == key { return last.table }
    let table: PairTable?
    if let known = pairTables[key] {
      table = known
    } else if pairTables.count >= Self.pairTableLimit {
      table = nil
    } else {
      table = PairTable(
        face: face, font: font, code: code, script: script(), language: language(),
        features: features.general)
      pairTables[key] = .some(table)
    }
    lastPairTable = (key, table)
    return table
  }

  /// Whether the face has a glyph for a scalar.
  func covers(_ scalar: UInt32) -> Bool { glyph(of: scalar) != nil }

  /// Whether HarfBuzz can show a scalar with the face's glyphs: its own, those of its canonical
  /// decomposition, or the hyphen's for a non-breaking hyphen.
  func shows(_ scalar: UInt32) -> Bool {
    if covers(scalar) { return true }
    if scalar == 0x2011 { return covers(0x2010) }
    if scalar < 0xC0 { return false }
    var first: hb_codepoint_t = 0
    var second: hb_codepoint_t = 0
    guard hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar, &first, &second) != 0,
      first != scalar
    else { return false }
    // Decompositions are at most four levels deep, and the second part has none.
    return (second == 0 || covers(second)) && shows(first)
  }

  /// Whether HarfBuzz can show a grapheme with the face's glyphs, including composed ones.
  func shows(_ grapheme: some Sequence<UInt32>) -> Bool {
    var starter: UInt32?
    for scalar in grapheme {
      if shows(scalar) {
        if starter == nil { starter = scalar }
        continue
      }
      var composed: hb_codepoint_t = 0
      guard let first = starter,
        hb_unicode_compose(hb_unicode_funcs_get_default(), first, scalar, &composed) != 0,
        covers(composed)
      else { return false }
      starter = composed
    }
    return true
  }

  /// Whether no substitution or positioning of the face involves a scalar's glyph, so that the text
  /// before and after it may be shaped separately.
  func isInert(_ scalar: UInt32) -> Bool {
    let known = inert[scalar]
    if known != PageTable.unknown { return known == 1 }
    let interacting = self.interacting ?? Self.interactingGlyphs(of: face, font: font)
    self.interacting = interacting
    let answer = glyph(of: scalar).map { hb_set_has(interacting, $0) == 0 } ?? false
    inert[scalar] = answer ? 1 : 0
    return answer
  }

  /// Advance of a character's glyph, in font units; `nil` when the font lacks the character.
  func advance(of scalar: UInt32) -> Int32? { Self.advance(of: scalar, in: font) }

  private static func advance(of scalar: UInt32, in font: OpaquePointer) -> Int32? {
    glyph(of: scalar, in: font).map { hb_font_get_glyph_h_advance(font, $0) }
  }

  /// Glyph index of a character; `nil` when the font lacks the character.
  func glyph(of scalar: UInt32) -> UInt32? { Self.glyph(of: scalar, in: font) }

  /// Glyph index of a character in a HarfBuzz font; `nil` when the font lacks the character.
  static func glyph(of scalar: UInt32, in font: OpaquePointer) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 ? glyph : nil
  }

  /// The set of all glyphs that a lookup of a default feature reads or changes.
  ///
  /// Excluded are `locl`, which replaces single glyphs without context, and lookups that change
  /// only the space, because no space is shaped together with such text.
  private static func interactingGlyphs(of face: OpaquePointer, font: OpaquePointer)
    -> OpaquePointer
  {
    let result: OpaquePointer = hb_set_create()
    let space = glyph(of: 0x20, in: font)
    for table in [chb_tag_gsub, chb_tag_gpos] {
      let lookups = SubstitutionTable.lookups(of: featuresOnByDefault, in: table, face: face)
      defer { hb_set_destroy(lookups) }
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups, &lookup) != 0 {
        let context: OpaquePointer = hb_set_create()
        let input: OpaquePointer = hb_set_create()
        defer {
          hb_set_destroy(context)
          hb_set_destroy(input)
        }
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, context, input, context, nil)
        if let space, hb_set_has(input, space) != 0, hb_set_get_population(input) == 1 { continue }
        hb_set_union(result, context)
        hb_set_union(result, input)
      }
    }
    return result
  }

  private static let featuresOnByDefault = [
    "abvf", "abvm", "abvs", "akhn", "blwf", "blwm", "blws", "calt", "ccmp", "cfar", "cjct", "clig",
    "curs", "dist", "fin2", "fin3", "fina", "half", "haln", "init", "isol", "kern", "liga", "ljmo",
    "mark", "med2", "medi", "mkmk", "nukt", "pref", "pres", "pstf", "psts", "rclt", "rkrf", "rlig",
    "rphf", "rvrn", "tjmo", "vatu", "vjmo",
  ]
}

private struct PairTableKey: Hashable {
  var script: Int32
  /// The language's number in the measurer.
  var language: Int
}
