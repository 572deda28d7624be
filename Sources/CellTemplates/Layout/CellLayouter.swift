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
  /// What watches the layouts, for a trace or an examination; `nil` in a build without a trace.
  public var instrument: CellInstrument?

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
  var record = ResolvedRecord()
  var texts: BoundTexts
  /// What the engine found for it.
  var solved = SolvedCell()
  /// What its labels drew whenever widths had settled, which conditions asked.
  var labelHistory: [[LabelLines]] = []

  /// Creates a layouter; the first engine is made with the first record.
  ///
  /// - Parameters:
  ///   - plan: The template, analysed once and shared.
  ///   - measurer: Measures texts; shared by all layouters of one worker. `nil` for a template
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
    LaidOutCell(
      layout: try cellLayout(record, in: environment, height: height), solved: solved)
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
    let trust = try layOut(&box.engine, environments[prepared], height: height)
    var layout = snapped(trust: trust, environments[prepared].grid)
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
  private mutating func snapped(trust: Trust, _ grid: PixelGrid) -> CellLayout {
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
      labels: labels, trust: trust.union(solved.trust))
  }
}

/// An engine that stays where it is while a record is laid out: it is large, and is not copied.
private final class EngineBox {
  var engine: LayoutEngine

  init(_ engine: LayoutEngine) { self.engine = engine }
}
