import AutoLayout
import BoxLayouts
import LayoutPrimitives
import TextMeasurement

/// The prepared text of a label or button, which a box measures.
struct PreparedLabelText: LabelText {
  let text: LabelContentSizing.Text
  /// The pixels to which the available width is rounded down.
  let grid: PixelGrid
  /// The label's view and what its measurements are reported to, or `nil`.
  var observed: (item: Int, view: String, by: LabelObserver)?

  /// Not the text: views are found by their tags.
  var string: String { "" }

  func measure(within width: Double) -> TextMeasure {
    guard let observed else { return measured(within: width) }
    return observed.by.observe(item: observed.item, view: observed.view, width: width) {
      measured(within: width)
    }
  }

  private func measured(within width: Double) -> TextMeasure {
    if let size = text.size { return FixedText("", size: size).measure }
    guard let prepared = text.prepared else { return FixedText("", size: .zero).measure }
    let inner = text.surroundings.inner(width)
    let fitted = FittedText("", text: prepared, fitting: text.fitting, grid: grid)
    var measure = fitted.measure(within: inner)
    let outer = text.surroundings.outer(TextExtent(measure))
    measure.width = outer.width
    measure.height = outer.height
    measure.firstBaseline = outer.firstBaseline
    measure.lastBaselineFromBottom = outer.lastBaselineFromBottom
    return measure
  }
}
