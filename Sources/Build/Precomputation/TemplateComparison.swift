public import CellTemplates
public import FeedRecords
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// The effect of an edit of a template: records laid out in both versions, and compared.
///
/// Each template has one layouter, whose engines are used for all records.
public struct TemplateComparison {
  /// The cells of an environment that have or lack a property only in the new template.
  public struct Turns: Hashable, Sendable {
    /// Number of cells by caveat, in the order of `Caveats.named`.
    public fileprivate(set) var caveats = [Int](repeating: 0, count: Caveats.named.count)
    /// Number of labels whose text is truncated.
    public fileprivate(set) var truncatedLabels = 0
  }

  /// One environment.
  public struct InEnvironment: Hashable, Sendable {
    /// The numbers of cells and heights.
    public fileprivate(set) var numbers: EnvironmentComparison
    /// Numbers of cells with a property only in the new template.
    public fileprivate(set) var newly = Turns()
    /// Numbers of cells with a property only in the old template.
    public fileprivate(set) var noLonger = Turns()
  }

  /// A cell that differs.
  public struct Change: Sendable {
    /// The record, which may be drawn again.
    public let record: FeedRecord
    /// The environment.
    public let environment: Environment
    /// The old height, in points.
    public let before: Double
    /// The new height, in points.
    public let after: Double
    /// The difference, in points.
    public let by: Double
  }

  /// The failures of one code.
  public struct Failures: Hashable, Sendable {
    /// The stable code.
    public let code: String
    /// The message of the first cell.
    public let message: String
    /// Id of the first cell's record.
    public let sampleRecord: String
    /// Key of the first cell's environment.
    public let sampleEnvironment: String
    /// Number of cells that fail with the old template.
    public fileprivate(set) var before = 0
    /// Number of cells that fail with the new template.
    public fileprivate(set) var after = 0
  }

  /// Number of records.
  public private(set) var records = 0
  /// The environments, in their order.
  public private(set) var environments: [InEnvironment]
  /// The failures by code, in the order found.
  public private(set) var failures: [Failures] = []
  /// The cells whose heights differ most, then those that differ otherwise.
  public var largest: [Change] { changes.changes.map(\.change) }

  private let keys: [Environment]
  private let match: CellMatch
  private var old: Side
  private var new: Side
  private var changes: LargestChanges<Change>

  /// One of the templates.
  private struct Side {
    var layouter: CellLayouter
    var tally: FeedTally

    mutating func layOut(
      _ record: FeedRecord, _ environment: Environment, _ index: Int
    ) -> CellOutcome {
      do throws(CellError) {
        let layout = try layouter.boundCellLayout(in: environment)
        tally.count(layout.findings, template: 0, record: record.id, environment: index)
        return .layout(layout)
      } catch {
        return .failure(CellFailure(code: error.code, message: error.description))
      }
    }
  }

  /// Creates a comparison without records.
  ///
  /// - Parameters:
  ///   - old: The template before the edit.
  ///   - new: The template after it.
  ///   - environments: The environments in which records are laid out, with their states.
  ///   - measurer: Measures texts.
  ///   - formats: Time zone and clock of formats.
  ///   - limit: Maximum number of largest changes.
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

  /// Number of engines created so far for each template.
  public var enginesCreated: (old: Int, new: Int) {
    (old.layouter.enginesCreated, new.layouter.enginesCreated)
  }

  /// Lays out a record in both templates and all environments.
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
      note(before, \.before, record, environment)
      note(after, \.after, record, environment)
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
      changes.take(
        size: abs(by),
        Change(
          record: record, environment: environment, before: grid.points(earlier.height),
          after: grid.points(later.height), by: by))
    }
  }

  /// Counts a failure.
  private mutating func note(
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

  /// Whether cells or findings differ.
  public var differs: Bool {
    environments.contains { $0.numbers.differing > 0 } || !findings.isEmpty
      || failures.contains { $0.before != $0.after }
  }

  /// Number of cells that differ in one way.
  public func count(_ change: CellChange) -> Int {
    environments.reduce(0) { $0 + $1.numbers.count(change) }
  }

  /// The findings whose numbers of cells differ: new ones, then removed ones, then others.
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

  /// The numbers above 0 by name: caveats, then `truncated` for labels.
  public var named: [(name: String, count: Int)] {
    let all = zip(Caveats.named, caveats).map { ($0.name, $1) } + [("truncated", truncatedLabels)]
    return all.filter { $0.1 > 0 }
  }

  /// Adds the numbers of another environment.
  public static func + (left: Self, right: Self) -> Self {
    var sum = left
    for index in sum.caveats.indices { sum.caveats[index] += right.caveats[index] }
    sum.truncatedLabels += right.truncatedLabels
    return sum
  }
}

extension CellOutcome {
  /// The height in steps; nil for a failure.
  fileprivate var height: Int? {
    if case .layout(let layout) = self { layout.height } else { nil }
  }
}

/// A finding whose number of cells differs between the templates.
public struct FindingChange: Hashable, Sendable {
  /// The finding, with the counts of the first template that has it.
  public let finding: Finding
  /// The cells that have it in the old template, by environment.
  public private(set) var before: [Int]
  /// The cells that have it in the new template, by environment.
  public private(set) var after: [Int]

  /// The key of a finding in both templates.
  private struct Key: Hashable {
    let severity: FindingSeverity
    let code: String
    let message: String
  }

  /// Whether no cell had it.
  public var isNew: Bool { before.allSatisfy { $0 == 0 } }
  /// Whether no cell has it any more.
  public var isGone: Bool { after.allSatisfy { $0 == 0 } }

  /// Compares the findings of two templates, each with one.
  static func changes(
    from old: FeedFindings, to new: FeedFindings, environments: [String]
  ) -> [FindingChange] {
    var found: [FindingChange] = []
    var places: [Key: Int] = [:]
    func add(_ findings: FeedFindings, _ counts: WritableKeyPath<FindingChange, [Int]>) {
      for finding in findings.findings {
        let key = Key(severity: finding.severity, code: finding.code, message: finding.message)
        let place = places[key] ?? found.count
        if place == found.count {
          places[key] = place
          let none = [Int](repeating: 0, count: environments.count)
          found.append(FindingChange(finding: finding, before: none, after: none))
        }
        for environment in finding.environments {
          guard let index = environments.firstIndex(of: environment.key) else { continue }
          found[place][keyPath: counts][index] += environment.cells
        }
      }
    }
    add(old, \.before)
    add(new, \.after)
    let changed = found.filter { $0.before != $0.after }
    return changed.filter(\.isNew) + changed.filter { !$0.isNew && $0.isGone }
      + changed.filter { !$0.isNew && !$0.isGone }
  }
}
