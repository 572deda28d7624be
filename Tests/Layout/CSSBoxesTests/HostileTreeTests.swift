import LayoutPrimitives
import Testing

@testable import CSSBoxes

/// Trees that are deep or wide, and the work that their layout takes.
@Suite struct HostileTreeTests {
  /// A tree in which each box has one box inside, and the last one a text.
  private static func deep(_ depth: Int, _ style: (Int) -> BoxStyle) -> [CSSBox] {
    var boxes: [CSSBox] = []
    for index in 0..<depth {
      var box = CSSBox(style: style(index), parent: index > 0 ? index - 1 : nil)
      if index + 1 < depth { box.children = [index + 1] }
      boxes.append(box)
    }
    boxes[depth - 1].content = .lines(AhemText("ab"))
    return boxes
  }

  private static func steps(_ boxes: [CSSBox]) -> (steps: Int, root: BoxFrame?) {
    var engine = BoxEngine(CSSBoxTree(boxes), stepLimit: 10_000_000)
    let width = LayoutUnit(300.0)
    engine.layOut(0, in: BoxSpace(width: width, percentWidth: width, widthMode: .fixed))
    return (engine.steps, engine.frames[0])
  }

  @Test(arguments: [
    "", "display: flex", "display: flex; flex-direction: column", "display: flex; flex-wrap: wrap",
    "display: flex; align-items: center; min-width: min-content", "height: 50%; aspect-ratio: 2",
    "display: flex; flex: 1 1 50%; max-height: 80%", "width: fit-content; margin: 1px",
    "position: absolute; inset: 1px", "display: inline-flex; min-width: 1%; flex: 1",
  ])
  func theWorkIsLinearInTheDepth(style: String) throws {
    func work(_ depth: Int) throws -> Int {
      var reader = BoxStyleReader(BoxStyle())
      for declaration in style.split(separator: ";") {
        let parts = declaration.split(separator: ":").map { $0.trimmingSpaces }
        _ = try reader.set(parts[0], to: CSSValue(parts[1]))
      }
      let (steps, root) = Self.steps(
        Self.deep(depth) { $0 == 0 ? BoxStyle() : reader.style })
      #expect(root != nil)
      return steps
    }
    // Templates have at most 100 elements inside one another.
    let (half, whole) = (try work(60), try work(120))
    // Twice the work, and a margin for spaces that occur only at a greater depth.
    #expect(whole <= 2 * half + half / 2, "\(half) steps, \(whole) for twice the depth")
  }

  @Test(arguments: [(BoxStyle.Display.block, 10_000), (.flex, 100_000)])
  func manyChildrenAreLaidOut(display: BoxStyle.Display, count: Int) {
    var root = BoxStyle()
    root.display = display
    root.flexWrap = .wrap
    var child = BoxStyle()
    child.width = .length(.pixels(10))
    child.height = .length(.pixels(1))
    var boxes = [CSSBox(style: root)]
    boxes[0].children = Array(1...count)
    boxes += repeatElement(CSSBox(style: child, parent: 0), count: count)
    let (steps, frame) = Self.steps(boxes)
    #expect(steps < 10 * count)
    let lines = display == .block ? count : (count + 29) / 30
    #expect(frame?.height == LayoutUnit(Double(lines)))
  }

  /// A box that keeps its natural height is laid out once, unless its width follows from the height.
  ///
  /// Source of the frames: Chromium 156.
  @Test(arguments: [(nil, 0.0, 60.0), (0.6, 12.0, 54.0)] as [(Double?, Double, Double)])
  func naturalHeightsAreNotLaidOutAgain(ratio: Double?, width: Double, left: Double) {
    var root = BoxStyle()
    root.display = .flex
    root.flexDirection = .column
    var item = BoxStyle()
    item.alignSelf = SelfAlignment(.center)
    item.aspectRatio = ratio.map { BoxStyle.AspectRatio(width: $0, height: 1) }
    var inside = BoxStyle()
    inside.height = .length(.pixels(20))
    var boxes = [
      CSSBox(style: root), CSSBox(style: item, parent: 0), CSSBox(style: inside, parent: 1),
    ]
    (boxes[0].children, boxes[1].children) = ([1], [2])
    var engine = BoxEngine(CSSBoxTree(boxes), stepLimit: 1_000)
    let space = LayoutUnit(120.0)
    engine.layOut(0, in: BoxSpace(width: space, percentWidth: space, widthMode: .fixed))
    #expect(engine.frames[1]?.width == LayoutUnit(width))
    #expect(engine.frames[1]?.x == LayoutUnit(left))
    #expect(engine.frames[1]?.height == LayoutUnit(20.0))
  }

  @Test func aLimitOfStepsEndsTheLayout() {
    let boxes = Self.deep(500) { _ in BoxStyle() }
    var memory = LayoutMemory()
    let layout = CSSLayout(CSSBoxTree(boxes), width: 100, stepLimit: 100, memory: &memory)
    #expect(layout == nil)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
