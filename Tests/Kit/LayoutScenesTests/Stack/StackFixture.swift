import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// Three views of 30 × 10, 50 × 20 and 20 × 40 in a stack of 220 × 60; on its side when vertical.
struct StackFixture {
  var scene: LayoutScene
  let stack: SceneItem
  let views: [SceneItem]
  let id: StackID

  /// A stack at the root's top leading corner; its size is required if it is given.
  init(
    _ arrangement: StackArrangement, width: Double? = 220, height: Double? = 60,
    direction: LayoutDirection = .leftToRight, configure: (inout ItemTraits) -> Void = { _ in },
    arrange: (inout StackArrangement, [SceneItem]) -> Void = { _, _ in }
  ) throws {
    scene = LayoutScene(direction: direction)
    let isVertical = arrangement.axis == .vertical
    stack = try scene.addItem("stack") {
      $0.fixedWidth = isVertical ? height : width
      $0.fixedHeight = isVertical ? width : height
      configure(&$0)
    }
    let sizes = [(30.0, 10.0), (50, 20), (20, 40)]
    var views: [SceneItem] = []
    for (name, (length, across)) in zip(["a", "b", "c"], sizes) {
      let view = try scene.addItem(name, in: stack, content: .intrinsic)
      try scene.setIntrinsic(
        view, width: isVertical ? across : length, height: isVertical ? length : across)
      views.append(view)
    }
    self.views = views
    let stack = stack
    try scene.add { root in
      stack.leading == root.leading
      stack.top == root.top
      stack.bottom <= root.bottom
    }
    var arrangement = arrangement
    arrange(&arrangement, views)
    id = try scene.addStack(stack, arranging: views, arrangement)
  }

  mutating func frames() throws -> [Rect] {
    let layout = try scene.layout(width: 300)
    return views.map { layout[$0] }
  }
}
