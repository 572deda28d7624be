import AutoLayout
import CSSBoxes
public import LayoutPrimitives
import TextMeasurement

/// The text of a label as it is laid out, drawn, printed and counted in.
struct LaidOutLabel {
  var text: AttributedText
  var style: TextStyle
  /// The text as it was prepared; `nil` for a text that was not measured.
  var prepared: PreparedText?
  var fitting: LineFitting
  var surroundings: LabelContentSizing.Surroundings
  var direction: LayoutDirection
  var rules: MeasurementRules
  /// The text on the lines of a card; `nil` for other layouts.
  var laidOut: LaidOutText?

  /// Whether inline boxes or floats move the parts of the text.
  var isMoved: Bool { laidOut?.isMoved ?? false }
  /// Whether the lines are where those of the text alone would be.
  var isPlain: Bool {
    !isMoved && laidOut?.run.alignment.isStart(in: direction) ?? true
  }
}

extension LaidOutLabel {
  /// Creates the text of a label of a card.
  init(_ laidOut: LaidOutText) {
    self.init(
      text: laidOut.text, style: laidOut.run.style, prepared: laidOut.prepared,
      fitting: laidOut.fitting,
      surroundings: LabelContentSizing.Surroundings(padding: laidOut.insets),
      direction: laidOut.run.direction, rules: laidOut.run.rules, laidOut: laidOut)
  }
}

extension BoundCell {
  /// The text of a label or button of a template without a card; `nil` for other views.
  func text(of item: Int, in environment: PreparedEnvironment) -> LaidOutLabel? {
    guard let label = plan.labelsByItem[item], let style = environment.labels.styles[item] else {
      return nil
    }
    let text =
      label.pieces.isEmpty
      ? AttributedText(label.text.text(in: record))
      : AttributedText(
        zip(label.pieces, environment.labels.pieces[item]).map { ($0.text(in: record), $1) })
    return LaidOutLabel(
      text: text, style: style, prepared: texts.texts[item]?.prepared, fitting: label.fitting,
      surroundings: label.surroundings, direction: environment.environment.direction,
      rules: environment.rules)
  }
}

extension CellLayouter {
  /// The texts of the labels of the record that was laid out last, in the template's label order.
  ///
  /// They are those in which the ends of lines count, with `text-transform` and white space of cards
  /// applied; empty for a label of a card that is hidden. Of a range of widths, they are those at the
  /// first width. Without a layout of the record, all are empty.
  public var labelTexts: [String] {
    guard let environment = latest else { return plan.template.labels.map { _ in "" } }
    return plan.template.labels.map { text(of: $0, in: environment)?.text.text ?? "" }
  }

  /// Binds a record, and returns the texts of its labels in the template's label order.
  ///
  /// The record is laid out only if the texts depend on the layout; see
  /// `CellTemplate.textsDependOnLayout`.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - environment: The environment whose locale formats dates and numbers; of a range of widths,
  ///     the first counts.
  /// - Throws: `CellError` if a format needs a clock and there is none, or if the record cannot be
  ///   laid out.
  public mutating func labelTexts(
    of record: some BindingSource, in environment: Environment
  ) throws(CellError) -> [String] {
    bind(record)
    let environment = environment.firstWidth
    if plan.template.textsDependOnLayout {
      _ = try boundCellLayout(in: environment)
      return labelTexts
    }
    let prepared = try prepare(environment)
    try format(in: environment.locale)
    let texts = try cardTexts(in: prepared)
    return plan.template.labels.map { item in
      texts.map { $0[item] ?? "" } ?? cell.text(of: item, in: prepared)?.text.text ?? ""
    }
  }
}
