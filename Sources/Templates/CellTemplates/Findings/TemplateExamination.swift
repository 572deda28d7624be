public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// Lays out records to find problems of a template, and groups the findings by cause.
///
/// Some findings are about the template alone and need no record.
public struct TemplateExamination {
  /// A machine-readable explanation of a finding.
  public enum Diagnosis: Hashable, Sendable {
    /// Required constraints that cannot all be satisfied.
    case unsatisfiable(UnsatisfiableLayout)
    /// A variable that no constraint decides.
    case ambiguous(AmbiguousLayout)
    /// A tie, in which document order made the choice.
    case tie(DecidedTie)
    /// Widths of labels that never settle.
    case feedbackLoop(FeedbackLoop)

    /// The constraints that cause the finding.
    var constraints: [ImposedConstraint] {
      switch self {
      case .unsatisfiable(let found): found.members
      case .ambiguous(let found): found.affecting
      case .tie(let found): [found.constraint] + found.rivals
      case .feedbackLoop(let loop): loop.constraints
      }
    }
  }

  /// The properties that all findings with the same cause share, whatever the values of the record.
  private struct Cause: Hashable {
    var code: String
    var sources: [ConstraintSource] = []
    var text = ""

    init(_ code: String, _ sources: [ConstraintSource] = [], text: String = "") {
      (self.code, self.sources, self.text) = (code, sources, text)
    }

    init(_ finding: Finding) {
      code = finding.code
      text = "\(finding.location?.description ?? "") \(finding.view ?? "") \(finding.message)"
    }

    init(_ diagnosis: Diagnosis, code: String) {
      self.code = code
      switch diagnosis {
      case .unsatisfiable(let found):
        sources = [found.relaxed.source] + found.members.map(\.source)
      case .tie(let found): sources = [found.constraint.source] + found.rivals.map(\.source)
      case .ambiguous(let found): text = found.variable
      case .feedbackLoop(let loop): text = loop.views.joined(separator: "\n")
      }
    }
  }

  /// A finding of a cell, and its cause.
  private struct Explained {
    var cause: Cause
    var finding: Finding
    var diagnosis: Diagnosis?

    init(_ diagnosis: Diagnosis, in template: CellTemplate) {
      finding = template.finding(diagnosis)
      cause = Cause(diagnosis, code: finding.code)
      self.diagnosis = diagnosis
    }

    init(failure code: String, _ message: String) {
      finding = CellTemplate.failure(code: code, message)
      cause = Cause(code)
    }
  }

  /// Maximum number of different causes.
  ///
  /// Cells with further causes are counted in `unlistedCells`.
  public static let causeLimit = 200

  /// The analyzed template.
  public let plan: TemplatePlan
  /// The findings about the template alone, then those of cells in the order in which they were
  /// found.
  ///
  /// After `finish()`, those about bindings are last.
  public private(set) var findings: [Finding] = []
  /// The explanation of each finding, if there is one, indexed as `findings`.
  public private(set) var diagnoses: [Diagnosis?] = []
  /// Number of records examined.
  public private(set) var records = 0
  /// Number of cells examined, including those that failed.
  public private(set) var cells = 0
  /// Keys of the environments examined, in the order of their first use.
  public var environments: [String] { cellsByEnvironment.map(\.key) }
  /// Counts the records with a value at each path of the template.
  private var paths: PathTally
  /// Number of findings of cells that are not listed, because there were too many causes.
  public private(set) var unlistedCells = 0

  /// Number of cells with a layout, by environment.
  private var cellsByEnvironment: [Finding.InEnvironment] = []
  /// Counts cells by the kind of their findings.
  private var tally = FindingTally(environments: 1)
  private var heights = HeightTally(templates: 1, environments: 0)
  private var layouter: CellLayouter
  private var numbers: [Cause: Int] = [:]
  /// The causes in the last explained cell, by combination of findings.
  private var known: [[String]: [Explained]] = [:]
  /// For each finding, the number of the last record that showed it, because a record counts once.
  private var lastRecords: [Int] = []

