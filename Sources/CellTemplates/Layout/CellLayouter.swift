public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// Lays out records in one template, with engines that are kept from record to record.
///
/// It has one engine for each direction. The result for a record and environment does not depend on
/// earlier ones.
public struct CellLayouter {
  /// The analyzed template.
  public let plan: TemplatePlan
  /// Number of engines created so far.
  public private(set) var enginesCreated = 0
  // reason: an option
  /// Observes the layouts for a trace or an examination, or `nil`.
  public var instrument: CellInstrument?

  // reason: an option
  /// Whether every cell of a compiled program is compared with the solver's result.
  ///
  /// This is slow, and serves to find faults. A cell for which they differ fails with CH0111.
  public var verifiesPrograms = false

  // reason: an option
  /// Maximum number of times that the boxes of a cell are arranged because conditions on labels
  /// hide or show boxes; fewer than 1 count as 1.
  ///
  /// A cell that needs more fails with CH0107.
  public var conditionRoundLimit = 24

  let measurer: TextMeasurer?
  private let formats: FormatSettings
  /// Formatters of dates and numbers, one for each locale.
  private var formatters: [ValueFormatter] = []
  /// The engine of each direction, created with the first record in that direction.
  private var engines: [EngineBox?] = [nil, nil]
  private var environments = PreparedEnvironments()
  /// The values of the bound record at the template's paths.
  private(set) var record = ResolvedRecord()
  private(set) var texts: LabelContentSizing
  /// The engine's solution of the last cell.
  private(set) var solved = SolvedCell()
  /// The lines of the last cell's labels, one list for each time that widths settled, for
  /// conditions.
  private(set) var labelHistory: [[LabelLines]] = []

  /// Creates a layouter.
  ///
  /// Its engines are created with the first records.
  ///
  /// - Parameters:
  ///   - plan: The analyzed template, which may be shared.
  ///   - measurer: Measures texts, shared by all layouters of one worker; `nil` for a template with
  ///     content sizes from a table.
  ///   - formats: Time zone and clock of the template's formats.
  public init(
    plan: TemplatePlan, measurer: TextMeasurer?, formats: FormatSettings = FormatSettings()
  ) {
    self.plan = plan
    self.measurer = measurer
    self.formats = formats
    texts = LabelContentSizing(items: plan.template.views.count)
  }

  /// Makes a solution that of the last cell.
  mutating func keep(_ solved: SolvedCell, labelHistory: [[LabelLines]]) {
    self.solved = solved
    self.labelHistory = labelHistory
  }

  /// Sets the size of a label in place of the measured one, in points.
  mutating func setSize(ofLabel item: Int, _ size: Size) {
    texts.texts[item]?.size = size
  }

  /// Counts of the engines' work so far.
  public var statistics: EngineStatistics {
    engines.reduce(into: EngineStatistics()) { total, engine in
      if let engine { total += engine.engine.statistics }
    }
  }

  /// Discards the engines, so that the next record creates a new one, as in self-sizing cells.
  public mutating func forgetEngines() {
    engines = [nil, nil]
  }

  /// Lays out one record, and returns all details.
  ///
  /// - Parameters:
  ///   - record: The record, for the template's bindings.
  ///   - environment: Width, scale, text size, direction, locale, rules and state.
  ///   - height: A fixed height of the cell, in points; `nil` for the height that fits.
  /// - Throws: `CellError`.
  public mutating func layout(
    _ record: some BindingSource, in environment: Environment, height: Double? = nil
  ) throws(CellError) -> LaidOutCell {
    LaidOutCell(layout: try cellLayout(record, in: environment, height: height), solved: solved)
  }

  /// Lays out one record, and returns only what is stored.
  ///
  /// Parameters and errors are those of `layout(_:in:height:)`.
  public mutating func cellLayout(
    _ record: some BindingSource, in environment: Environment, height: Double? = nil
  ) throws(CellError) -> CellLayout {
    bind(record)
    return try boundCellLayout(in: environment, height: height)
  }

  /// Looks up the values of a record, which are then used for all environments.
  public mutating func bind(_ record: some BindingSource) {
    self.record.resolve(record, plan.template.paths)
  }

  /// Lays out the record that was bound last.
  ///
  /// Parameters and errors are those of `layout(_:in:height:)`.
  public mutating func boundCellLayout(
    in environment: Environment, height: Double? = nil
  ) throws(CellError) -> CellLayout {
    if let pixels = environment.widthPixels {
      return try heights(in: environment, first: pixels.lowerBound, height: height)
    }
    let prepared = try environments.prepare(environment, for: plan)
    return try boundCellLayout(in: prepared, height: height)
  }

