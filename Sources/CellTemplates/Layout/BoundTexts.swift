import AutoLayout
import LayoutPrimitives
import TextMeasurement

/// The texts of one record, prepared for measuring: what answers the engine's questions.
struct BoundTexts: ContentSizing {
  /// A label's text with its limits.
  struct Text {
    var prepared: PreparedText
    var fitting: LineFitting
  }

  /// By item; `nil` for items that are no label or whose text is not measured.
  var texts: [Text?]

  init(items: Int) {
    texts = [Text?](repeating: nil, count: items)
  }

  func unwrapped(item: Int) -> TextExtent {
    texts[item].map { TextExtent($0.prepared.unwrapped()) } ?? .empty
  }

  func wrapped(item: Int, width: Double) -> TextExtent {
    texts[item].map {
      TextExtent($0.prepared.wrapped(width: width, fitting: $0.fitting))
    } ?? .empty
  }

  func isSingleLine(item: Int) -> Bool { texts[item]?.fitting.lines == 1 }
}

extension TextExtent {
  /// The extent of no text.
  static let empty = TextExtent(
    width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0,
    lines: LabelLines(count: 0, truncated: false))

  init(_ measure: TextMeasure) {
    self.init(
      width: measure.width, height: measure.height, firstBaseline: measure.firstBaseline,
      lastBaselineFromBottom: measure.lastBaselineFromBottom,
      lines: LabelLines(count: measure.lineCount, truncated: measure.truncated))
  }
}
