public import LayoutPrimitives

/// The findings of many cells of one template, counted in the order of their records.
public struct FindingTally: Sendable {
  /// One finding over all cells.
  public struct Count: Hashable, Sendable {
    /// Cells that show it.
    public var cells = 0
    /// Records that show it in some environment.
    public var records = 0
    /// Cells by environment, shape `[environments]`.
    public var byEnvironment: [Int]
    /// Id of the first record that shows it.
    public var record: String
    /// The first environment that shows it, as an index.
    public var environment: Int
    /// The last record that showed it, because a record counts once.
    fileprivate var last: Int
  }

  /// Counts by the finding's number.
  private var counts: [Count?] = []
  private let environments: Int
  /// Cells counted.
  public private(set) var cells = 0
  /// Records begun.
  public private(set) var records = 0
  /// Cells counted in each environment, shape `[environments]`.
  public private(set) var cellsByEnvironment: [Int]
  /// Cells that show a finding of each kind, shape `[FindingKind.allCases]`.
  private var cellsByKind = [Int](repeating: 0, count: FindingKind.allCases.count)

  /// Creates a tally of no cells.
  ///
  /// - Parameter environments: How many environments the cells are laid out in.
  public init(environments: Int) {
    self.environments = environments
    cellsByEnvironment = [Int](repeating: 0, count: environments)
  }

  /// Begins a record.
  public mutating func begin() { records += 1 }

  /// Counts a cell of the current record.
  public mutating func count(
    _ findings: FindingSet, record id: @autoclosure () -> String, environment: Int
  ) {
    cells += 1
    cellsByEnvironment[environment] += 1
    guard !findings.isEmpty else { return }
    var kinds = 0
    for number in findings.numbers {
      if let kind = CellFinding(number: number).kind.finding { kinds |= 1 << kind.index }
      while counts.count <= number { counts.append(nil) }
      if counts[number] == nil {
        counts[number] = Count(
          byEnvironment: [Int](repeating: 0, count: environments), record: id(),
          environment: environment, last: 0)
      }
      counts[number]?.cells += 1
      counts[number]?.byEnvironment[environment] += 1
      if counts[number]?.last != records {
        counts[number]?.records += 1
        counts[number]?.last = records
      }
    }
    for place in cellsByKind.indices where kinds & 1 << place != 0 { cellsByKind[place] += 1 }
  }

  /// How many cells show a finding of a kind.
  public func cells(with kind: FindingKind) -> Int {
    cellsByKind[kind.index]
  }

  /// What was found, by ascending number.
  public var found: [(number: Int, count: Count)] {
    counts.enumerated().compactMap { number, count in count.map { (number, $0) } }
  }
}

extension TemplateFinding {
  /// The findings of a build: those of its cells, then bindings without a value.
  ///
  /// - Parameters:
  ///   - tally: The findings of the cells.
  ///   - paths: Which paths the records answered.
  ///   - plan: The template of the cells.
  ///   - environments: Keys of the environments, in the tally's order.
  public static func findings(
    _ tally: FindingTally, _ paths: PathTally, of plan: TemplatePlan, environments: [String]
  ) -> [TemplateFinding] {
    var result = tally.found.map { number, count in
      var finding = TemplateFinding(.shown(ShownFinding(CellFinding(number: number), in: plan)))
      finding.cells = count.cells
      finding.records = count.records
      finding.environments = zip(environments, count.byEnvironment).filter { $1 > 0 }.map(\.0)
      finding.cellsByEnvironment = count.byEnvironment.filter { $0 > 0 }
      finding.reproducer = Reproducer(
        record: count.record, environment: environments[count.environment], numbers: [])
      return finding
    }
    result += ofTemplate(paths, in: plan.template).map { finding in
      var finding = finding
      finding.cells = tally.cells
      finding.records = tally.records
      finding.environments = environments
      finding.cellsByEnvironment = tally.cellsByEnvironment
      return finding
    }
    return result
  }

  /// The findings of the template and of the values at its paths.
  static func ofTemplate(_ paths: PathTally, in template: CellTemplate) -> [TemplateFinding] {
    var result = paths.unanswered(in: template).map { TemplateFinding(.unanswered($0)) }
    guard paths.records > 0 else { return result }
    if template.isUnbound { result.append(TemplateFinding(.unbound)) }
    result += template.foreignWords.map {
      TemplateFinding(.foreignWord(view: $0.view, word: $0.word))
    }
    // The notes of an import are reported separately.
    result += template.warnings.filter { $0.code == .suspicious }
      .map { TemplateFinding(.suspicious($0)) }
    return result
  }
}