  /// Creates an examination that lists the findings about the template alone.
  ///
  /// - Parameters:
  ///   - plan: The template to examine.
  ///   - measurer: Measures texts; `nil` for a template whose sizes come from a table.
  ///   - formats: Time zone and clock for the template's formats.
  ///   - trace: The trace to which spans are added; `nil` for no trace.
  ///   - clock: Returns nanoseconds since a fixed moment. It times the measurement of labels.
  public init(
    plan: TemplatePlan, measurer: TextMeasurer?, formats: FormatSettings = FormatSettings(),
    trace: TraceLane? = nil, clock: @escaping TraceRecorder.Clock
  ) {
    self.plan = plan
    paths = PathTally(plan.template)
    layouter = CellLayouter(plan: plan, measurer: measurer, formats: formats)
    layouter.instrument = CellInstrument(
      template: plan.template, trace: trace, examines: true, clock: clock)
    let template = plan.template
    for finding in template.foreignWords + template.warnings.map(CellTemplate.finding) {
      _ = number(of: Cause(finding), nil, finding)
    }
    let layoutPlan = plan.layoutPlan(.leftToRight)
    for habit in layoutPlan.costlyHabits() {
      // A stack's own preference cannot be made required.
      if case .needlessUnwrappedWidth(_, let constraint) = habit,
        template.stackIdentifier(ofConstraint: constraint) != nil
      {
        continue
      }
      let finding = template.finding(habit)
      _ = number(of: Cause(finding.code, text: "\(habit)"), nil, finding)
    }
    for quantity in template.boundQuantities
    where quantity.role == .multiplier
      && layoutPlan.solvesAfresh(forMultiplierOf: quantity.constraint)
    {
      let finding = template.findingOnMultiplier(ofConstraint: quantity.constraint)
      _ = number(of: Cause(finding.code, [.constraint(quantity.constraint)]), nil, finding)
    }
  }

  /// Counts of the work of the engines, each since it was created; all 0 for a template of boxes.
  public var statistics: EngineStatistics { layouter.statistics }
  /// Number of engines created so far.
  public var enginesCreated: Int { layouter.enginesCreated }
  /// Number and duration of the measurements of each view's label, indexed as the template's
  /// `views`.
  public var labels: [LabelSizing] { layouter.instrument?.labels ?? [] }
  /// Counts of the constraints that changed from one record to the next.
  public var churn: EngineChurn {
    layouter.instrument?.churn ?? EngineChurn(items: plan.template.system.items.count)
  }

