public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// Lays out records in one template: the long-lived half of a worker.
///
/// It keeps one engine for each direction it meets, whatever the number of records, widths and text
/// sizes. The result for a record and environment does not depend on what came before.
public struct CellLayouter {
  /// The template, analysed.
  public let plan: TemplatePlan
  /// Engines made so far: at most one a direction.
  public private(set) var enginesCreated = 0
  /// What watches the layouts, for a trace or an examination; `nil` in a build without a trace.
  public var instrument: CellInstrument?

  private let measurer: TextMeasurer?
  private var engines: [LayoutEngine?] = [nil, nil]
  private var styles = LabelStyles()

  /// Creates a layouter; the first engine is made with the first record.
  ///
  /// - Parameters:
  ///   - plan: The template, analysed once and shared.
  ///   - measurer: Measures texts; shared by all layouters of one worker. `nil` for a template
  ///     whose content sizes come from a table, which has no texts.
  public init(plan: TemplatePlan, measurer: TextMeasurer?) {
    self.plan = plan
    self.measurer = measurer
  }

  /// Counts of the engines' work.
  public var statistics: EngineStatistics {
    engines.reduce(into: EngineStatistics()) { total, engine in
      if let engine { total += engine.statistics }
    }
  }

  /// Throws the engines away, so that the next record makes a new one: the baseline of an engine a
  /// cell, which is what self-sizing does.
  public mutating func forgetEngines() {
    engines = [nil, nil]
  }

  /// Lays out one record.
  ///
  /// - Parameters:
  ///   - record: Answers the template's bindings.
  ///   - environment: Width, scale, text size, direction, locale, rules and state.
  ///   - height: A height the cell is held at, in points; `nil` for the height that fits.
  /// - Throws: `CellError`.
  public mutating func layout(
    _ record: some BindingSource, in environment: Environment, height: Double? = nil
  ) throws(CellError) -> LaidOutCell {
    let index = environment.direction == .leftToRight ? 0 : 1
    // Taken out, so that this is the only reference and nothing is copied.
    var engine: LayoutEngine
    if let known = engines[index].take() {
      engine = known
    } else {
      engine = LayoutEngine(plan.layoutPlan(environment.direction))
      enginesCreated += 1
    }
    engine.trace = instrument?.trace
    let start = instrument?.now()
    defer {
      engines[index] = engine
      if let start { noteCell(in: environment, since: start) }
    }
    let binding = RecordBinding(template: plan.template, record: record, environment: environment)
    return try binding.layout(
      &engine, plan: plan, measurer: measurer, styles: &styles, height: height,
      instrument: &instrument)
  }

  /// Notes the span of a cell and what the engines have done so far.
  private func noteCell(in environment: Environment, since start: UInt64) {
    guard let trace = instrument?.trace else { return }
    trace.span("cell", since: start, [.init("environment", .text(environment.key))])
    let work = statistics
    trace.count(
      "solver",
      [
        .init("pivots", .count(work.pivots)), .init("basisHits", .count(work.evaluations)),
        .init("basisMisses", .count(work.repairs + work.coldSolves)),
      ])
    trace.count("engines", [.init("created", .count(enginesCreated))])
  }
}

/// Why a record has no layout.
public enum CellError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A text cannot be measured.
  case text(TextError, view: String)
  /// The engine found no layout.
  case layout(LayoutError)
  /// A number that the record brings into a constraint is so large or small that the solution would
  /// be noise.
  case absurdNumber(Double, constraint: String)
  /// A frame reaches further than a store can hold: a size in the record is absurd.
  case beyondRange(view: String)

  /// Stable code of the error.
  public var code: String {
    switch self {
    case .text: "CH0301"
    case .layout(let error): error.code
    case .beyondRange: "CH0109"
    case .absurdNumber: "CH0110"
    }
  }

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .text(let error, let view): "label '\(view)': \(error)"
    case .layout(let error): error.description
    case .absurdNumber(let value, let constraint):
      "the record makes '\(constraint)' use \(value): a factor is at most 10⁷ and at least 10⁻⁷, "
        + "a distance at most 10⁹ points"
    case .beyondRange(let view):
      "the frame of '\(view)' reaches beyond 2³⁰ pixels: a size or number of the record is absurd"
    }
  }
}
