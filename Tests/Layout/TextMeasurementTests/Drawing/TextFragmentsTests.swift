import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// The lines that clients draw.
@Suite struct TextFragmentsTests {
  private func fragments(
    _ text: String, width: Double, fitting: LineFitting = LineFitting(),
    direction: LayoutDirection = .leftToRight, rules: TextRules = .css, height: Double = 0
  ) throws -> (LabelFragments, TextLayout) {
    let measurer = try Support.measurer()
    let prepared = try measurer.prepare(
      text, style: TextStyle(size: 17), direction: direction, rules: Support.rules(rules))
    let found = try measurer.fragments(
      of: prepared, text: text, width: width, fitting: fitting, direction: direction,
      height: height)
    return (found, prepared.layout(width: width, fitting: fitting))
  }

  /// The hashes were computed by a program in Python.
  @Test(
    arguments: [
      ("", 2_166_136_261), ("a", 0x2B24_D044), ("Lost gloves", 1_212_981_437),
      ("\u{5D0}\u{1F600}", 0xBE4C_40B5),
    ] as [(String, UInt32)])
  func hashesAreFNV1a(text: String, hash: UInt32) {
    #expect(LabelFragments.textHash(of: text) == hash)
  }

  @Test func everyLineAgreesWithTheLayout() throws {
    for text in Support.samples {
      for rules in [TextRules.css, .uikit, .android] {
        for width in [30.0, 90, 200, 1000] {
          let (label, layout) = try fragments(text, width: width, rules: rules)
          let grid = try Support.rules(rules).grid
          #expect(label.lines.map(\.end) == layout.lines.map(\.end))
          #expect(
            label.lines.map(\.width)
              == layout.lines.map { grid.pixels(coveringExtent: $0.width) })
          #expect(
            label.lines.map(\.baseline) == layout.lines.map { grid.pixel(ofEdge: $0.baseline) })
          #expect(label.lines.map { $0.mark == .hyphen } == layout.lines.map(\.hyphenated))
          #expect(label.textHash == LabelFragments.textHash(of: text))
          for line in label.lines where !line.runs.isEmpty {
            // The runs are the line without the spaces at its end, in another order.
            let units = line.runs.flatMap { Array($0.range) }.sorted()
            #expect(units == Array((units.first ?? 0)..<(units.last ?? -1) + 1))
            #expect((units.last ?? 0) < line.end)
          }
        }
      }
    }
  }

  /// The comma lies between Hebrew letters, so that it is drawn to their left.
  ///
  /// Alone at the end of a line from left to right it would be drawn to their right.
  @Test func neutralsAtTheEndOfALineKeepTheirPlace() throws {
    let text = "abc \u{5D0}\u{5D1}\u{5D2}, \u{5D3}\u{5D4}\u{5D5} xyz"
    let whole = try fragments(text, width: 1000).0
    #expect(whole.lines.count == 1 && whole.lines[0].runs.isEmpty)
    let narrow = try fragments(text, width: 75).0
    try #require(narrow.lines.count == 2)
    #expect(narrow.lines[0].end == 9)
    #expect(
      narrow.lines[0].runs == [
        LineFragment.Run(range: 0..<4, isRightToLeft: false),
        LineFragment.Run(range: 4..<8, isRightToLeft: true),
      ])
    #expect(narrow.lines[1].runs.isEmpty)
    #expect(!narrow.lines.contains { $0.isRightToLeft })
  }

  /// A line without letters has the direction of its paragraph, which is not that of its own text.
  @Test func naturalDirectionIsThatOfTheParagraph() throws {
    let text = "\u{5D0}\u{5D1}\u{5D2} abc 123"
    let label = try fragments(text, width: 35, rules: .uikit).0
    try #require(label.lines.count == 3)
    #expect(!label.lines.contains { !$0.isRightToLeft })
  }

  /// An embedding that an earlier line opened is not in the text of the line.
  @Test func openEmbeddingsAreKept() throws {
    let text = "\u{202E}abc def ghi\u{202C} x"
    let label = try fragments(text, width: 35).0
    try #require(label.lines.count >= 3)
    #expect(label.lines[1].runs == [LineFragment.Run(range: 5..<8, isRightToLeft: true)])
  }

  @Test func ellipsesSayWhatTheyReplace() throws {
    let text = "one two three four five six seven"
    for mode in [TruncationMode.tail, .head, .middle] {
      let (label, layout) = try fragments(
        text, width: 100, fitting: LineFitting(lines: 2, truncation: mode))
      try #require(label.lines.count == 2)
      guard case .ellipsis(let omitted) = label.lines[1].mark else {
        Issue.record("no ellipsis")
        continue
      }
      #expect(label.lines[0].mark == .none)
      #expect(label.lines[1].end == text.utf16.count)
      switch mode {
      case .tail:
        #expect(omitted.lowerBound == layout.lines[1].end && omitted.upperBound == text.utf16.count)
      case .head: #expect(omitted.lowerBound == layout.lines[1].start)
      default:
        #expect(omitted.lowerBound > layout.lines[1].start)
        #expect(omitted.upperBound < text.utf16.count && !omitted.isEmpty)
      }
    }
    let clipped = try fragments(
      text, width: 100, fitting: LineFitting(lines: 1, truncation: .clip)
    ).0
    #expect(clipped.lines.map(\.mark) == [.clip])
  }

  @Test func anEllipsisInARightToLeftLineIsAnEmptyRun() throws {
    let text = "\u{5D0}\u{5D1} abc, def ghi \u{5D2}\u{5D3} jkl mno pqr"
    let label = try fragments(
      text, width: 60, fitting: LineFitting(lines: 2), direction: .rightToLeft
    ).0
    try #require(label.lines.count == 2)
    #expect(!label.lines.contains { !$0.isRightToLeft })
    if !label.lines[1].runs.isEmpty {
      #expect(label.lines[1].runs.contains { $0.range.isEmpty })
    }
  }

  @Test func shrinkingAndTighteningAreToldApart() throws {
    let text = "one two three four"
    let shrunk = try fragments(
      text, width: 100, fitting: LineFitting(lines: 1, minimumScale: 0.3), rules: .uikit
    ).0
    #expect(shrunk.scale < 1 && shrunk.scale * 65536 == (shrunk.scale * 65536).rounded())
    let wide = try fragments(text, width: 1000, rules: .uikit).1.measure.width
    let tight = try fragments(
      text, width: wide - 2, fitting: LineFitting(lines: 1, tightening: 0.05), rules: .uikit
    ).0
    #expect(tight.lines.map(\.isTightened) == [true])
  }

  @Test func textIsCenteredInATallLabelUnderUIKitRules() throws {
    let low = try fragments("one", width: 100, rules: .uikit)
    let height = low.1.measure.height + 20
    let high = try fragments("one", width: 100, rules: .uikit, height: height).0
    #expect(high.lines[0].baseline - low.0.lines[0].baseline == 30)
    let plain = try fragments("one", width: 100, rules: .css).0
    let css = try fragments("one", width: 100, rules: .css, height: height).0
    #expect(css == plain)
  }
}
