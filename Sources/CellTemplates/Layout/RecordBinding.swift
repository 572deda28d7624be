import AutoLayout
import LayoutPrimitives
import TextMeasurement

/// One record bound to a template in one environment.
struct RecordBinding<Record: BindingSource> {
  let template: CellTemplate
  let record: Record
  let environment: Environment
  /// What conditions are asked of, with every label question false.
  private let context: ConditionContext

  init(template: CellTemplate, record: Record, environment: Environment) {
    self.template = template
    self.record = record
    self.environment = environment
    context = ConditionContext(
      record: record,
      environment: ConditionEnvironment(
        width: environment.width, scale: environment.scale,
        sizeCategory: environment.sizeCategory, direction: environment.direction,
        locale: environment.locale, state: environment.state ?? template.states.first))
  }

  /// Hands the record to an engine and lays it out.
  func layout(
    _ engine: inout LayoutEngine, plan: TemplatePlan, measurer: TextMeasurer?,
    styles: inout LabelStyles,
    height: Double?, instrument: inout CellInstrument?
  ) throws(CellError) -> LaidOutCell {
    var history: [[LabelLines]] = []
    instrument?.begin()
    let start = instrument?.now()
    switchGroups(of: &engine)
    let missing = try bindQuantities(&engine)
    var trust: Trust = []
    var texts = try prepareTexts(engine.plan.measuredItems, measurer, &styles, &trust)
    let unknown = bindIntrinsicSizes(&engine)
    if let start { instrument?.trace?.span("bind", since: start) }
    let solved = try solve(&engine, plan, &texts, height, &history, &instrument)
    instrument?.examine(solved, engine, environment.direction)
    if missing.contains(where: { isActive($0, history) }) {
      trust.insert(.sizeUnknown)
    } else if !unknown.isEmpty,
      dependsOnIntrinsicSize(of: unknown, &engine, plan, &texts, height, solved, &instrument)
    {
      trust.insert(.sizeUnknown)
    }
    try checkRange(solved)
    return LaidOutCell(solved, trust: trust, plan: plan, grid: environment.grid)
  }

  /// Refuses frames that 32-bit pixels could not hold, so that an absurd record fails alone.
  private func checkRange(_ solved: SolvedCell) throws(CellError) {
    let limit = 0x1p30 / environment.grid.stepsPerPoint
    for (index, frame) in solved.frames.enumerated() {
      // Written so that a value that is no number fails as well.
      guard abs(frame.x) < limit, abs(frame.y) < limit, abs(frame.maxX) < limit,
        abs(frame.maxY) < limit
      else { throw .beyondRange(view: template.views[index].id) }
    }
  }

  /// Solves, asking the groups' label questions whenever widths have settled.
  ///
  /// A question once true stays true for the record, so the history only grows and ends.
  private func solve(
    _ engine: inout LayoutEngine, _ plan: TemplatePlan, _ texts: inout BoundTexts,
    _ height: Double?, _ history: inout [[LabelLines]], _ instrument: inout CellInstrument?
  ) throws(CellError) -> SolvedCell {
    guard let watching = instrument.take() else {
      return try solve(&engine, plan, measuring: &texts, height, &history)
    }
    var observed = ObservedTexts(texts: texts, instrument: watching, views: template.views)
    defer { instrument = observed.instrument }
    return try solve(&engine, plan, measuring: &observed, height, &history)
  }

  private func solve<Sizing: ContentSizing>(
    _ engine: inout LayoutEngine, _ plan: TemplatePlan, measuring texts: inout Sizing,
    _ height: Double?, _ history: inout [[LabelLines]]
  ) throws(CellError) -> SolvedCell {
    do throws(LayoutError) {
      return try engine.layout(
        width: environment.width, height: height, grid: environment.grid, sizing: &texts
      ) { extents in
        guard plan.asksLabels else { return [] }
        history.append(template.labels.map { extents[$0].lines })
        return switches(history)
      }
    } catch {
      throw .layout(error)
    }
  }

  /// Switches the groups as they are when a record begins, with every label question false.
  private func switchGroups(of engine: inout LayoutEngine) {
    for group in template.groups {
      let holds = group.condition.holds(in: context)
      engine.setGroup(group.whenTrue, active: holds)
      engine.setGroup(group.whenFalse, active: !holds)
    }
  }

  /// What each group's condition says, given the labels as drawn so far.
  private func switches(_ history: [[LabelLines]]) -> [GroupSwitch] {
    var context = context
    context.labels = history
    return template.groups.flatMap { group in
      let holds = group.condition.holds(in: context)
      return [
        GroupSwitch(group: group.whenTrue, isActive: holds),
        GroupSwitch(group: group.whenFalse, isActive: !holds),
      ]
    }
  }

