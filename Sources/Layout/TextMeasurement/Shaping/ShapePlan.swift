internal import CHarfBuzz

/// The rules of a font for text of one script, language and direction, read from its tables once.
///
/// The lookups are those of HarfBuzz's own plan, which takes into account the features that are
/// turned on or off, the required feature of the language, and feature variations.
final class ShapePlan {
  let script: hb_script_t
  let language: OpaquePointer?
  /// Whether several spaces in a row keep their glyphs and advances.
  ///
  /// Only then may the words of a run be shaped separately.
  let keepsSpaces: Bool
  /// Measures words by table; `nil` if no word can be measured so.
  let table: PairTable?

  private let face: OpaquePointer
  private let font: OpaquePointer
  private let lookups: PlannedLookups
  private let features: [hb_feature_t]
  private let rightToLeft: Bool

  /// Features that are turned on or off for text of basic characters.
  ///
  /// In addition to `features`, they turn off those that cannot change such text; see
  /// `InertFeatures`.
  private(set) lazy var basicFeatures: [hb_feature_t] =
    if let table, table.isWhole {
      features
        + InertFeatures(face: face, font: font, lookups: lookups) {
          PlannedLookups(
            face: face, font: font, script: script, language: language, rightToLeft: rightToLeft,
            features: features + $0)
        }.features
    } else { features }

  /// Whether a metrics pack has the widths of neighbors, of which the tables of its font say nothing.
  private let isCaptured: Bool

  private lazy var interacting = InteractingGlyphs(lookups, face: face)
  private var inert = PageTable()

  /// Reads the rules of a font.
  ///
  /// - Parameters:
  ///   - code: ICU's code of the script.
  ///   - features: Features that are turned on or off, in addition to HarfBuzz's defaults.
  ///   - others: Plans of the same face with the same features, of other languages. What was learned
  ///     about one with the same script, direction and lookups is used again.
  init(
    face: OpaquePointer, font: OpaquePointer, code: Int32, script: hb_script_t,
    language: OpaquePointer?, rightToLeft: Bool, features: [hb_feature_t], limits: ProofLimits,
    isCaptured: Bool = false, others: some Sequence<ShapePlan> = EmptyCollection()
  ) {
    self.isCaptured = isCaptured
    self.script = script
    self.language = language
    self.face = face
    self.font = font
    self.features = features
    self.rightToLeft = rightToLeft
    let lookups = PlannedLookups(
      face: face, font: font, script: script, language: language, rightToLeft: rightToLeft,
      features: features)
    self.lookups = lookups
    if let twin = others.first(where: {
      $0.script == script && $0.rightToLeft == rightToLeft && $0.lookups.areThose(of: lookups)
    }) {
      keepsSpaces = twin.keepsSpaces
      table = twin.table
      return
    }
    let shaper = PlanShaper(
      font: font, script: script, language: language, rightToLeft: rightToLeft, features: features)
    keepsSpaces =
      lookups.arePlain && !lookups.matchSpacesInReverse(face: face, font: font)
      && shaper.keeps([0x20, 0x20, 0x20])
    table =
      lookups.arePlain && !rightToLeft
      ? PairTable(
        face: face, font: font, code: code, lookups: lookups, shaper: shaper, limits: limits)
      : nil
  }

  /// Whether no rule for several glyphs reads or changes the glyph of a scalar.
  ///
  /// Then the text before the scalar and the text after it can be shaped separately.
  func isInert(_ scalar: UInt32) -> Bool {
    if isCaptured { return false }
    let cached = inert[scalar]
    if cached != PageTable.unknown { return cached == 1 }
    let answer =
      ShapingFont.glyph(of: scalar, in: font).map { !interacting.contains($0) } ?? false
    inert[scalar] = answer ? 1 : 0
    return answer
  }
}

