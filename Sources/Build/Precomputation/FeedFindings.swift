public import CellTemplates
import HeightStore
public import LayoutPrimitives

/// The findings about the cells of a feed.
public struct FeedFindings: Sendable {
  /// The feed's name.
  public let feed: String
  /// Keys of the environments.
  public let environments: [String]
  /// Names of the templates; `Finding.template` is an index into them.
  public let templates: [String]
  /// The analyzed templates; empty after a merge, because shards contain no template documents.
  public let plans: [TemplatePlan]
  /// The findings, template by template.
  ///
  /// For each template, findings about views come first, in the order of the views; findings that
  /// concern all cells follow.
  public let findings: [Finding]
  /// The counts of findings, by template.
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

  /// Number of cells in all environments.
  public var cells: Int { tallies.reduce(0) { $0 + $1.cells } }

  /// Number of cells that have a finding of the given kind.
  private func cells(with kind: FindingKind) -> Int {
    switch kind {
    case .collapsed, .outside, .truncated, .squeezed:
      return tallies.reduce(0) { $0 + $1.cells(with: kind) }
    case .unanswered, .unbound, .cut:
      // Findings of the first two kinds concern every cell of their template. Those of a list that
      // is cut may concern the same cells, so only the largest is counted.
      return tallies.indices.reduce(0) { sum, template in
        let own = findings.filter { $0.template == template && $0.kind == kind }
        return sum + (own.map(\.cells).max() ?? 0)
      }
    }
  }

  /// The findings that a tolerance does not accept, one sentence per finding.
  ///
  /// A sentence has the form `SEVERITY CODE: message, in N of M cells, for example …`.
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

/// Counts the findings in the cells of a feed, and the paths with values in its records.
public struct FeedTally: Sendable {
  private let feed: String
  private let environments: [String]
  private let plans: [TemplatePlan]
  /// The counts of findings, by template.
  private var tallies: [FindingTally]
  /// The counts of paths with values, by template.
  private var paths: [PathTally]
  /// Number of records with a value, by path, among the records that are not read; `nil` if all
  /// records are read.
  private var storedPaths: [String: Int]?

  /// Creates a tally without cells.
  ///
  /// - Parameters:
  ///   - feed: Name of the feed.
  ///   - plans: The templates of the feed.
  ///   - environments: Keys of the environments.
  public init(feed: String, plans: [TemplatePlan], environments: [String]) {
    self.feed = feed
    self.plans = plans
    self.environments = environments
    tallies = plans.map { _ in FindingTally(environments: environments.count) }
    paths = plans.map { PathTally($0.template) }
  }

  /// The findings about the cells counted so far.
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

  /// The paths that have values, sorted, for the store.
  var seenPaths: [SeenPath] {
    var records = storedPaths ?? [:]
    for tally in paths {
      for (path, count) in zip(tally.paths, tally.counts) where count.answered > 0 {
        records[path.spelling, default: 0] += count.answered
      }
    }
    return records.sorted { $0.key < $1.key }.map { SeenPath(path: $0.key, records: $0.value) }
  }

  /// Counts a record that the pass read; call it before its cells are counted.
  ///
  /// - Parameter first: The result in the first environment, which gives the record's template.
  mutating func begin(_ first: WorkResult?) {
    switch first {
    case .reused(let template), .resumed(_, let template), .computed(_, let template, _):
      tallies[template].begin()
    case nil: break
    }
  }

  /// Counts a record that the pass does not read; call it before its cells are counted.
  mutating func begin(template: Int) {
    tallies[template].begin()
  }

  /// Sets the number of records with a value, by path, for the records that the pass does not read.
  mutating func take(stored paths: [SeenPath]) {
    storedPaths = Dictionary(paths.map { ($0.path, $0.records) }) { first, _ in first }
  }

  /// Counts a record and the paths at which it has values; call it before its cells are counted.
  public mutating func begin(_ record: some BindingSource, template: Int) {
    tallies[template].begin()
    paths[template].count(record)
  }

  /// Counts a cell of the record that was begun last, and the findings of the cell.
  public mutating func count(
    _ findings: FindingSet, template: Int, record: @autoclosure () -> String, environment: Int
  ) {
    tallies[template].count(findings, record: record(), environment: environment)
  }

  /// Adds the counts of paths of a batch, by template.
  mutating func add(_ batch: [PathTally]) {
    for index in paths.indices { paths[index].add(batch[index]) }
  }
}
