import FixedSizing
import LayoutPrimitives
import TestSupport
import Testing

@testable import AutoLayout

/// Short hand for the templates of these tests.
struct Builder {
  var items = [LayoutItem(name: "cell", parent: nil)]
  var constraints: [LayoutConstraint] = []
  var groups: [Int?] = []
  var groupCount = 0

  mutating func item(
    _ name: String, _ content: LayoutItem.Content = .none, size: (Double?, Double?) = (nil, nil),
    parent: Int = 0
  ) -> Int {
    items.append(
      LayoutItem(
        name: name, parent: parent, content: content, fixedWidth: size.0, fixedHeight: size.1))
    return items.count - 1
  }

  mutating func add(
    _ item: Int, _ attribute: Attribute, _ relation: Relation, _ second: (Int, Attribute)? = nil,
    times multiplier: Double = 1, plus constant: Double = 0, at priority: Int = 1000,
    group: Int? = nil
  ) {
    constraints.append(
      LayoutConstraint(
        name: "c\(constraints.count)", first: Anchor(item: item, attribute: attribute),
        relation: relation, multiplier: multiplier,
        second: second.map { Anchor(item: $0.0, attribute: $0.1) }, constant: constant,
        priority: Priority(priority) ?? .required))
    groups.append(group)
    groupCount = max(groupCount, (group ?? -1) + 1)
  }

  var system: LayoutSystem {
    LayoutSystem(items: items, constraints: constraints, groups: groups, groupCount: groupCount)
  }
}

/// The feed cell that peers' engines are measured with; frames by hand below.
func feedCell() -> LayoutSystem {
  var b = Builder()
  let avatar = b.item("avatar", size: (40, 40))
  let title = b.item("title", .text)
  let date = b.item("date", .text)
  let body = b.item("body", .text)
  let image = b.item("image", size: (nil, 100))
  let actions = b.item("actions", size: (nil, 32))
  let separator = b.item("separator", size: (nil, 1))
  b.add(avatar, .leading, .equal, (0, .leading), plus: 16)
  b.add(avatar, .top, .equal, (0, .top), plus: 12)
  b.add(title, .leading, .equal, (avatar, .trailing), plus: 12)
  b.add(title, .top, .equal, (avatar, .top))
  b.add(title, .trailing, .lessOrEqual, (0, .trailing), plus: -16)
  b.add(date, .leading, .equal, (title, .leading))
  b.add(date, .top, .equal, (title, .bottom), plus: 4)
  b.add(date, .trailing, .lessOrEqual, (0, .trailing), plus: -16)
  b.add(body, .leading, .equal, (avatar, .leading))
  b.add(body, .trailing, .equal, (0, .trailing), plus: -16)
  b.add(body, .top, .greaterOrEqual, (avatar, .bottom), plus: 8)
  b.add(body, .top, .greaterOrEqual, (date, .bottom), plus: 8)
  for (view, above) in [(image, body), (actions, image)] {
    b.add(view, .leading, .equal, (body, .leading))
    b.add(view, .trailing, .equal, (body, .trailing))
    b.add(view, .top, .equal, (above, .bottom), plus: 8)
  }
  b.add(separator, .leading, .equal, (avatar, .leading))
  b.add(separator, .trailing, .equal, (0, .trailing))
  b.add(separator, .top, .equal, (actions, .bottom), plus: 8)
  b.add(separator, .bottom, .equal, (0, .bottom))
  return b.system
}

@Suite struct LayoutEngineTests {
  let grid = PixelGrid(stepsPerPoint: 3)

