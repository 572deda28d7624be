import Testing

@testable import CSSBoxes

/// White space collapsed across the texts of a run.
@Suite struct WhiteSpaceTests {
  /// U+0600 and a space are one grapheme, of which only the space is dropped at a line feed.
  @Test func aCharacterBeforeASpaceStays() {
    var space = CSSTextStyle.WhiteSpace.normal
    space.collapse = .preserveBreaks
    let texts = WhiteSpace.collapsed(["A\u{600} ", "\nB"], styles: [space, space])
    #expect(texts.map { Array($0.unicodeScalars) } == [["A", "\u{600}"], ["\n", "B"]])
  }
}
