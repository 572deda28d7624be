import BoxLayouts
import LayoutPrimitives
import Testing
import TextMeasurement

@Suite("Labels, buttons, pictures and insets")
struct ContentLayoutTests {
  @Test("A label wraps its text at the available width, and keeps its lines and baselines")
  func label() {
    let layout = BoxLayoutsTests.label("text", "ten letter")
    let arrangement = layout.arrangement(width: 60)
    #expect(arrangement.frame == Rect(x: 0, y: 0, width: 60, height: 40))
    #expect(arrangement.views().first?.text?.lineCount == 2)
    #expect(arrangement.text?.firstBaseline == 16)
    #expect(layout.measurement(within: Size(width: 60, height: 30)).size.height == 30)
    #expect(layout.measurement(within: .zero).size == .zero)
  }

  @Test("A text of a known size is as large at any width, but no larger than its room")
  func fixedText() {
    let text = FixedText("measured", size: Size(width: 90, height: 20))
    let layout = LabelLayout(text: text)
    #expect(layout.measurement(within: Size(width: 500, height: 500)).size.width == 90)
    #expect(layout.measurement(within: Size(width: 50, height: 500)).size.width == 50)
    let senseless = FixedText("", size: Size(width: .nan, height: -3))
    #expect(
      LabelLayout(text: senseless).arrangement().frame == Rect(x: 0, y: 0, width: 0, height: 0))
  }

  @Test("A button is as large as title and picture and the insets around both")
  func button() {
    let layout = ButtonLayout(
      title: BlockText("ten letter"), picture: Size(width: 24, height: 30),
      insets: Insets(top: 1, leading: 2, bottom: 3, trailing: 4), reuseID: "button")
    let arrangement = layout.arrangement()
    #expect(arrangement.frame == Rect(x: 0, y: 0, width: 130, height: 34))
    // The title of 20 is in the middle of the 30 of the picture.
    #expect(arrangement.text?.firstBaseline == 22)
    #expect(arrangement.text?.lastBaselineFromBottom == 12)
    // 80 - 30 leaves five letters for a line.
    #expect(layout.arrangement(width: 80).text?.lineCount == 2)
    #expect(ButtonLayout(title: BlockText("OK")).arrangement().frame.height == 32)
  }

  /// Notes the widths at which it is measured.
  private struct NotingText: LabelText {
    let widths = WidthRecorder()
    var string: String { "text" }

    func measure(within width: Double) -> TextMeasure {
      widths.add(width)
      return .empty
    }
  }

  @Test(
    "No text is measured where there is no room for it", arguments: [0, 1e-14, 5, 24, 24 + 1e-9])
  func textWithoutRoom(width: Double) {
    let text = NotingText()
    let insets = Insets(top: 0, leading: 2, bottom: 0, trailing: 2)
    let button = ButtonLayout(title: text, picture: Size(width: 20, height: 30), insets: insets)
    let room = Size(width: width, height: 100)
    let height = width < MeasuringPass.minimumRoom ? 0.0 : 30
    #expect(button.measurement(within: room).size.height == height)
    let label = LabelLayout(text: text)
    _ = InsetLayout(inset: width / 2, sublayout: label).measurement(within: room)
    _ = label.measurement(within: Size(width: 1e-14, height: 100))
    #expect(text.widths.all == [])
    _ = button.measurement(within: Size(width: 34, height: 100))
    #expect(text.widths.all == [10])
  }

  @Test("A picture fills its room, or is in the middle of it, or is scaled to it")
  func image() {
    func frame(_ size: Size?, _ alignment: Alignment?) -> [Double]? {
      ImageLayout(source: "earth.jpg", size: size, alignment: alignment, reuseID: "earth")
        .arrangement(width: 100, height: 40).frame("earth")
    }
    #expect(frame(nil, nil) == [0, 0, 100, 40])
    #expect(frame(Size(width: 20, height: 10), nil) == [40, 15, 20, 10])
    #expect(frame(Size(width: 20, height: 10), .aspectFit) == [10, 0, 80, 40])
    #expect(frame(Size(width: 20, height: 0), .aspectFit) == [50, 20, 0, 0])
  }

  @Test("Insets wider than the room leave nothing, and senseless ones count as 0")
  func insets() {
    let inset = InsetLayout(
      inset: 10, view: ViewDescription(reuseID: "around"), sublayout: box("a", 20, 20))
    #expect(inset.arrangement().frame("a") == [10, 10, 20, 20])
    #expect(inset.flexibility == .inflexible)
    let narrow = inset.arrangement(width: 15)
    #expect(narrow.frame("around") == [0, 0, 15, 40])
    #expect(narrow.frame("a") == [10, 10, 0, 20])
    let senseless = InsetLayout(
      insets: Insets(top: .nan, leading: -5, bottom: .infinity, trailing: 3),
      sublayout: box("a", 20, 20))
    #expect(senseless.arrangement().frame == Rect(x: 0, y: 0, width: 23, height: 20))
  }

  @Test("Descriptions of views are equal by their parts, and can be changed")
  func descriptions() {
    var description = ViewDescription(reuseID: "a", content: .label("text"), tag: 1)
    #expect(description == ViewDescription(reuseID: "a", content: .label("text"), tag: 1))
    #expect(description != ViewDescription(reuseID: "a", content: .button("text"), tag: 1))
    let before = description
    description.tag = 2
    description.reuseID = nil
    description.content = .plain
    #expect(description == ViewDescription(tag: 2))
    #expect(Set([before, description, before]).count == 2)
    #expect(before.tag == 1)
  }
}
