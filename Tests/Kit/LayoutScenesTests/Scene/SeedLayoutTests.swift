import LayoutScenes
import FixedSizing
import AutoLayout
import LayoutPrimitives
import TestSupport
import Testing

/// Layouts described in the talks and articles that this engine follows, by their names.
@Suite struct SeedLayoutTests {
  /// "A multi-line label on the left, and a single-line label on the right", which hugs and
  /// resists.
  ///
  /// The left one has at most two lines. Letters are 10 × 20 points.
  @Test func linkedInsTwoLabels() throws {
    var scene = LayoutScene()
    let left = try scene.addItem("left", content: .text)
    let right = try scene.addItem("right", content: .text) {
      $0.hugging.horizontal = .at(999)
      $0.compression.horizontal = .at(999)
    }
    try scene.add { root in
      left.leading == root.leading + 10
      left.top == root.top + 10
      right.leading == left.trailing + 10
      right.trailing == root.trailing - 10
      right.firstBaseline == left.firstBaseline
      left.bottom <= root.bottom - 10
      right.bottom <= root.bottom - 10
    }
    for (leftCount, rightCount, expected) in [
      // 300 - 30 - 50 for the left one: 22 letters a line, two lines for 40.
      (
        40, 5,
        [Rect(x: 10, y: 10, width: 220, height: 40), Rect(x: 240, y: 10, width: 50, height: 20)]
      ),
      // Truncated after two lines.
      (
        90, 5,
        [Rect(x: 10, y: 10, width: 220, height: 40), Rect(x: 240, y: 10, width: 50, height: 20)]
      ),
      // One line is enough, and the right one still has its content's width.
      (
        8, 12,
        [Rect(x: 10, y: 10, width: 150, height: 20), Rect(x: 170, y: 10, width: 120, height: 20)]
      ),
    ] {
      var sizing = FixedSizing(
        characters: [1: leftCount, 2: rightCount], lineLimit: [1: 2, 2: 1])
      let layout = try scene.layout(width: 300, sizing: &sizing)
      #expect([layout[left], layout[right]] == expected)
      #expect(layout.caveats == [])
    }
    #expect(scene.enginesCreated == 1)
  }

  /// Panda's relative system: each view has four required inequalities and two strong equalities to
  /// earlier views.
  ///
  /// Here the equalities can all be met, so each view is exactly at their position.
  @Test(arguments: [10, 20, 40, 80])
  func pandasRelativeSystem(_ count: Int) throws {
    var random = TestRandom(seed: UInt64(count))
    var scene = LayoutScene()
    var views: [SceneItem] = []
    var expected: [Rect] = []
    for index in 0..<count {
      let view = try scene.addItem("v\(index)") { ($0.fixedWidth, $0.fixedHeight) = (20, 10) }
      let left = index == 0 ? scene.root : views[Int(random.next() % UInt64(index))]
      let above = index == 0 ? scene.root : views[Int(random.next() % UInt64(index))]
      let right = Double(random.next() % 8)
      let down = Double(random.next() % 8)
      try scene.add { root in
        view.left >= root.left
        view.top >= root.top
        view.left >= left.left
        view.top >= above.top
        view.left == left.left + right ~ 750
        view.top == above.top + down ~ 750
      }
      let x = index == 0 ? 0 : expected[views.firstIndex(of: left) ?? 0].x
      let y = index == 0 ? 0 : expected[views.firstIndex(of: above) ?? 0].y
      expected.append(Rect(x: x + right, y: y + down, width: 20, height: 10))
      views.append(view)
    }
    let layout = try scene.layout(width: 1_000)
    #expect(views.map { layout[$0] } == expected)
    #expect(layout.relaxed.isEmpty && layout.ambiguous == nil)
  }

  /// Panda's nested system: each view is 1 inside the previous one; one constant moves them all.
  @Test(arguments: [10, 20, 40, 80])
  func pandasNestedSystem(_ count: Int) throws {
    var scene = LayoutScene()
    var outer = scene.root
    var views: [SceneItem] = []
    var first: ConstraintID?
    for index in 0..<count {
      let view = try scene.addItem("v\(index)", in: outer)
      let inset = try scene.add(view.left == outer.left + 1)
      first = first ?? inset
      try scene.add {
        _ in
        view.top == outer.top + 1
        view.right == outer.right - 1
        view.bottom == outer.bottom - 1
      }
      views.append(view)
      outer = view
    }
    let top = try #require(first)
    for inset in [1.0, 5, 2.5] {
      try scene.setConstant(top, inset)
      let layout = try scene.layout(width: 400, height: 300)
      for (index, view) in views.enumerated() {
        let depth = Double(index + 1)
        let left = inset + depth - 1
        #expect(
          layout[view]
            == Rect(x: left, y: depth, width: 400 - depth - left, height: 300 - 2 * depth))
      }
      #expect(layout.caveats == [])
    }
    #expect(scene.enginesCreated == 1)
  }

  /// A text that is 60 wide when it is measured at more than 80, and 100 at less.
  private struct Alternating: ContentSizing {
    func unwrapped(item: Int) -> TextExtent { extent(100) }
    func wrapped(item: Int, width: Double) -> TextExtent { extent(width > 80 ? 60 : 100) }
    func isSingleLine(item: Int) -> Bool { false }

    private func extent(_ width: Double) -> TextExtent {
      TextExtent(
        width: width, height: 20, firstBaseline: 15, lastBaselineFromBottom: 5,
        lines: LabelLines(count: 1, truncated: false))
    }
  }

  @Test(arguments: [(100, 100), (1, 50), (70, 70), (5_000, 1_000)])
  func aRealLoopIsCaughtByTheGuardWithItsViews(_ limit: Int, _ passes: Int) throws {
    var scene = LayoutScene(passLimit: limit)
    let loop = try scene.addItem("loop", content: .text)
    let still = try scene.addItem("still")
    try scene.add { root in
      loop.leading == root.leading
      loop.top == root.top
      loop.trailing <= root.trailing
      still.leading == root.leading
      still.width == 10
      still.top == loop.bottom
      still.bottom == root.bottom
    }
    var sizing = Alternating()
    let error = #expect(throws: SceneError.self) {
      try scene.layout(width: 300, sizing: &sizing)
    }
    guard case .layout(.feedbackLoop(let found)) = error else {
      Issue.record("no feedback loop but \(String(describing: error))")
      return
    }
    #expect(found.passes == passes)
    #expect(found.views == ["loop"])
    #expect(found.variable == "loop.width")
    #expect(found.values.sorted() == [60, 100])
    #expect(found.constraints.contains { $0.name == "compression resistance of loop.width" })
  }

  @Test func aLoopNamesTheConstraintsOfTheScene() throws {
    var scene = LayoutScene()
    let loop = try scene.addItem("loop", content: .text) {
      $0.hugging = ContentPriorities(both: .at(1))
      $0.compression = ContentPriorities(both: .at(1))
    }
    let driver = try scene.addItem("driver", content: .text)
    try scene.add { root in
      for item in [loop, driver] {
        item.leading == root.leading
        item.top == root.top
      }
      loop.width == driver.width
    }
    var sizing = Alternating()
    let error = #expect(throws: SceneError.self) {
      try scene.layout(width: 300, sizing: &sizing)
    }
    guard case .layout(.feedbackLoop(let found)) = error else {
      Issue.record("no feedback loop but \(String(describing: error))")
      return
    }
    #expect(found.variable == "loop.width")
    #expect(found.constraints.contains { $0.name == "loop.width == driver.width" })
  }
}
