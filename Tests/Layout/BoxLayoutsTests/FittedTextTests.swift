import BoxLayouts
import LayoutPrimitives
import Testing
import TextMeasurement

@Suite("Shaped texts in labels")
struct FittedTextTests {
  private func text(
    _ string: String, lines: Int = 0, grid: PixelGrid? = nil
  ) throws -> FittedText {
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    let prepared = try measurer.prepare(
      string, style: TextStyle(size: 17), rules: MeasurementRules(rules: .uikit, scale: 2))
    return FittedText(string, text: prepared, fitting: LineFitting(lines: lines), grid: grid)
  }

  @Test("A label is as large as the text measures, and its measure has the lines")
  func label() throws {
    let text = try text("The quick brown fox jumps over the lazy dog.", lines: 2)
    let layout = LabelLayout(text: text, reuseID: "text")
    for width in [Double.infinity, 200, 90] {
      let measure = text.text.wrapped(width: width, lines: 2)
      let view = layout.arrangement(width: width).views().first
      #expect(view?.text == measure)
      #expect(
        view?.frame == Rect(x: 0, y: 0, width: min(measure.width, width), height: measure.height))
      #expect(view?.view.content == .label(text.string))
    }
    #expect(layout.arrangement(width: 90).text?.truncated == true)
  }

  @Test("With a grid the available width is rounded down to whole pixels")
  func grid() throws {
    let loose = try text("word")
    let width = loose.measure(within: .infinity).width
    let text = try text("word", grid: PixelGrid(stepsPerPoint: 2))
    // The width is a number of half points: a little less of it no longer fits in a line.
    #expect(text.measure(within: width).lineCount == 1)
    #expect(text.measure(within: width + 0.4).width == width)
    #expect(text.measure(within: width - 0.1) == loose.measure(within: width - 0.5))
    // A floating-point error does not decide about a pixel.
    #expect(text.measure(within: width - 1e-9) == text.measure(within: width))
    #expect(text.measure(within: .infinity).width == width)
    // Less than a pixel is no width, and the letters are not put below each other.
    #expect(text.measure(within: 0.4) == .empty)
    #expect(text.measure(within: 0.5).height > 0)
  }
}
