import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

@Suite struct LabelTextTests {
  private func template(_ label: String) throws -> CellTemplate {
    try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: t
        views:
          - id: a
            kind: label
        \(label.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
        constraints: ["H:|-0-[a]-0-|", "V:|-0-[a]-0-|"]
        """, file: "t.yaml")
  }

  private func height(
    _ label: String, title: String = "Hello wide world, how are you?", width: Double = 120,
    category: SizeCategory = .large
  ) throws -> Double {
    let library = try FontLibrary(FontConfiguration())
    let plan = TemplatePlan(try template(label))
    let measurer = try TextMeasurer(library: library)
    var layouter = CellLayouter(plan: plan, measurer: measurer)
    let environment = try Environment(width: width, scale: 3, sizeCategory: category)
    let cell = try layouter.layout(Record(values: ["title": title]), in: environment)
    return Double(cell.layout.height) / 3
  }

  @Test func aTextMayConsistOfPiecesWithFontsOfTheirOwn() throws {
    let template = try template(
      """
      style: footnote
      letterSpacing: 1
      text: ["{title}", {text: " by {author}", weight: bold, fontSize: 20}, " · x",
             {text: "y", style: title1}]
      """)
    let label = try #require(template.views[1].label)
    #expect(label.pieces.map(\.font.size) == [nil, 20, nil, nil])
    #expect(label.pieces.map(\.font.weight) == [nil, 700, nil, nil])
    #expect(label.pieces.map(\.font.style) == [.footnote, .footnote, .footnote, .title1])
    #expect(label.pieces.map(\.font.letterSpacing) == [1, 1, 1, 1])
    // The language, and the two paths of the text.
    #expect(template.recordPaths.count == 3)
    let record = Record(values: ["title": "A", "author": "B"])
    #expect(label.text.text(in: record) == "A by B · xy")
  }

  /// Inter's lines are 3408 / 2816 of the size: the largest piece of a line makes its height.
  @Test func theLargestPieceMakesTheLine() throws {
    let plain = try height("text: \"{title}\"", title: "a", width: 300)
    #expect(plain == (17.0 * 3408 / 2816 * 3).rounded(.up) / 3)
    let pieces = try height(
      "text: [\"{title}\", {text: \"b\", fontSize: 40}]", title: "a", width: 300)
    #expect(pieces == (40.0 * 3408 / 2816 * 3).rounded(.up) / 3)
  }

  @Test func aSizeMayFollowATextStyle() throws {
    let fixed = "text: \"{title}\"\nfontSize: 20"
    #expect(
      try height(fixed, width: 900, category: .accessibility5) == height(fixed, width: 900))
    let scaled = "text: \"{title}\"\nfontSize: 20\nscalesWith: body"
    #expect(try height(scaled, width: 900) == height(fixed, width: 900))
    // Body grows from 17 to 53 points.
    #expect(
      try height(scaled, width: 1900, category: .accessibility5)
        == (20.0 * 53 / 17 * 3408 / 2816 * 3).rounded(.up) / 3)
  }

  @Test func paragraphsAndLinesStandApart() throws {
    let label =
      "text: \"{title}\"\nlines: 0\nlineSpacing: 2\nparagraphSpacing: 5\n"
      + "paragraphSpacingBefore: 7"
    #expect(
      try height(label, title: "a\nb")
        == ((17.0 * 3408 / 2816 * 2 + 14) * 3).rounded(.up) / 3)
  }

  /// A label that shrinks, is tightened or wraps anywhere has different lines, or no more of them.
  @Test func labelsShrinkAndWrapByCharacters() throws {
    let words = try height("text: \"{title}\"\nlines: 0", width: 60)
    let characters = try height("text: \"{title}\"\nlines: 0\nwrapping: character", width: 60)
    #expect(characters < words)
    let template = try template("text: \"{title}\"\nminimumScale: 0.5\ntightening: true")
    let label = try #require(template.views[1].label)
    #expect(LineFitting(label) == LineFitting(lines: 1, minimumScale: 0.5, tightening: 0.05))
  }

  @Test func whatCannotBeIsSaid() throws {
    for (label, found) in [
      ("text: x\nscalesWith: body", "'scalesWith' without 'fontSize'"),
      ("text: [x, {fontSize: 3}]", "no 'text' in a piece"),
      ("text: [{text: x, lines: 2}]", "unknown key 'lines'"),
      ("text: x\nminimumScale: 2", "'minimumScale'"),
      ("text: [\"{\"]", "{"),
    ] {
      do {
        _ = try template(label)
        Issue.record("\(label) was accepted")
      } catch {
        #expect("\(error)".contains(found), "\(error)")
      }
    }
  }
}
