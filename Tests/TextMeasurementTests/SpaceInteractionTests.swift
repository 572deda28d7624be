import LayoutPrimitives
import Testing

@testable import TextMeasurement

@Suite struct SpaceSightTests {
  private static func font(_ family: String, _ weight: Int) throws -> ShapingFont {
    let registry = FontRegistry(library: try Support.library.get())
    let number = try registry.setNumber(
      FontFallbackKey(
        family: family, traits: FontTraits(weight: weight, width: 100, slant: .upright),
        spacing: .none, region: nil, opticalSize: nil, keepsNeighbors: true))
    return registry.sets[number].primary
  }

  private static func isBlind(_ text: String, _ font: ShapingFont) -> Bool {
    let units = Array(text.utf16)
    return font.spaceSight.isBlind(units, count: units.count)
  }

  /// Inter draws parentheses, hyphens and colons otherwise among capitals, across spaces too.
  @Test func lettersOfInterSeeNoSpaceAndSignsDo() throws {
    let font = try Self.font("Inter", 400)
    #expect(font.spaceSight.hasBlindLetters)
    #expect(Self.isBlind("Hamburgefonstiv", font))
    for sign in ["(", ")", "-", ":"] { #expect(!Self.isBlind("a\(sign)", font)) }
    // Nothing is known of other letters, nor of marks and spaces.
    for text in ["é", "a\u{301}", "a b", "я"] { #expect(!Self.isBlind(text, font)) }
  }

  /// One entry serves a word at the beginning, in the middle and at the end.
  @Test func aBlindWordIsShapedOnce() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    _ = try measurer.prepare("word", style: TextStyle(), rules: rules)
    let runs = measurer.statistics.shapedRuns
    _ = try measurer.prepare("word word word", style: TextStyle(), rules: rules)
    #expect(measurer.statistics.shapedRuns == runs)
  }
}