  /// Number of findings of a severity.
  public func count(_ severity: FindingSeverity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Number of cells that show a finding of a kind.
  ///
  /// For a kind of finding about bindings, it is the number of cells of the most frequent finding.
  public func cells(with kind: FindingKind) -> Int {
    switch kind {
    case .collapsed, .outside, .truncated, .squeezed, .flattened: tally.cells(with: kind)
    case .unanswered, .unbound, .cut, .blank, .lost, .flat:
      findings.filter { $0.kind == kind }.map(\.cells).max() ?? 0
    }
  }

  /// Lays out a record in several environments, each with its state, and collects the findings.
  ///
  /// A cell that cannot be laid out is a finding too.
  ///
  /// - Parameters:
  ///   - record: The record, for the template's bindings.
  ///   - id: The record's id, which a reproducer names.
  ///   - environments: The environments in which the record is laid out.
  ///   - height: A fixed height for the cells, in points; `nil` for the height that fits.
  ///   - isRecord: Whether the values are those of a record. If not, views with too little space
  ///     for their content are no findings, because records decide about space and content.
  public mutating func examine(
    _ record: some BindingSource, id: String, in environments: [Environment],
    height: Double? = nil, isRecord: Bool = true
  ) {
    records += 1
    paths.count(record)
    let trace = layouter.instrument?.trace
    let start = trace?.now()
    for environment in environments {
      cells += 1
      let key = environment.key
      let place =
        cellsByEnvironment.firstIndex { $0.key == key } ?? cellsByEnvironment.endIndex
      if place == cellsByEnvironment.endIndex {
        cellsByEnvironment.append(.init(key: key, cells: 0))
        heights.addEnvironment()
      }
      do throws(CellError) {
        let cell = try layouter.layout(record, in: environment, height: height)
        let found = isRecord ? cell.layout.findings : cell.layout.findings.withoutSpace
        tally.count(found, record: id, environment: 0)
        cellsByEnvironment[place].cells += 1
        if height == nil {
          heights.note(height: cell.layout.height, template: 0, environment: place)
        }
        let plan = plan
        for number in found.numbers {
          // A finding without a view is reported by the diagnosis.
          guard plan.view(of: CellFinding(number: number)) != nil else { continue }
          let cause = Cause(CellFinding(number: number).kind.code, text: "\(number)")
          let index = self.number(of: cause, nil, plan.finding(number))
          note(index, record, id, environment, cell.solved)
        }
        guard let causes = causes(of: cell) else {
          unlistedCells += 1
          continue
        }
        for cause in causes { note(cause, record, id, environment, cell.solved) }
      } catch {
        note(explained(error), record, id, environment, nil)
      }
    }
    if let start { trace?.span("record", since: start, [.init("id", .text(id))]) }
  }

  /// Adds the findings about bindings without a value and about cells that are all 0 high, after
  /// the last record.
  public mutating func finish() {
    for finding in plan.template.findings(paths) {
      guard let index = number(of: Cause(finding), nil, finding) else { continue }
      guard finding.kind != .cut else {
        findings[index] = finding.inEveryEnvironment(environments)
        continue
      }
      findings[index].records = records
      findings[index].cells = tally.cells
      findings[index].environments = cellsByEnvironment
    }
    for finding in heights.findings(environments, templates: [plan.template.name]) {
      _ = number(of: Cause(finding), nil, finding)
    }
  }

  private func explained(_ error: CellError) -> Explained {
    if case .layout(.feedbackLoop(let loop)) = error {
      return Explained(.feedbackLoop(loop), in: plan.template)
    }
    return Explained(failure: error.code, error.description)
  }

  /// The causes of a cell's findings, or `nil` when these findings were never explained.
  ///
  /// If the cell was not explained, the causes are those of the last explained cell with the same
  /// findings.
  private mutating func causes(of cell: LaidOutCell) -> [Explained]? {
    let weakness = cell.solved.weakness
    guard !weakness.isEmpty else { return [] }
    guard let diagnosis = layouter.instrument?.diagnosis else { return known[weakness] }
    var causes =
      (diagnosis.unsatisfiable.map(Diagnosis.unsatisfiable)
      + diagnosis.ambiguous.map(Diagnosis.ambiguous) + diagnosis.ties.map(Diagnosis.tie))
      .map { Explained($0, in: plan.template) }
    if diagnosis.unsatisfiable.map(\.relaxed.name) != cell.solved.relaxed {
      // This happens only with numbers near the solver's tolerance.
      causes.append(
        Explained(
          failure: "CH0101",
          "required constraints had to give, and nothing explains it: "
            + cell.solved.relaxed.joined(separator: "; ")))
    }
    known[weakness] = causes
    return causes
  }

  private mutating func note(
    _ explained: Explained, _ record: some BindingSource, _ id: String,
    _ environment: Environment, _ solved: SolvedCell?
  ) {
    let index = number(of: explained.cause, explained.diagnosis, explained.finding)
    note(index, record, id, environment, solved)
  }

  /// Counts a cell with a finding.
  ///
  /// The index is that of the finding; it is `nil` for a finding that is not listed.
  private mutating func note(
    _ index: Int?, _ record: some BindingSource, _ id: String, _ environment: Environment,
    _ solved: SolvedCell?
  ) {
    guard let index else {
      unlistedCells += 1
      return
    }
    findings[index].cells += 1
    if lastRecords[index] != records {
      lastRecords[index] = records
      findings[index].records += 1
    }
    let place = findings[index].environments.firstIndex { $0.key == environment.key }
    if let place {
      findings[index].environments[place].cells += 1
    } else {
      findings[index].environments.append(.init(key: environment.key, cells: 1))
    }
    if findings[index].sample == nil {
      findings[index].sample = Finding.Sample(
        record: id, environment: environment.key,
        numbers: plan.template.numbers(in: diagnoses[index], of: record, solved))
    }
  }

  /// The index of a finding, which is added to the list if its cause is new.
  ///
  /// It is `nil` when the list is full.
  private mutating func number(
    of cause: Cause, _ diagnosis: Diagnosis?, _ finding: @autoclosure () -> Finding
  ) -> Int? {
    if let known = numbers[cause] { return known }
    guard findings.count < Self.causeLimit else { return nil }
    findings.append(finding())
    diagnoses.append(diagnosis)
    lastRecords.append(0)
    numbers[cause] = findings.count - 1
    return findings.count - 1
  }
}

extension FindingSet {
  /// The findings without those about views with too little space for their content.
  fileprivate var withoutSpace: FindingSet {
    numbers.reduce(into: FindingSet()) { set, number in
      switch CellFinding(number: number).kind {
      case .truncated, .squeezed, .vanished: break
      default: set.insert(number)
      }
    }
  }
}