  private func isActive(_ constraint: Int, _ history: [[LabelLines]]) -> Bool {
    guard let group = template.system.groups[constraint] else { return true }
    return switches(history).contains { $0.group == group && $0.isActive }
  }

  /// Hands in the bound numbers.
  ///
  /// - Returns: Constraints left out because a number is missing.
  private func bindQuantities(
    _ engine: inout LayoutEngine
  ) throws(CellError) -> [Int] {
    var missing: [Int] = []
    for quantity in template.boundQuantities {
      let value = quantity.number.value(in: record)
      // The numbers of one constraint stand together.
      let isPresent = value != nil && missing.last != quantity.constraint
      engine.setPresent(quantity.constraint, isPresent)
      guard let value, isPresent else {
        if missing.last != quantity.constraint { missing.append(quantity.constraint) }
        continue
      }
      guard Self.isSane(value, quantity.role) else {
        throw .absurdNumber(
          value, constraint: template.system.constraints[quantity.constraint].name)
      }
      switch quantity.role {
      case .multiplier: engine.setMultiplier(quantity.constraint, value)
      case .constant: engine.setConstant(quantity.constraint, value)
      }
    }
    return missing
  }

  /// Whether a number can stand beside the others of a template without drowning them.
  private static func isSane(_ value: Double, _ role: BoundQuantity.Role) -> Bool {
    switch role {
    case .multiplier: value == 0 || (1e-7...1e7).contains(abs(value))
    case .constant: abs(value) <= 1e9
    }
  }

  private func prepareTexts(
    _ items: [Int], _ measurer: TextMeasurer?, _ styles: inout LabelStyles,
    _ trust: inout Trust
  ) throws(CellError) -> BoundTexts {
    var texts = BoundTexts(items: template.views.count)
    let language = record.text(at: .language) ?? environment.locale
    guard let measurer else { return texts }
    for item in items {
      guard let label = template.views[item].label else { continue }
      let style = styles.style(of: item, label, category: environment.sizeCategory)
      do throws(TextError) {
        let rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
        let prepared = try measurer.prepare(
          label.text.text(in: record), style: style, language: language,
          direction: environment.direction, rules: rules)
        trust.formUnion(prepared.trust)
        texts.texts[item] = BoundTexts.Text(
          prepared: prepared, lineLimit: label.lineLimit,
          truncation: TruncationMode(label.truncation))
      } catch {
        throw .text(error, view: template.views[item].id)
      }
    }
    return texts
  }

  /// Hands in declared and pictures' intrinsic sizes.
  ///
  /// - Returns: Pictures that are present and whose size nobody gave.
  private func bindIntrinsicSizes(_ engine: inout LayoutEngine) -> [Int] {
    var unknown: [Int] = []
    for (item, view) in template.views.enumerated()
    where template.system.items[item].content == .intrinsic {
      if let declared = view.intrinsic {
        engine.setIntrinsic(item, width: declared.width, height: declared.height)
        continue
      }
      guard let image = view.image, !image.source.text(in: record).isEmpty else {
        engine.setIntrinsic(item, width: nil, height: nil)
        continue
      }
      let width = image.pixelWidth?.value(in: record).flatMap { $0 > 0 ? $0 : nil }
      let height = image.pixelHeight?.value(in: record).flatMap { $0 > 0 ? $0 : nil }
      if let width, let height {
        engine.setIntrinsic(item, width: width / image.scale, height: height / image.scale)
      } else {
        engine.setIntrinsic(item, width: nil, height: nil)
        unknown.append(item)
      }
    }
    return unknown
  }

  /// Whether the layout would be another one if pictures of unknown size had one.
  ///
  /// Tried at both ends: as small and as large as a picture can be.
  private func dependsOnIntrinsicSize(
    of items: [Int], _ engine: inout LayoutEngine, _ plan: TemplatePlan,
    _ texts: inout BoundTexts, _ height: Double?, _ solved: SolvedCell,
    _ instrument: inout CellInstrument?
  ) -> Bool {
    for extent in [0.0, 16_384] {
      for item in items { engine.setIntrinsic(item, width: extent, height: extent) }
      var history: [[LabelLines]] = []
      switchGroups(of: &engine)
      do throws(CellError) {
        let other = try solve(&engine, plan, &texts, height, &history, &instrument)
        if other.frames != solved.frames { return true }
      } catch {
        // That size has no layout at all, and this one has.
        return true
      }
    }
    return false
  }
}