  /// title of 6, date of 5, body of 100 characters in 358 points: 35 a line, 3 lines.
  @Test func aFeedCellHasTheFramesOneWritesByHand() throws {
    var engine = LayoutEngine(LayoutPlan(feedCell(), direction: .leftToRight))
    #expect(engine.plan.program == .axesApart)
    var sizing = FixedSizing(characters: [2: 6, 3: 5, 4: 100], lineLimit: [2: 1])
    let cell = try engine.layout(width: 390, grid: grid, sizing: &sizing)
    #expect(cell.caveats == [])
    #expect(cell.ties.isEmpty)
    #expect(
      cell.frames == [
        Rect(x: 0, y: 0, width: 390, height: 281),
        Rect(x: 16, y: 12, width: 40, height: 40),
        Rect(x: 68, y: 12, width: 60, height: 20),
        Rect(x: 68, y: 36, width: 50, height: 20),
        Rect(x: 16, y: 64, width: 358, height: 60),
        Rect(x: 16, y: 132, width: 358, height: 100),
        Rect(x: 16, y: 240, width: 358, height: 32),
        Rect(x: 16, y: 280, width: 374, height: 1),
      ])
  }

  @Test func rightToLeftIsTheMirrorImage() throws {
    var left = LayoutEngine(LayoutPlan(feedCell(), direction: .leftToRight))
    var right = LayoutEngine(LayoutPlan(feedCell(), direction: .rightToLeft))
    var sizing = FixedSizing(characters: [2: 60, 3: 5, 4: 99])
    let one = try left.layout(width: 320, grid: grid, sizing: &sizing)
    let two = try right.layout(width: 320, grid: grid, sizing: &sizing)
    for (first, second) in zip(one.frames, two.frames) {
      #expect(second.x == 320 - first.maxX)
      #expect(second.y == first.y && second.height == first.height)
    }
  }

  /// The photo keeps its ratio @999 within a required maximum height, and its trailing edge @750 is
  /// relaxed.
  ///
  /// Solving widths first would keep the edge and break the ratio.
  @Test func aRatioOverAnOpenWidthIsSolvedOverBothAxes() throws {
    var b = Builder()
    let photo = b.item("photo")
    b.add(photo, .leading, .equal, (0, .leading), plus: 16)
    b.add(photo, .trailing, .equal, (0, .trailing), plus: -16, at: 750)
    b.add(photo, .height, .equal, (photo, .width), times: 0.5, at: 999)
    b.add(photo, .height, .lessOrEqual, plus: 100)
    b.add(photo, .top, .equal, (0, .top))
    b.add(photo, .bottom, .equal, (0, .bottom))
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    #expect(engine.plan.program == .joined)
    var sizing = FixedSizing(characters: [:])
    let cell = try engine.layout(width: 390, grid: grid, sizing: &sizing)
    #expect(cell.frames[1] == Rect(x: 16, y: 0, width: 200, height: 100))
  }

  @Test func aRatioOverARequiredWidthIsAConstantOfTheHeights() throws {
    var b = Builder()
    let photo = b.item("photo")
    b.add(photo, .leading, .equal, (0, .leading), plus: 16)
    b.add(photo, .trailing, .equal, (0, .trailing), plus: -16)
    b.add(photo, .height, .equal, (photo, .width), times: 0.5, at: 999)
    b.add(photo, .top, .equal, (0, .top))
    b.add(photo, .bottom, .equal, (0, .bottom))
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    #expect(engine.plan.program == .axesApart)
    var sizing = FixedSizing(characters: [:])
    for (width, multiplier) in [(390.0, 0.5), (320, 0.5), (320, 0.25)] {
      engine.setMultiplier(2, multiplier)
      let cell = try engine.layout(width: width, grid: grid, sizing: &sizing)
      #expect(cell.frames[0].height == (width - 32) * multiplier)
    }
  }

  @Test func groupsAreSwitchedAndLabelQuestionsSettleAgain() throws {
    var b = Builder()
    let text = b.item("body", .text)
    b.add(text, .leading, .equal, (0, .leading))
    b.add(text, .top, .equal, (0, .top))
    b.add(text, .trailing, .equal, (0, .trailing))
    b.add(text, .bottom, .equal, (0, .bottom), group: 0)
    b.add(text, .bottom, .equal, (0, .bottom), plus: -30, group: 1)
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    var sizing = FixedSizing(characters: [1: 30])
    for expected in [40.0, 40] {
      engine.setGroup(0, active: true)
      engine.setGroup(1, active: false)
      let cell = try engine.layout(width: 200, grid: grid, sizing: &sizing)
      #expect(cell.frames[0].height == expected)
    }
    engine.setGroup(0, active: false)
    let cell = try engine.layout(width: 100, grid: grid, sizing: &sizing) { texts in
      [GroupSwitch(group: 1, isActive: texts[1].lines.count > 2)]
    }
    #expect(cell.frames[0].height == 60 + 30)
  }

  @Test func whatWasLaidOutBeforeNeverShows() throws {
    var random = TestRandom(seed: 11)
    let plan = LayoutPlan(feedCell(), direction: .leftToRight)
    var longLived = LayoutEngine(plan)
    for _ in 0..<200 {
      var sizing = FixedSizing(
        characters: [
          2: Int(random.next() % 50), 3: Int(random.next() % 30), 4: Int(random.next() % 500),
        ], lineLimit: [2: 2, 4: 6])
      let width = [320.0, 375, 390, 430][Int(random.next() % 4)]
      var fresh = LayoutEngine(plan)
      let one = try longLived.layout(width: width, grid: grid, sizing: &sizing)
      let two = try fresh.layout(width: width, grid: grid, sizing: &sizing)
      #expect(one == two)
    }
    #expect(longLived.statistics.coldSolves <= 2)
  }

  @Test func aConflictIsRelaxedByDocumentOrderAndNamed() throws {
    var b = Builder()
    let box = b.item("box", size: (nil, 50))
    b.add(box, .top, .equal, (0, .top))
    b.add(box, .leading, .equal, (0, .leading))
    b.add(box, .trailing, .equal, (0, .trailing))
    b.add(box, .bottom, .equal, (0, .bottom))
    b.add(box, .height, .equal, plus: 70)
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .leftToRight))
    var sizing = FixedSizing(characters: [:])
    let cell = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    #expect(cell.frames[0].height == 50)
    #expect(cell.relaxed == ["c4"])
    #expect(cell.caveats == .relaxed)
  }

  @Test func aViewWithoutPositionIsAmbiguousAndGoesToTheTopLeading() throws {
    var b = Builder()
    let box = b.item("box", size: (10, 10))
    b.add(box, .top, .equal, (0, .top), plus: 4)
    b.add(box, .bottom, .equal, (0, .bottom))
    var engine = LayoutEngine(LayoutPlan(b.system, direction: .rightToLeft))
    var sizing = FixedSizing(characters: [:])
    let cell = try engine.layout(width: 100, grid: grid, sizing: &sizing)
    #expect(cell.caveats == .ambiguous)
    #expect(cell.ambiguous == "box.leading")
    #expect(cell.frames[1] == Rect(x: 90, y: 4, width: 10, height: 10))
  }
}
