public import CellTemplates
public import FeedRecords
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// The effect of an edit of a template: records are laid out in both versions and compared.
///
/// Each version has one layouter, whose engines are reused for all records.
public struct TemplateComparison {
  /// Counts of the cells and labels of one environment that have a property in only one template.
  public struct Turns: Hashable, Sendable {
    /// Number of cells with each caveat, in the order of `Caveats.named`.
    public fileprivate(set) var caveats = [Int](repeating: 0, count: Caveats.named.count)
    /// Number of labels with truncated text.
    public fileprivate(set) var truncatedLabels = 0
  }

  /// The results of one environment.
  public struct InEnvironment: Hashable, Sendable {
    /// The counts of cells, and the statistics of heights.
    public fileprivate(set) var numbers: EnvironmentComparison
    /// Counts of cells and labels that have a property only in the new template.
    public fileprivate(set) var newly = Turns()
    /// Counts of cells and labels that have a property only in the old template.
    public fileprivate(set) var noLonger = Turns()
  }

  /// A cell that has a layout in both templates, and whose layouts differ.
  public struct Change: Sendable {
    /// The record of the cell, so that a caller can draw it.
    public let record: FeedRecord
    /// The environment of the cell.
    public let environment: Environment
    /// The old height, in points.
    public let before: Double
    /// The new height, in points.
    public let after: Double
    /// The new height minus the old height, in points.
    public let by: Double
  }

  /// The failures with one code.
  public struct Failures: Hashable, Sendable {
    /// The stable code.
    public let code: String
    /// The message of the first cell that failed with this code.
    public let message: String
    /// Id of the record of that first cell.
    public let sampleRecord: String
    /// Key of the environment of that first cell.
    public let sampleEnvironment: String
    /// Number of cells that fail with this code in the old template.
    public fileprivate(set) var before = 0
    /// Number of cells that fail with this code in the new template.
    public fileprivate(set) var after = 0
  }

  /// Number of compared records.
  public private(set) var records = 0
  /// The results by environment, in the order of the environments.
  public private(set) var environments: [InEnvironment]
  /// The failures by code, in order of first occurrence.
  public private(set) var failures: [Failures] = []
  /// The cells with the greatest differences of height, greatest first; cells that differ in
  /// another way follow.
  public var largest: [Change] { changes.changes.map(\.change) }

  private let keys: [Environment]
  private let match: CellMatch
  private var old: Side
  private var new: Side
  private var changes: LargestChanges<Change>

  /// The layouter and the findings of one of the two templates.
  private struct Side {
    var layouter: CellLayouter
    var tally: FeedTally

    mutating func layOut(
      _ record: FeedRecord, _ environment: Environment, _ index: Int
    ) -> CellOutcome {
      do throws(CellError) {
        let layout = try layouter.boundCellLayout(in: environment)
        tally.count(layout.findings, template: 0, record: record.id, environment: index)
        tally.count(height: layout.height, template: 0, environment: index)
        return .layout(layout)
      } catch {
        return .failure(CellFailure(code: error.code, message: error.description))
      }
    }
  }

  /// Creates a comparison to which no records have been added.
  ///
  /// - Parameters:
  ///   - old: The template before the edit.
  ///   - new: The template after it.
  ///   - environments: The environments in which records are laid out, with their states.
  ///   - measurer: The measurer of texts.
  ///   - formats: The time zone and the clock of formats.
  ///   - limit: Maximum number of cells in `largest`.
  public init(
    from old: TemplatePlan, to new: TemplatePlan, environments: [Environment],
    measurer: TextMeasurer, formats: FormatSettings = FormatSettings(), limit: Int
  ) {
    keys = environments
    self.environments = environments.map {
      InEnvironment(numbers: EnvironmentComparison(environment: $0.key, grid: $0.grid))
    }
    match = CellMatch(StoredTemplate(old), StoredTemplate(new))
    func side(_ plan: TemplatePlan) -> Side {
      Side(
        layouter: CellLayouter(plan: plan, measurer: measurer, formats: formats),
        tally: FeedTally(feed: "", plans: [plan], environments: environments.map(\.key)))
    }
    (self.old, self.new) = (side(old), side(new))
    changes = LargestChanges(limit: limit)
  }

  /// Number of engines created so far, for each template.
  public var enginesCreated: (old: Int, new: Int) {
    (old.layouter.enginesCreated, new.layouter.enginesCreated)
  }

