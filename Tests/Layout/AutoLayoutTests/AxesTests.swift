import FixedSizing
import LayoutPrimitives
import Testing

@testable import AutoLayout

@Suite struct AxesTests {
  private let grid = PixelGrid(stepsPerPoint: 1)

  /// Right to left, a center equal to a leading edge is the same point of the screen: the box is 30
  /// points from the left, so the mark's leading (right) edge is at x = 40.
  @Test func aCentreMeetsALeadingEdgeAtTheSamePointInBothDirections() throws {
    var b = Builder()
    let box = b.item("box", size: (20, 10))
    let mark = b.item("mark", size: (4, 4))
    b.add(box, .left, .equal, (0, .left), plus: 30)
    b.add(mark, .leading, .equal, (box, .centerX))
    for item in [box, mark] { b.add(item, .top, .equal, (0, .top)) }
    for (direction, x) in [(LayoutDirection.leftToRight, 40.0), (.rightToLeft, 36)] {
      var engine = LayoutEngine(LayoutPlan(b.system, direction: direction))
      var sizing = FixedSizing(characters: [:])
      let cell = try engine.layout(width: 100, grid: grid, sizing: &sizing)
      #expect(cell.frames[1].x == 30)
      #expect(cell.frames[2].x == x)
    }
  }

  /// The preference for 30 points contradicts the limit before it and no longer decides the width.
  ///
  /// The ratio is then accepted, and the width is as near to 30 as the ratio allows.
  @Test func aRatioOverAWidthThatHadToGiveIsSolvedOverBothAxes() throws {
    var b = Builder()
    let photo = b.item("photo")
    b.add(photo, .leading, .equal, (0, .leading))
    b.add(photo, .top, .equal, (0, .top))
    b.add(photo, .bottom, .equal, (0, .bottom))
    b.add(photo, .width, .lessOrEqual, plus: 20)
    b.add(photo, .width, .equal, plus: 30)
    b.add(photo, .height, .lessOrEqual, plus: 5)
    b.add(photo, .height, .equal, (photo, .width), times: 0.5)
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    #expect(engine.plan.program == .axesApart)
    var sizing = FixedSizing(characters: [:])
    for wish in [30.0, 8, 40] {
      engine.setConstant(4, wish)
      let cell = try engine.layout(width: 100, grid: grid, sizing: &sizing)
      let width = min(wish, 10)
      #expect(cell.frames[photo] == Rect(x: 0, y: 0, width: width, height: width / 2))
      #expect(cell.relaxed == (wish > 10 ? ["c4"] : []))
    }
  }

  /// Both axes have relaxed and ambiguous constraints; the order is that of the document.
  @Test func findingsOfBothAxesAreInDocumentOrder() throws {
    var b = Builder()
    let box = b.item("box")
    b.add(box, .height, .equal, plus: 10)
    b.add(box, .height, .equal, plus: 20)
    b.add(box, .width, .equal, plus: 10)
    b.add(box, .width, .equal, plus: 20)
    b.add(box, .height, .equal, plus: 30)
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    var sizing = FixedSizing(characters: [:])
    let cell = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    #expect(cell.relaxed == ["c1", "c3", "c4"])
    #expect(cell.ambiguous == "box.top")
  }

  /// The box may be any height above the cell's top: an open range that starts at a corner.
  @Test func aRangeWithoutAnEndIsAmbiguousAtACornerToo() throws {
    var b = Builder()
    let box = b.item("box", size: (10, nil))
    b.add(box, .leading, .equal, (0, .leading))
    b.add(box, .bottom, .equal, (0, .top), at: 750)
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    var sizing = FixedSizing(characters: [:])
    let cell = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    #expect(cell.ambiguous == "box.height")
    #expect(cell.frames[1] == Rect(x: 0, y: 0, width: 10, height: 0))
  }
}
