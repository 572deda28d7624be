import CellTemplates
import HeightStore
import LayoutPrimitives

/// One feed while its shards are merged: the cells in the order of the feed, and counts.
struct FeedMerge {
  /// Maximum size of the frames that all shards together keep in memory, in bytes.
  private static let keptShapeBytes = 64 << 20

  let keys: FeedKeys
  private(set) var findings: MergedFindings
  private(set) var goodRecords = 0
  private(set) var firstID: String?
  private(set) var computed = 0
  private(set) var reused = 0
  private(set) var failed = 0
  private(set) var caveats = CaveatCounts()

  private let feed: ShardSet.Feed
  private let shards: [ShardReader]
  private let list: ListID
  private let lists: ListBuilder?
  private let cells: [ShardCells]
  /// Templates of each shard, as indices in the feed's.
  private let templates: [[TemplateID: Int]]
  private var queue = PositionQueue()
  private var recordsWithFailures = 0
  private var cellProblems = ProblemGroups()

  init(
    _ feed: ShardSet.Feed, of shards: [ShardReader], keys: FeedKeys, list: ListID,
    lists: ListBuilder?
  ) throws {
    self.feed = feed
    self.lists = lists
    self.shards = shards
    self.keys = keys
    self.list = list
    let share = Self.keptShapeBytes / max(1, shards.count)
    cells = try zip(shards, feed.entries).map { try $0.cells(of: $1, keptShapeBytes: share) }
    templates = feed.entries.map { entry in
      Dictionary(zip(entry.templates, entry.templates.indices)) { first, _ in first }
    }
    findings = MergedFindings(feed.entries, shards: shards)
    for (shard, cells) in cells.enumerated() {
      if let position = cells.position { queue.insert(position, shard) }
    }
  }

  /// Number of records, failed and repeated ones included.
  var records: Int { feed.counts.reduce(0) { $0 + $1.records } }

  /// Records with a repeated id.
  var duplicates: Int { feed.counts.reduce(0) { $0 + $1.duplicates } }

  /// What a tolerance judges.
  var outcome: FeedOutcome {
    FeedOutcome(
      feed: feed.name, records: records, goodRecords: goodRecords,
      failedRecords: feed.counts.reduce(recordsWithFailures) { $0 + $1.unreadable },
      problems: problems, caveats: caveats)
  }

  /// Problems of the records in the order of the feed, then those of cells.
  var problems: ProblemGroups {
    var all = ProblemGroups()
    for problem in feed.counts.flatMap(\.problems).sorted(by: { $0.first < $1.first }) {
      all.add(
        code: problem.code, place: problem.place, message: problem.message, count: problem.count)
    }
    all.add(cellProblems)
    return all
  }

  /// Writes the cells of the next record.
  ///
  /// - Returns: Whether there was one.
  mutating func writeRecord(_ writer: GenerationWriter) throws -> Bool {
    guard let (position, shard) = queue.first else { return false }
    let cells = cells[shard]
    let id = cells.recordID
    guard shards[shard].number.contains(id) else {
      throw foreign(shard, "holds record '\(id)', which belongs to shard \(owner(of: id, shard))")
    }
    guard let first = templates[shard][cells.template] else {
      throw foreign(shard, "has a cell of another feed's template")
    }
    findings.begin(template: first, shard: shard)
    var environment = 0
    var isGood = true
    var references: [CellReference] = []
    while cells.position == position {
      guard cells.environment == environment, environment == 0 || cells.isOf(id),
        let template = templates[shard][cells.template]
      else { throw foreign(shard, "has not one cell an environment of record '\(id)'") }
      let reference = try write(cells, id, environment, template, writer, &isGood)
      if lists != nil { references.append(reference) }
      environment += 1
      try cells.advance()
    }
    guard environment == keys.environments.count else {
      throw foreign(shard, "has not one cell an environment of record '\(id)'")
    }
    try lists?.add(id: id, references)
    if let next = cells.position { queue.replaceFirst(next) } else { queue.removeFirst() }
    if let next = queue.first, next.position == position {
      throw foreign(next.shard, "and \(shards[shard].path) hold record \(position) of the feed")
    }
    if isGood {
      goodRecords += 1
      firstID = firstID ?? id
    } else {
      recordsWithFailures += 1
    }
    return true
  }

  private mutating func write(
    _ cell: ShardCells, _ id: String, _ environment: Int, _ template: Int,
    _ writer: GenerationWriter, _ isGood: inout Bool
  ) throws -> CellReference {
    let key = keys.environments[environment]
    let found = try writer.find(recordID: id, environment: key)
    let isKnown = found.fingerprint != nil && found.fingerprint == cell.fingerprint
    if let failure = cell.failure {
      failed += 1
      isGood = false
      cellProblems.add(
        code: failure.code, place: "record '\(id)'", message: failure.message)
    } else {
      if isKnown { reused += 1 } else { computed += 1 }
      let caveats = cell.caveats
      self.caveats.count(caveats)
      findings.count(cell.findings, template: template, record: id, environment: environment)
    }
    let reference: CellReference
    if isKnown, case .cell(let stored) = found {
      reference = try writer.reuse(stored)
    } else {
      reference = try writer.copy(
        cell, environment: key, template: keys.templates[template], over: found)
    }
    try writer.append(reference, to: list, environment: key)
    return reference
  }

  /// Writes the named lists, after the last record.
  mutating func writeLists(_ writer: GenerationWriter) throws {
    try lists?.write(writer, feed: feed.name, keys, &cellProblems)
  }

  private func owner(of id: String, _ shard: Int) -> Int { shards[shard].number.index(of: id) }

  private func foreign(_ shard: Int, _ detail: String) -> ShardError {
    .foreign(path: shards[shard].path, detail: detail)
  }
}

extension BuildSummary {
  mutating func add(_ feed: FeedMerge, findings: [MergedFinding], removedCells: Int) {
    let outcome = feed.outcome
    records += outcome.records
    failedRecords += outcome.failedRecords
    feeds.append(outcome.counts)
    duplicates += feed.duplicates
    computed += feed.computed
    reused += feed.reused
    failed += feed.failed
    removed += removedCells
    firstID = firstID ?? feed.firstID
    caveats.add(feed.caveats)
    problems.add(outcome.problems)
    merged += findings
  }
}
