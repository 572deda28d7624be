import BoxLayouts
import LayoutPrimitives
import Testing

/// LayoutKit's introductory example: a picture, a text, and insets around both.
@Suite("LayoutKit's hello world")
struct HelloWorldTests {
  private let helloWorld = InsetLayout(
    insets: Insets(top: 4, leading: 4, bottom: 4, trailing: 8),
    sublayout: StackLayout(
      axis: .horizontal, spacing: 4,
      sublayouts: [
        SizeLayout(
          width: 50, height: 50,
          view: ViewDescription(reuseID: "earth", content: .image("earth.jpg"))),
        LabelLayout(
          text: FixedText("Hello World!", size: Size(width: 90, height: 20)), alignment: .center,
          reuseID: "hello"),
      ]))

  @Test("Without a width it is as large as its contents")
  func natural() {
    let arrangement = helloWorld.arrangement()
    // 4 + 50 + 4 + 90 + 8, and 4 + 50 + 4.
    #expect(arrangement.frame == Rect(x: 0, y: 0, width: 156, height: 58))
    #expect(arrangement.frame("earth") == [4, 4, 50, 50])
    #expect(arrangement.frame("hello") == [58, 19, 90, 20])
  }

  @Test("At a width of 200 the text is in the middle of what the picture leaves")
  func wide() {
    let arrangement = helloWorld.arrangement(width: 200)
    #expect(arrangement.frame == Rect(x: 0, y: 0, width: 200, height: 58))
    #expect(arrangement.frame("earth") == [4, 4, 50, 50])
    // 58 to 192: 134 points, 44 of them unused.
    #expect(arrangement.frame("hello") == [80, 19, 90, 20])
    #expect(arrangement.frame("hello", .rightToLeft) == [30, 19, 90, 20])
  }
}
