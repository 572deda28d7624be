import BoxLayouts
import LayoutPrimitives
import Testing

@Suite("Animation between two arrangements")
struct LayoutAnimationTests {
  private func view(
    _ id: String?, _ frame: Rect, in parent: Int? = nil, _ content: ViewDescription.Content = .plain
  ) -> ArrangedView {
    ArrangedView(
      view: ViewDescription(reuseID: id, content: content), parent: parent, frame: frame)
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  private func names(_ views: [AnimatedView]) -> [String?] { views.map(\.view.reuseID) }

  @Test("A box of 50 × 50 becomes one of 25 × 25")
  func box() {
    let id = ViewDescription(reuseID: "box")
    let animation = LayoutAnimation(
      from: SizeLayout(width: 50, height: 50, view: id).arrangement(),
      to: SizeLayout(width: 25, height: 25, view: id).arrangement())
    #expect(animation.views(at: 0).map(\.frame) == [rect(0, 0, 50, 50)])
    #expect(animation.views(at: 0.5).map(\.frame) == [rect(0, 0, 37.5, 37.5)])
    #expect(animation.views(at: 1).map(\.frame) == [rect(0, 0, 25, 25)])
    #expect(animation.views(at: 0.5).map(\.opacity) == [1])
    #expect(animation.apply() == animation.views(at: 1))
  }

  /// Two grey squares move from left to right and the lower one shrinks.
  ///
  /// The red one grows, and moves from the upper to the lower square.
  private var squares: LayoutAnimation {
    LayoutAnimation(
      from: [
        view("upper", rect(0, 0, 100, 100)), view("red", rect(10, 10, 20, 20), in: 0),
        view("lower", rect(0, 120, 100, 100)),
      ],
      to: [
        view("upper", rect(200, 0, 100, 100)), view("lower", rect(200, 120, 60, 60)),
        view("red", rect(210, 130, 40, 40), in: 1),
      ])
  }

  @Test("A view that changes its parent belongs to the new one at once and does not jump")
  func reparenting() {
    let begin = squares.views(at: 0)
    #expect(names(begin) == ["upper", "lower", "red"])
    #expect(begin.map(\.parent) == [nil, nil, 1])
    // The red square has its former position: in the upper square, 110 above its new parent.
    #expect(begin[2].frame == rect(10, 10, 20, 20))
    #expect(begin[2].frameInParent == rect(10, -110, 20, 20))
    let middle = squares.views(at: 0.5)
    #expect(
      middle.map(\.frame) == [
        rect(100, 0, 100, 100), rect(100, 120, 80, 80), rect(110, 70, 30, 30),
      ])
    #expect(middle[2].frameInParent == rect(10, -50, 30, 30))
    let end = squares.views(at: 1)
    #expect(end[2].frame == rect(210, 130, 40, 40))
    #expect(end[2].frameInParent == rect(10, 10, 40, 40))
  }

  @Test("Every frame moves in equal steps, also that of a view that changes its parent")
  func continuity() {
    let steps = 64
    var last = squares.views(at: 0)
    for step in 1...steps {
      let now = squares.views(at: Double(step) / Double(steps))
      #expect(now[0].frame.x - last[0].frame.x == 200 / Double(steps))
      #expect(now[1].frame.width - last[1].frame.width == -40 / Double(steps))
      #expect(now[2].frame.x - last[2].frame.x == 200 / Double(steps))
      #expect(now[2].frame.y - last[2].frame.y == 120 / Double(steps))
      #expect(now[2].frame.height - last[2].frame.height == 20 / Double(steps))
      last = now
    }
  }

