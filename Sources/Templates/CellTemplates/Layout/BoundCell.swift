import AutoLayout
import LayoutPrimitives
import TextMeasurement

/// One record bound to a template: its values, its prepared texts and its latest layout.
///
/// Both kinds of layout read and write it. Functions that run for every cell are `mutating` even if
/// they change nothing, because the compiler would copy a structure of this size.
struct BoundCell {
  /// The analyzed template.
  let plan: TemplatePlan
  let measurer: TextMeasurer?
  // reason: an option
  /// Observes the layouts for a trace or an examination, or `nil`.
  var instrument: CellInstrument?
  // reason: an option
  /// Whether every cell of a compiled program is compared with the solver's result.
  var verifiesPrograms = false
  // reason: an option
  /// Maximum number of times that the boxes of a cell are arranged; fewer than 1 count as 1.
  var conditionRoundLimit = 24
  /// The record's values at the template's paths.
  private(set) var record = ResolvedRecord()
  // reason: the layout hands it to its engine while it measures.
  /// The prepared texts, which the layout measures.
  var texts: LabelContentSizing
  // reason: the layout writes it.
  /// Frames and text extents of the last layout.
  var solved = SolvedCell()
  // reason: the layout writes it.
  /// The lines of the last cell's labels, one list for each time that widths settled, for
  /// conditions.
  var labelHistory: [[LabelLines]] = []

  init(_ plan: TemplatePlan, measurer: TextMeasurer?) {
    self.plan = plan
    self.measurer = measurer
    texts = LabelContentSizing(items: plan.template.views.count)
  }

  /// Looks up the values of a record.
  mutating func bind(_ record: some BindingSource) {
    self.record.resolve(record, plan.template.paths)
  }

  /// Writes dates and numbers of the record in the formats of a locale.
  mutating func format(by formatter: ValueFormatter) { record.formatter = formatter }

  /// The context of conditions in which every condition on labels is false.
  func context(_ environment: PreparedEnvironment) -> ConditionContext {
    ConditionContext(record: record, environment: environment.conditions)
  }

  /// Throws when a frame exceeds the range of 32-bit pixels.
  mutating func checkRange(_ grid: PixelGrid) throws(CellError) {
    let limit = 0x1p30 / grid.stepsPerPoint
    for index in solved.frames.indices {
      let frame = solved.frames[index]
      // The comparison also fails for NaN.
      guard abs(frame.x) < limit, abs(frame.y) < limit, abs(frame.maxX) < limit,
        abs(frame.maxY) < limit
      else { throw .beyondRange(view: plan.template.views[index].id) }
    }
  }

  /// The solution aligned to whole pixels.
  ///
  /// It is `mutating` only to avoid a copy.
  mutating func snapped(caveats: Caveats, _ grid: PixelGrid) -> CellLayout {
    let exactHeight = solved.frames[0].height
    var frames: [PixelRect] = []
    frames.reserveCapacity(plan.framedViews.count)
    for view in plan.framedViews { frames.append(grid.snap(solved.frames[view])) }
    var labels: [LabelLines] = []
    labels.reserveCapacity(plan.template.labels.count)
    for label in plan.template.labels {
      labels.append(solved.texts[label]?.lines ?? LabelLines(count: 0, truncated: false))
    }
    return CellLayout(
      height: grid.pixel(ofEdge: exactHeight), exactHeight: exactHeight, frames: frames,
      labels: labels, caveats: caveats.union(solved.caveats))
  }
}

/// A view for which a record gives no intrinsic size, or only a part of it.
struct UnknownSize {
  /// The view's index in the template's `views`.
  var item: Int
  /// The part of the size that is known.
  var value: DeclaredSize.Value
}

/// Prepares the texts and sizes of a record.
extension BoundCell {
  /// Prepares the texts of labels for measuring, each once for all widths.
  ///
  /// - Parameters:
  ///   - items: The items of the labels that are measured.
  ///   - caveats: The caveats of the texts are added to it.
  /// - Returns: The labels that are measured because the record lacks a side of their declared size.
  mutating func prepareTexts(
    _ items: [Int], _ environment: PreparedEnvironment, _ caveats: inout Caveats
  ) throws(CellError) -> [UnknownSize] {
    var unknown: [UnknownSize] = []
    let language = record.text(at: plan.template.language) ?? environment.environment.locale
    for item in items {
      guard let style = environment.styles[item], let label = plan.labelsByItem[item] else {
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
        let prepared =
          label.pieces.isEmpty
          ? try measurer.prepare(
            label.text.text(in: record), style: style, language: language,
            direction: direction, rules: environment.rules)
          : try measurer.prepare(
            AttributedText(
              zip(label.pieces, environment.pieces[item]).map { ($0.text(in: record), $1) }),
            style: style, language: language, direction: direction, rules: environment.rules)
        caveats.formUnion(prepared.caveats)
        texts.texts[item] = LabelContentSizing.Text(
          prepared: prepared, size: size, fitting: label.fitting,
          surroundings: label.surroundings)
      } catch {
        throw .text(error, view: plan.template.views[item].id)
      }
    }
    return unknown
  }

  /// The intrinsic size of content other than text: the declared one, else that of the picture.
  mutating func size(
    of item: Int, _ content: TemplatePlan.IntrinsicContent
  ) throws(CellError) -> DeclaredSize.Value {
    let declared = try content.declared?.value(in: record, of: plan.template.views[item].id)
    if let declared, !declared.lacksSide { return declared }
    guard let image = content.image else { return declared ?? Self.noSize }
    guard !image.source.text(in: record).isEmpty else { return Self.noSize }
    guard let width = image.pixelWidth?.value(in: record), width > 0,
      let height = image.pixelHeight?.value(in: record), height > 0
    else { return declared ?? Self.unknownSize }
    let (across, down) = (width / image.scale, height / image.scale)
    guard Self.isSane(across, .constant), Self.isSane(down, .constant) else {
      throw .absurdNumber(
        Self.isSane(across, .constant) ? down : across,
        constraint: "size of \(plan.template.views[item].id)")
    }
    return DeclaredSize.Value(known: IntrinsicSize(width: across, height: down))
  }

  private static var noSize: DeclaredSize.Value {
    DeclaredSize.Value(known: IntrinsicSize(width: nil, height: nil))
  }

  /// A size without known sides.
  private static var unknownSize: DeclaredSize.Value {
    DeclaredSize.Value(
      known: IntrinsicSize(width: nil, height: nil), lacksWidth: true, lacksHeight: true)
  }

  /// The declared size of a label, in points; `nil` when its text is measured.
  ///
  /// A label with text whose size the record lacks is added to `unknown`.
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

  /// The intrinsic size of a view without text, in points, or `nil` when it is unknown.
  func intrinsicSize(of view: Int) -> IntrinsicSize? {
    let known = plan.template.views[view]
    // A size that is no size has been refused before.
    let declared = try? DeclaredSize(of: known)?.value(in: record, of: known.id)
    if let declared, !declared.lacksSide { return declared.known }
    guard let image = known.image, !image.source.text(in: record).isEmpty,
      let width = image.pixelWidth?.value(in: record),
      let height = image.pixelHeight?.value(in: record), width > 0, height > 0
    else { return declared?.known }
    return IntrinsicSize(width: width / image.scale, height: height / image.scale)
  }

  /// Whether a number is within the range in which the solver is precise.
  static func isSane(_ value: Double, _ role: BoundQuantity.Role) -> Bool {
    switch role {
    case .multiplier: value == 0 || (1e-7...1e7).contains(abs(value))
    case .constant: abs(value) <= 1e9
    }
  }
}
