import BoxLayouts
import LayoutPrimitives
import Testing

@Suite("Stacks")
struct StackLayoutTests {
  private func row(
    _ sublayouts: [any Layout], _ distribution: StackDistribution = .fillFlexing,
    spacing: Double = 10
  ) -> StackLayout {
    StackLayout(
      axis: .horizontal, spacing: spacing, distribution: distribution, sublayouts: sublayouts)
  }

  private var three: [any Layout] { [box("a", 20, 5), box("b", 30, 8), box("c", 40, 5)] }

  /// The left edge and the width of a view.
  private func span(_ name: String, _ arrangement: LayoutArrangement) -> [Double]? {
    arrangement.frame(name).map { [$0[0], $0[2]] }
  }

  @Test("A stack is as long as its sublayouts and their spacing, and as wide as the widest")
  func size() {
    // 20 + 10 + 30 + 10 + 40.
    #expect(row(three).arrangement().frame == Rect(x: 0, y: 0, width: 110, height: 8))
  }

  @Test(
    "What is left over is spent by the distribution",
    arguments: [
      (StackDistribution.leading, [0, 30, 70]), (.trailing, [30, 60, 100]),
      (.center, [15, 45, 85]),
      // Two gaps of 10 + 30 / 2.
      (.fillEqualSpacing, [0, 45, 100]),
    ])
  func distribution(distribution: StackDistribution, edges: [Double]) {
    let arrangement = row(three, distribution).arrangement(width: 140)
    #expect(["a", "b", "c"].compactMap { span($0, arrangement)?[0] } == edges)
    #expect(["a", "b", "c"].compactMap { span($0, arrangement)?[1] } == [20, 30, 40])
  }

  @Test("Sublayouts of equal size share the length that the spacing leaves")
  func equalSize() {
    let stack = row([spring("a"), box("b", 30, 8), spring("c")], .fillEqualSize)
    let arrangement = stack.arrangement(width: 140)
    // (140 - 20) / 3; the box of 30 is in the middle of its 40.
    #expect(span("a", arrangement) == [0, 40])
    #expect(span("b", arrangement) == [55, 30])
    #expect(span("c", arrangement) == [100, 40])
    // Without a width, all are as wide as the widest.
    #expect(stack.arrangement().frame.width == 110)
  }

