import CellTemplates
public import HeightStore
import LayoutPrimitives

/// A finding on the cells of several shards.
public struct MergedFinding: Hashable, Sendable {
  /// Name of the feed.
  public let feed: String
  /// Name of the template.
  public let template: String
  /// The finding with the counts of all shards.
  public let finding: StoredFinding
  /// Number of the feed's cells.
  public let cells: Int
  /// Keys of the environments that show it.
  public let environments: [String]
}

/// The findings on the cells of a feed, of which shards know the words and the cells the counts.
struct MergedFindings {
  private let feed: String
  private let environments: [String]
  private let templates: [StoredTemplate]
  /// The findings of each shard by template; shape `[shards][templates]`.
  private let known: [[[StoredFinding]]]
  /// Number of records; shape `[shards][templates]`.
  private var records: [[Int]]
  /// By template.
  private var tallies: [FindingTally]

  init(_ entries: [FeedEntry], shards: [ShardReader]) {
    let keys = entries.first?.environments.map(\.environment.key) ?? []
    feed = entries.first?.name ?? ""
    environments = keys
    let catalog = shards.first?.catalog
    templates = entries.first?.templates.compactMap { catalog?.templates[$0] } ?? []
    known = entries.map { entry in
      entry.templates.map { template in entry.findings.filter { $0.template == template } }
    }
    records = entries.map { $0.templates.map { _ in 0 } }
    tallies = templates.map { _ in FindingTally(environments: keys.count) }
  }

  /// Begins a record.
  mutating func begin(template: Int, shard: Int) {
    records[shard][template] += 1
    tallies[template].begin()
  }

  /// Counts a cell of the current record.
  mutating func count(
    _ findings: FindingSet, template: Int, record: @autoclosure () -> String, environment: Int
  ) {
    tallies[template].count(findings, record: record(), environment: environment)
  }

  /// Number of cells.
  private var cells: Int { tallies.reduce(0) { $0 + $1.cells } }

  /// The findings for the store, as one build of all records has them.
  func stored(_ keys: FeedKeys) -> [StoredFinding] {
    templates.indices.flatMap { template in
      let found = shown(template, keys)
      return found + ofTemplate(template, keys)
    }
  }

  /// The findings of cells.
  private func shown(_ template: Int, _ keys: FeedKeys) -> [StoredFinding] {
    tallies[template].found.compactMap { number, count in
      let words = known.lazy.flatMap { $0[template] }.first {
        $0.position == number && $0.sampleRecord != nil
      }
      guard var finding = words else { return nil }
      finding.template = keys.templates[template]
      (finding.cells, finding.records) = (count.cells, count.records)
      finding.sampleRecord = count.record
      finding.sampleEnvironment = environments[count.environment]
      finding.environments = zip(keys.environments, count.byEnvironment).filter { $1 > 0 }.map {
        FindingEnvironment(environment: $0, cells: $1)
      }
      return finding
    }
  }

  /// The findings of the template and of paths without a value, which all shards must have.
  private func ofTemplate(_ template: Int, _ keys: FeedKeys) -> [StoredFinding] {
    let shards = known.indices.filter { records[$0][template] > 0 }
    guard let first = shards.first else { return [] }
    let tally = tallies[template]
    func all(_ shard: Int) -> [StoredFinding] {
      known[shard][template].filter { $0.sampleRecord == nil }.map { finding in
        var finding = finding
        // The only count in words.
        finding.message = finding.message.replacing(
          "absent in \(finding.records) of \(finding.records) records",
          with: "absent in \(tally.records) of \(tally.records) records")
        return finding
      }
    }
    let others = shards.map { all($0) }
    var position = shards.compactMap { all($0).map(\.position).min() }.min() ?? 0
    return all(first).compactMap { words in
      let same = others.compactMap { findings in findings.first { $0.isSame(as: words) } }
      guard same.count == shards.count else { return nil }
      var finding = words
      if same.contains(where: { $0.severity == "note" }) { finding.severity = "note" }
      finding.template = keys.templates[template]
      finding.position = position
      position += 1
      (finding.cells, finding.records) = (tally.cells, tally.records)
      finding.environments = zip(keys.environments, tally.cellsByEnvironment).map {
        FindingEnvironment(environment: $0, cells: $1)
      }
      return finding
    }
  }

  /// The stored findings with their names.
  func merged(_ findings: [StoredFinding], _ keys: FeedKeys) -> [MergedFinding] {
    let names = Dictionary(zip(keys.environments, environments)) { first, _ in first }
    let cells = cells
    return findings.map { finding in
      let template = keys.templates.firstIndex { $0 == finding.template }
      return MergedFinding(
        feed: feed, template: template.map { templates[$0].name } ?? "", finding: finding,
        cells: cells, environments: finding.environments.compactMap { names[$0.environment] })
    }
  }

  /// The findings that a tolerance does not accept.
  func refused(_ findings: [StoredFinding], by tolerance: Tolerance) -> [RefusedFinding] {
    var refused: [RefusedFinding] = []
    for (kind, bound) in tolerance.maximumFindings.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    {
      let limit = bound.limit(of: cells)
      guard cells(with: kind, findings) > limit else { continue }
      refused += findings.filter { $0.kind == kind.rawValue }.map {
        RefusedFinding($0, of: cells, reason: "--fail-on \(kind.rawValue): \(limit) accepted")
      }
    }
    guard let accepted = tolerance.acceptedCaveats else { return refused }
    for finding in findings where finding.severity != FindingSeverity.note.rawValue {
      let isAccepted =
        switch finding.kind {
        case CellFinding.Kind.conflict.word: accepted.contains(.relaxed)
        case CellFinding.Kind.ambiguity.word: accepted.contains(.ambiguous)
        default:
          FindingKind(rawValue: finding.kind).map { tolerance.acceptedFindings.contains($0) }
            ?? false || Caveats(name: finding.kind).map { accepted.contains($0) } ?? false
        }
      if !isAccepted { refused.append(RefusedFinding(finding, of: cells, reason: nil)) }
    }
    return refused
  }

  /// Number of cells with a finding of a kind.
  private func cells(with kind: FindingKind, _ findings: [StoredFinding]) -> Int {
    switch kind {
    case .collapsed, .outside, .truncated, .squeezed:
      return tallies.reduce(0) { $0 + $1.cells(with: kind) }
    case .unanswered, .unbound:
      // All cells of a template have it.
      let templates = Dictionary(
        grouping: findings.filter { $0.kind == kind.rawValue }, by: \.template)
      return templates.values.reduce(0) { $0 + ($1.map(\.cells).max() ?? 0) }
    }
  }
}

extension StoredFinding {
  /// Whether another shard means the same finding.
  fileprivate func isSame(as other: StoredFinding) -> Bool {
    (code, kind, view, place) == (other.code, other.kind, other.view, other.place)
      && message == other.message
  }
}
