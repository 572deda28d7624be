import CellTemplates
import HeightStore
import LayoutPrimitives

/// Counts what the cells of a merged feed show; shards know the words of findings.
struct ShardTally {
  private let feed: String
  private let environments: [String]
  /// Names of the templates.
  private let templates: [String]
  /// The findings of each shard by template; shape `[shards][templates]`.
  private let known: [[[Finding]]]
  /// Number of records; shape `[shards][templates]`.
  private var records: [[Int]]
  /// By template.
  private var tallies: [FindingTally]

  init(_ entries: [FeedEntry], shards: [ShardReader]) {
    let keys = entries.first?.environments.map(\.environment.key) ?? []
    feed = entries.first?.name ?? ""
    environments = keys
    let catalog = shards.first?.catalog
    templates = entries.first?.templates.compactMap { catalog?.templates[$0]?.name } ?? []
    known = entries.map { entry in
      entry.templates.indices.map { template in
        entry.findings.filter { $0.template == template }
      }
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

  /// The findings, as one build of all records has them.
  var findings: FeedFindings {
    FeedFindings(feed: feed, environments: environments, templates: templates, tallies: tallies) {
      template in
      tallies[template].findings(environments) { number in
        known.lazy.flatMap { $0[template] }.first { $0.position == number && $0.sample != nil }
      } + everywhere(template)
    }
  }

  /// The findings of the template and of paths without a value, which all shards must have.
  private func everywhere(_ template: Int) -> [Finding] {
    let tally = tallies[template]
    let others = known.indices.filter { records[$0][template] > 0 }.map { shard in
      known[shard][template].filter { $0.sample == nil }.map { finding in
        var finding = finding
        // The only count in words.
        finding.message = finding.message.replacing(
          "absent in \(finding.records) of \(finding.records) records",
          with: "absent in \(tally.records) of \(tally.records) records")
        return finding
      }
    }
    guard let first = others.first else { return [] }
    var position = others.compactMap { $0.map(\.position).min() }.min() ?? 0
    return first.compactMap { words in
      let same = others.compactMap { findings in findings.first { $0.isSame(as: words) } }
      guard same.count == others.count else { return nil }
      var finding = tally.everywhere(words, position: position, environments)
      if same.contains(where: { $0.severity == .note }) { finding.severity = .note }
      position += 1
      return finding
    }
  }
}

extension Finding {
  /// Whether another shard means the same finding.
  fileprivate func isSame(as other: Finding) -> Bool {
    (code, word, view, place) == (other.code, other.word, other.view, other.place)
      && message == other.message
  }
}