  @Test("Of sublayouts of equal size, those for which there is no room between gaps are left out")
  func equalSizeWithoutRoom() {
    let sublayouts = (0..<9).map { spring("\($0)") }
    // Three of (25 - 20) / 3.
    let stack = row(sublayouts, .fillEqualSize)
    #expect(stack.arrangement(width: 25).names == ["0", "1", "2"])
    #expect(stack.measurement(within: Size(width: 25, height: 1)).leftOut == 6)
    // A third one would begin at the end of the space, except for a rounding error.
    #expect(stack.arrangement(width: 20 + 1e-12).names == ["0", "1"])
    #expect(
      row(sublayouts, .fillEqualSize, spacing: .infinity).arrangement(width: 9).names.count == 9)
  }

  @Test("The most flexible sublayout is stretched, of equally flexible ones the last")
  func stretching() {
    let some = Flexibility(horizontal: 1, vertical: 0)
    let first = row([spring("a"), box("b", 30, 8), spring("c")]).arrangement(width: 140)
    #expect(span("a", first) == [0, 0])
    // Springs have no length of their own, and so no spacing.
    #expect(span("c", first) == [30, 110])
    let second = row([spring("a", some), box("b", 30, 8), spring("c")]).arrangement(width: 140)
    #expect(span("a", second) == [0, 110])
    #expect(span("b", second) == [110, 30])
    let none = row(three).arrangement(width: 140)
    #expect(span("c", none) == [70, 40], "nobody is flexible")
  }

  @Test("A spring between two boxes moves the second to the end, and nothing leaves the stack")
  func springBetween() {
    let arrangement = row([box("a", 20, 5), spring("s"), box("b", 30, 5)])
      .arrangement(width: 140)
    // 20 + 10 + 30 leaves 80.
    #expect(span("s", arrangement) == [20, 80])
    #expect(span("b", arrangement) == [110, 30])
  }

  @Test("The least flexible sublayouts are measured first: a fixed one is never pressed out")
  func compressing() {
    // The button takes 60, the spacing 10: six letters of ten fit in a line of the label.
    let arrangement = row([label("text", "ten letter"), box("button", 60, 20)])
      .arrangement(width: 130)
    #expect(span("text", arrangement) == [0, 60])
    #expect(arrangement.frame("text")?[3] == 40)
    #expect(span("button", arrangement) == [70, 60])
  }

  @Test("Sublayouts without room are left out, and those after them are not mixed up")
  func leftOut() {
    let flexible = LabelLayout(
      text: BlockText("gone"), flexibility: .max, reuseID: "gone")
    let stack = row([flexible, box("a", 20, 5), box("b", 30, 5)])
    let arrangement = stack.arrangement(width: 60)
    #expect(arrangement.names == ["a", "b"])
    #expect(span("a", arrangement) == [0, 20])
    #expect(span("b", arrangement) == [30, 30])
    #expect(stack.measurement(within: Size(width: 60, height: 9)).leftOut == 1)
  }

  @Test("What errors of arithmetic leave is no room: the text is left out and not wrapped there")
  func residue() {
    let stack = row(
      [box("a", 0.7, 5), box("b", 389.2, 5), box("c", 0.1, 5), label("text", "text")], spacing: 0)
    #expect(390 - 0.7 - 389.2 - 0.1 > 0)
    let measured = stack.measurement(within: Size(width: 390, height: .infinity))
    #expect(measured.size.height == 5)
    #expect(measured.leftOut == 1)
    #expect(stack.arrangement(width: 390).names == ["a", "b", "c"])
    // Nor is it across the axis.
    #expect(stack.measurement(within: Size(width: 390, height: 1e-9)).leftOut == 4)
  }

  @Test("A room begins at its documented length", arguments: [0.0, 1e-14, 0.0009, 1.0 / 1024, 1])
  func minimumRoom(width: Double) {
    #expect(MeasuringPass.minimumRoom == 1.0 / 1024)
    let size = Size(width: width, height: 100)
    let isLeftOut = width < MeasuringPass.minimumRoom
    #expect(row([spring("a")]).measurement(within: size).leftOut == (isLeftOut ? 1 : 0))
    let flow = FlowLayout(columns: 1, sublayouts: [spring("a")])
    #expect(flow.measurement(within: size).leftOut == (isLeftOut ? 1 : 0))
    let equal = row([spring("a"), spring("b")], .fillEqualSize)
    #expect(equal.measurement(within: size).leftOut == (isLeftOut ? 2 : 1))
  }

  @Test("A sublayout without length takes no spacing")
  func empty() {
    let stack = row([box("a", 20, 5), label("empty", ""), box("b", 30, 5)])
    #expect(span("b", stack.arrangement()) == [30, 30])
    #expect(stack.arrangement().frame.width == 60)
    let spaced = row([box("a", 20, 5), label("empty", ""), box("b", 30, 5)], .fillEqualSpacing)
    #expect(span("b", spaced.arrangement(width: 100)) == [70, 30])
  }

  @Test("By default a stack is as flexible along its axis as its most flexible sublayout")
  func flexibility() {
    let stack = row([box("a", 1, 1), spring("b", Flexibility(horizontal: 5, vertical: 3))])
    #expect(stack.flexibility == Flexibility(horizontal: 5, vertical: nil))
    let springs = row([spring("a"), spring("b", Flexibility(horizontal: -1, vertical: -2))])
    #expect(springs.flexibility == Flexibility(horizontal: 0, vertical: -2))
  }

  @Test("Inflexible sublayouts go before the least number, and equal ones keep their order")
  func order() {
    let stack = row(
      [spring("a", .max), spring("b", .min), label("c", "abc"), spring("d", .inflexible)],
      spacing: 0)
    let arrangement = stack.arrangement(width: 50)
    #expect(span("a", arrangement) == [0, 20])
    #expect(span("c", arrangement) == [20, 30])
    #expect(arrangement.names == ["a", "b", "c", "d"])
  }

  @Test("A frame shorter than measured cuts the last sublayouts")
  func cut() {
    let stack = row(three)
    let measured = stack.measurement(within: Size(width: 200, height: 100))
    let arrangement = stack.arrangement(
      within: Rect(x: 0, y: 0, width: 55, height: 8), measurement: measured)
    #expect(span("b", arrangement) == [30, 25])
    #expect(span("c", arrangement) == [55, 0])
  }

  @Test("From right to left the whole is mirrored within its frame")
  func rightToLeft() {
    let stack = InsetLayout(
      insets: Insets(top: 0, leading: 5, bottom: 0, trailing: 15), sublayout: row(three))
    let arrangement = stack.arrangement(origin: Point(x: 100, y: 0))
    // 130 wide from 100 to 230; a is from 105 to 125.
    #expect(arrangement.frame("a") == [105, 1.5, 20, 5])
    #expect(arrangement.frame("a", .rightToLeft) == [205, 1.5, 20, 5])
  }
}