  /// Lays out the record that was bound last at each width of a range, and returns the heights.
  ///
  /// - Parameter first: The first width, in device pixels.
  private mutating func heights(
    in range: Environment, first: Int, height: Double?
  ) throws(CellError) -> CellLayout {
    var all = CellLayout(height: 0, exactHeight: 0, frames: [], labels: [], caveats: [])
    var heights = HeightRuns()
    let widths = try environments.prepare(range: range, for: plan)
    for (index, width) in widths.enumerated() {
      let layout: CellLayout
      do throws(CellError) {
        layout = try boundCellLayout(in: width, height: height)
      } catch {
        throw .atWidth(width.environment.width, error)
      }
      // In range, as `checkRange` bounds the height.
      heights.append(height: Int32(layout.height), atWidth: Int32(first + index))
      if index == 0 { (all.height, all.exactHeight) = (layout.height, layout.exactHeight) }
      all.caveats.formUnion(layout.caveats)
      all.findings.formUnion(layout.findings)
    }
    all.heights = heights
    return all
  }

  private mutating func boundCellLayout(
    in prepared: PreparedEnvironment, height: Double?
  ) throws(CellError) -> CellLayout {
    if !plan.template.paths.formats.isEmpty {
      record.formatter = try formatter(prepared.environment.locale)
    }
    let start = instrument?.now()
    if let boxes = plan.template.boxes {
      defer { if let start { noteCell(in: prepared.environment, since: start) } }
      return try boxLayout(boxes, prepared, height: height)
    }
    let box = engine(prepared.engine, prepared.environment.direction)
    box.engine.trace = instrument?.trace
    if box.engine.verifiesPrograms != verifiesPrograms {
      box.engine.verifiesPrograms = verifiesPrograms
    }
    defer { if let start { noteCell(in: prepared.environment, since: start) } }
    let caveats = try layOut(&box.engine, prepared, height: height)
    var layout = snapped(caveats: caveats, prepared.grid)
    noteFindings(in: &layout, prepared)
    return layout
  }

  /// The formatter of dates and numbers in a locale.
  private mutating func formatter(_ locale: String) throws(CellError) -> ValueFormatter {
    if let known = record.formatter, known.locale == locale { return known }
    if let known = formatters.first(where: { $0.locale == locale }) { return known }
    if plan.template.readsClock, formats.clock == nil {
      throw .noClock(template: plan.template.name)
    }
    if formatters.count >= PreparedEnvironment.capacity { formatters.removeFirst() }
    let made = try ValueFormatter(
      locale: locale, settings: formats, formats: plan.template.paths.formats)
    formatters.append(made)
    return made
  }

  /// The engine of a direction, copied first if it is shared with a copy of this layouter.
  private mutating func engine(_ slot: Int, _ direction: LayoutDirection) -> EngineBox {
    let isUnique = isKnownUniquelyReferenced(&engines[slot])
    if let box = engines[slot] {
      if isUnique { return box }
      let copy = EngineBox(box.engine)
      engines[slot] = copy
      return copy
    }
    let made = EngineBox(LayoutEngine(plan.layoutPlan(direction)))
    enginesCreated += 1
    engines[slot] = made
    return made
  }

