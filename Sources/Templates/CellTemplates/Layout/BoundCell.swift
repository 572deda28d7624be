import AutoLayout
import LayoutPrimitives
import TextMeasurement

/// Options of layouts.
struct LayoutOptions {
  /// Whether every cell of a compiled program is compared with the solver's result.
  var verifiesPrograms = false
  /// Maximum number of times that the boxes of a cell are arranged; numbers below 1 count as 1.
  var conditionRoundLimit = 24
  /// Whether layouts have the boxes of the markup of records.
  var keepsBlocks = false
}

/// One record bound to a template: the values and the prepared texts.
///
/// All kinds of layout read and write it. Functions that run for every cell are `mutating`,
/// because the compiler would otherwise copy this large structure.
struct BoundCell {
  let plan: TemplatePlan
  let measurer: TextMeasurer?
  // reason: layouts hand it to what they observe.
  /// Observes the layouts for a trace or an examination; `nil` for none.
  var instrument: CellInstrument?
  // reason: options
  var options = LayoutOptions()
  // reason: an option
  /// The prepared texts of a record that grows; `nil` for records that do not grow.
  var growing: GrowingTexts?
  /// The record's values at the template's paths.
  private(set) var record = ResolvedRecord()
  /// Number of records that were bound, which tells the record from an earlier one.
  private(set) var boundRecords = 0
  // reason: the layout hands it to its engine while it measures.
  /// The prepared texts, which the layout measures.
  var texts: LabelContentSizing
  /// What the texts were prepared for, if they are those of the record at all widths.
  private var preparation: Preparation?

  private struct Preparation {
    /// The number of the record, as in `boundRecords`.
    let record: Int
    let labels: LabelStyles
    let caveats: Caveats
  }

  init(_ plan: TemplatePlan, measurer: TextMeasurer?) {
    self.plan = plan
    self.measurer = measurer
    texts = LabelContentSizing(items: plan.template.views.count)
  }

  /// Looks up the values of a record, except texts that were looked up before.
  mutating func bind(_ record: some BindingSource, texts: [String?]) {
    self.record.resolve(record, plan.template.paths, texts: texts, plan.textIndices)
    boundRecords += 1
  }

  /// Sets the formatter that writes the record's dates and numbers.
  mutating func format(by formatter: ValueFormatter) { record.formatter = formatter }

  /// The context for conditions at the start of a cell, when every condition on a label is false.
  func context(_ environment: PreparedEnvironment) -> ConditionContext {
    ConditionContext(record: record, environment: environment.conditions)
  }
}

/// A view for which the record lacks the intrinsic size, or a side of it.
struct UnknownSize {
  /// The view's index in the template's `views`.
  var item: Int
  /// The known part of the size.
  var value: DeclaredSize.Value
}

/// Prepares the texts and sizes of a record.
extension BoundCell {
  /// Prepares the texts of labels for measuring.
  ///
  /// Environments that differ only in their widths have the same texts, which are prepared once. But
  /// texts whose declared size lacks a side are prepared again, because a layout replaces this size.
  ///
  /// - Parameters:
  ///   - items: The items of the labels that are prepared; they depend only on the template and the
  ///     direction.
  ///   - caveats: Receives the caveats of the texts.
  /// - Returns: The labels that are measured, because the record lacks a side of the declared size.
  mutating func prepareTexts(
    _ items: [Int], _ environment: PreparedEnvironment, _ caveats: inout Caveats
  ) throws(CellError) -> [UnknownSize] {
    if let preparation, preparation.record == boundRecords,
      preparation.labels === environment.labels
    {
      caveats.formUnion(preparation.caveats)
      return []
    }
    preparation = nil
    var unknown: [UnknownSize] = []
    var prepared: Caveats = []
    let language = record.text(at: plan.template.language) ?? environment.environment.locale
    for item in items {
      guard let style = environment.labels.styles[item], let label = plan.labelsByItem[item] else {
        continue
      }
      let size = try declaredSize(of: item, label, &unknown)
      if let size, !label.asksBaseline {
        texts.texts[item] = LabelContentSizing.Text(size: size, fitting: label.fitting)
        continue
      }
      guard let measurer else {
        texts.texts[item] = nil
        continue
      }
      do throws(TextError) {
        let direction = environment.environment.direction
        let text: PreparedText
        if !label.pieces.isEmpty {
          text = try measurer.prepare(
            AttributedText(
              zip(label.pieces, environment.labels.pieces[item]).map { ($0.text(in: record), $1) }),
            style: style, language: language, direction: direction, rules: environment.rules)
        } else if let grown = try growing?.prepare(
          label.text.text(in: record), item: item, by: measurer, style: style,
          language: language, direction: direction, rules: environment.rules)
        {
          text = grown
        } else {
          text = try measurer.prepare(
            label.text.text(in: record), style: style, language: language,
            direction: direction, rules: environment.rules)
        }
        prepared.formUnion(text.caveats)
        texts.texts[item] = LabelContentSizing.Text(
          prepared: text, size: size, fitting: label.fitting,
          surroundings: label.surroundings)
      } catch {
        throw .text(error, view: plan.template.views[item].id)
      }
    }
    caveats.formUnion(prepared)
    if unknown.isEmpty {
      preparation = Preparation(
        record: boundRecords, labels: environment.labels, caveats: prepared)
    }
    return unknown
  }

  /// The declared size of a label, in points; `nil` when the text of the label is measured.
  ///
  /// The label is added to `unknown` if it has a text and the record lacks a side of the size.
  private mutating func declaredSize(
    of item: Int, _ label: TemplatePlan.LabelPlan, _ unknown: inout [UnknownSize]
  ) throws(CellError) -> Size? {
    let value = try label.size?.value(in: record, of: plan.template.views[item].id)
    guard let value else { return nil }
    if let width = value.known.width, let height = value.known.height {
      return Size(width: width, height: height)
    }
    if !label.text.text(in: record).isEmpty {
      unknown.append(UnknownSize(item: item, value: value))
    }
    return nil
  }

  /// The intrinsic size of a view without text, in points; `nil` when the size is unknown.
  func intrinsicSize(of view: Int) -> IntrinsicSize? {
    let known = plan.template.views[view]
    // An invalid size has caused an error before.
    let declared = try? DeclaredSize(of: known)?.value(in: record, of: known.id)
    if let declared, !declared.lacksSide { return declared.known }
    guard let image = known.image, !image.source.text(in: record).isEmpty,
      let width = image.pixelWidth?.value(in: record),
      let height = image.pixelHeight?.value(in: record), width > 0, height > 0
    else { return declared?.known }
    return IntrinsicSize(width: width / image.scale, height: height / image.scale)
  }

  /// Whether a number is in the range in which the solver is precise.
  static func isSane(_ value: Double, _ role: BoundQuantity.Role) -> Bool {
    switch role {
    case .multiplier: value == 0 || (1e-7...1e7).contains(abs(value))
    case .constant: abs(value) <= 1e9
    }
  }
}