  /// Lays out a record in both templates and all environments, and compares the cells.
  public mutating func compare(_ record: FeedRecord) {
    records += 1
    old.layouter.bind(record)
    new.layouter.bind(record)
    old.tally.begin(record, template: 0)
    new.tally.begin(record, template: 0)
    for (index, environment) in keys.enumerated() {
      let before = old.layOut(record, environment, index)
      let after = new.layOut(record, environment, index)
      let change = match.change(from: before, to: after)
      countFailure(before, \.before, record, environment)
      countFailure(after, \.after, record, environment)
      environments[index].numbers.count(change, before: before.height, after: after.height)
      guard change != .same, case .layout(let earlier) = before, case .layout(let later) = after
      else { continue }
      environments[index].newly.count(
        later.caveats.subtracting(earlier.caveats), match.newlyTruncated(from: earlier, to: later))
      environments[index].noLonger.count(
        earlier.caveats.subtracting(later.caveats),
        match.noLongerTruncated(from: earlier, to: later))
      let grid = environments[index].numbers.grid
      let by = grid.points(later.height - earlier.height)
      changes.add(
        size: abs(by),
        Change(
          record: record, environment: environment, before: grid.points(earlier.height),
          after: grid.points(later.height), by: by))
    }
  }

  /// Counts a failure of one cell.
  private mutating func countFailure(
    _ outcome: CellOutcome, _ count: WritableKeyPath<Failures, Int>, _ record: FeedRecord,
    _ environment: Environment
  ) {
    guard case .failure(let failure) = outcome else { return }
    let index = failures.firstIndex { $0.code == failure.code } ?? failures.count
    if index == failures.count {
      failures.append(
        Failures(
          code: failure.code, message: failure.message, sampleRecord: record.id,
          sampleEnvironment: environment.key))
    }
    failures[index][keyPath: count] += 1
  }

  /// Whether any cell, finding or count of failures differs between the templates.
  public var differs: Bool {
    environments.contains { $0.numbers.differing > 0 } || !findings.isEmpty
      || failures.contains { $0.before != $0.after }
  }

  /// Number of cells that differ in the given way.
  public func count(_ change: CellChange) -> Int {
    environments.reduce(0) { $0 + $1.numbers.count(change) }
  }

  /// The findings whose numbers of cells differ: new findings, then removed ones, then the others.
  public var findings: [FindingChange] {
    FindingChange.changes(
      from: old.tally.findings, to: new.tally.findings, environments: keys.map(\.key))
  }
}

extension TemplateComparison.Turns {
  fileprivate mutating func count(_ reasons: Caveats, _ labels: Int) {
    truncatedLabels += labels
    guard !reasons.isEmpty else { return }
    for (index, named) in Caveats.named.enumerated() where reasons.contains(named.reason) {
      caveats[index] += 1
    }
  }

  /// The counts above 0 with their names: caveats, and then `truncated` for labels.
  public var named: [(name: String, count: Int)] {
    let all = zip(Caveats.named, caveats).map { ($0.name, $1) } + [("truncated", truncatedLabels)]
    return all.filter { $0.1 > 0 }
  }

  /// Adds the counts of two environments.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    for index in sum.caveats.indices { sum.caveats[index] += right.caveats[index] }
    sum.truncatedLabels += right.truncatedLabels
    return sum
  }
}

extension CellOutcome {
  /// The height in grid steps; nil for a failed cell.
  fileprivate var height: Int? {
    if case .layout(let layout) = self { layout.height } else { nil }
  }
}

/// A finding whose number of cells differs between the templates.
public struct FindingChange: Hashable, Sendable {
  /// The finding; its counts are from the old template if the old template has it.
  public let finding: Finding
  /// Number of cells with the finding in the old template, by environment.
  public private(set) var before: [Int]
  /// Number of cells with the finding in the new template, by environment.
  public private(set) var after: [Int]

  /// The properties by which a finding of one template is matched with a finding of the other.
  private struct Key: Hashable {
    let severity: FindingSeverity
    let code: String
    let message: String
  }

  /// Whether no cell of the old template has the finding.
  public var isNew: Bool { before.allSatisfy { $0 == 0 } }
  /// Whether no cell of the new template has the finding.
  public var isGone: Bool { after.allSatisfy { $0 == 0 } }

  /// Compares the findings of two templates; each argument contains the findings of one template.
  static func changes(
    from old: FeedFindings, to new: FeedFindings, environments: [String]
  ) -> [FindingChange] {
    var result: [FindingChange] = []
    var indices: [Key: Int] = [:]
    func add(_ findings: FeedFindings, _ counts: WritableKeyPath<FindingChange, [Int]>) {
      for finding in findings.findings {
        let key = Key(severity: finding.severity, code: finding.code, message: finding.message)
        let row = indices[key] ?? result.count
        if row == result.count {
          indices[key] = row
          let none = [Int](repeating: 0, count: environments.count)
          result.append(FindingChange(finding: finding, before: none, after: none))
        }
        for environment in finding.environments {
          guard let index = environments.firstIndex(of: environment.key) else { continue }
          result[row][keyPath: counts][index] += environment.cells
        }
      }
    }
    add(old, \.before)
    add(new, \.after)
    let changed = result.filter { $0.before != $0.after }
    return changed.filter(\.isNew) + changed.filter { !$0.isNew && $0.isGone }
      + changed.filter { !$0.isNew && !$0.isGone }
  }
}
