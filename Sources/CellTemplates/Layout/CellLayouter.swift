public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// Lays out records in one template: the long-lived half of a worker.
///
/// It keeps one engine for each direction it meets, whatever the number of records, widths and text
/// sizes, and the room in which a record is bound. The result for a record and environment does not
/// depend on what came before.
public struct CellLayouter {
  /// The template, analysed.
  public let plan: TemplatePlan
  /// Engines made so far: at most one a direction.
  public private(set) var enginesCreated = 0
  // reason: an option of whoever makes the layouter
  /// What watches the layouts, for a trace or an examination; `nil` in a build without a trace.
  public var instrument: CellInstrument?

  // reason: an option of whoever makes the layouter
  /// Whether every cell of a compiled program is compared with the solver's.
  ///
  /// Slow, for finding faults. A cell where they differ fails with CH0111.
  public var verifiesPrograms = false

  let measurer: TextMeasurer?
  private let formats: FormatSettings
  /// What writes dates and numbers, one a locale.
  private var formatters: [ValueFormatter] = []
  /// The engine of each direction, made with its first record.
  private var engines: [EngineBox?] = [nil, nil]
  private var environments: [PreparedEnvironment] = []
  private var lastEnvironment = 0
  /// The record that is laid out, and its texts.
  private(set) var record = ResolvedRecord()
  private(set) var texts: BoundTexts
  /// What the engine found for it.
  private(set) var solved = SolvedCell()
  /// What its labels drew whenever widths had settled, which conditions asked.
  private(set) var labelHistory: [[LabelLines]] = []

  /// Creates a layouter; the first engine is made with the first record.
  ///
  /// - Parameters:
  ///   - plan: The template, analysed once and shared.
  ///   - measurer: Measures texts; shared by all layouters of one worker, or `nil` for a template
  ///     whose content sizes come from a table, which has no texts.
  ///   - formats: Time zone and clock of the template's formats.
  public init(
    plan: TemplatePlan, measurer: TextMeasurer?, formats: FormatSettings = FormatSettings()
  ) {
    self.plan = plan
    self.measurer = measurer
    self.formats = formats
    texts = BoundTexts(items: plan.template.views.count)
  }

  /// Counts of the engines' work.
  public var statistics: EngineStatistics {
    engines.reduce(into: EngineStatistics()) { total, engine in
      if let engine { total += engine.engine.statistics }
    }
  }

  /// Throws the engines away, so that the next record makes a new one: the baseline of an engine a
  /// cell, which is what self-sizing does.
  public mutating func forgetEngines() {
    engines = [nil, nil]
  }

  /// Lays out one record, with everything that was found out about it.
  ///
  /// - Parameters:
  ///   - record: Answers the template's bindings.
  ///   - environment: Width, scale, text size, direction, locale, rules and state.
  ///   - height: A height the cell is held at, in points; `nil` for the height that fits.
  /// - Throws: `CellError`.
  public mutating func layout(
    _ record: some BindingSource, in environment: Environment, height: Double? = nil
  ) throws(CellError) -> LaidOutCell {
    LaidOutCell(layout: try cellLayout(record, in: environment, height: height), solved: solved)
  }

  /// Lays out one record: what is stored of it.
  ///
  /// Parameters and errors are those of `layout(_:in:height:)`.
  public mutating func cellLayout(
    _ record: some BindingSource, in environment: Environment, height: Double? = nil
  ) throws(CellError) -> CellLayout {
    bind(record)
    return try boundCellLayout(in: environment, height: height)
  }

  /// Looks up what the template asks of a record, once for all environments it is laid out in.
  public mutating func bind(_ record: some BindingSource) {
    self.record.resolve(record, plan.template.paths)
  }

