import Testing

@testable import TextMeasurement

/// The order of clusters on a line, by the examples of UAX 9, rule L2.
@Suite struct VisualOrderTests {
  /// Capitals represent letters that run from right to left.
  @Test(arguments: [
    ("car means CAR.", "00000000001110", "car means RAC."),
    ("car MEANS CAR.", "22211111111111", ".RAC SNAEM car"),
    ("CAR MEANS car.", "11111111112221", ".car SNAEM RAC"),
  ])
  func levelsReverseRuns(text: String, levels: String, expected: String) {
    let characters = Array(text)
    let levels = levels.compactMap { $0.wholeNumberValue.map(UInt8.init) }
    #expect(levels.count == characters.count)
    let order = VisualOrder(levels: levels)
    #expect(String(order.clusters.map { characters[$0] }) == expected)
  }

  @Test func whiteSpaceAtTheEndTakesTheParagraphsLevel() {
    // ABC followed by two spaces, in a paragraph from left to right: the spaces remain at the
    // right.
    let order = VisualOrder(levels: [1, 1, 1, 1, 1], trailingSpaces: 2, paragraphLevel: 0)
    #expect(order.clusters == [2, 1, 0, 3, 4])
    // Latin and a space, from right to left: the space is at the left.
    let right = VisualOrder(levels: [2, 2, 2], trailingSpaces: 1, paragraphLevel: 1)
    #expect(right.clusters == [2, 0, 1])
    #expect(
      right.runs == [
        VisualOrder.Run(clusters: 2..<3, isRightToLeft: true),
        VisualOrder.Run(clusters: 0..<2, isRightToLeft: false),
      ])
  }

  @Test func emptyLinesAndLinesOfSpacesHaveAnOrder() {
    #expect(VisualOrder(levels: []).runs == [])
    #expect(VisualOrder(levels: [1, 1], trailingSpaces: 9).clusters == [0, 1])
    #expect(VisualOrder(levels: [0, 0], trailingSpaces: -1).clusters == [0, 1])
  }

  @Test func trailingSpacesAreFoundInUnits() {
    for (text, expected) in [
      ("abc", 0), ("abc  ", 2), (" \t ", 3), ("א\u{3000}\u{2069} ", 3), ("a\u{1D173} ", 3), ("", 0),
      ("a\u{A0}", 0),
    ] {
      let units = Array(text.utf16)
      #expect(BidiLevels.trailingSpaces(units, count: units.count) == expected, "\(text)")
    }
  }
}
