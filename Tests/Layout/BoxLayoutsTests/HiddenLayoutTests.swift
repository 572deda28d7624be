import BoxLayouts
import LayoutPrimitives
import Testing

@Suite("Hidden boxes")
struct HiddenLayoutTests {
  @Test("A hidden sublayout has no room and no spacing, and is as wide as the stack")
  func stack() {
    let stack = StackLayout(
      axis: .vertical, spacing: 8,
      sublayouts: [box("a", 100, 20), box("b", 50, 30).hidden(), box("c", 60, 40)])
    let arrangement = stack.arrangement()
    #expect(arrangement.frame == Rect(x: 0, y: 0, width: 100, height: 68))
    #expect(arrangement.frame("b") == [0, 20, 100, 0])
    #expect(arrangement.frame("c") == [20, 28, 60, 40])
    let shown = StackLayout(
      axis: .vertical, spacing: 8, sublayouts: [box("a", 100, 20), box("b", 50, 30).hidden(false)])
    #expect(shown.arrangement().frame("b") == [25, 28, 50, 30])
  }

  @Test("All views in a hidden box are there, within the insets across the axis")
  func inside() {
    let photo = InsetLayout(
      insets: Insets(top: 8, leading: 16, bottom: 8, trailing: 4),
      sublayout: OverlayLayout(primary: box("photo", 9, 9), overlay: [label("play", "play")]))
    let column = StackLayout(
      axis: .vertical, sublayouts: [box("a", 100, 20), photo.hidden(), box("c", 60, 40)])
    #expect(column.arrangement().frame("photo") == [16, 20, 80, 0])
    #expect(column.arrangement().frame("play") == [16, 20, 80, 0])
    #expect(column.arrangement().frame("c") == [20, 20, 60, 40])
    let row = StackLayout(axis: .horizontal, sublayouts: [box("a", 100, 20), photo.hidden()])
    #expect(row.arrangement().frame("photo") == [100, 8, 0, 4])
  }

  @Test("A hidden sublayout is there even if nothing has room, and is never stretched")
  func withoutRoom() {
    let stack = StackLayout(
      axis: .horizontal, sublayouts: [label("text", "text"), spring("gone").hidden()])
    #expect(stack.arrangement(width: 0).names == ["gone"])
    // The label is stretched over the whole width.
    #expect(stack.arrangement(width: 90).frame("gone") == [90, 0, 0, 20])
    let equal = StackLayout(
      axis: .horizontal, distribution: .fillEqualSize,
      sublayouts: [spring("a"), spring("gone").hidden(), spring("b")])
    #expect(equal.arrangement(width: 90).frame("b") == [45, 0, 45, 0])
  }

  @Test("A hidden sublayout is at the end of the one before it, without spacing")
  func place() {
    let sublayouts: [any Layout] = [
      box("first", 9, 9).hidden(), box("a", 20, 20), box("b", 9, 9).hidden(), box("c", 20, 20),
    ]
    let stack = StackLayout(axis: .horizontal, spacing: 8, sublayouts: sublayouts).arrangement()
    #expect(stack.frame("first") == [0, 0, 0, 20])
    #expect(stack.frame("b") == [20, 0, 0, 20])
    #expect(stack.frame("c") == [28, 0, 20, 20])
    // In a flow it is at the position of the next item.
    let flow = FlowLayout(columns: 3, itemSpacing: 8, sublayouts: sublayouts)
      .arrangement(width: 106)
    #expect(flow.frame("first") == [0, 0, 30, 0])
    #expect(flow.frame("b") == [38, 0, 30, 0])
  }

  @Test("Elsewhere a hidden box is at the top of its room")
  func elsewhere() {
    let inset = InsetLayout(inset: 10, sublayout: box("a", 20, 20).hidden())
    #expect(inset.arrangement().frame == Rect(x: 0, y: 0, width: 20, height: 20))
    #expect(inset.arrangement(width: 50, height: 60).frame("a") == [10, 10, 30, 0])
    #expect(box("a", 20, 20).hidden().arrangement(width: 9).frame("a") == [0, 0, 9, 0])
  }
}