  /// Lays out the record that was bound last.
  ///
  /// Parameters and errors are those of `layout(_:in:height:)`.
  public mutating func boundCellLayout(
    in environment: Environment, height: Double? = nil
  ) throws(CellError) -> CellLayout {
    let prepared = try prepare(environment)
    if !plan.template.paths.formats.isEmpty {
      record.formatter = try formatter(environment.locale)
    }
    let slot = environments[prepared].engine
    let box = engine(slot, environment.direction)
    let start = instrument?.now()
    box.engine.trace = instrument?.trace
    if box.engine.verifiesPrograms != verifiesPrograms {
      box.engine.verifiesPrograms = verifiesPrograms
    }
    defer { if let start { noteCell(in: environment, since: start) } }
    let caveats = try layOut(&box.engine, environments[prepared], height: height)
    var layout = snapped(caveats: caveats, environments[prepared].grid)
    noteFindings(in: &layout, environments[prepared])
    return layout
  }

  /// What writes dates and numbers in a locale.
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

  /// The engine of a direction, which no copy of this layouter has.
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

  /// Notes the span of a cell and what the engines have done so far.
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

  /// The place of an environment among those that are kept.
  private mutating func prepare(_ environment: Environment) throws(CellError) -> Int {
    if lastEnvironment < environments.count,
      environments[lastEnvironment].environment == environment
    {
      return lastEnvironment
    }
    if let known = environments.firstIndex(where: { $0.environment == environment }) {
      lastEnvironment = known
      return known
    }
    if environments.count >= PreparedEnvironment.capacity { environments.removeFirst() }
    do throws(TextError) {
      environments.append(try PreparedEnvironment(environment, template: plan.template))
    } catch {
      throw .text(error, view: plan.template.name)
    }
    lastEnvironment = environments.count - 1
    return lastEnvironment
  }

