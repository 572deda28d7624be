import FixedSizing
import LayoutPrimitives
import Testing

@testable import AutoLayout

@Suite struct DiagnosisTests {
  private let grid = PixelGrid(stepsPerPoint: 1)

  private func engine(_ b: Builder) throws -> LayoutEngine {
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    var sizing = FixedSizing(characters: [:])
    _ = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    return engine
  }

  /// 10 holds; 20 fails by 10 at least and 30 by 20, each against 10 alone.
  @Test func everyRelaxedConstraintComesWithThoseItContradicts() throws {
    var b = Builder()
    let box = b.item("box")
    b.add(box, .height, .equal, plus: 10)
    b.add(box, .height, .equal, plus: 20)
    b.add(box, .width, .equal, plus: 10)
    b.add(box, .width, .equal, plus: 20)
    b.add(box, .height, .equal, plus: 30)
    let found = try engine(b).diagnosis().unsatisfiable
    #expect(found.map(\.relaxed.name) == ["c1", "c3", "c4"])
    #expect(found.map { $0.members.map(\.name) } == [["c0", "c1"], ["c2", "c3"], ["c0", "c4"]])
    #expect(found.map(\.leastError) == [10, 10, 20])
    #expect(found[0].members.map(\.equation) == ["box.height == 10", "box.height == 20"])
    #expect(found[0].relaxed.source == .constraint(1))
  }

  /// 16 + 40 + 60 do not fit between the edges of a cell that is 100 points wide.
  @Test func environmentAndFixedSizesAreNamedWithTheirNumbers() throws {
    var b = Builder()
    let photo = b.item("photo", size: (40, 10))
    b.add(photo, .leading, .equal, (0, .leading), plus: 16)
    b.add(photo, .trailing, .equal, (0, .trailing), plus: -60)
    let found = try #require(try engine(b).diagnosis().unsatisfiable.first)
    #expect(found.relaxed.name == "c1")
    #expect(
      found.members.map(\.equation) == [
        "cell.width == 100", "photo.width == 40", "photo.leading == cell.leading + 16",
        "photo.trailing == cell.trailing - 60",
      ])
    #expect(found.leastError == 16)
  }

  /// Across both axes it is the joined system that is explained: 0.5 × 30 is more than 5.
  @Test func aContradictionAcrossTheAxesIsExplained() throws {
    var b = Builder()
    let photo = b.item("photo")
    b.add(photo, .leading, .equal, (0, .leading))
    b.add(photo, .top, .equal, (0, .top))
    b.add(photo, .bottom, .equal, (0, .bottom))
    b.add(photo, .width, .lessOrEqual, plus: 20)
    b.add(photo, .width, .equal, plus: 30)
    b.add(photo, .height, .lessOrEqual, plus: 5)
    b.add(photo, .height, .equal, (photo, .width), times: 0.5)
    let found = try engine(b).diagnosis().unsatisfiable
    #expect(found.map(\.relaxed.name) == ["c4"])
    #expect(found.first?.members.map(\.name) == ["c3", "c4"])
  }

  /// The box may lie anywhere along x; between the cell's edges nothing bounds it.
  @Test func anAmbiguityShowsTwoLayoutsThatDifferInTheFreeVariable() throws {
    var b = Builder()
    let box = b.item("box", size: (10, 10))
    b.add(box, .top, .equal, (0, .top))
    b.add(box, .leading, .greaterOrEqual, (0, .leading))
    b.add(box, .trailing, .lessOrEqual, (0, .trailing))
    let found = try #require(try engine(b).diagnosis().ambiguous.first)
    #expect(found.variable == "box.leading")
    #expect(found.item == box && found.attribute == .leading)
    // As far right as the cell is wide, less the box.
    #expect(found.solutions.map(\.value) == [0, 90])
    #expect(found.solutions.map(\.frames[box].x) == [0, 90])
    #expect(found.solutions.allSatisfy { $0.frames[box].width == 10 })
  }

  /// Any width from 10 to 20 costs the same sum; the first wish is met wholly.
  @Test func aTieNamesWhoPaysForIt() throws {
    var b = Builder()
    let box = b.item("box", size: (nil, 10))
    b.add(box, .leading, .equal, (0, .leading))
    b.add(box, .top, .equal, (0, .top))
    b.add(box, .width, .equal, plus: 10, at: 500)
    b.add(box, .width, .equal, plus: 20, at: 500)
    let found = try #require(try engine(b).diagnosis().ties.first)
    #expect(found.constraint.name == "c2" && found.constraint.priority.value == 500)
    #expect(found.rivals.map(\.name) == ["c3"])
  }

  /// After many layouts of one engine, the reasons and numbers are those of the last one.
  @Test func whatWasLaidOutBeforeDoesNotShowInTheReasons() throws {
    var b = Builder()
    let box = b.item("box", size: (10, nil))
    b.add(box, .leading, .greaterOrEqual, (0, .leading))
    b.add(box, .trailing, .lessOrEqual, (0, .trailing))
    b.add(box, .top, .equal, (0, .top))
    b.add(box, .height, .lessOrEqual, plus: 20)
    b.add(box, .height, .equal, plus: 30)
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    var sizing = FixedSizing(characters: [:])
    for step in 0..<12 {
      // Every third height fits.
      let wish = step % 3 == 0 ? 15.0 : 25 + Double(step)
      let width = 100 + Double(step)
      engine.setConstant(4, wish)
      _ = try engine.layout(width: width, grid: grid, sizing: &sizing)
      let found = engine.diagnosis()
      #expect(found.unsatisfiable.map(\.leastError) == (step % 3 == 0 ? [] : [wish - 20]))
      #expect(
        found.unsatisfiable.map { $0.members.map(\.name) } == (step % 3 == 0 ? [] : [["c3", "c4"]]))
      #expect(found.ambiguous.map { $0.solutions.map(\.value) } == [[0, width - 10]])
    }
  }

  @Test func aSoundCellHasNothingToTell() throws {
    var engine = LayoutEngine(LayoutPlan(feedCell(), direction: .leftToRight))
    var sizing = FixedSizing(characters: [:])
    _ = try engine.layout(width: 390, grid: grid, sizing: &sizing)
    let found = engine.diagnosis()
    #expect(found.unsatisfiable.isEmpty && found.ambiguous.isEmpty)
  }
}

