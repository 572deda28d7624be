import BoxLayouts
import LayoutPrimitives
import Testing

@Suite("Flows")
struct FlowLayoutTests {
  private func springs(_ count: Int) -> [any Layout] { (0..<count).map { spring("\($0)") } }

  @Test("Items share the width that spacing and insets leave, and are as high as their ratio says")
  func photos() {
    let flow = FlowLayout(
      columns: 3, itemSpacing: 6, lineSpacing: 4, aspect: 2,
      insets: Insets(top: 1, leading: 10, bottom: 2, trailing: 8), sublayouts: springs(4))
    let arrangement = flow.arrangement(width: 330)
    // (330 - 18 - 12) / 3 = 100; two lines of 50.
    #expect(arrangement.frame == Rect(x: 0, y: 0, width: 330, height: 107))
    #expect(arrangement.frame("0") == [10, 1, 100, 50])
    #expect(arrangement.frame("2") == [222, 1, 100, 50])
    #expect(arrangement.frame("3") == [10, 55, 100, 50])
    #expect(arrangement.frame("3", .rightToLeft) == [220, 55, 100, 50])
  }

  @Test("With a margin the spacing is also at both ends of a line")
  func margin() {
    let flow = FlowLayout(
      columns: 2, itemHeight: 10, itemSpacing: 20, withMargin: true, sublayouts: springs(2))
    let arrangement = flow.arrangement(width: 200)
    // (200 - 60) / 2.
    #expect(arrangement.frame("0") == [20, 0, 70, 10])
    #expect(arrangement.frame("1") == [110, 0, 70, 10])
  }

  @Test("Items of a width share what is left as spacing, unless it is given")
  func itemWidth() {
    let shared = FlowLayout(columns: 3, itemWidth: 50, itemHeight: 10, sublayouts: springs(3))
    #expect(shared.arrangement(width: 200).frame("1") == [75, 0, 50, 10])
    #expect(shared.arrangement().frame.width == 150)
    let given = FlowLayout(
      columns: 3, itemWidth: 50, itemHeight: 10, itemSpacing: 5, sublayouts: springs(3))
    #expect(given.arrangement(width: 200).frame("1") == [55, 0, 50, 10])
    #expect(given.arrangement().frame.width == 160)
  }

  @Test("In an open height a line is as high as its tallest item; lines share a bounded one")
  func lineHeights() {
    let items: [any Layout] = [
      label("a", "six ab", .fill), label("b", "abc", .fill), label("c", "nine ab c", .fill),
    ]
    let flow = FlowLayout(columns: 2, lineSpacing: 5, sublayouts: items)
    // Columns of 30 points: the first line has two lines of text, the second three.
    let open = flow.arrangement(width: 60)
    #expect(open.frame.height == 105)
    #expect(open.frame("b") == [30, 0, 30, 40])
    #expect(open.frame("c") == [0, 45, 30, 60])
    let bounded = flow.arrangement(width: 60, height: 205)
    #expect(bounded.frame("b") == [30, 0, 30, 100])
    #expect(bounded.frame("c") == [0, 105, 30, 100])
  }

  @Test("In a bounded height a flow is as high as equally high lines need, and shares its frame")
  func boundedHeight() {
    let items: [any Layout] = [
      label("a", "ab", .fill), label("b", "six ab", .fill), label("c", "ab", .fill),
    ]
    let flow = FlowLayout(columns: 2, lineSpacing: 5, insets: Insets(all: 1), sublayouts: items)
    let limited = SizeLayout(maxHeight: 400, sublayout: flow).arrangement(width: 62)
    // Two lines of 40, for two lines of text in b.
    #expect(limited.frame.height == 87)
    #expect(limited.frame("a") == [1, 1, 30, 40])
    #expect(limited.frame("c") == [1, 46, 30, 40])
    let line = FlowLayout(columns: 2, sublayouts: Array(items.prefix(1)))
    #expect(SizeLayout(maxHeight: 400, sublayout: line).arrangement(width: 60).frame.height == 20)
    let stretched = SizeLayout(minHeight: 107, maxHeight: 400, sublayout: flow)
    #expect(stretched.arrangement(width: 62).frame("c") == [1, 56, 30, 50])
    let springs = FlowLayout(columns: 2, lineSpacing: 5, sublayouts: springs(4))
    #expect(springs.measurement(within: Size(width: 60, height: 100)).size.height == 0)
    #expect(springs.arrangement(width: 60, height: 105).frame("3") == [30, 55, 30, 50])
  }

  @Test("Of lines that share a height, those that have no room between spacings are left out")
  func linesWithoutRoom() {
    let flow = FlowLayout(columns: 2, lineSpacing: 10, sublayouts: springs(21))
    // Ten lines of (100 - 90) / 10.
    #expect(flow.measurement(within: Size(width: 60, height: 100)).leftOut == 1)
    let arrangement = flow.arrangement(width: 60, height: 100)
    #expect(arrangement.names == (0..<20).map(String.init))
    #expect(arrangement.frame("19") == [30, 99, 30, 1])
    #expect(flow.measurement(within: Size(width: 60, height: 0)).leftOut == 21)
    // A frame lower than measured: three lines share the remaining (21 - 20) points.
    let measured = flow.measurement(within: Size(width: 60, height: 100))
    let low = flow.arrangement(
      within: Rect(x: 0, y: 0, width: 60, height: 21), measurement: measured)
    #expect(low.frame("4")?[1] == 2 * (10 + 1.0 / 3))
    #expect(low.frame("19") == [30, 21, 30, 0])
  }

  @Test("In an open width all columns are as wide as the widest item")
  func openWidth() {
    let items: [any Layout] = [label("a", "ab", .fill), label("b", "abcd", .fill)]
    let flow = FlowLayout(columns: 2, itemSpacing: 10, sublayouts: items)
    #expect(flow.arrangement().frame("b") == [50, 0, 40, 20])
    let square = FlowLayout(columns: 2, aspect: 1, sublayouts: items)
    #expect(square.arrangement().frame("b") == [40, 0, 40, 40])
    #expect(square.arrangement().frame == Rect(x: 0, y: 0, width: 80, height: 40))
  }

  @Test("Hidden items have no place, and items outside the available height are left out")
  func withoutRoom() {
    let items: [any Layout] = [spring("a"), spring("b").hidden(), spring("c"), spring("d")]
    let flow = FlowLayout(columns: 2, itemHeight: 30, sublayouts: items)
    let arrangement = flow.arrangement(width: 100)
    #expect(arrangement.frame("b") == [50, 0, 50, 0])
    #expect(arrangement.frame("c") == [50, 0, 50, 30])
    #expect(arrangement.frame("d") == [0, 30, 50, 30])
    #expect(flow.arrangement(width: 100, height: 30).names == ["a", "b", "c"])
    #expect(flow.measurement(within: Size(width: 100, height: 30)).leftOut == 1)
  }

  @Test("A flow without shown items has no size")
  func empty() {
    let flow = FlowLayout(
      columns: 2, insets: Insets(all: 9), sublayouts: [spring("a").hidden()])
    #expect(flow.measurement(within: Size(width: 100, height: 100)).size == .zero)
    #expect(flow.arrangement(width: 100).names == ["a"])
  }

  @Test(
    "Less than one column is one; more than any array has is no harm",
    arguments: [Int.min, 0, Int.max])
  func columns(columns: Int) {
    let flow = FlowLayout(columns: columns, itemHeight: 10, sublayouts: springs(3))
    #expect(flow.arrangement(width: 100).frame.height == (columns == .max ? 10 : 30))
  }
}