/// The lookups that HarfBuzz applies to text of one script, language and direction.
final class PlannedLookups {
  let substitutions: OpaquePointer = hb_set_create()
  let positionings: OpaquePointer = hb_set_create()
  /// Whether only OpenType lookups, and the pairs of a `kern` table, change glyphs.
  ///
  /// The glyphs that Apple's state machines and Graphite match cannot be read here. The effect of
  /// random alternates depends on the number of alternates before them.
  let arePlain: Bool
  /// Whether the font has a `kern` table, which HarfBuzz uses if GPOS has no kerning.
  let hasKernTable: Bool

  init(
    face: OpaquePointer, font: OpaquePointer, script: hb_script_t, language: OpaquePointer?,
    rightToLeft: Bool, features: [hb_feature_t]
  ) {
    var properties = hb_segment_properties_t()
    properties.direction = rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    properties.script = script
    properties.language = language
    // HarfBuzz applies these features only beside a fraction slash, which no alphabet contains.
    let fractions = ["frac", "numr", "dnom"].map { (name: String) in
      hb_feature_t(tag: chb_tag(name), value: 0, start: 0, end: UInt32.max)
    }
    let all = features + fractions
    var count: UInt32 = 0
    let coordinates = hb_font_get_var_coords_normalized(font, &count)
    let plan = hb_shape_plan_create2(
      face, &properties, all, UInt32(all.count), coordinates, count, nil)
    defer { hb_shape_plan_destroy(plan) }
    hb_ot_shape_plan_collect_lookups(plan, chb_tag_gsub, substitutions)
    hb_ot_shape_plan_collect_lookups(plan, chb_tag_gpos, positionings)
    let kern = SFNTTable(face: face, tag: "kern")
    hasKernTable = !kern.isEmpty
    let isOpenType = hb_shape_plan_get_shaper(plan).map { String(cString: $0) == "ot" } ?? false
    let random: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(random) }
    hb_ot_layout_collect_lookups(face, chb_tag_gsub, nil, nil, [chb_tag("rand"), 0], random)
    hb_set_intersect(random, substitutions)
    // A `kern` table in Apple's format may have state machines, too.
    arePlain =
      isOpenType && hb_set_is_empty(random) != 0 && (kern.isEmpty || kern.unsigned(0) == 0)
      && ["morx", "mort", "kerx", "Silf"].allSatisfy { SFNTTable(face: face, tag: $0).isEmpty }
  }

  /// Whether a reverse chaining substitution may match the space.
  ///
  /// HarfBuzz 6 does not mark the glyphs that such a rule examined if the context before it did not
  /// match.
  func matchSpacesInReverse(face: OpaquePointer, font: OpaquePointer) -> Bool {
    let table = SFNTTable(face: face, tag: "GSUB")
    let glyphs = SetOwner()
    var lookup = hb_codepoint_t.max
    while hb_set_next(substitutions, &lookup) != 0 {
      guard table.types(ofLookup: Int(lookup), extension: 7).contains(8) else { continue }
      hb_ot_layout_lookup_collect_glyphs(
        face, chb_tag_gsub, lookup, glyphs.set, glyphs.set, glyphs.set, nil)
    }
    return ShapingFont.glyph(of: 0x20, in: font).map { hb_set_has(glyphs.set, $0) != 0 } ?? true
  }

  /// Whether another plan has the same lookups.
  func areThose(of other: PlannedLookups) -> Bool {
    arePlain == other.arePlain && hb_set_is_equal(substitutions, other.substitutions) != 0
      && hb_set_is_equal(positionings, other.positionings) != 0
  }

  deinit {
    hb_set_destroy(substitutions)
    hb_set_destroy(positionings)
  }
}

/// The glyphs that rules for several glyphs read or change.
private struct InteractingGlyphs {
  private let glyphs: OpaquePointer?
  private let owner: SetOwner
  private let face: OpaquePointer
  /// Lookups that replace single glyphs without context, in the order of their application.
  private var replacements: [UInt32] = []