@Suite struct FeedbackLoopTests {
  /// A text that is narrow in a wide view and wide in a narrow one, so that it never settles.
  private struct Fickle: ContentSizing {
    var asked = 0

    func unwrapped(item: Int) -> TextExtent { extent(70) }
    mutating func wrapped(item: Int, width: Double) -> TextExtent {
      asked += 1
      return extent(width > 60 ? 50 : 70)
    }
    func isSingleLine(item: Int) -> Bool { false }

    private func extent(_ width: Double) -> TextExtent {
      TextExtent(
        width: width, height: 20, firstBaseline: 15, lastBaselineFromBottom: 5,
        lines: LabelLines(count: 1, truncated: false))
    }
  }

  @Test(arguments: [(0, 50), (100, 100), (9_999, 1_000)])
  func aWidthThatAlternatesIsGivenUpAndNamed(_ asked: Int, _ clamped: Int) throws {
    var b = Builder()
    let note = b.item("note", .text)
    _ = b.item("rule", size: (10, 1))
    b.add(note, .leading, .equal, (0, .leading))
    b.add(note, .top, .equal, (0, .top))
    var engine = LayoutEngine(
      LayoutPlan(b.system, direction: .leftToRight), passLimit: asked)
    var sizing = Fickle()
    let error = #expect(throws: LayoutError.self) {
      _ = try engine.layout(
        width: 100, grid: PixelGrid(stepsPerPoint: 1), sizing: &sizing)
    }
    guard case .feedbackLoop(let loop) = error else {
      Issue.record("no loop but \(String(describing: error))")
      return
    }
    #expect(loop.passes == clamped && sizing.asked == clamped)
    #expect(loop.views == ["note"] && loop.item == note && loop.variable == "note.width")
    #expect(loop.values.sorted() == [50, 70])
    #expect(!loop.constraints.isEmpty)
    #expect(
      loop.constraints.allSatisfy {
        $0.source == .hugging(item: note, axis: .horizontal)
          || $0.source == .compression(item: note, axis: .horizontal)
      })
    #expect(error?.code == "CH0107")
  }
}

@Suite struct EngineChurnTests {
  /// Switching a group and setting a constant is a toggle and a change, never a teardown.
  @Test func anEngineOfATemplateOnlyTogglesAndChanges() throws {
    var b = Builder()
    let box = b.item("box", size: (10, nil))
    b.add(box, .leading, .equal, (0, .leading))
    b.add(box, .top, .equal, (0, .top), plus: 4)
    b.add(box, .height, .equal, plus: 20, group: 0)
    b.add(box, .height, .equal, plus: 30, group: 1)
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    var sizing = FixedSizing(characters: [:])
    let grid = PixelGrid(stepsPerPoint: 1)
    engine.setGroup(0, active: true)
    _ = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    let before = engine.snapshot()
    var churn = EngineChurn(items: b.items.count)
    engine.countChurn(since: before, in: &churn)
    #expect(churn.total.isEmpty)
    engine.setGroup(0, active: false)
    engine.setGroup(1, active: true)
    engine.setConstant(1, 5)
    _ = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    engine.countChurn(since: before, in: &churn)
    #expect(churn.total.toggled == 2 && churn.total.changed == 1)
    #expect(churn.total.added == 0 && churn.total.removed == 0)
    #expect(churn.byView[box] == churn.total)
  }
}

@Suite struct CostlyHabitTests {
  @Test func aRatioOverAnOpenWidthIsNamedAsWhatJoinsTheAxes() {
    var b = Builder()
    let photo = b.item("photo")
    b.add(photo, .leading, .equal, (0, .leading))
    b.add(photo, .trailing, .equal, (0, .trailing), at: 750)
    b.add(photo, .height, .equal, (photo, .width), times: 0.5, at: 999)
    b.add(photo, .height, .lessOrEqual, plus: 100)
    #expect(
      LayoutPlan(b.system, direction: .leftToRight).costlyHabits() == [
        .joinedAxes(constraint: 2, openItems: [photo])
      ])
    b.constraints[1].priority = .required
    #expect(LayoutPlan(b.system, direction: .leftToRight).costlyHabits() == [])
  }

  /// At 999 the trailing edge is relaxed before the text's own size, at 700 it is not.
  @Test func aTextWhoseWidthIsDecidedByAWishIsMeasuredTwiceForNothing() {
    for (priority, found) in [(1000, false), (999, true), (700, false)] {
      var b = Builder()
      let note = b.item("note", .text)
      b.add(note, .leading, .equal, (0, .leading))
      b.add(note, .trailing, .equal, (0, .trailing), at: priority)
      b.add(note, .top, .equal, (0, .top))
      let plan = LayoutPlan(b.system, direction: .leftToRight)
      #expect(
        plan.costlyHabits()
          == (found ? [.needlessUnwrappedWidth(item: note, decidedBy: 1)] : []))
    }
  }
}
