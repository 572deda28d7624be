internal import CHarfBuzz
internal import CICU

/// The characters of a script that a `PairTable` may answer for, numbered, with their glyphs.
///
/// All are whole characters and graphemes: marks, ignorable characters and the fraction slash, for
/// which HarfBuzz has rules of its own, are not among them.
struct GlyphAlphabet {
  /// Number of a unit that is not in the alphabet.
  static let absent: UInt16 = 0xFFFF

  /// UTF-16 units by their numbers.
  let units: [UInt16]
  /// Nominal glyphs by the numbers of their characters.
  let glyphs: [hb_codepoint_t]
  /// Number of the space.
  let space: Int
  /// Numbers by UTF-16 unit, `absent` for others; shorter than the range of units.
  let numbers: ContiguousArray<UInt16>
  /// Numbers of the characters that a glyph shows.
  private let ofGlyph: [hb_codepoint_t: [Int]]

  /// Collects the characters of a script for which a font has a glyph.
  ///
  /// - Parameters:
  ///   - script: ICU's code of the script; the common script has signs only.
  ///   - sharing: Maximum number of characters that may share a glyph.
  /// - Returns: `nil` without a space, and for other scripts than Latin, Greek and Cyrillic.
  init?(script: Int32, font: OpaquePointer, face: OpaquePointer, sharing: Int) {
    guard let letters = Self.letters(of: script) else { return nil }
    var units: [UInt16] = []
    var glyphs: [hb_codepoint_t] = []
    var ofGlyph: [hb_codepoint_t: [Int]] = [:]
    var numbers = ContiguousArray(repeating: Self.absent, count: Int(Self.end))
    for unit in Array(0x20...0x7E) + letters.joined() + Self.signs.joined() {
      guard let glyph = ShapingFont.glyph(of: UInt32(unit), in: font),
        Self.isPlain(hb_ot_layout_get_glyph_class(face, glyph))
      else { continue }
      numbers[Int(unit)] = UInt16(units.count)
      ofGlyph[glyph, default: []].append(units.count)
      units.append(unit)
      glyphs.append(glyph)
    }
    guard units.first == 0x20, ofGlyph.values.allSatisfy({ $0.count <= sharing })
    else { return nil }
    space = 0
    self.units = units
    self.glyphs = glyphs
    self.numbers = numbers
    self.ofGlyph = ofGlyph
  }

  /// Numbers of the characters that a glyph shows; mostly one.
  func characters(of glyph: hb_codepoint_t) -> [Int] { ofGlyph[glyph] ?? [] }

  /// The glyphs, in no order.
  var allGlyphs: some Sequence<hb_codepoint_t> { ofGlyph.keys }

  /// Lookups may skip marks and ligatures.
  private static func isPlain(_ glyphClass: hb_ot_layout_glyph_class_t) -> Bool {
    glyphClass == HB_OT_LAYOUT_GLYPH_CLASS_UNCLASSIFIED
      || glyphClass == HB_OT_LAYOUT_GLYPH_CLASS_BASE_GLYPH
  }

  private static let end: UInt16 = 0x2200

  private static let signs: [ClosedRange<UInt16>] = [
    0xA1...0xAC, 0xAE...0xBF, 0xD7...0xD7, 0xF7...0xF7, 0x2010...0x2016, 0x2018...0x2022,
    0x2026...0x2026, 0x2030...0x2033, 0x2039...0x203A, 0x20AC...0x20AC, 0x2116...0x2116,
    0x2122...0x2122,
  ]

  private static func letters(of script: Int32) -> [ClosedRange<UInt16>]? {
    switch Int(script) {
    case CICU_SCRIPT_COMMON: []
    case CICU_SCRIPT_LATIN: [0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF]
    case CICU_SCRIPT_GREEK: [0x386...0x38A, 0x38C...0x38C, 0x38E...0x3A1, 0x3A3...0x3E1]
    case CICU_SCRIPT_CYRILLIC: [0x400...0x482, 0x48A...0x52F]
    default: nil
    }
  }
}
