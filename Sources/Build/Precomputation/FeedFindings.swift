public import CellTemplates
import HeightStore
public import LayoutPrimitives

/// The findings on the cells of a feed.
public struct FeedFindings: Sendable {
  /// The feed's name.
  public let feed: String
  /// Keys of the environments.
  public let environments: [String]
  /// Names of the templates.
  public let templates: [String]
  /// The templates; none after a merge, which has no documents.
  public let plans: [TemplatePlan]
  /// By template, in the order of its views, then those that all cells have.
  public let findings: [Finding]
  /// By template.
  private let tallies: [FindingTally]

  init(
    feed: String, environments: [String], templates: [String], plans: [TemplatePlan] = [],
    tallies: [FindingTally], findings: (_ template: Int) -> [Finding]
  ) {
    self.feed = feed
    self.environments = environments
    self.templates = templates
    self.plans = plans
    self.tallies = tallies
    self.findings = tallies.indices.flatMap { template in
      findings(template).map { finding in
        var finding = finding
        finding.template = template
        return finding
      }
    }
  }

  /// Number of cells.
  public var cells: Int { tallies.reduce(0) { $0 + $1.cells } }

  /// Number of cells with a finding of a kind.
  private func cells(with kind: FindingKind) -> Int {
    switch kind {
    case .collapsed, .outside, .truncated, .squeezed:
      return tallies.reduce(0) { $0 + $1.cells(with: kind) }
    case .unanswered, .unbound:
      // All cells of a template have it.
      return tallies.indices.reduce(0) { sum, template in
        let own = findings.filter { $0.template == template && $0.kind == kind }
        return sum + (own.map(\.cells).max() ?? 0)
      }
    }
  }

  /// The findings that a tolerance does not accept, a sentence each:
  /// `SEVERITY CODE: message, in N of M cells, for example …`.
  func refused(by tolerance: Tolerance) -> [String] {
    var refused: [String] = []
    for (kind, bound) in tolerance.maximumFindings.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    {
      let limit = bound.limit(of: cells)
      guard cells(with: kind) > limit else { continue }
      refused += findings.filter { $0.kind == kind }.map {
        sentence($0) + " (--fail-on \(kind.rawValue): \(limit) accepted)"
      }
    }
    guard let accepted = tolerance.acceptedCaveats else { return refused }
    for finding in findings where finding.severity != .note {
      let isAccepted =
        switch finding.word {
        case CellFinding.Kind.conflict.word: accepted.contains(.relaxed)
        case CellFinding.Kind.ambiguity.word: accepted.contains(.ambiguous)
        default:
          finding.kind.map { tolerance.acceptedFindings.contains($0) } ?? false
            || Caveats(name: finding.word).map { accepted.contains($0) } ?? false
        }
      if !isAccepted { refused.append(sentence(finding)) }
    }
    return refused
  }

  private func sentence(_ finding: Finding) -> String {
    "\(finding.severity.rawValue) \(finding.code): \(finding.message), in "
      + "\(finding.cells) of \(cells) cells"
      + (finding.sample.map { ", for example record '\($0.record)' at \($0.environment)" } ?? "")
  }
}

/// Counts what the cells of a feed show.
public struct FeedTally: Sendable {
  private let feed: String
  /// Keys of the environments.
  private let environments: [String]
  private let plans: [TemplatePlan]
  /// By template.
  private var tallies: [FindingTally]
  /// By template.
  private var paths: [PathTally]
  /// The numbers of values by path in records that are not read; `nil` if all are.
  private var storedPaths: [String: Int]?

  /// Creates a tally of no cells.
  ///
  /// - Parameters:
  ///   - feed: Name of the feed.
  ///   - plans: Its templates.
  ///   - environments: Keys of the environments.
  public init(feed: String, plans: [TemplatePlan], environments: [String]) {
    self.feed = feed
    self.plans = plans
    self.environments = environments
    tallies = plans.map { _ in FindingTally(environments: environments.count) }
    paths = plans.map { PathTally($0.template) }
  }

  /// The findings on the cells so far.
  public var findings: FeedFindings {
    FeedFindings(
      feed: feed, environments: environments, templates: plans.map(\.template.name), plans: plans,
      tallies: tallies
    ) { template in
      var paths = paths[template]
      if let storedPaths {
        paths.add(records: tallies[template].records - paths.records, answered: storedPaths)
      }
      return plans[template].findings(tallies[template], paths, environments: environments)
    }
  }

  /// The paths with values, sorted, for the store.
  var seenPaths: [SeenPath] {
    var records = storedPaths ?? [:]
    for tally in paths {
      for (path, count) in zip(tally.paths, tally.counts) where count.answered > 0 {
        records[path.spelling, default: 0] += count.answered
      }
    }
    return records.sorted { $0.key < $1.key }.map { SeenPath(path: $0.key, records: $0.value) }
  }

  /// Begins a record.
  ///
  /// - Parameter first: The result in the first environment.
  mutating func begin(_ first: WorkResult?) {
    switch first {
    case .reused(let template), .resumed(_, let template), .computed(_, let template, _):
      tallies[template].begin()
    case nil: break
    }
  }

  /// Begins a record that is not read.
  mutating func begin(template: Int) {
    tallies[template].begin()
  }

  /// Takes the numbers of values of records that are not read.
  mutating func take(stored paths: [SeenPath]) {
    storedPaths = Dictionary(paths.map { ($0.path, $0.records) }) { first, _ in first }
  }

  /// Begins a record, and counts its values.
  public mutating func begin(_ record: some BindingSource, template: Int) {
    tallies[template].begin()
    paths[template].count(record)
  }

  /// Counts a cell of the current record.
  public mutating func count(
    _ findings: FindingSet, template: Int, record: @autoclosure () -> String, environment: Int
  ) {
    tallies[template].count(findings, record: record(), environment: environment)
  }

  /// Adds the paths with values of a batch, by template.
  mutating func add(_ batch: [PathTally]) {
    for index in paths.indices { paths[index].add(batch[index]) }
  }
}
