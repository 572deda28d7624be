public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// Lays out records to find problems of a template, and groups the findings by cause.
///
/// Some findings are about the template alone and need no record.
public struct TemplateExamination {
  /// Maximum number of different causes.
  ///
  /// Cells with further ones count as `unlistedCells`.
  public static let causeLimit = 200

  /// The analyzed template.
  public let plan: TemplatePlan
  /// The findings of the template alone, then those of cells in the order found.
  public private(set) var findings: [TemplateFinding] = []
  /// Number of records examined.
  public private(set) var records = 0
  /// Number of cells examined, including those that failed.
  public private(set) var cells = 0
  /// Keys of the environments examined, in the order of their first use.
  public private(set) var environments: [String] = []
  /// Counts which paths of the template have values in the records.
  private var paths: PathTally
  /// Number of findings in cells that are not listed, because there are too many causes.
  public private(set) var unlistedCells = 0

  /// Counts cells by kind of finding.
  private var tally = FindingTally(environments: 1)
  private var layouter: CellLayouter
  private var numbers: [TemplateFinding.Key: Int] = [:]
  /// The causes found in the last explained cell of each combination of findings.
  private var known: [[String]: [TemplateFinding.Cause]] = [:]
  /// Number of the last record that showed each finding, because a record counts once.
  private var lastRecords: [Int] = []

  /// Creates an examination, with the findings of the template alone.
  ///
  /// - Parameters:
  ///   - plan: The template to examine.
  ///   - measurer: Measures texts; `nil` for a template whose sizes come from a table.
  ///   - formats: Time zone and clock of the template's formats.
  ///   - trace: The trace that spans are added to.
  ///   - clock: Returns nanoseconds since any fixed moment, to time the measuring of labels.
  public init(
    plan: TemplatePlan, measurer: TextMeasurer?, formats: FormatSettings = FormatSettings(),
    trace: TraceLane? = nil, clock: @escaping TraceRecorder.Clock
  ) {
    self.plan = plan
    paths = PathTally(plan.template)
    layouter = CellLayouter(plan: plan, measurer: measurer, formats: formats)
    layouter.instrument = CellInstrument(
      template: plan.template, trace: trace, examines: true, clock: clock)
    for (view, word) in plan.template.foreignWords {
      _ = number(of: TemplateFinding(.foreignWord(view: view, word: word)))
    }
    for problem in plan.template.warnings { _ = number(of: TemplateFinding(.suspicious(problem))) }
    let layoutPlan = plan.layoutPlan(.leftToRight)
    for habit in layoutPlan.costlyHabits() { _ = number(of: TemplateFinding(.habit(habit))) }
    for quantity in plan.template.boundQuantities
    where quantity.role == .multiplier
      && layoutPlan.solvesAfresh(forMultiplierOf: quantity.constraint)
    {
      _ = number(of: TemplateFinding(.boundMultiplier(constraint: quantity.constraint)))
    }
  }

  /// Counts of the engines' work so far.
  public var statistics: EngineStatistics { layouter.statistics }
  /// Number of engines created so far.
  public var enginesCreated: Int { layouter.enginesCreated }
  /// Number and duration of the measurements of each view's label, indexed as the template's
  /// `views`.
  public var labels: [LabelSizing] { layouter.instrument?.labels ?? [] }
  /// Counts of how constraints changed from record to record.
  public var churn: EngineChurn {
    layouter.instrument?.churn ?? EngineChurn(items: plan.template.system.items.count)
  }

