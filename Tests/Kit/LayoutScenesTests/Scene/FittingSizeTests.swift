import LayoutScenes
import FixedSizing
import AutoLayout
import LayoutPrimitives
import TestSupport
import Testing

@Suite struct FittingSizeTests {
  /// A button of 60 × 20 in a root that keeps 10 points around it and is at most 300 wide.
  private func button() throws -> LayoutScene {
    var scene = LayoutScene()
    let button = try scene.addItem("button", content: .intrinsic)
    try scene.setIntrinsic(button, width: 60, height: 20)
    try scene.add { root in
      button.leading == root.leading + 10
      button.trailing == root.trailing - 10
      button.top == root.top + 10
      button.bottom == root.bottom - 10
      root.width <= 300
    }
    return scene
  }

  @Test func compressedIsAsSmallAsContentsResist() throws {
    var scene = try button()
    #expect(try scene.systemLayoutSizeFitting(.compressed) == Size(width: 80, height: 40))
  }

  /// Hugging at 250 outranks the target at 50, so the button keeps its content's size.
  @Test func expandedStopsWhereHuggingHolds() throws {
    var scene = try button()
    #expect(try scene.systemLayoutSizeFitting(.expanded) == Size(width: 80, height: 40))
  }

  /// At 500 the target outranks hugging at 250, not the required width of at most 300.
  @Test func aStrongerTargetStretches() throws {
    var scene = try button()
    let size = try scene.systemLayoutSizeFitting(
      .expanded, horizontalPriority: .at(500), verticalPriority: .at(500))
    #expect(size == Size(width: 300, height: 10_000))
    let squeezed = try scene.systemLayoutSizeFitting(
      .size(Size(width: 50, height: 25)), horizontalPriority: .at(500),
      verticalPriority: .at(800))
    #expect(squeezed == Size(width: 80, height: 25))
  }

  /// At the priority of hugging the target comes first in document order and wins the tie.
  @Test func aTargetStandsBeforeTheItemsInTheDocument() throws {
    var scene = try button()
    let size = try scene.systemLayoutSizeFitting(
      .size(Size(width: 200, height: 100)), horizontalPriority: .defaultHugging,
      verticalPriority: .defaultHugging)
    #expect(size == Size(width: 200, height: 100))
  }

  /// A text of 40 characters of 10 × 20 points: 400 wide on one line, 200 given.
  @Test func aRequiredWidthWrapsTextAndAsksForTheHeight() throws {
    var scene = LayoutScene()
    let text = try scene.addItem("text", content: .text)
    try scene.add { root in
      text.leading == root.leading
      text.trailing == root.trailing
      text.top == root.top
      text.bottom == root.bottom
    }
    var sizing = FixedSizing(characters: [1: 40])
    let tall = try scene.systemLayoutSizeFitting(
      .size(Size(width: 200, height: 0)), horizontalPriority: .required, sizing: &sizing)
    #expect(tall == Size(width: 200, height: 40))
    let wide = try scene.systemLayoutSizeFitting(.compressed, sizing: &sizing)
    #expect(wide == Size(width: 400, height: 20))
    let layout = try scene.layout(width: 100, sizing: &sizing)
    #expect(layout.size == Size(width: 100, height: 80))
    #expect(scene.enginesCreated == 2)
  }

  @Test func theLongLivedEngineAgreesWithAFreshOne() throws {
    var random = TestRandom(seed: 3)
    var scene = try button()
    let badge = try scene.addItem("badge", content: .intrinsic)
    let button = try #require(scene.item(named: "button"))
    try scene.add { root in
      badge.leading >= button.leading ~ 700
      badge.trailing == root.trailing
      badge.top == button.bottom / 2
      badge.bottom <= root.bottom
      badge.height == 0.5 * badge.width ~ 400
    }
    let targets: [FittingTarget] = [
      .compressed, .expanded, .size(Size(width: 120, height: 90)),
    ]
    let priorities: [Priority] = [.fitting, .at(250), .at(750), .at(999), .required]
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(random.next() % UInt64(values.count))]
    }
    let unused = scene
    for _ in 0..<150 {
      let (width, height) = (Double(random.next() % 90), Double(random.next() % 90))
      try scene.setIntrinsic(badge, width: width, height: height)
      var other = unused
      try other.setIntrinsic(badge, width: width, height: height)
      let target = pick(targets)
      let horizontal = pick(priorities)
      let vertical = pick(priorities)
      let fast = try scene.systemLayoutSizeFitting(
        target, horizontalPriority: horizontal, verticalPriority: vertical)
      let fresh = try other.systemLayoutSizeFitting(
        target, horizontalPriority: horizontal, verticalPriority: vertical)
      #expect(fast == fresh)
    }
    // One with a given width, and one for each set of priorities met.
    #expect(scene.enginesCreated <= 1 + 4)
  }
}