  init(_ lookups: PlannedLookups, face: OpaquePointer) {
    self.face = face
    owner = SetOwner()
    // The glyphs of a `kern` table are not collected, and a lookup that skips bases may match
    // across any glyph.
    var isKnown = lookups.arePlain && !lookups.hasKernTable
    for (tag, name, set) in [
      (chb_tag_gsub, "GSUB", lookups.substitutions), (chb_tag_gpos, "GPOS", lookups.positionings),
    ] {
      let table = SFNTTable(face: face, tag: name)
      var lookup = hb_codepoint_t.max
      while hb_set_next(set, &lookup) != 0 {
        if table.isSingle(lookup: Int(lookup), extension: tag == chb_tag_gsub ? 7 : 9) {
          if tag == chb_tag_gsub { replacements.append(lookup) }
          continue
        }
        if table.skipsBases(lookup: Int(lookup)) { isKnown = false }
        hb_ot_layout_lookup_collect_glyphs(
          face, tag, lookup, owner.set, owner.set, owner.set, nil)
      }
    }
    glyphs = isKnown ? owner.set : nil
  }

  /// Whether a rule for several glyphs reads or changes a glyph, or a glyph that replaces it.
  func contains(_ glyph: hb_codepoint_t) -> Bool {
    guard let glyphs else { return true }
    var glyph = glyph
    if hb_set_has(glyphs, glyph) != 0 { return true }
    for lookup in replacements {
      var count: UInt32 = 1
      var replacement: hb_codepoint_t = 0
      _ = hb_ot_layout_lookup_get_glyph_alternates(face, lookup, glyph, 0, &count, &replacement)
      if count > 0 {
        glyph = replacement
        if hb_set_has(glyphs, glyph) != 0 { return true }
      }
    }
    return false
  }
}

/// Owns a HarfBuzz set, and frees it.
private final class SetOwner {
  let set: OpaquePointer = hb_set_create()
  deinit { hb_set_destroy(set) }
}

/// Shapes short texts with the script, language, direction and features of a plan.
final class PlanShaper {
  private let font: OpaquePointer
  private let script: hb_script_t
  private let language: OpaquePointer?
  private let rightToLeft: Bool
  private let features: [hb_feature_t]
  private let buffer: OpaquePointer = hb_buffer_create()
  /// Maximum absolute value of an advance, in font units; sums of such advances cannot overflow.
  static let largestAdvance = 1 << 24

  init(
    font: OpaquePointer, script: hb_script_t, language: OpaquePointer?, rightToLeft: Bool,
    features: [hb_feature_t]
  ) {
    self.font = font
    self.script = script
    self.language = language
    self.rightToLeft = rightToLeft
    self.features = features
  }

  deinit { hb_buffer_destroy(buffer) }

  /// The advances of characters, in font units; `nil` if HarfBuzz changes a glyph.
  ///
  /// Every character must have the glyph that the font maps it to, and an advance up to
  /// `largestAdvance`.
  func advances(_ text: [UInt16]) -> [Int32]? {
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script)
    hb_buffer_set_language(buffer, language)
    hb_buffer_add_utf16(buffer, text, Int32(text.count), 0, Int32(text.count))
    hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count), Int(count) == text.count
    else { return nil }
    var advances: [Int32] = []
    for position in text.indices {
      let index = rightToLeft ? text.count - 1 - position : position
      guard Int(infos[index].cluster) == position,
        infos[index].codepoint == ShapingFont.glyph(of: UInt32(text[position]), in: font),
        Int(positions[index].x_advance).magnitude <= Self.largestAdvance
      else { return nil }
      advances.append(positions[index].x_advance)
    }
    return advances
  }

  /// Whether all characters of a text keep the glyphs and advances that the font maps them to.
  func keeps(_ text: [UInt16]) -> Bool {
    let nominal = text.map { unit in
      ShapingFont.glyph(of: UInt32(unit), in: font).map { hb_font_get_glyph_h_advance(font, $0) }
    }
    return advances(text).map { $0.map(Optional.some) == nominal } ?? false
  }
}