  /// Snaps what the engine found; mutating only so that nothing is copied to ask it.
  private mutating func snapped(caveats: Caveats, _ grid: PixelGrid) -> CellLayout {
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

/// An engine that stays where it is while a record is laid out: it is large, and is not copied.
private final class EngineBox {
  var engine: LayoutEngine

  init(_ engine: LayoutEngine) { self.engine = engine }
}

/// How one record meets the engine.
///
/// What is called for every cell is `mutating` even where it changes nothing: the compiler copies a
/// structure of this size to ask it.
extension CellLayouter {
  /// Hands the resolved record to an engine and lays it out.
  ///
  /// - Returns: Why the result may be off, besides what the engine found out.
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
    try prepareTexts(engine.plan.measuredItems, environment, &caveats)
    let unknown = try bindIntrinsicSizes(&engine)
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

  /// Refuses frames that 32-bit pixels could not hold, so that an absurd record fails alone.
  private mutating func checkRange(_ grid: PixelGrid) throws(CellError) {
    let limit = 0x1p30 / grid.stepsPerPoint
    for index in solved.frames.indices {
      let frame = solved.frames[index]
      // Written so that a value that is no number fails as well.
      guard abs(frame.x) < limit, abs(frame.y) < limit, abs(frame.maxX) < limit,
        abs(frame.maxY) < limit
      else { throw .beyondRange(view: plan.template.views[index].id) }
    }
  }

  /// Solves, asking the groups' label questions whenever widths have settled.
  ///
  /// A question once true stays true for the record, so the history only grows and ends.
  mutating func solve(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, _ height: Double?,
    _ history: inout [[LabelLines]]
  ) throws(CellError) {
    // Taken out while the engine asks it, so that this is the only reference and nothing is copied.
    var asked = BoundTexts(items: 0)
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
    let context = plan.asksLabels ? context(environment) : nil
    let switching = plan.switching
    let labels = plan.template.labels
    do throws(LayoutError) {
      try engine.layout(
        width: environment.environment.width, height: height, grid: environment.grid,
        sizing: &texts, into: &solved
      ) { extents in
        guard var context else { return [] }
        history.append(labels.map { extents[$0].lines })
        context.labels = history
        return switching.switches(in: context)
      }
    } catch {
      throw .layout(error)
    }
  }

  /// What conditions are asked of, with every label question false.
  func context(_ environment: PreparedEnvironment) -> ConditionContext {
    ConditionContext(record: record, environment: environment.conditions)
  }

  /// Switches the groups as they are when a record begins.
  mutating func switchGroups(of engine: inout LayoutEngine, _ environment: PreparedEnvironment) {
    guard !plan.switching.isEmpty else { return }
    plan.switching.forEach(in: context(environment)) { group, holds in
      engine.setGroup(group, active: holds)
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

  /// Hands in the constants as they are in the environment.
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

  /// Hands in the bound numbers.
  ///
  /// - Returns: Constraints left out because a number is missing.
  private mutating func bindQuantities(_ engine: inout LayoutEngine) throws(CellError) -> [Int] {
    var missing: [Int] = []
    for quantity in plan.template.boundQuantities {
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
          value, constraint: plan.template.system.constraints[quantity.constraint].name)
      }
      switch quantity.role {
      case .multiplier: engine.setMultiplier(quantity.constraint, value)
      case .constant: engine.setConstant(quantity.constraint, value)
      }
    }
    return missing
  }

  /// Whether a number can stand beside the others of a template without drowning them.
  static func isSane(_ value: Double, _ role: BoundQuantity.Role) -> Bool {
    switch role {
    case .multiplier: value == 0 || (1e-7...1e7).contains(abs(value))
    case .constant: abs(value) <= 1e9
    }
  }
}

/// How a record's texts are made ready for measuring.
extension CellLayouter {
  /// Prepares the texts of labels, each once for all widths.
  ///
  /// - Parameters:
  ///   - items: The labels that are measured.
  ///   - trust: Gains why a measure may be off.
  mutating func prepareTexts(
    _ items: [Int], _ environment: PreparedEnvironment, _ caveats: inout Caveats
  ) throws(CellError) {
    guard let measurer else { return }
    let language = record.text(at: plan.template.language) ?? environment.environment.locale
    for item in items {
      guard let style = environment.styles[item], let label = plan.labelsByItem[item] else {
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
        texts.texts[item] = BoundTexts.Text(
          prepared: prepared, fitting: label.fitting, surroundings: label.surroundings)
      } catch {
        throw .text(error, view: plan.template.views[item].id)
      }
    }
  }
}

/// How intrinsic sizes that are no text reach the engine.
extension CellLayouter {
  /// Hands in declared and pictures' intrinsic sizes.
  ///
  /// - Returns: Pictures that are present and whose size nobody gave.
  mutating func bindIntrinsicSizes(_ engine: inout LayoutEngine) throws(CellError) -> [Int] {
    var unknown: [Int] = []
    for (item, content) in plan.intrinsicItems {
      if let declared = content.declared {
        engine.setIntrinsic(item, width: declared.width, height: declared.height)
        continue
      }
      guard let image = content.image, !image.source.text(in: record).isEmpty else {
        engine.setIntrinsic(item, width: nil, height: nil)
        continue
      }
      let width = image.pixelWidth?.value(in: record).flatMap { $0 > 0 ? $0 : nil }
      let height = image.pixelHeight?.value(in: record).flatMap { $0 > 0 ? $0 : nil }
      if let width, let height {
        for size in [width / image.scale, height / image.scale]
        where !Self.isSane(size, .constant) {
          throw .absurdNumber(size, constraint: "size of \(plan.template.views[item].id)")
        }
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
  mutating func dependsOnIntrinsicSize(
    of items: [Int], _ engine: inout LayoutEngine, _ environment: PreparedEnvironment,
    _ height: Double?
  ) -> Bool {
    let known = solved
    defer { solved = known }
    for extent in [0.0, 16_384] {
      for item in items { engine.setIntrinsic(item, width: extent, height: extent) }
      var history: [[LabelLines]] = []
      switchGroups(of: &engine, environment)
      do throws(CellError) {
        try solveWithMargins(&engine, environment, height, &history)
        if solved.frames != known.frames { return true }
      } catch {
        // That size has no layout at all, and this one has.
        return true
      }
    }
    return false
  }

  /// The intrinsic size of a view that is no text, in points; `nil` where nobody gives one.
  func intrinsicSize(of view: Int) -> IntrinsicSize? {
    let known = plan.template.views[view]
    if let declared = known.intrinsic { return declared }
    guard let image = known.image, !image.source.text(in: record).isEmpty,
      let width = image.pixelWidth?.value(in: record),
      let height = image.pixelHeight?.value(in: record), width > 0, height > 0
    else { return nil }
    return IntrinsicSize(width: width / image.scale, height: height / image.scale)
  }
}
