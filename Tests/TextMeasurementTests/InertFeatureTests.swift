import CHarfBuzz
import TestSupport
import Testing

@testable import TextMeasurement

@Suite struct InertFeatureTests {
  /// Glyphs and advances of a text in font units, with some features off.
  private func shape(_ text: [UInt16], font: ShapingFont, features: [hb_feature_t]) -> [Int32] {
    let buffer: OpaquePointer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_add_utf16(buffer, text, Int32(text.count), 0, Int32(text.count))
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
    hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
    hb_shape(font.font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &count)
    let positions = hb_buffer_get_glyph_positions(buffer, &count)
    guard let infos, let positions else { return [] }
    return (0..<Int(count)).flatMap { index in
      [Int32(bitPattern: infos[index].codepoint), positions[index].x_advance]
    }
  }

  /// HarfBuzz with its defaults is the oracle: what is switched off must have done nothing.
  @Test(arguments: ["Inter", "Noto Sans"], [400, 600])
  func featuresSwitchedOffDoNothing(family: String, weight: Int) throws {
    let registry = FontRegistry(library: try Support.library.get())
    let number = try registry.setNumber(
      FontFallbackKey(
        family: family, traits: FontTraits(weight: weight, width: 100, slant: .upright),
        spacing: .none, region: nil, opticalSize: nil, keepsNeighbors: true))
    let font = registry.sets[number].primary
    let off = font.features.basic
    #expect(off.contains { $0.tag == chb_tag("ccmp") }, "else words take twice the time")
    let alphabet = (UInt16(0x20)...0x2026).filter(NoOpFeatures.isBasic)
    #expect(alphabet.count > 100)
    for left in alphabet {
      // Every pair in one text, each apart from the next by what it is.
      let text = alphabet.flatMap { [left, $0] }
      #expect(
        shape(text, font: font, features: off) == shape(text, font: font, features: []),
        "pairs of U+\(String(left, radix: 16))")
    }
    var random = TestRandom(seed: 41)
    for _ in 0..<300 {
      let text = (0..<12).compactMap { _ in alphabet.randomElement(using: &random) }
      #expect(
        shape(text, font: font, features: off) == shape(text, font: font, features: []),
        "\(String(decoding: text, as: UTF16.self))")
    }
  }

  @Test func lettersWithAccentsAreShapedWithAllFeatures() {
    for unit: UInt16 in [0xE9, 0x301, 0x2044, 0x200D, 0xAD, 0x0A, 0x7F] {
      #expect(!NoOpFeatures.isBasic(unit))
    }
  }
}
