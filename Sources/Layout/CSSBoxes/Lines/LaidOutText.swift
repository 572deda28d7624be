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
  /// The distance by which the lines are moved down in the content box, in CSS pixels.
  package let shift: Double
  private let textLines: TextLines
  private let wrapped: WrappedLines

  init(
    text: AttributedText, prepared: PreparedText, measure: TextMeasure, frame: Rect,
    insets: Insets, shift: Double, textLines: TextLines, wrapped: WrappedLines
  ) {
    self.text = text
    self.prepared = prepared
    self.measure = measure
    self.frame = frame
    self.insets = insets
    self.shift = shift
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
  /// Whether the text is not where the text alone would be: boxes on its lines or floats move it.
  package var isMoved: Bool { run.movesText || !wrapped.rooms.isEmpty }
  /// Where the parts of the text between inline boxes are; `nil` if nothing moves the text.
  package var placement: InlinePlacement? {
    isMoved ? textLines.placement(of: wrapped, listsTexts: true) : nil
  }
}
