import BoxLayouts
import LayoutPrimitives
import TestSupport
import Testing

@Suite("What holds for every tree of boxes")
struct LayoutPropertyTests {
  private static let lengths: [Double] = [0, 1, 2.5, 7, 10, 20, 33, 50, 100]
  private static let absurd: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, .leastNonzeroMagnitude, 1e300, .greatestFiniteMagnitude, 5,
  ]

  @Test("A box is never larger than the available size", arguments: 0..<UInt64(300))
  func size(seed: UInt64) {
    var layouts = TestLayouts(seed: seed, numbers: Self.lengths)
    let layout = layouts.tree(depth: 4)
    for room in [Size.zero, Size(width: 50, height: 20), Size(width: 200, height: .infinity)] {
      let size = layout.measurement(within: room).size
      #expect(size.width <= room.width && size.height <= room.height, "\(size) in \(room)")
      #expect(size.width >= 0 && size.height >= 0)
    }
  }

  @Test("Every box is inside the one around it", arguments: 0..<UInt64(300))
  func inside(seed: UInt64) {
    var layouts = TestLayouts(seed: seed, numbers: Self.lengths)
    let layout = layouts.tree(depth: 4)
    for (width, height) in [(nil, nil), (100, nil), (320, 40), (15, 15)] as [(Double?, Double?)] {
      check(layout.arrangement(width: width, height: height))
    }
    // A space that is smaller than the measured size.
    let measured = layout.measurement(within: Size(width: 300, height: 300))
    check(
      layout.arrangement(within: Rect(x: 5, y: 5, width: 40, height: 40), measurement: measured))
  }

  private func check(_ arrangement: LayoutArrangement) {
    for sublayout in arrangement.sublayouts {
      let frame = sublayout.frame
      #expect(frame.x >= 0 && frame.y >= 0 && frame.width >= 0 && frame.height >= 0, "\(frame)")
      #expect(
        frame.maxX <= arrangement.frame.width + 1e-9,
        "\(arrangement.view?.tag ?? -1) > \(sublayout.view?.tag ?? -1) \(frame) in \(arrangement.frame)"
      )
      #expect(
        frame.maxY <= arrangement.frame.height + 1e-9,
        "\(arrangement.view?.tag ?? -1) > \(sublayout.view?.tag ?? -1) \(frame) in \(arrangement.frame)"
      )
      check(sublayout)
    }
  }

  @Test("From right to left every view is at the mirrored place", arguments: 0..<UInt64(100))
  func mirrored(seed: UInt64) {
    var layouts = TestLayouts(seed: seed, numbers: Self.lengths)
    let arrangement = layouts.tree(depth: 4).arrangement(origin: Point(x: 30, y: 0), width: 200)
    let left = arrangement.views()
    let right = arrangement.views(.rightToLeft)
    #expect(left.count == right.count)
    for (one, other) in zip(left, right) {
      let middle = arrangement.frame.x + arrangement.frame.maxX
      #expect(abs(one.frame.x + other.frame.maxX - middle) < 1e-9)
      #expect(one.frame.y == other.frame.y && one.parent == other.parent)
    }
  }

  @Test("The lists of views and the tree of arrangements agree", arguments: 0..<UInt64(50))
  func views(seed: UInt64) {
    var layouts = TestLayouts(seed: seed, numbers: Self.lengths)
    let arrangement = layouts.tree(depth: 4).arrangement(width: 200)
    var expected: [Rect] = []
    func collect(_ arrangement: LayoutArrangement, _ x: Double, _ y: Double) {
      var frame = arrangement.frame
      frame.x += x
      frame.y += y
      if arrangement.view != nil { expected.append(frame) }
      for sublayout in arrangement.sublayouts { collect(sublayout, frame.x, frame.y) }
    }
    collect(arrangement, 0, 0)
    let views = arrangement.views()
    #expect(views.map(\.frame) == expected)
    for (index, view) in views.enumerated() {
      #expect(view.parent.map { $0 < index } ?? true)
    }
  }

  @Test("Every box is measured at most once", arguments: 0..<UInt64(100))
  func measuredOnce(seed: UInt64) {
    var layouts = TestLayouts(seed: seed, numbers: Self.lengths)
    let layout = layouts.tree(depth: 5)
    _ = layout.arrangement(width: 300)
    #expect(layouts.counter.value <= layouts.leaves)
  }

  @Test("Numbers without a meaning never trap, and no size is NaN", arguments: 0..<UInt64(300))
  func absurd(seed: UInt64) {
    var layouts = TestLayouts(seed: seed, numbers: Self.absurd)
    let layout = layouts.tree(depth: 4)
    for width in Self.absurd {
      let measured = layout.measurement(within: Size(width: width, height: 100))
      #expect(measured.size.width >= 0 && measured.size.height >= 0)
      for height in Self.absurd {
        _ = layout.arrangement(
          origin: Point(x: width, y: height), width: width, height: height
        ).views(.rightToLeft)
        _ = layout.arrangement(
          within: Rect(x: width, y: 0, width: height, height: width), measurement: measured)
      }
    }
  }

  @Test("A measurement of another tree is harmless")
  func foreignMeasurement() {
    let stack = StackLayout(
      axis: .vertical, distribution: .fillEqualSpacing,
      sublayouts: [box("a", 1, 1), label("b", "b")])
    let flow = FlowLayout(columns: 2, sublayouts: [spring("c"), spring("d"), spring("e")])
    let room = Rect(x: 0, y: 0, width: 10, height: 10)
    let size = Size(width: 10, height: 10)
    for one in [stack, flow, box("f", 1, 1)] as [any Layout] {
      for other in [stack, flow, box("f", 1, 1)] as [any Layout] {
        _ = one.arrangement(within: room, measurement: other.measurement(within: size)).views()
      }
    }
  }

  @Test("Boxes beyond the limit of nesting are left out, shown and hidden")
  func nesting() {
    func nested(_ depth: Int) -> any Layout {
      var layout: any Layout = box("innermost", 10, 10)
      for _ in 1..<depth {
        layout = InsetLayout(inset: 1, view: ViewDescription(), sublayout: layout)
      }
      return layout
    }
    let limit = MeasuringPass.nestingLimit
    let room = Size(width: Double.infinity, height: .infinity)
    #expect(limit == 500)
    #expect(nested(limit).measurement(within: room).leftOut == 0)
    #expect(nested(limit).arrangement().frame("innermost") == [499, 499, 10, 10])
    for depth in [limit + 1, 2_000] {
      let layout = nested(depth)
      #expect(layout.measurement(within: room).leftOut == 1)
      #expect(layout.arrangement().views().count == limit)
      #expect(layout.arrangement().frame == Rect(x: 0, y: 0, width: 1000, height: 1000))
      #expect(layout.hidden().arrangement(width: 10).views().count == limit)
    }
  }

  @Test("A wide tree is laid out in time that grows with its boxes")
  func linear() {
    func time(_ count: Int) -> Double {
      let stack = StackLayout(
        axis: .vertical, spacing: 1,
        sublayouts: (0..<count).map { index in
          LabelLayout(
            text: BlockText("text"), flexibility: Flexibility(horizontal: 0, vertical: -index))
        })
      return (0..<3).map { _ in
        processorTime { #expect(stack.arrangement(width: 100).views().count == count) }
      }.min() ?? 0
    }
    #expect(time(16_000) < 40 * max(time(2_000), 1e-4), "eight times the boxes")
  }
}
