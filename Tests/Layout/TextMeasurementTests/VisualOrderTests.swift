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

/// Brackets that are open at once.
@Suite struct OpenBracketTests {
  private func levels(_ text: String) throws -> [UInt8] {
    let units = Array(text.utf16)
    let bidi = try BidiLevels()
    let levels = bidi.levels(units, count: units.count, rightToLeft: false, natural: false)
    return units.indices.map { levels?[$0] ?? 0 }
  }

  /// By rule N0, a pair of brackets around Hebrew has the direction of the text around it.
  @Test func pairsAreFoundUpToTheLimit() throws {
    let pair = "a (\u{5D0}) \u{5D0}(b)"
    let alone = try levels(pair)
    #expect(alone[2] == 0 && alone[4] == 0)
    let few = try levels(String(repeating: "[", count: 1_000) + pair)
    #expect(Array(few.suffix(alone.count)) == alone)
    let many = try levels(String(repeating: "[", count: 1_025) + pair)
    // Beyond the limit the closing bracket is like any sign after Hebrew, before Hebrew.
    #expect(many[1_025 + 4] == 1)
    let closed = try levels(String(repeating: "[]", count: 5_000) + pair)
    #expect(Array(closed.suffix(alone.count)) == alone)
  }

  /// ICU compares each letter with all open brackets: without a limit, this takes minutes.
  @Test func openBracketsTakeLinearTime() throws {
    let clock = ContinuousClock()
    let time = try clock.measure {
      _ = try levels(String(repeating: "(\u{627}[", count: 150_000))
    }
    #expect(time < .seconds(20))
  }
}
