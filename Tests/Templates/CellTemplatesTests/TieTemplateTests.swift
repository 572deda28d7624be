import AutoLayout
import LayoutPrimitives
import Testing

@testable import CellTemplates

/// A tie in a template, against a frame that Xcode saved.
@Suite struct TieTemplateTests {
  /// Two constraints at 900 pull opposite ways; Xcode's saved width of `b` is its content's, as its
  /// compression resistance at 751 prefers.
  @Test("L1: a label's compression resistance decides what a tie at 900 leaves open")
  func contentDecidesATie() throws {
    let text = """
      schema: cellheights.template/1
      template: tie
      views:
        - {id: a, kind: view}
        - {id: b, kind: label, text: "x"}
      constraints:
        - "H:|-50-[a][b]|"
        - "V:|[a(20)]|"
        - b.top == cell.top
        - a.trailing == cell.trailing @900
        - b.leading == cell.leading @900
      """
    let template = try CellTemplate(text: text, file: "t.yaml")
      .replacingContent(with: ["b": IntrinsicSize(width: 35.5, height: 20)])
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let cell = try layouter.layout(Record(), in: Environment(parsing: "390@2x"), height: nil)
    #expect(cell.solved.frames[2] == Rect(x: 354.5, y: 0, width: 35.5, height: 20))
    #expect(cell.solved.ties.isEmpty)
  }
}
