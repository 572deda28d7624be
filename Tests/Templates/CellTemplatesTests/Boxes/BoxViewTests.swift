import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Hidden boxes, boxes that do not fit, and the content of views in a template of boxes.
@Suite struct BoxViewTests {
  @Test func viewsAreTheBoxesWithIDs() throws {
    let template = try BoxTemplate(
      """
      layout:
        id: card
        kind: inset
        insets: 8
        sublayout:
          kind: stack
          hidden: "{a}"
          sublayouts:
            - kind: inset
              insets: 0
              hidden: true
              sublayout: {id: title, kind: label, text: "{title}", reuseId: head}
            - {id: row, kind: stack, hidden: "{b}", sublayouts: {id: icon, kind: image, source: "{i}"}}
      """
    ).template
    #expect(template.boxCount == 6)
    #expect(template.views.map(\.id) == ["cell", "card", "title", "row", "icon"])
    #expect(template.views.map(\.kind) == [.cell, .view, .label, .view, .image])
    #expect(template.views.map(\.parent) == [nil, 0, 1, 1, 3])
    #expect(template.views.map(\.line) == [0, 4, 14, 15, 15])
    #expect(template.views.map(\.reuseID) == [nil, nil, "head", nil, nil])
    #expect(template.labels == [2] && template.images == [4])
    // A box without a view hides the views in it.
    #expect(template.views.map(\.isHidden) == [false, false, true, false, false])
    #expect(template.views.map { $0.hiddenWhen != nil } == [false, false, true, true, false])
    let paths = template.recordPaths.map(\.spelling)
    for path in ["a", "b", "title", "i", "i.width", "i.height"] { #expect(paths.contains(path)) }
  }

  private let column = """
    layout:
      kind: stack
      axis: vertical
      spacing: 5
      sublayouts:
        - {id: a, kind: label, text: "a", alignment: topFill}
        - kind: inset
          hidden: "{hide}"
          insets: [3, 10, 0, 10]
          sublayout: {id: b, kind: label, text: "b", alignment: topFill}
        - {id: c, kind: label, text: "c", alignment: topFill}
    """

  @Test func aHiddenBoxLeavesNeitherRoomNorSpacing() throws {
    let template = try BoxTemplate(column, sizes: ["a": [9, 10], "b": [9, 20], "c": [9, 30]])
    let shown = try template.cell()
    #expect(shown["b"] == [10, 18, 180, 20] && shown["c"] == [0, 43, 200, 30])
    let hidden = try template.cell(["hide": "yes"])
    #expect(hidden["b"] == [10, 10, 180, 0] && hidden["c"] == [0, 15, 200, 30])
    #expect(hidden.height == 45)
    #expect(hidden.findings == [])
  }

  @Test func outsideOfStacksAHiddenBoxKeepsItsPlace() throws {
    let cell = try BoxTemplate(
      """
      layout:
        kind: inset
        insets: 4
        sublayout: {id: a, kind: label, text: "a", hidden: true}
      """, sizes: ["a": [20, 10]]
    ).cell()
    #expect(cell["a"] == [4, 4, 20, 10] && cell.height == 18)
  }

  @Test func aBoxWithoutRoomIsNeverSilent() throws {
    let template = try BoxTemplate(
      """
      layout:
        kind: stack
        sublayouts:
          - {id: wide, kind: sized, width: 200, height: 10}
          - {id: rule, kind: sized, height: 10, hidden: "{folded}"}
          - {id: late, kind: label, text: "x"}
      """, sizes: ["late": [20, 10]])
    let cell = try template.cell()
    #expect(cell["late"] == [0, 0, 0, 0])
    // A box without content is no loss.
    #expect(cell.findings == ["vanished late"])
    #expect(try template.cell(["folded": "1"]).findings == ["vanished late"])
    #expect(try template.cell(in: "260@1x").findings == [])
  }

  @Test func aFixedHeightIsSpent() throws {
    let template = try BoxTemplate(column, sizes: ["a": [9, 10], "b": [9, 20], "c": [9, 30]])
    let cell = try template.cell(height: 100)
    #expect(cell.height == 100 && cell["c"] == [0, 43, 200, 30])
    let low = try template.cell(height: 20)
    #expect(low.height == 20)
    #expect(low.findings.contains { $0.hasSuffix(" c") })
  }

  /// An image of unknown size matters only if it affects the layout.
  @Test func imagesOfUnknownSize() throws {
    func caveats(_ alignment: String, _ values: [String: String]) throws -> Caveats {
      try BoxTemplate(
        """
        layout:
          kind: sized
          aspect: 2
          sublayout: {id: photo, kind: image, source: "{image}"\(alignment)}
        """
      ).cell(values).cell.layout.caveats
    }
    #expect(try caveats(", alignment: fill", ["image": "a"]) == [])
    #expect(try caveats("", ["image": "a"]) == [.sizeUnknown])
    #expect(try caveats("", ["image": "a", "image.width": "9", "image.height": "9"]) == [])
    #expect(try caveats("", [:]) == [])
  }

  /// A button that expands the cell is shown if the text is truncated, which is known only after
  /// measuring; views that it hides then remain hidden.
  @Test func conditionsOnLabelsSettle() throws {
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    let template = try BoxTemplate(
      """
      layout:
        kind: stack
        axis: vertical
        sublayouts:
          - {id: body, kind: label, text: "{content}", lines: 2, alignment: topFill}
          - {id: more, kind: sized, height: 20, hidden: "not body.truncated"}
          - {id: rest, kind: sized, height: 7, hidden: "body.lines > 1"}
      """
    ).template
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: measurer)
    let environment = try Environment(parsing: "200@1x")
    func heights(_ text: String) throws -> [Double] {
      let cell = try layouter.layout(Record(values: ["content": text]), in: environment)
      return cell.solved.frames[1...].map(\.height)
    }
    let long = String(repeating: "Words and words. ", count: 20)
    let short = try heights("One")
    #expect(Array(short[1...]) == [0, 7])
    let cut = try heights(long)
    #expect(Array(cut[1...]) == [20, 0] && cut[0] > short[0])
    // The answer for a record does not depend on those before it.
    #expect(try heights("One") == short)
    #expect(template.askedLabels == [0])
  }

  @Test func aBindingThatNoRecordAnswersIsFound() throws {
    let template = try BoxTemplate(
      """
      layout:
        kind: stack
        hidden: "{nothing}"
        sublayouts:
          - {id: a, kind: sized, height: "{hieght}"}
      """
    ).template
    var tally = PathTally(template)
    tally.count(Record(values: ["height": "1"]))
    let found = tally.unanswered(in: template)
    #expect(
      found.map { $0.message.prefix { $0 != " " } }.sorted() == ["'{hieght}'", "'{nothing}'"])
    let number = try #require(found.first { $0.message.hasPrefix("'{hieght}'") })
    #expect(number.message.hasSuffix("and 'height' of the box 'a' asks for it"))
    #expect(number.location?.line == 7)
  }
}
