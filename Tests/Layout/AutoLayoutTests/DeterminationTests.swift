import FixedSizing
import LayoutPrimitives
import Testing

@testable import AutoLayout

@Suite struct DeterminationTests {
  private let grid = PixelGrid(stepsPerPoint: 1)

  private func found(
    _ b: Builder, _ items: [Int], characters: [Int: Int] = [:],
    direction: LayoutDirection = .leftToRight
  ) throws -> [FrameDetermination] {
    var engine = LayoutEngine(LayoutPlan(b.system, direction: direction))
    var sizing = FixedSizing(characters: characters)
    _ = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    return engine.determining(items)
  }

  private func equations(_ part: FrameDetermination.Part) -> [String] {
    part.constraints.map(\.imposed.equation)
  }

  /// A box 16 from the left, 4 below the top, 40 wide, as high as the slack of 10 allows.
  @Test func everyNumberOfAFrameComesWithTheConstraintsThatAreTight() throws {
    var b = Builder()
    let box = b.item("box", size: (40, nil))
    b.add(box, .leading, .equal, (0, .leading), plus: 16)
    b.add(box, .top, .greaterOrEqual, (0, .top), plus: 4)
    b.add(box, .top, .greaterOrEqual, (0, .top), plus: 2)
    b.add(box, .height, .equal, plus: 10)
    b.add(0, .bottom, .equal, (box, .bottom), plus: 6)
    let frame = try #require(try found(b, [box]).first)
    #expect(frame.parts.map(\.attribute) == [.leading, .width, .top, .height])
    #expect(frame.parts.map(\.value) == [16, 40, 4, 10])
    #expect(equations(frame.parts[0]) == ["box.leading == cell.leading + 16"])
    #expect(equations(frame.parts[1]) == ["box.width == 40"])
    // The other lower bound is not tight, and nothing below reaches up to the top.
    #expect(equations(frame.parts[2]) == ["box.top >= cell.top + 4"])
    #expect(equations(frame.parts[3]) == ["box.height == 10"])
    #expect(frame.constraints.map(\.imposed.equation).count == 4)
    #expect(frame.parts[2].constraints[0].constant == 4)
    #expect(frame.parts[2].constraints[0].relation == .greaterOrEqual)
  }

  /// The cell places the inner box, so the position of its parent does not move it.
  @Test func whatCancelsInASumOfPositionsIsNotNamed() throws {
    var b = Builder()
    let outer = b.item("outer", size: (50, 20))
    let inner = b.item("inner", size: (10, 10), parent: outer)
    b.add(outer, .leading, .equal, (0, .leading), plus: 7)
    b.add(outer, .top, .equal, (0, .top), plus: 3)
    b.add(inner, .leading, .equal, (0, .leading), plus: 30)
    b.add(inner, .top, .equal, (outer, .top), plus: 5)
    let frame = try #require(try found(b, [inner]).first)
    #expect(frame.parts.map(\.value) == [30, 10, 8, 10])
    #expect(equations(frame.parts[0]) == ["inner.leading == cell.leading + 30"])
    // In points from the cell, the top does depend on the parent's.
    #expect(
      equations(frame.parts[2]) == ["outer.top == cell.top + 3", "inner.top == outer.top + 5"])
  }

  /// Half as high as wide, and as wide as the cell less 20: both axes answer.
  @Test func aHeightMadeOfAWidthNamesWhatDecidesTheWidth() throws {
    var b = Builder()
    let photo = b.item("photo")
    b.add(photo, .leading, .equal, (0, .leading), plus: 10)
    b.add(photo, .trailing, .equal, (0, .trailing), plus: -10)
    b.add(photo, .top, .equal, (0, .top))
    b.add(photo, .height, .equal, (photo, .width), times: 0.5)
    let frame = try #require(try found(b, [photo]).first)
    #expect(frame.parts[3].value == 40)
    #expect(
      equations(frame.parts[3]) == [
        "cell.width == 100", "photo.leading == cell.leading + 10",
        "photo.trailing == cell.trailing - 10", "photo.height == 0.5 * photo.width",
      ])
    #expect(frame.parts[3].constraints.last?.multiplier == 0.5)
  }

  /// Twelve characters of 10 points wrap in 100 points to two lines of 20.
  @Test func aTextIsDecidedByItsOwnSize() throws {
    var b = Builder()
    let note = b.item("note", .text)
    b.add(note, .leading, .equal, (0, .leading))
    b.add(note, .trailing, .equal, (0, .trailing))
    b.add(note, .top, .equal, (0, .top))
    let frame = try #require(try found(b, [note], characters: [note: 12]).first)
    #expect(frame.parts[3].value == 40)
    #expect(frame.parts[3].constraints.count == 1)
    let only = try #require(frame.parts[3].constraints.first)
    #expect(only.constant == 40 && only.first == Anchor(item: note, attribute: .height))
    #expect(only.second == nil && only.mentions(note))
  }

  @Test func askingChangesNothing() throws {
    var engine = LayoutEngine(LayoutPlan(feedCell(), direction: .leftToRight))
    var sizing = FixedSizing(characters: [2: 12, 3: 20, 4: 80])
    let first = try engine.layout(width: 390, grid: grid, sizing: &sizing)
    let all = Array(engine.plan.system.items.indices)
    let found = engine.determining(all)
    #expect(found == engine.determining(all))
    #expect(try engine.layout(width: 390, grid: grid, sizing: &sizing) == first)
    // Positions run from the root's edges.
    for (frame, number) in zip(first.frames, found) {
      #expect(number.parts.map(\.value) == [frame.x, frame.width, frame.y, frame.height])
    }
  }
}
