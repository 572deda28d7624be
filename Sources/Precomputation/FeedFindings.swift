public import CellTemplates
import HeightStore
public import LayoutPrimitives

/// The findings on the cells of a feed.
public struct FeedFindings: Sendable {
  /// The findings on the cells of one template.
  public struct OfTemplate: Sendable {
    /// The template.
    public let plan: TemplatePlan
    /// The index among the feed's templates.
    let index: Int
    /// The findings in the order of the template's views, then paths without values.
    public let findings: [TemplateFinding]
  }

  /// The feed's name.
  public let feed: String
  /// Keys of the environments.
  public let environments: [String]
  private let plans: [TemplatePlan]
  /// By template.
  private var tallies: [FindingTally]
  /// By template.
  private var paths: [PathTally]
  /// The numbers of values by path in records that are not read; `nil` if all are.
  private var storedPaths: [String: Int]?

  /// Creates empty findings.
  public init(feed: String, plans: [TemplatePlan], environments: [String]) {
    self.feed = feed
    self.plans = plans
    self.environments = environments
    tallies = plans.map { _ in FindingTally(environments: environments.count) }
    paths = plans.map { PathTally($0.template) }
  }

  /// Number of cells.
  public var cells: Int { tallies.reduce(0) { $0 + $1.cells } }

  /// Number of records.
  public var records: Int { tallies.reduce(0) { $0 + $1.records } }

  /// The findings by template, without templates that have none.
  public var byTemplate: [OfTemplate] {
    plans.indices.compactMap { index in
      var paths = paths[index]
      if let storedPaths {
        paths.add(records: tallies[index].records - paths.records, answered: storedPaths)
      }
      let findings = TemplateFinding.findings(
        tallies[index], paths, of: plans[index], environments: environments)
      return findings.isEmpty
        ? nil : OfTemplate(plan: plans[index], index: index, findings: findings)
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

  /// The findings for the store.
  func stored(_ keys: FeedKeys) -> [StoredFinding] {
    byTemplate.flatMap { part in
      let template = part.plan.template
      var others = CellFinding.numbers(views: part.plan.framedViews.count)
      return part.findings.map { finding in
        let position = finding.number ?? others
        if finding.number == nil { others += 1 }
        return StoredFinding(
          template: keys.templates[part.index], position: position, code: finding.code,
          severity: finding.severity.rawValue, kind: finding.word,
          view: finding.view.map { template.views[$0].id },
          place: finding.place(in: template).map { place in
            (place.file.map { "\($0), " } ?? "") + "line \(place.line)"
          },
          message: finding.headline(in: template), records: finding.records,
          cells: finding.cells, sampleRecord: finding.reproducer?.record,
          sampleEnvironment: finding.reproducer?.environment,
          environments: zip(environments, keys.environments).compactMap { key, environment in
            finding.environments.firstIndex(of: key).map { index in
              FindingEnvironment(
                environment: environment, cells: finding.cellsByEnvironment[index])
            }
          })
      }
    }
  }

  /// Begins a record.
  ///
  /// - Parameter first: The result in the first environment.
  mutating func begin(_ first: WorkResult?) {
    switch first {
    case .reused(let template), .takenUp(_, let template), .computed(_, let template, _):
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

  /// Number of cells with a finding of a kind.
  private func cells(with kind: FindingKind, _ all: [OfTemplate]) -> Int {
    switch kind {
    case .collapsed, .outside, .truncated, .squeezed:
      tallies.reduce(0) { $0 + $1.cells(with: kind) }
    case .unanswered, .unbound:
      // All cells of a template have it.
      all.reduce(0) { sum, entry in
        sum + (entry.findings.filter { $0.kind == kind }.map(\.cells).max() ?? 0)
      }
    }
  }

  /// The findings that a tolerance does not accept.
  func refused(by tolerance: Tolerance) -> [RefusedFinding] {
    guard tolerance.acceptedCaveats != nil || !tolerance.maximumFindings.isEmpty else { return [] }
    let all = byTemplate
    var refused: [RefusedFinding] = []
    for (kind, bound) in tolerance.maximumFindings.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    {
      let count = cells(with: kind, all)
      let limit = bound.limit(of: cells)
      guard count > limit else { continue }
      for entry in all {
        for finding in entry.findings where finding.kind == kind {
          refused.append(
            RefusedFinding(
              finding, entry.plan.template, of: cells,
              reason: "--fail-on \(kind.rawValue): \(limit) accepted"))
        }
      }
    }
    guard let accepted = tolerance.acceptedCaveats else { return refused }
    for entry in all {
      for finding in entry.findings where finding.severity != .note {
        let isAccepted =
          finding.kind.map { kind in
            tolerance.acceptedFindings.contains(kind)
              || Caveats(name: kind.rawValue).map { accepted.contains($0) } ?? false
          } ?? finding.isCountedAsCaveat(accepted)
        if !isAccepted {
          refused.append(RefusedFinding(finding, entry.plan.template, of: cells, reason: nil))
        }
      }
    }
    return refused
  }
}

extension TemplateFinding {
  /// Whether it corresponds to an accepted caveat.
  fileprivate func isCountedAsCaveat(_ accepted: Caveats) -> Bool {
    guard case .shown(let found) = cause else { return false }
    switch found.kind {
    case .conflict: return accepted.contains(.relaxed)
    case .ambiguity: return accepted.contains(.ambiguous)
    case .tie, .collapsed, .below, .outside, .truncated, .squeezed, .vanished: return false
    }
  }
}

/// A finding that a build does not accept.
public struct RefusedFinding: Sendable, CustomStringConvertible {
  /// `SEVERITY CODE: message, in N of M cells, for example …`.
  public let description: String

  init(_ finding: StoredFinding, of cells: Int, reason: String?) {
    var text =
      "\(finding.severity) \(finding.code): \(finding.message), in "
      + "\(finding.cells) of \(cells) cells"
    if let record = finding.sampleRecord {
      text += ", for example record '\(record)' at \(finding.sampleEnvironment ?? "")"
    }
    if let reason { text += " (\(reason))" }
    description = text
  }

  init(_ finding: TemplateFinding, _ template: CellTemplate, of cells: Int, reason: String?) {
    var text =
      "\(finding.severity.rawValue) \(finding.code): \(finding.headline(in: template)), in "
      + "\(finding.cells) of \(cells) cells"
    if let cell = finding.reproducer {
      text += ", for example record '\(cell.record)' at \(cell.environment)"
    }
    if let reason { text += " (\(reason))" }
    description = text
  }
}
