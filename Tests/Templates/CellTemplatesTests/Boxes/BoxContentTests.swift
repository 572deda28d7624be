import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Sizes of contents in boxes, and the boxes that are reported because they do not fit.
@Suite struct BoxContentTests {
  private func row(_ box: String) -> String {
    """
    layout:
      kind: stack
      sublayouts:
        - \(box)
        - {id: tall, kind: sized, width: 20, height: 50}
    """
  }

  @Test(arguments: [
    ("[30, null]", [0.0, 0, 30, 50]), ("[null, 30]", [0, 10, 180, 30]),
    ("[null, null]", [0, 0, 180, 50]), ("[30, 40]", [0, 5, 30, 40]),
  ])
  func aSideThatIsNullIsOpen(_ intrinsic: String, _ frame: [Double]) throws {
    let text = row("{id: a, kind: image, source: \"{i}\", intrinsic: \(intrinsic)}")
    #expect(try BoxTemplate(text).cell(["i": "x"])["a"] == frame)
    let sides = intrinsic.dropFirst().dropLast().split(separator: ", ").map { Double($0) }
    let template = try BoxTemplate(row("{id: a, kind: image, source: \"{i}\"}")).template
      .replacingContent(with: ["a": IntrinsicSize(width: sides[0], height: sides[1])])
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let cell = try layouter.layout(Record(), in: Environment(parsing: "200@1x"))
    let found = cell.solved.frames[1]
    #expect([found.x, found.y, found.width, found.height] == frame)
  }

  @Test func anOpenSideOfALabel() throws {
    let template = try BoxTemplate(row("{id: a, kind: label, text: x}")).template
      .replacingContent(with: ["a": IntrinsicSize(width: 30, height: nil)])
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let cell = try layouter.layout(Record(), in: Environment(parsing: "200@1x"))
    #expect(cell.solved.frames[1] == Rect(x: 0, y: 0, width: 30, height: 50))
  }

  @Test func aSideThatTheRecordLacks() throws {
    let box = "{id: a, kind: image, source: \"{i}\", intrinsic: [\"{w}\", 20]}"
    let cell = try BoxTemplate(row(box)).cell(["i": "x"])
    // It may fill the available space, and then leaves none for its neighbor.
    #expect(cell.cell.layout.caveats == [.sizeUnknown])
    #expect(try BoxTemplate(row(box)).cell(["i": "x", "w": "9"])["a"] == [0, 15, 9, 20])
    // Without the picture it has no size.
    #expect(try BoxTemplate(row(box)).cell()["a"]?[2...] == [0, 0])
  }

  @Test func labelsAndButtonsWithASizeFromTheRecord() throws {
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    let template = try BoxTemplate(
      """
      layout:
        kind: stack
        axis: vertical
        sublayouts:
          - {id: a, kind: label, text: "{t}", lines: 0, intrinsic: ["{w}", "{h}"]}
          - {id: b, kind: button, text: "{t}", intrinsic: [40, "{h}"]}
      """
    ).template
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: measurer)
    let environment = try Environment(parsing: "200@1x")
    let known = try layouter.layout(
      Record(values: ["t": "Words", "w": "70", "h": "33"]), in: environment)
    #expect(known.solved.frames[1] == Rect(x: 0, y: 0, width: 70, height: 33))
    #expect(known.solved.frames[2] == Rect(x: 0, y: 33, width: 40, height: 33))
    #expect(known.layout.labels.map(\.count) == [0, 0] && known.layout.caveats == [])
    let unknown = try layouter.layout(Record(values: ["t": "Words"]), in: environment)
    #expect(unknown.solved.frames[1].height > 0)
    #expect(unknown.layout.caveats.contains(.sizeUnknown))
  }

  /// A box without content is no loss if it does not fit.
  @Test func boxesWithoutContentAreLeftOutSilently() throws {
    let template = try BoxTemplate(
      """
      layout:
        kind: stack
        sublayouts:
          - {id: wide, kind: sized, width: 200, height: 10}
          - {id: badge, kind: label, text: "{badge}"}
          - {id: gap, kind: sized, width: 4}
          - {id: none, kind: label, text: ""}
          - {id: icon, kind: image, source: "{icon}"}
      """
    ).template
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    let plan = TemplatePlan(template)
    var layouter = CellLayouter(plan: plan, measurer: measurer)
    func findings(_ values: [String: String]) throws -> [String] {
      let cell = try layouter.layout(
        Record(values: values), in: Environment(parsing: "200@1x"))
      return BoxCell(cell: cell, plan: plan).findings
    }
    #expect(try findings([:]) == [])
    #expect(try findings(["badge": "New"]) == ["vanished badge"])
    let finding = plan.finding(CellFinding(.vanished, position: plan.positions[2]).number)
    #expect(finding.help.contains("'flexibility'"))
    #expect(!finding.help.contains("compression"))
  }

  /// Boxes, each of which is shown when the label in the previous one has two lines.
  private func chain(_ count: Int) -> String {
    var text = "layout:\n  kind: stack\n  axis: vertical\n  sublayouts:\n"
    for number in 0..<count {
      let hidden = number == 0 ? "" : ", hidden: \"not v\(number - 1).lines > 1\""
      text += "    - {id: v\(number), kind: label, text: \"a\\nb\", lines: 0\(hidden)}\n"
    }
    return text
  }

  @Test func roundsOfConditionsAreLimited() throws {
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    let environment = try Environment(parsing: "200@1x")
    func layouter(_ count: Int) throws -> CellLayouter {
      CellLayouter(plan: TemplatePlan(try BoxTemplate(chain(count)).template), measurer: measurer)
    }
    var short = try layouter(23)
    let cell = try short.layout(Record(), in: environment)
    #expect(cell.layout.labels.allSatisfy { $0.count == 2 })
    short.conditionRoundLimit = 3
    #expect(
      throws: CellError.conditionLoop(rounds: 3, boxes: ["the box 'v3', line 10"])
    ) { try short.layout(Record(), in: environment) }
    // A failed cell changes nothing for the next one.
    short.conditionRoundLimit = 24
    #expect(try short.layout(Record(), in: environment) == cell)
    var long = try layouter(490)
    let error = #expect(throws: CellError.self) { try long.layout(Record(), in: environment) }
    #expect(error?.code == "CH0107" && error?.description.contains("the box 'v24'") == true)
    let range = try Environment(parsing: "200..400@1x")
    let first = #expect(throws: CellError.self) { try long.cellLayout(Record(), in: range) }
    #expect(first?.code == "CH0107")
  }
}
