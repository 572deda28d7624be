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
  public private(set) var findings: [Finding]
  /// The counts of findings, by template.
  private let tallies: [FindingTally]

  /// Creates the findings of a feed.
  ///
  /// - Parameters:
  ///   - ofFeed: Findings about all records of the feed; their positions are set.
  ///   - findings: Returns the other findings of a template.
  init(
    feed: String, environments: [String], templates: [String], plans: [TemplatePlan] = [],
    tallies: [FindingTally] = [], ofFeed: [Finding] = [],
    findings: (_ template: Int) -> [Finding] = { _ in [] }
  ) {
    self.feed = feed
    self.environments = environments
    self.templates = templates
    self.plans = plans
    self.tallies = tallies
    self.findings = templates.indices.flatMap { template in
      var all = tallies.indices.contains(template) ? findings(template) : []
      for var finding in ofFeed where finding.template ?? 0 == template {
        finding.position = (all.map(\.position).max() ?? -1) + 1
        all.append(finding)
      }
      return all.map { finding in
        var finding = finding
        finding.template = template
        return finding
      }
    }
  }

  /// Adds the findings of templates that have none here: those of lists' own cells in a merge.
  mutating func add(_ others: FeedFindings) {
    let known = Set(findings.compactMap(\.template))
    findings += others.findings.filter { finding in
      finding.records > 0 && finding.template.map { !known.contains($0) } ?? false
    }
  }

  /// Number of cells in all environments.
  public var cells: Int { tallies.reduce(0) { $0 + $1.cells } }

  /// Whether a record of the feed has a template.
  func hasRecords(of template: CellTemplate) -> Bool {
    zip(plans, tallies).contains { $0.template.hash == template.hash && $1.records > 0 }
  }

  /// Number of cells that have a finding of the given kind.
  private func cells(with kind: FindingKind) -> Int {
    switch kind {
    case .collapsed, .outside, .truncated, .squeezed, .flattened:
      return tallies.reduce(0) { $0 + $1.cells(with: kind) }
    case .unanswered, .unbound, .cut, .blank, .lost, .flat:
      // Findings of these kinds concern every cell of their template, but those of a list that is
      // cut, which may concern the same cells: only the largest is counted.
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
    for finding in findings {
      guard let kind = finding.kind, tolerance.refuses(finding),
        !tolerance.acceptedFindings.contains(kind)
      else { continue }
      refused.append(sentence(finding) + " (--accept \(kind.rawValue) allows it)")
    }
    guard let accepted = tolerance.acceptedCaveats else { return refused }
    for finding in findings where finding.severity != .note && !tolerance.refuses(finding) {
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
    "\(finding.severity.rawValue) \(finding.code): \(finding.message)"
      + (cells > 0 ? ", in \(finding.cells) of \(cells) cells" : "")
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
  private var heights: HeightTally
  /// The templates of cells that lists have, which need not bind anything.
  private let listCellPlans: Set<Int>

  /// Creates a tally without cells.
  ///
  /// - Parameters:
  ///   - feed: Name of the feed.
  ///   - plans: The templates of the feed.
  ///   - environments: Keys of the environments.
  public init(feed: String, plans: [TemplatePlan], environments: [String]) {
    self.init(feed: feed, plans: plans, listCellPlans: [], environments: environments)
  }

  /// Creates a tally for records and for the cells that lists have besides those of records.
  init(feed: String, _ selector: TemplateSelector, environments: [String]) {
    self.init(
      feed: feed, plans: selector.plans, listCellPlans: selector.listCellPlans,
      environments: environments)
  }

  private init(
    feed: String, plans: [TemplatePlan], listCellPlans: Set<Int>, environments: [String]
  ) {
    self.listCellPlans = listCellPlans
    self.feed = feed
    self.plans = plans
    self.environments = environments
    tallies = plans.map { _ in FindingTally(environments: environments.count) }
    paths = plans.map { PathTally($0.template) }
    heights = HeightTally(templates: plans.count, environments: environments.count)
  }

  /// The findings about the cells counted so far.
  public var findings: FeedFindings { findings(after: nil) }

  /// The findings about the cells counted so far, and about values that are lost.
  ///
  /// - Parameter published: The feed in the published generation; `nil` if there is none, or if
  ///   the records are not all records of the feed.
  func findings(after published: FeedEntry?) -> FeedFindings {
    FeedFindings(
      feed: feed, environments: environments, templates: plans.map(\.template.name), plans: plans,
      tallies: tallies,
      ofFeed: lostValues(after: published).map(finding)
        + heights.findings(environments, templates: plans.map(\.template.name))
    ) { template in
      var paths = paths[template]
      if let storedPaths {
        paths.add(records: tallies[template].records - paths.records, answered: storedPaths)
      }
      let all = plans[template].findings(tallies[template], paths, environments: environments)
      return listCellPlans.contains(template)
        ? all.filter { $0.kind != .unbound } : all
    }
  }

  /// The paths of the templates with the numbers of records that have a value, sorted, for the
  /// store.
  var seenPaths: [SeenPath] {
    var records = storedPaths ?? [:]
    for (path, count) in readPaths { records[path, default: 0] += count.answered }
    return records.sorted { $0.key < $1.key }.map { SeenPath(path: $0.key, records: $0.value) }
  }

  /// By path, the number of read records whose template asks for it, and of those with a value.
  private var readPaths: [String: (records: Int, answered: Int)] {
    var read: [String: (records: Int, answered: Int)] = [:]
    for tally in paths {
      for (path, count) in zip(tally.paths, tally.counts) {
        read[path.spelling, default: (0, 0)].records += tally.records
        read[path.spelling, default: (0, 0)].answered += count.answered
      }
    }
    return read
  }

  private func lostValues(after published: FeedEntry?) -> [LostValue] {
    guard let published else { return [] }
    return LostValue.all(
      before: published, now: readPaths.map { (path: $0.key, $0.value.records, $0.value.answered) },
      isWhole: storedPaths == nil)
  }

  /// The finding about a lost value, at its first use in a template.
  private func finding(_ lost: LostValue) -> Finding {
    for (index, plan) in plans.enumerated() {
      if var finding = plan.template.finding(onPath: lost.path, lost.message) {
        finding.template = index
        finding.help = LostValue.help
        (finding.records, finding.cells) = (tallies[index].records, tallies[index].cells)
        return finding
      }
    }
    return lost.finding
  }

  /// Notes the height of a cell, in steps; `nil` for a failed cell.
  public mutating func count(height: Int?, template: Int, environment: Int) {
    heights.note(height: height, template: template, environment: environment)
  }

  /// Counts a record that the pass read; call it before its cells are counted.
  ///
  /// - Parameter first: The result in the first environment, which gives the record's template.
  mutating func begin(_ first: WorkResult?) {
    if let first { tallies[first.template].begin() }
  }

  /// Counts a record that the pass does not read; call it before its cells are counted.
  mutating func begin(template: Int) {
    tallies[template].begin()
  }

  /// Sets the number of records with a value, by path, for the records that the pass does not read.
  mutating func set(stored paths: [SeenPath]) {
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