  @Test("A view that appears or vanishes fades and moves with the view that contains it")
  func fading() {
    let animation = LayoutAnimation(
      from: [
        view("card", rect(0, 0, 100, 50)), view("title", rect(8, 8, 84, 20), in: 0),
        view("badge", rect(80, 8, 12, 12), in: 0), view("dot", rect(82, 10, 4, 4), in: 2),
        view("ad", rect(0, 60, 100, 10)),
      ],
      to: [
        view("card", rect(0, 100, 100, 90)), view("title", rect(8, 108, 84, 20), in: 0),
        view("text", rect(8, 130, 84, 40), in: 0),
      ])
    let middle = animation.views(at: 0.25)
    // A view that disappears is on the view that contained it, and the rest of the card covers it.
    #expect(names(middle) == ["ad", "card", "badge", "dot", "title", "text"])
    #expect(middle.map(\.parent) == [nil, nil, 1, 2, 1, 1])
    #expect(middle.map(\.opacity) == [0.75, 1, 0.75, 0.75, 1, 0.25])
    // A quarter of the card's 100 points down.
    #expect(middle.map(\.frame.y) == [60, 25, 33, 35, 33, 55])
    #expect(animation.moves.map(\.before) == [4, 0, 2, 3, 1, nil])
    #expect(animation.moves.map(\.after) == [nil, 0, nil, nil, 1, 2])
    #expect(names(animation.apply()) == ["card", "title", "text"])
    #expect(animation.apply().map(\.parent) == [nil, 0, 0])
    #expect(animation.apply().allSatisfy { $0.opacity == 1 })
  }

  @Test("Views without an id are not matched, and of an id's views only the first")
  func identity() {
    let animation = LayoutAnimation(
      from: [
        view(nil, rect(0, 0, 1, 1)), view("a", rect(0, 0, 2, 2)), view("a", rect(0, 0, 3, 3)),
      ],
      to: [
        view("a", rect(9, 0, 2, 2)), view("b", rect(0, 0, 4, 4)),
        view("b", rect(0, 0, 5, 5)), view("b", rect(0, 0, 6, 6)), view(nil, rect(0, 0, 1, 1)),
      ])
    #expect(animation.repeatedIDs == ["a", "b"])
    #expect(names(animation.views(at: 0)) == [nil, "a", "a", "b", "b", "b", nil])
    #expect(animation.views(at: 0).map(\.opacity) == [1, 1, 1, 0, 0, 0, 0])
    #expect(animation.views(at: 0)[2].frame == rect(0, 0, 2, 2))
  }

  @Test("A view shows what it shows at the end, with the text measured there")
  func content() {
    let animation = LayoutAnimation(
      from: [view("a", rect(0, 0, 1, 1), in: nil, .label("before"))],
      to: [view("a", rect(0, 0, 1, 1), in: nil, .label("after"))])
    #expect(animation.views(at: 0).map(\.view.content) == [.label("after")])
  }

  @Test(
    "Progress is clamped",
    arguments: [
      (-1.0, 50.0), (.nan, 50), (-.infinity, 50), (0, 50), (1, 25), (7, 25), (.infinity, 25),
    ])
  func progress(progress: Double, width: Double) {
    let animation = LayoutAnimation(
      from: [view("a", rect(0, 0, 50, 50))], to: [view("a", rect(0, 0, 25, 25))])
    #expect(animation.views(at: progress).map(\.frame.width) == [width])
  }

  @Test("Parents that do not stand before their views, and frames without numbers, are no trap")
  func odd() {
    let odd = [
      view("a", rect(.nan, 0, .infinity, -1), in: 2), view("b", rect(0, 0, 1, 1), in: 1),
      view(nil, rect(0, .infinity, 1, 1), in: -7), view("c", rect(0, 0, 1, 1), in: 0),
    ]
    let animation = LayoutAnimation(from: odd, to: odd.reversed())
    #expect(animation.views(at: 0.5).count == 5)
    #expect(animation.apply().count == 4)
    #expect(LayoutAnimation(from: [], to: []).views(at: 0.5).isEmpty)
  }

  @Test("Mirrored arrangements move mirrored")
  func rightToLeft() {
    func arrangement(_ x: Double) -> LayoutArrangement {
      let square = SizeLayout(
        width: 10, height: 10, alignment: .topLeading, view: ViewDescription(reuseID: "a"))
      return InsetLayout(
        insets: Insets(top: 0, leading: x, bottom: 0, trailing: 0), sublayout: square
      ).arrangement(width: 100)
    }
    let animation = LayoutAnimation(from: arrangement(0), to: arrangement(40), .rightToLeft)
    #expect([0, 0.5, 1].map { animation.views(at: $0)[0].frame.x } == [90, 70, 50])
  }
}
