import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// The lines and the glyphs of texts in cards, which Chromium 156 has at the same places.
@Suite struct CardDrawingTests {
  private static func layouter(_ children: String) throws -> CellLayouter {
    let card = "{style: {padding: 12px, font: 16px/1.4 Inter}, children: [\(children)]}"
    let template = try CellTemplate(
      text: "schema: \(CellTemplate.schema)\ntemplate: t\ncard:\n  \(card)\n", file: "t.yaml")
    return CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
  }

  private static let environment = "390@1x/L/ltr/en/css"

  /// The origins of the glyphs of a label, in points from the corner of the cell.
  private static func origins(
    _ children: String, _ values: [String: String] = [:]
  ) throws -> [Point] {
    let layouter = try layouter(children)
    let cell = try layouter.drawing(
      of: Record(values: values), in: try Environment(parsing: environment))
    let label = try #require(cell.template.views.firstIndex { $0.id == "a" })
    guard case .text(let text) = cell.contents[label] else { return [] }
    return text.drawing.lines.flatMap(\.glyphs).map {
      Point(x: text.room.x + $0.x, y: text.top + $0.y)
    }
  }

  @Test func anEmptyTextHasNotThatOfTheLastRecord() throws {
    var layouter = try Self.layouter(
      "{id: a, text: \"{title}\", style: {min-height: 20px}}, {id: b, text: \"{author}\"}")
    let environment = try Environment(parsing: Self.environment)
    var texts: [[String?]] = []
    for values in [["title": "One", "author": "Ann"], ["author": "Ben"], ["title": "Two"]] {
      let content = try layouter.content(of: Record(values: values), in: environment)
      texts.append(content.views.dropFirst().map { $0.text?.text.text })
    }
    #expect(texts == [["One", "Ann"], ["", "Ben"], ["Two", ""]])
  }

  /// Distance of the baseline from the top of the letters' boxes, which Chromium rounds.
  private static let ascent = 16.0

  /// What Chromium's `Range` says of the first letters of words: left edges, and the tops of lines.
  struct Words {
    var children: String
    var places: [(x: Double, top: Double)]
  }

  @Test(arguments: [
    Words(
      children: """
        {id: a, children: ["By ", {text: "Ann Example", style: {display: inline, font-weight: 700,
          padding: 0 12px, vertical-align: super}}, " and a much longer text · ", {source: x,
          id: p, style: {display: inline, width: 40px, height: 30px}}, " after the picture ",
          {text: tag, style: {display: inline-block, padding: 4px 10px, border: 1px solid red}},
          " and more text after it, so that there are several lines"]}
        """,
      places: [
        (12, 19.328125), (47.828125, 13), (83.390625, 13), (166.75, 19.328125),
        (311.421875, 19.328125), (56.484375, 54.71875), (126.0625, 54.71875),
        (234.25, 54.71875), (12, 82.109375), (259.46875, 82.109375),
      ]),
    Words(
      children: "{id: a, text: centered text, style: {text-align: center}}",
      places: [(144.3125, 13), (216.390625, 13)]),
    Words(
      children: """
        {id: a, style: {text-align: right, text-indent: 30px}, text:
          "right \u{5E9}\u{5DC}\u{5D5}\u{5DD} text of two lines that is \
          indented, so that it wraps and one sees it"}
        """,
      places: [
        (50.59375, 13), (113.8125, 13), (130, 13), (163.78125, 13), (306.75, 13),
        (141.0625, 35.390625), (328.5, 35.390625),
      ]),
  ]) func glyphsAreWhereChromiumHasThem(_ words: Words) throws {
    let origins = try Self.origins(words.children)
    for place in words.places {
      let nearest = origins.min {
        abs($0.x - place.x) + abs($0.y - place.top - Self.ascent)
          < abs($1.x - place.x) + abs($1.y - place.top - Self.ascent)
      }
      let found = try #require(nearest)
      #expect(
        abs(found.x - place.x) <= 1.0 / 32 && abs(found.y - place.top - Self.ascent) <= 1.0 / 64,
        "\(place): \(found)")
    }
  }

  @Test func linesThatDoNotWrapAreCutOneByOne() throws {
    let text =
      "one line\nsecond line, much longer than the narrow cell is wide, at 16 pixels\nthird"
    let layouter = try Self.layouter(
      "{id: a, text: '{title}', style: {white-space: pre, text-overflow: ellipsis}},"
        + "{id: b, text: '{title}', style: {white-space: pre}}")
    var copy = layouter
    copy.keepsLines = true
    let cell = try copy.layout(
      Record(values: ["title": text]), in: try Environment(parsing: Self.environment))
    #expect(
      cell.layout.labels == [
        LabelLines(count: 3, truncated: true), LabelLines(count: 3, truncated: true),
      ])
    let ellipsis = cell.layout.lineFragments[0].lines
    let clipped = cell.layout.lineFragments[1].lines
    #expect(ellipsis.map(\.end) == [9, 77, 82])
    #expect(clipped.map(\.end) == [9, 77, 82])
    #expect(clipped.map(\.mark) == [.none, .clip, .none])
    guard case .ellipsis(let omitted) = ellipsis[1].mark else {
      Issue.record("the second line has no ellipsis")
      return
    }
    // In Chromium, "second line, much longer than the narrow cell i" is before the ellipsis.
    #expect(omitted.upperBound == 77)
    #expect(Array(text)[..<omitted.lowerBound].last == "i")
  }

  @Test func aLabelWhoseTextBoxesMoveHasNoStoredLines() throws {
    var layouter = try Self.layouter(
      """
      {id: a, children: ["By ", {text: Ann, style: {display: inline, font-weight: 700}}]},
      {id: b, children: ["By ", {text: Ann, style: {display: inline, padding: 0 2px}}]},
      {id: c, text: "indented", style: {text-indent: 3px}}
      """)
    layouter.keepsLines = true
    let cell = try layouter.layout(
      Record(values: [:]), in: try Environment(parsing: Self.environment))
    #expect(cell.layout.labels.map(\.count) == [1, 1, 1])
    #expect(cell.layout.lineFragments.map(\.lines.count) == [1, 0, 0])
  }
}