  /// Adds a cell's span and the engines' counts to the trace.
  private mutating func noteCell(in environment: Environment, since start: UInt64) {
    guard let trace = instrument?.trace else { return }
    trace.span("cell", since: start, [.init("environment", .text(environment.key))])
    let work = statistics
    trace.count(
      "solver",
      [
        .init("pivots", .count(work.pivots)), .init("basisHits", .count(work.programEvaluations)),
        .init("basisMisses", .count(work.basisMisses)),
      ])
    trace.count("engines", [.init("created", .count(enginesCreated))])
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

/// A box that keeps an engine, which is large, from being copied.
private final class EngineBox {
  var engine: LayoutEngine

  init(_ engine: LayoutEngine) { self.engine = engine }
}

/// Binds one record to the engine, and solves.
///
/// Functions that run for every cell are `mutating` even if they change nothing, because the
/// compiler would copy a structure of this size.
extension CellLayouter {
  /// Binds the looked-up record to an engine, and lays it out.
  ///
  /// - Returns: The caveats other than the engine's.
  mutating func layOut(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> Caveats {
    var history: [[LabelLines]] = []
    instrument?.begin()
    let start = instrument?.now()
    switchGroups(of: &engine, environment)
    bindConstants(&engine, environment)
    let missing = try bindQuantities(&engine)
    var caveats: Caveats = []
    var unknown = try prepareTexts(engine.plan.measuredItems, environment, &caveats)
    unknown += try bindIntrinsicSizes(&engine)
    shareStacks(&engine, environment)
    if let start { instrument?.trace?.span("bind", since: start) }
    try solveWithMargins(&engine, environment, height, &history)
    labelHistory = history
    instrument?.examine(solved, engine, environment.environment.direction)
    if missing.contains(where: { isActive($0, environment, history) }) {
      caveats.insert(.sizeUnknown)
    } else if !unknown.isEmpty,
      dependsOnIntrinsicSize(of: unknown, &engine, environment, height)
    {
      caveats.insert(.sizeUnknown)
    }
    try checkRange(environment.grid)
    return caveats
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

  /// Solves, and evaluates the conditions on labels whenever widths have settled.
  ///
  /// A condition that was true once stays true for the cell, so the history is finite.
  mutating func solve(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, _ height: Double?,
    _ history: inout [[LabelLines]]
  ) throws(CellError) {
    // Moved out while the engine uses it, to avoid a copy.
    var asked = LabelContentSizing(items: 0)
    swap(&asked, &texts)
    guard let watching = instrument.take() else {
      defer { swap(&asked, &texts) }
      return try solve(&engine, environment, measuring: &asked, height, &history)
    }
    var observed = ObservedTexts(texts: asked, instrument: watching, views: plan.template.views)
    defer {
      instrument = observed.instrument
      texts = observed.texts
    }
    try solve(&engine, environment, measuring: &observed, height, &history)
  }

  private mutating func solve<Sizing: ContentSizing>(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment,
    measuring texts: inout Sizing, _ height: Double?, _ history: inout [[LabelLines]]
  ) throws(CellError) {
    guard plan.asksLabels else {
      do throws(LayoutError) {
        return try engine.layout(
          width: environment.environment.width, height: height, grid: environment.grid,
          sizing: &texts, into: &solved)
      } catch {
        throw .layout(error)
      }
    }
    var context = context(environment)
    let switching = plan.switching
    let labels = plan.template.labels
    do throws(LayoutError) {
      try engine.layout(
        width: environment.environment.width, height: height, grid: environment.grid,
        sizing: &texts, into: &solved
      ) { extents in
        history.append(labels.map { extents[$0].lines })
        context.labels = history
        return switching.switches(in: context)
      }
    } catch {
      throw .layout(error)
    }
  }

  /// The context of conditions in which every condition on labels is false.
  func context(_ environment: PreparedEnvironment) -> ConditionContext {
    ConditionContext(record: record, environment: environment.conditions)
  }

  /// Switches the groups to their state at the start of a cell, before labels are measured.
  mutating func switchGroups(of engine: inout LayoutEngine, _ environment: PreparedEnvironment) {
    guard !plan.switching.isEmpty else { return }
    plan.switching.begin(record, environment.conditions, fixed: environment.fixedConditions) {
      engine.setGroup($0, active: $1)
    }
  }

  private func isActive(
    _ constraint: Int, _ environment: PreparedEnvironment, _ history: [[LabelLines]]
  ) -> Bool {
    guard let group = plan.template.system.groups[constraint] else { return true }
    var context = context(environment)
    context.labels = history
    return plan.switching.switches(in: context).contains {
      $0.group == group && $0.isActive
    }
  }

  private mutating func bindConstants(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment
  ) {
    resetMarginConstants(&engine)
    for quantity in plan.template.namedQuantities {
      let value = environment.constants[quantity.constant]
      let signed = quantity.isNegated ? 0 - value : value
      switch quantity.role {
      case .multiplier: engine.setMultiplier(quantity.constraint, signed)
      case .constant: engine.setConstant(quantity.constraint, signed)
      }
    }
  }

  /// Sets the numbers that come from the record.
  ///
  /// - Returns: Indices of the constraints that are left out because a number is missing.
  private mutating func bindQuantities(_ engine: inout LayoutEngine) throws(CellError) -> [Int] {
    var missing: [Int] = []
    for quantity in plan.template.boundQuantities {
      let value = quantity.number.value(in: record)
      // The numbers of one constraint are next to each other.
      let isPresent = value != nil && missing.last != quantity.constraint
      engine.setPresent(quantity.constraint, isPresent)
      guard let value, isPresent else {
        if missing.last != quantity.constraint { missing.append(quantity.constraint) }
        continue
      }
      guard Self.isSane(value, quantity.role) else {
        throw .absurdNumber(
          value, constraint: plan.template.system.constraints[quantity.constraint].name)
      }
      switch quantity.role {
      case .multiplier: engine.setMultiplier(quantity.constraint, value)
      case .constant: engine.setConstant(quantity.constraint, value)
      }
    }
    return missing
  }

  /// Whether a number is within the range in which the solver is precise.
  static func isSane(_ value: Double, _ role: BoundQuantity.Role) -> Bool {
    switch role {
    case .multiplier: value == 0 || (1e-7...1e7).contains(abs(value))
    case .constant: abs(value) <= 1e9
    }
  }
}

/// Prepares the texts of a record for measuring.
extension CellLayouter {
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
}
