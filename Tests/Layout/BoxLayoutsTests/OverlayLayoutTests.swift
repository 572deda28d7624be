import BoxLayouts
import LayoutPrimitives
import Testing

@Suite("Overlays")
struct OverlayLayoutTests {
  @Test("The primary box decides about the size; the others are at most as large")
  func size() {
    let layout = OverlayLayout(
      primary: box("photo", 100, 50),
      background: [box("shadow", 300, 300)],
      overlay: [label("badge", "a badge of 20 letter", .bottomTrailing)])
    let arrangement = layout.arrangement()
    #expect(arrangement.frame == Rect(x: 0, y: 0, width: 100, height: 50))
    #expect(arrangement.names == ["shadow", "photo", "badge"])
    #expect(arrangement.frame("shadow") == [0, 0, 100, 50])
    // Two lines of ten letters.
    #expect(arrangement.frame("badge") == [0, 10, 100, 40])
    #expect(layout.flexibility == .inflexible)
  }

  @Test("The other boxes place themselves in the frame of the whole")
  func alignment() {
    let layout = OverlayLayout(
      primary: SizeLayout(minHeight: 40, view: ViewDescription(reuseID: "cell")),
      background: [spring("background")], overlay: [box("close", 10, 10)])
    let arrangement = layout.arrangement(width: 100)
    #expect(arrangement.frame("background") == [0, 0, 100, 40])
    // It was measured within the width 0 of the primary box.
    #expect(arrangement.frame("close") == [50, 15, 0, 10])
    // A given size is measured.
    let sized = OverlayLayout(
      primary: SizeLayout(width: 100, height: 40, sublayout: ImageLayout(source: "a.jpg")),
      overlay: [box("close", 10, 10)])
    #expect(sized.arrangement(width: 100).frame("close") == [45, 15, 10, 10])
  }
}
