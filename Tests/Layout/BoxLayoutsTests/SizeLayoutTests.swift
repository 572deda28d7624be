import BoxLayouts
import LayoutPrimitives
import Testing

@Suite("Sizes, limits and ratios")
struct SizeLayoutTests {
  private func size(
    _ layout: SizeLayout, _ width: Double = .infinity, _ height: Double = .infinity
  ) -> Size {
    layout.measurement(within: Size(width: width, height: height)).size
  }

  @Test("The available size goes before the greatest, and that before the least")
  func precedence() {
    let layout = SizeLayout(minWidth: 80, maxWidth: 60, minHeight: 30, maxHeight: 90)
    #expect(size(layout) == Size(width: 60, height: 30))
    #expect(size(layout, 50, 20) == Size(width: 50, height: 20))
    #expect(size(SizeLayout(width: 100, maxWidth: 70)) == Size(width: 70, height: 0))
    #expect(size(SizeLayout(width: 100, minWidth: 120)) == Size(width: 120, height: 0))
  }

  @Test("The box inside is measured within the greatest width, and widened to the least")
  func inside() {
    // Ten letters in 60 points: two lines of six.
    let narrow = SizeLayout(maxWidth: 60, sublayout: label("text", "ten letter"))
    #expect(size(narrow) == Size(width: 60, height: 40))
    let wide = SizeLayout(minWidth: 150, sublayout: label("text", "ten letter", .fill))
    #expect(size(wide) == Size(width: 150, height: 20))
    #expect(wide.arrangement().frame("text") == [0, 0, 150, 20])
  }

  @Test("A box without a greatest length fills its room, another is in the middle of it")
  func alignment() {
    let divider = SizeLayout(height: 1, view: ViewDescription(reuseID: "divider"))
    #expect(divider.arrangement(width: 100, height: 11).frame("divider") == [0, 5, 100, 1])
    #expect(
      divider.flexibility == Flexibility(horizontal: 0, vertical: nil), "the height is exact")
    #expect(SizeLayout().flexibility == .flexible)
    #expect(SizeLayout(size: Size(width: 1, height: 1)).flexibility == .inflexible)
  }

  @Test("The height follows from the width, and the width from the height if only that is given")
  func ratio() {
    #expect(size(SizeLayout(width: 160, aspect: 16.0 / 9)) == Size(width: 160, height: 90))
    #expect(size(SizeLayout(height: 90, aspect: 16.0 / 9)) == Size(width: 160, height: 90))
    #expect(size(SizeLayout(width: 50, height: 20, aspect: 1)) == Size(width: 50, height: 20))
  }

  @Test("A box with a ratio and no size is as large as its room allows")
  func ratioInRoom() {
    let photo = SizeLayout(aspect: 2)
    #expect(size(photo, 288) == Size(width: 288, height: 144))
    #expect(size(photo, .infinity, 50) == Size(width: 100, height: 50))
    #expect(size(photo, 288, 50) == Size(width: 100, height: 50))
    #expect(size(SizeLayout(maxHeight: 30, aspect: 2), 288) == Size(width: 60, height: 30))
    #expect(size(photo) == .zero)
    // In unbounded space it is as wide as the box inside: 3 letters.
    #expect(
      size(SizeLayout(aspect: 2, sublayout: label("a", "abc"))) == Size(width: 30, height: 15))
  }

  @Test("A least size is kept before the ratio, and a greatest before both")
  func ratioAndLimits() {
    #expect(size(SizeLayout(minHeight: 200, aspect: 2), 288) == Size(width: 288, height: 200))
    #expect(size(SizeLayout(width: 100, maxHeight: 30, aspect: 2)) == Size(width: 100, height: 30))
  }

  @Test("Limits of the ratio bound a ratio, and the height of a box without one")
  func ratioLimits() {
    // A tall picture is cropped to a height of 1.25 widths.
    #expect(
      size(SizeLayout(aspect: 0.5, minAspect: 0.8), 288) == Size(width: 288, height: 360))
    #expect(size(SizeLayout(aspect: 9, maxAspect: 4), 200) == Size(width: 200, height: 50))
    #expect(
      size(SizeLayout(minAspect: 2, sublayout: box("a", 100, 80))) == Size(width: 100, height: 50))
    #expect(
      size(SizeLayout(maxAspect: 0.5, sublayout: box("a", 100, 80)))
        == Size(width: 100, height: 200))
    #expect(
      size(SizeLayout(height: 40, minAspect: 2, sublayout: box("a", 10, 10)))
        == Size(width: 80, height: 40))
  }

  @Test(
    "Ratios without a meaning are ignored",
    arguments: [0, -1, Double.nan, .infinity, -.infinity])
  func senselessRatio(ratio: Double) {
    #expect(
      size(SizeLayout(width: 10, aspect: ratio, minAspect: ratio, maxAspect: ratio))
        == Size(width: 10, height: 0))
  }
}
