import Testing
import TextMeasurement

@testable import CSSBoxes

/// Properties of texts that refer to the element around.
@Suite struct TextPropertyTests {
  /// `inherit`, `initial` and `unset` of properties of texts.
  @Test func keywordsOfTextsReferToTheElementAround() throws {
    var parent = CSSTextStyle()
    parent.measured.size = 20
    parent.lineClamp = 3
    parent.balances = true
    func style(_ property: String, _ keyword: String) throws -> CSSTextStyle {
      var reader = CSSTextStyleReader(inheriting: parent)
      try reader.setFontSize(by: "font-size", to: CSSValue("9px"))
      let value = try CSSValue(keyword)
      if CSSTextStyleReader.setsFontSize(property) {
        try reader.setFontSize(by: property, to: value)
      }
      #expect(try reader.set(property, to: value))
      return reader.style
    }
    #expect(try style("font", "inherit").measured.size == 20)
    #expect(try style("font", "initial").measured.size == 16)
    #expect(try style("font-size", "unset").measured.size == 20)
    #expect(try style("-webkit-line-clamp", "unset").lineClamp == 0)
    #expect(try style("-webkit-line-clamp", "inherit").lineClamp == 3)
    #expect(try style("text-wrap", "initial").balances == false)
  }
}
