import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Frames with autoresizing, preserved margins, constants, buttons and ambiguity.
@Suite struct PlacementTemplateTests {
  private func template(_ rest: String) throws -> CellTemplate {
    try CellTemplate(
      text: "schema: cellheights.template/1\ntemplate: t\n" + rest, file: "t.yaml")
  }

  private func cell(
    _ template: CellTemplate, _ environment: String, height: Double? = nil
  ) throws -> LaidOutCell {
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    return try layouter.layout(
      Record(), in: Environment(parsing: environment), height: height)
  }

  private func frame(_ id: String, _ template: CellTemplate, _ cell: LaidOutCell) -> [Double]? {
    template.views.firstIndex { $0.id == id }.map {
      let rect = cell.solved.frames[$0]
      return [rect.x, rect.y, rect.width, rect.height]
    }
  }

  /// The cell of 320 x 44 grows to 400 x 60: each flexible part takes the difference.
  @Test func framesFollowTheirMasks() throws {
    let template = try template(
      """
      canvas: [320, 44]
      views:
        - {id: fixed, kind: view, frame: [10, 4, 50, 20]}
        - {id: wide, kind: view, frame: [10, 4, 300, 20], autoresizing: [width, height]}
        - {id: right, kind: view, frame: [260, 4, 50, 20], autoresizing: [left, top]}
        - {id: middle, kind: view, frame: [135, 12, 50, 20], autoresizing: [left, right]}
        - id: outer
          kind: view
          frame: [0, 0, 320, 44]
          autoresizing: [width, height]
          subviews: [{id: inner, kind: view, frame: [0, 0, 320, 40], autoresizing: [width]}]
      """)
    let cell = try cell(template, "400@2x", height: 60)
    #expect(frame("fixed", template, cell) == [10, 4, 50, 20])
    #expect(frame("wide", template, cell) == [10, 4, 380, 36])
    #expect(frame("right", template, cell) == [340, 20, 50, 20])
    #expect(frame("middle", template, cell) == [175, 12, 50, 20])
    #expect(frame("inner", template, cell) == [0, 0, 400, 40])
  }

  @Test func masksThatGiveNeedTheSizeOfTheSuperview() {
    let error = #expect(throws: TemplateError.self) {
      try template("views: [{id: a, kind: view, frame: [0, 0, 1, 1], autoresizing: [width]}]")
    }
    #expect(error.map { "\($0)".contains("canvas: [width, height]") } == true)
  }

  /// The inner view begins 4 points inside the outer one, whose margin is 20, and ends 16 before its
  /// end: the margins are 20 - 4 and the larger of its own 8 and 20 - 16.
  @Test func marginsArePreserved() throws {
    let template = try template(
      """
      margins: 20
      views:
        - id: box
          kind: view
          margins: 8
          preservesSuperviewMargins: true
          subviews: [{id: line, kind: view}]
      constraints:
        - "H:|-4-[box]-(16)-|"
        - "V:|-0-[box]-0-|"
        - "line.leading == box.leadingMargin"
        - "line.trailing == box.trailingMargin"
        - "line.top == box.topMargin"
        - "line.bottom == box.bottomMargin"
        - "line.height == 10"
      """)
    let cell = try cell(template, "320@2x")
    #expect(frame("line", template, cell) == [20, 20, 276, 10])
    #expect(cell.layout.exactHeight == 50)
  }

  @Test func frameReachesBeyondTheAlignmentRect() throws {
    let template = try template(
      """
      views: [{id: on, kind: switch}]
      constraints: ["H:[on]-16-|", "V:|-6-[on]-6-|"]
      """)
    let cell = try cell(template, "320@2x")
    #expect(frame("on", template, cell) == [255, 6, 49, 31])
    #expect(template.system.items[1].alignmentInsets.trailing == 2)
  }

  @Test(arguments: [("320", 16.0), ("414", 20), ("700", 40)])
  func constantsFollowTheEnvironment(width: String, side: Double) throws {
    let template = try template(
      """
      constants:
        side: {default: 16, "horizontalSizeClass == regular": 40, "width >= 414": 20}
        tall: 30
      views: [{id: a, kind: view}]
      constraints: ["H:|-side-[a]-side-|", "V:|-0-[a(tall)]", "cell.bottom == a.bottom + side"]
      """)
    let cell = try cell(template, width)
    #expect(frame("a", template, cell)?.first == side)
    #expect(cell.layout.exactHeight == 30 + side)
  }

  @Test func unknownConstantNamesTheNearest() {
    let error = #expect(throws: TemplateError.self) {
      try template(
        "constants: {gutter: 4}\nviews: [{id: a, kind: view}]\nconstraints: [a.width == gutters]")
    }
    #expect(error.map { "\($0)".contains("did you mean 'gutter'?") } == true)
  }

  @Test func verificationDecidesWhatIsReported() throws {
    func ambiguous(_ keys: String) throws -> Bool {
      let template = try template(
        """
        views: [{id: a, kind: view\(keys)}]
        constraints: ["V:|-0-[a(10)]-0-|", "a.leading == cell.leading"]
        """)
      return try cell(template, "320").solved.ambiguous != nil
    }
    #expect(try ambiguous(""))
    #expect(try !ambiguous(", ambiguity: position"))
    #expect(try !ambiguous(", ambiguity: never"))
  }

  /// The first view's width is ambiguous and not verified; the second view's is verified.
  @Test func silenceAboutOneViewHidesNoOther() throws {
    let template = try template(
      """
      views: [{id: a, kind: view, ambiguity: never}, {id: b, kind: view}]
      constraints:
        ["V:|-0-[a(10)]-0-|", "V:|-0-[b]", "b.height == 4", "a.leading == cell.leading",
         "b.leading == cell.leading"]
      """)
    #expect(try cell(template, "320").solved.ambiguous == "b.width")
  }
}
