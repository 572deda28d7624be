public import LayoutPrimitives

/// Counts the findings of many cells of one template, in the order of their records.
public struct FindingTally: Sendable {
  /// The number of cells and records with one finding, and the first of them.
  public struct Count: Hashable, Sendable {
    /// Number of cells that show the finding.
    public var cells = 0
    /// Number of records that show the finding in any environment.
    public var records = 0
    /// Number of cells that show the finding in each environment, by the environment's index.
    public var byEnvironment: [Int]
    /// Id of the first record that shows the finding.
    public var record: String
    /// Index of the environment of the first cell that shows the finding.
    public var environment: Int
    /// Number of the last record that showed the finding, because a record counts once.
    fileprivate var last: Int
  }

  /// Counts, indexed by the finding's number; `nil` for findings that did not occur.
  private var counts: [Count?] = []
  private let environments: Int
  /// Number of cells counted.
  public private(set) var cells = 0
  /// Number of records begun.
  public private(set) var records = 0
  /// Number of cells counted in each environment, by the environment's index.
  public private(set) var cellsByEnvironment: [Int]
  /// Number of cells with findings of each kind, indexed as `FindingKind.allCases`.
  private var cellsByKind = [Int](repeating: 0, count: FindingKind.allCases.count)

  /// Creates a tally of no cells.
  ///
  /// - Parameter environments: Number of environments in which records are laid out.
  public init(environments: Int) {
    self.environments = environments
    cellsByEnvironment = [Int](repeating: 0, count: environments)
  }

  /// Begins a record, whose cells are counted next.
  public mutating func begin() { records += 1 }

  /// Counts the findings of a cell of the current record.
  ///
  /// - Parameters:
  ///   - findings: The findings of the cell.
  ///   - id: The record's id.
  ///   - environment: Index of the environment.
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

  /// Number of cells with findings of a kind.
  public func cells(with kind: FindingKind) -> Int {
    cellsByKind[kind.index]
  }

  /// The findings that occurred, by ascending number, with their counts.
  public var found: [(number: Int, count: Count)] {
    counts.enumerated().compactMap { number, count in count.map { (number, $0) } }
  }
}

extension TemplateFinding {
  /// The findings of a build: those of its cells, then bindings without a value.
  ///
  /// - Parameters:
  ///   - tally: The counted findings of the cells.
  ///   - paths: The counts of records with values at the template's paths.
  ///   - plan: The template of the cells.
  ///   - environments: Keys of the environments, in the order of the tally's indices.
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

  /// The findings about the template itself and about its bindings without a value.
  static func ofTemplate(_ paths: PathTally, in template: CellTemplate) -> [TemplateFinding] {
    var result = paths.unanswered(in: template).map { TemplateFinding(.unanswered($0)) }
    guard paths.records > 0 else { return result }
    if template.isUnbound { result.append(TemplateFinding(.unbound)) }
    result += template.foreignWords.map {
      TemplateFinding(.foreignWord(view: $0.view, word: $0.word))
    }
    // The notes of an import from Interface Builder are reported separately.
    result += template.warnings.filter { $0.code == .suspicious }
      .map { TemplateFinding(.suspicious($0)) }
    return result
  }
}
