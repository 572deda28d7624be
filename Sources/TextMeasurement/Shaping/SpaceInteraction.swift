internal import CHarfBuzz

/// The characters of Latin text that a font shapes identically beside a space and at the edge of a
/// run.
///
/// A character may interact with a space when its glyph, or one that it can become, is in a lookup
/// with the space's glyph, or when the two are kerned. A word of other characters is shaped alone,
/// independent of its neighbors.
struct SpaceInteraction {
  /// Whether a character does not interact with a space, by UTF-16 unit; `false` beyond the end.
  private let blind: [Bool]
  /// Whether most lowercase ASCII letters do not interact with a space.
  ///
  /// Only then is shaping words alone useful.
  let hasBlindLetters: Bool

  /// Finds the characters from the tables of a face.
  init(face: OpaquePointer, font: OpaquePointer, isVariable: Bool) {
    let isApple = ["morx", "mort", "kerx"].contains { !SFNTTable(face: face, tag: $0).isEmpty }
    guard !isVariable, !isApple, let space = ShapingFont.glyph(of: 0x20, in: font) else {
      blind = []
      hasBlindLetters = false
      return
    }
    let seeing = Self.glyphs(seeing: space, face: face, font: font)
    defer { hb_set_destroy(seeing) }
    let units = NoOpFeatures.basicUnits
    var blind = [Bool](repeating: false, count: Int(units.max() ?? 0) + 1)
    let kerning = SpaceKerning(font: font)
    for unit in units where unit != 0x20 && unit != 0xA0 {
      guard let glyph = ShapingFont.glyph(of: UInt32(unit), in: font),
        hb_set_has(seeing, glyph) == 0
      else { continue }
      blind[Int(unit)] = !kerning.isKerned(unit)
    }
    self.blind = blind
    hasBlindLetters = (0x61...0x7A).filter { blind[$0] }.count > 13
  }

  /// Whether no character of a text interacts with a space.
  func isBlind(_ text: UnsafePointer<UInt16>, count: Int) -> Bool {
    (0..<count).allSatisfy { Int(text[$0]) < blind.count && blind[Int(text[$0])] }
  }

  /// The glyphs changed by lookups that involve the space, and the glyphs that can become them.
  private static func glyphs(
    seeing space: hb_codepoint_t, face: OpaquePointer, font: OpaquePointer
  ) -> OpaquePointer {
    let seeing: OpaquePointer = hb_set_create()
    var substitutions: [(input: OpaquePointer, output: OpaquePointer)] = []
    defer {
      for sets in substitutions {
        hb_set_destroy(sets.input)
        hb_set_destroy(sets.output)
      }
    }
    for (table, features) in [
      (chb_tag_gsub, NoOpFeatures.substitutions), (chb_tag_gpos, positionings),
    ] {
      let lookups = SubstitutionTable.lookups(of: features, in: table, face: face)
      defer { hb_set_destroy(lookups) }
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups, &lookup) != 0 {
        let input: OpaquePointer = hb_set_create()
        let output: OpaquePointer = hb_set_create()
        let around: OpaquePointer = hb_set_create()
        defer { hb_set_destroy(around) }
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, around, input, around, output)
        // Context glyphs are not changed themselves.
        if hb_set_has(input, space) != 0 || hb_set_has(around, space) != 0 {
          hb_set_union(seeing, input)
        }
        substitutions.append((input, output))
      }
    }
    var size: UInt32
    repeat {
      size = hb_set_get_population(seeing)
      for sets in substitutions where SubstitutionTable.meet(sets.output, seeing) {
        hb_set_union(seeing, sets.input)
      }
    } while hb_set_get_population(seeing) > size
    return seeing
  }

  /// Positioning features of Latin text; kerning is tested for each pair, because its classes often
  /// contain the space without moving it.
  private static let positionings = ["abvm", "blwm", "curs", "dist", "mark", "mkmk"]
}

/// Tests whether a font kerns characters with the space.
private final class SpaceKerning {
  private let font: OpaquePointer
  private let buffer: OpaquePointer

  init(font: OpaquePointer) {
    self.font = font
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  /// Whether a character beside a space has another width than when each is alone.
  func isKerned(_ unit: UInt16) -> Bool {
    let apart = width([unit]) + width([0x20])
    return width([unit, 0x20]) != apart || width([0x20, unit]) != apart
  }

  private func width(_ text: [UInt16]) -> Int {
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(buffer, text, Int32(text.count), 0, Int32(text.count))
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
    hb_shape(font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return 0 }
    return (0..<Int(count)).reduce(0) { $0 + Int(positions[$1].x_advance) }
  }
}
