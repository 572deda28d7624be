internal import CHarfBuzz

/// A face that one measurer has opened for shaping; its lengths are in font units, for all sizes.
final class ShapingFont {
  let description: FontDescription
  let metrics: FontMetrics
  /// The HarfBuzz font, scaled to the face's units per em.
  let font: OpaquePointer
  /// Glyph of the space; 0 if the font has no space.
  let spaceGlyph: UInt32
  /// Advance of the space, in font units; 0 if the font has no space.
  let spaceUnits: Int32
  let hasSpace: Bool
  /// Whether every printable ASCII character has a glyph.
  let coversASCII: Bool
  /// Whether the face is used only for emoji presentation.
  let isEmoji: Bool
  /// Advance of the ellipsis U+2026, in font units; `nil` if the font lacks it.
  let ellipsisUnits: Int32?

  /// The widths of a face of a metrics pack, which replace shaping; `nil` for a font file.
  let captured: CapturedWidths?

  /// OpenType features that are turned on or off, in addition to HarfBuzz's defaults.
  let features: [hb_feature_t]

  /// Whether the face has half-width forms of fullwidth punctuation (`halt`); read when first used.
  private(set) lazy var hasHalves = HanSpacing.hasHalt(face)

  /// Plans by the key of script, language and direction (`ShapeContext.plan`).
  private var plans: [UInt64: ShapePlan?] = [:]
  private var lastPlan: (key: UInt64, plan: ShapePlan?)?
  private let limits: ProofLimits

  private let face: OpaquePointer
  /// Fullwidth punctuation by the number of the language; `nil` for languages in which it is not
  /// trimmed.
  private var hanSpacings: [Int: HanSpacing?] = [:]

  /// Opens a face for shaping, with the axis values of an instance.
  ///
  /// - Parameter description: The face, with the traits that the axis values give it.
  init(
    file: FontFile, description: FontDescription, instance: FontInstance,
    features: [FontFeature], limits: ProofLimits
  ) {
    self.description = description
    self.limits = limits
    captured = file.captured(face: description.index)
    self.features = features.map { (feature: FontFeature) in
      hb_feature_t(
        tag: chb_tag(feature.tag), value: UInt32(clamping: feature.value), start: 0,
        end: UInt32.max)
    }
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
    spaceGlyph = Self.glyph(of: 0x20, in: font) ?? 0
    ellipsisUnits = Self.advance(of: 0x2026, in: font)
    coversASCII = (0x20...0x7E).allSatisfy { Self.advance(of: $0, in: font) != nil }
    isEmoji = FontFace.isEmoji(face)
  }

  deinit {
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// The face's fullwidth punctuation in a language; `nil` if its empty halves cannot be removed.
  ///
  /// - Parameter number: The language's number in the measurer.
  func hanSpacing(_ language: LanguageTag, number: Int) -> HanSpacing? {
    guard hasHalves else { return nil }
    if let cached = hanSpacings[number] { return cached }
    let spacing = HanSpacing(font: font, language: language)
    hanSpacings[number] = .some(spacing)
    return spacing
  }

  /// The face's plan for the script, language and direction of a context, which is read once.
  ///
  /// `nil` if the face already has `ProofLimits.plans` plans.
  ///
  /// - Parameters:
  ///   - context: The context of a word.
  ///   - script: HarfBuzz's name of the context's script.
  ///   - language: HarfBuzz's name of the context's language.
  @inline(__always)
  func plan(
    _ context: ShapeContext, _ script: @autoclosure () -> hb_script_t,
    language: @autoclosure () -> OpaquePointer?
  ) -> ShapePlan? {
    let key = context.plan
    if let lastPlan, lastPlan.key == key { return lastPlan.plan }
    let plan: ShapePlan?
    if let cached = plans[key] {
      plan = cached
    } else {
      plan =
        plans.count < limits.plans
        ? ShapePlan(
          face: face, font: font, code: context.script, script: script(), language: language(),
          rightToLeft: context.rightToLeft, features: features, limits: limits,
          isCaptured: captured != nil, others: plans.values.lazy.compactMap(\.self)) : nil
      if plan != nil { plans[key] = plan }
    }
    lastPlan = (key, plan)
    return plan
  }

  /// Whether the face has a glyph for a scalar.
  func covers(_ scalar: UInt32) -> Bool { glyph(of: scalar) != nil }

  /// Whether HarfBuzz can show a scalar with glyphs of the face.
  ///
  /// They are the glyph of the scalar, the glyphs of its canonical decomposition or, for the
  /// non-breaking hyphen, the glyph of the hyphen.
  func shows(_ scalar: UInt32) -> Bool {
    if covers(scalar) { return true }
    if scalar == 0x2011 { return covers(0x2010) }
    if scalar < 0xC0 { return false }
    var first: hb_codepoint_t = 0
    var second: hb_codepoint_t = 0
    guard hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar, &first, &second) != 0,
      first != scalar
    else { return false }
    // Decompositions are at most four levels deep, and only their first part is decomposed further.
    return (second == 0 || covers(second)) && shows(first)
  }

  /// Whether HarfBuzz can show a grapheme with glyphs of the face, including composed characters.
  func shows(_ grapheme: some Sequence<UInt32>) -> Bool {
    var starter: UInt32?
    for scalar in grapheme {
      if shows(scalar) {
        if starter == nil { starter = scalar }
        continue
      }
      guard let first = starter, let composed = Self.composed(first, scalar), covers(composed)
      else { return false }
      starter = composed
    }
    return true
  }

  /// The character that a base and a mark compose; `nil` if there is none.
  static func composed(_ base: UInt32, _ mark: UInt32) -> UInt32? {
    var composed: hb_codepoint_t = 0
    return hb_unicode_compose(hb_unicode_funcs_get_default(), base, mark, &composed) != 0
      ? composed : nil
  }

  /// Advance of a character's glyph, in font units; `nil` if the font lacks the character.
  func advance(of scalar: UInt32) -> Int32? { Self.advance(of: scalar, in: font) }

  private static func advance(of scalar: UInt32, in font: OpaquePointer) -> Int32? {
    glyph(of: scalar, in: font).map { hb_font_get_glyph_h_advance(font, $0) }
  }

  /// Glyph index of a character; `nil` if the font lacks the character.
  func glyph(of scalar: UInt32) -> UInt32? { Self.glyph(of: scalar, in: font) }

  /// Glyph index of a character in a HarfBuzz font; `nil` if the font lacks the character.
  static func glyph(of scalar: UInt32, in font: OpaquePointer) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 ? glyph : nil
  }
}