  /// Number of findings of a severity.
  public func count(_ severity: FindingSeverity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Number of cells that show a finding of a kind.
  public func cells(with kind: FindingKind) -> Int {
    switch kind {
    case .collapsed, .outside, .truncated, .squeezed: tally.cells(with: kind)
    case .unanswered, .unbound: findings.filter { $0.kind == kind }.map(\.cells).max() ?? 0
    }
  }

  /// Lays out a record in several environments, which also give the states.
  ///
  /// - Parameters:
  ///   - record: The record, for the template's bindings.
  ///   - id: The record's id, for reproducers.
  ///   - environments: The environments in which the record is laid out.
  ///   - height: A fixed height for the cells, in points; `nil` for the height that fits.
  public mutating func examine(
    _ record: some BindingSource, id: String, in environments: [Environment],
    height: Double? = nil
  ) {
    records += 1
    paths.count(record)
    let trace = layouter.instrument?.trace
    let start = trace?.now()
    for environment in environments {
      cells += 1
      if !self.environments.contains(environment.key) { self.environments.append(environment.key) }
      do throws(CellError) {
        let cell = try layouter.layout(record, in: environment, height: height)
        tally.count(cell.layout.findings, record: id, environment: 0)
        for number in cell.layout.findings.numbers {
          let finding = ShownFinding(CellFinding(number: number), in: plan)
          // The diagnosis reports findings without a view.
          guard finding.view != nil else { continue }
          note(.shown(finding), record, id, environment, cell.solved)
        }
        guard let causes = causes(of: cell) else {
          unlistedCells += 1
          continue
        }
        for cause in causes { note(cause, record, id, environment, cell.solved) }
      } catch {
        note(Self.cause(of: error), record, id, environment, nil)
      }
    }
    if let start { trace?.span("record", since: start, [.init("id", .text(id))]) }
  }

  /// Adds the findings about bindings without a value, after the last record.
  public mutating func finish() {
    for finding in TemplateFinding.ofTemplate(paths, in: plan.template) {
      guard let index = number(of: finding) else { continue }
      findings[index].records = records
      findings[index].cells = tally.cells
      findings[index].environments = environments
    }
  }

  private static func cause(of error: CellError) -> TemplateFinding.Cause {
    if case .layout(.feedbackLoop(let loop)) = error { return .feedbackLoop(loop) }
    return .failure(code: error.code, message: error.description)
  }

  /// The causes of a cell's findings, or `nil` when they were never explained.
  ///
  /// Without an explanation of the cell, they are those of the last explained cell with the same
  /// findings.
  private mutating func causes(of cell: LaidOutCell) -> [TemplateFinding.Cause]? {
    let weakness = cell.solved.weakness
    guard !weakness.isEmpty else { return [] }
    guard let diagnosis = layouter.instrument?.diagnosis else { return known[weakness] }
    var causes =
      diagnosis.unsatisfiable.map(TemplateFinding.Cause.unsatisfiable)
      + diagnosis.ambiguous.map(TemplateFinding.Cause.ambiguous)
      + diagnosis.ties.map(TemplateFinding.Cause.tie)
    if diagnosis.unsatisfiable.map(\.relaxed.name) != cell.solved.relaxed {
      // Happens only with numbers near the solver's tolerance.
      causes.append(
        .failure(
          code: "CH0101",
          message: "required constraints had to give, and nothing explains it: "
            + cell.solved.relaxed.joined(separator: "; ")))
    }
    known[weakness] = causes
    return causes
  }

  private mutating func note(
    _ cause: TemplateFinding.Cause, _ record: some BindingSource, _ id: String,
    _ environment: Environment, _ solved: SolvedCell?
  ) {
    guard let index = number(of: TemplateFinding(cause)) else {
      unlistedCells += 1
      return
    }
    findings[index].cells += 1
    if lastRecords[index] != records {
      lastRecords[index] = records
      findings[index].records += 1
    }
    if !findings[index].environments.contains(environment.key) {
      findings[index].environments.append(environment.key)
    }
    if findings[index].reproducer == nil {
      findings[index].reproducer = TemplateFinding.Reproducer(
        record: id, environment: environment.key,
        numbers: plan.template.numbers(in: cause, of: record, solved))
    }
  }

  /// The index of a finding in the list, to which it is added if it is new; `nil` when the list is
  /// full.
  private mutating func number(of finding: TemplateFinding) -> Int? {
    let key = finding.key
    if let known = numbers[key] { return known }
    guard findings.count < Self.causeLimit else { return nil }
    findings.append(finding)
    lastRecords.append(0)
    numbers[key] = findings.count - 1
    return findings.count - 1
  }
}
