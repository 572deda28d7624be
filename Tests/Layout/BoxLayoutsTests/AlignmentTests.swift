import BoxLayouts
import LayoutPrimitives
import Testing

@Suite("Alignment in a room")
struct AlignmentTests {
  @Test("A box is placed along each axis on its own, and never larger than its room")
  func axes() {
    let room = Rect(x: 10, y: 20, width: 100, height: 40)
    let size = Size(width: 30, height: 60)
    #expect(
      Alignment.bottomTrailing.position(size, in: room)
        == Rect(x: 80, y: 20, width: 30, height: 40))
    #expect(
      Alignment.centerLeading.position(Size(width: 30, height: 20), in: room)
        == Rect(x: 10, y: 30, width: 30, height: 20))
    #expect(Alignment.fill.position(size, in: room) == room)
  }
}
