package import LayoutPrimitives
package import TextMeasurement

/// A text as it is laid out and drawn.
package struct LaidOutText: Sendable {
  /// The text in the styles of its parts, with `text-transform` and white space applied.
  package let text: AttributedText
  /// The prepared text, with the boxes on its lines.
  package let prepared: PreparedText
  package let measure: TextMeasure
  /// The border box of the block that has the lines, in CSS pixels.
  package let frame: Rect
  /// Border and padding of that box together, in CSS pixels.
  package let insets: Insets
  private let textLines: TextLines
  private let wrapped: WrappedLines

  init(
    text: AttributedText, prepared: PreparedText, measure: TextMeasure, frame: Rect,
    insets: Insets, textLines: TextLines, wrapped: WrappedLines
  ) {
    self.text = text
    self.prepared = prepared
    self.measure = measure
    self.frame = frame
    self.insets = insets
    self.textLines = textLines
    self.wrapped = wrapped
  }

  /// The contents of which the text is a part.
  package var run: InlineRun { textLines.run }
  /// How the lines are cut.
  package var fitting: LineFitting { run.fitting(limit: wrapped.limit) }
  /// The lines, and the distances of their left ends from the left edge of the content box, in CSS
  /// pixels.
  package var lines: [(line: MeasuredLine, x: Double)] { textLines.lines(of: wrapped) }
  /// Where the parts of the text between inline boxes are; `nil` if the boxes do not move the text.
  package var placement: InlinePlacement? {
    run.movesText ? textLines.placement(of: wrapped, listsTexts: true) : nil
  }
}
