import AutoLayout
import LayoutPrimitives
import Testing

@testable import CellTemplates

/// Expectations are computed by hand; spacings are 6 unless given.
@Suite struct GridTemplateTests {
  /// Frames by view id at a width.
  private func frames(
    _ rest: String, width: String = "300@2x", _ record: Record = Record()
  ) throws -> [String: [Double]] {
    let template = try Self.template(rest)
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let cell = try layouter.layout(record, in: try Environment(parsing: width))
    #expect(cell.solved.relaxed.isEmpty)
    #expect(cell.solved.ambiguous == nil)
    var frames: [String: [Double]] = [:]
    for (view, rect) in zip(template.views, cell.solved.frames) where view.kind.hasFrame {
      frames[view.id] = [rect.x, rect.y, rect.width, rect.height]
    }
    return frames
  }

  private static func template(_ rest: String) throws -> CellTemplate {
    try CellTemplate(text: "schema: cellheights.template/1\ntemplate: t\n" + rest, file: "t.yaml")
  }

  private static let form = """
    views:
      - id: form
        kind: grid
        columns: [{xPlacement: trailing, leadingPadding: 4}, {}]
        rows:
          - [name, field]
          - {cells: [null, box], topPadding: 5, bottomPadding: 3, hidden: "state == folded"}
          - cells: [{view: note, columns: 2, xPlacement: none, constraints: ["note.centerX == field.leading"]}, null]
        subviews:
          - {id: name, kind: view, intrinsic: [40, 10]}
          - {id: field, kind: view, intrinsic: [80, 30]}
          - {id: box, kind: view, intrinsic: [70, 20], hidden: "state == unboxed"}
          - {id: note, kind: view, intrinsic: [60, 12]}
    states: [open, folded, unboxed]
    constraints: ["H:|-10-[form]", "V:|-0-[form]-0-|"]
    """

  @Test func rowsAndColumnsFitTheirViews() throws {
    let found = try frames(Self.form)
    // 4 + 40 + 6 + 80 wide; 30 + 6 + 5 + 20 + 3 + 6 + 12 high.
    #expect(found["form"] == [10, 0, 130, 82])
    #expect(found["name"] == [14, 0, 40, 10])
    #expect(found["field"] == [60, 0, 80, 30])
    #expect(found["box"] == [60, 41, 70, 20])
    // Centered on the field's leading edge.
    #expect(found["note"] == [30, 70, 60, 12])
    #expect(found["cell"] == [0, 0, 300, 82])
  }

  @Test func aHiddenRowHasNoRoomPaddingAndSpacing() throws {
    let found = try frames(Self.form, width: "300@2x#folded")
    #expect(found["form"] == [10, 0, 130, 48])
    #expect(found["box"]?[2...] == [0, 0])
    #expect(found["note"] == [30, 36, 60, 12])
  }

  @Test func aHiddenViewLeavesItsRow() throws {
    let found = try frames(Self.form, width: "300@2x#unboxed")
    #expect(found["form"] == [10, 0, 130, 62])
    #expect(found["box"] == [60, 41, 0, 0])
  }

  @Test func aColumnIsHiddenByTheWidth() throws {
    let text = Self.form.replacing(
      "leadingPadding: 4}", with: "leadingPadding: 4, hidden: \"width < 200\"}")
    #expect(try frames(text)["form"]?[2] == 130)
    let narrow = try frames(text, width: "180@2x")
    #expect(narrow["form"]?[2] == 80)
    #expect(narrow["field"] == [10, 0, 80, 30])
    #expect(narrow["name"] == [10, 0, 0, 0])
  }

  @Test func fromRightToLeftTheGridIsMirrored() throws {
    let found = try frames(Self.form)
    for (id, frame) in try frames(Self.form, width: "300@2x//rtl") {
      let other = try #require(found[id])
      #expect(frame == [300 - other[0] - other[2], other[1], other[2], other[3]], "\(id)")
    }
  }

  @Test func viewsInHiddenRowsAreDrawnAsHidden() throws {
    let template = try Self.template(Self.form)
    let layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let drawn = try layouter.drawing(
      of: Record(), in: try Environment(parsing: "300@2x#folded"))
    let box = try #require(template.views.firstIndex { $0.id == "box" })
    let field = try #require(template.views.firstIndex { $0.id == "field" })
    #expect(drawn.isHidden[box])
    #expect(!drawn.isHidden[field])
  }
}
