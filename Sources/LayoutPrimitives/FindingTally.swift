/// Counts the findings of many cells of one template, in the order of their records.
public struct FindingTally: Sendable {
  /// The number of cells and records with one finding, and the first of them.
  private struct Count: Hashable {
    /// Number of cells that show the finding.
    var cells = 0
    /// Number of records that show the finding in any environment.
    var records = 0
    /// Number of cells that show the finding in each environment, by the environment's index.
    var byEnvironment: [Int]
    /// Id of the first record that shows the finding.
    var record: String
    /// Index of the environment of the first cell that shows the finding.
    var environment: Int
    /// Number of the last record that showed the finding, because a record counts once.
    var last: Int
  }

  /// Counts, indexed by the finding's number; `nil` for findings that did not occur.
  private var counts: [Count?] = []
  private let environments: Int
  /// Number of cells counted.
  public private(set) var cells = 0
  /// Number of records begun.
  public private(set) var records = 0
  /// Number of cells counted in each environment, by the environment's index.
  private var cellsByEnvironment: [Int]
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
  ///
  /// - Parameters:
  ///   - environments: Keys of the environments, by index.
  ///   - words: The words of the finding with a number; findings without words are left out.
  public func findings(
    _ environments: [String], words: (_ number: Int) -> Finding?
  ) -> [Finding] {
    counts.enumerated().compactMap { number, count in
      guard let count, var finding = words(number) else { return nil }
      finding.position = number
      (finding.cells, finding.records) = (count.cells, count.records)
      finding.environments = zip(environments, count.byEnvironment).filter { $1 > 0 }
        .map(Finding.InEnvironment.init)
      finding.sample = Finding.Sample(
        record: count.record, environment: environments[count.environment])
      return finding
    }
  }

  /// A finding that all counted cells have.
  ///
  /// - Parameters:
  ///   - words: The finding, without counts.
  ///   - position: Its number in the template, which orders findings.
  ///   - environments: Keys of the environments, by index.
  public func everywhere(
    _ words: Finding, position: Int, _ environments: [String]
  ) -> Finding {
    var finding = words
    finding.position = position
    (finding.cells, finding.records) = (cells, records)
    finding.environments = zip(environments, cellsByEnvironment).map(Finding.InEnvironment.init)
    return finding
  }
}
