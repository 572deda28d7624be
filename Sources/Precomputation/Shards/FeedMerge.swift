import CellTemplates
import HeightStore
import LayoutPrimitives

/// One feed while its shards are merged: the cells in the order of the feed, and counts.
struct FeedMerge {
  /// Maximum size of the frames that all shards together keep in memory, in bytes.
  private static let keptShapeBytes = 64 << 20

  let keys: FeedKeys
  private(set) var tally: ShardTally
  private(set) var goodRecords = 0
  private(set) var firstID: String?
  private(set) var computed = 0
  private(set) var reused = 0
  private(set) var failed = 0
  private(set) var caveats = CaveatCounts()

  private let feed: ShardSet.Feed
  private let list: ListID
  private let lists: ListBuilder?
  private var cells: ShardedCells
  private var recordsWithFailures = 0
  private var cellProblems = ProblemGroups()

  init(
    _ feed: ShardSet.Feed, of shards: [ShardReader], keys: FeedKeys, list: ListID,
    lists: ListBuilder?
  ) throws {
    self.feed = feed
    self.lists = lists
    self.keys = keys
    self.list = list
    cells = try ShardedCells(feed, of: shards, keptShapeBytes: Self.keptShapeBytes)
    tally = ShardTally(feed.entries, shards: shards)
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
    guard let first = try cells.next() else { return false }
    tally.begin(template: first.template, shard: first.shard)
    var isGood = true
    var references: [CellReference] = []
    var cell = first
    while true {
      let reference = try write(cell, writer, &isGood)
      if lists != nil { references.append(reference) }
      guard cell.environment + 1 < keys.environments.count, let next = try cells.next() else {
        break
      }
      cell = next
    }
    try lists?.add(id: first.recordID, references)
    if isGood {
      goodRecords += 1
      firstID = firstID ?? first.recordID
    } else {
      recordsWithFailures += 1
    }
    return true
  }

  private mutating func write(
    _ place: ShardedCells.Cell, _ writer: GenerationWriter, _ isGood: inout Bool
  ) throws -> CellReference {
    let (cell, id, template) = (place.row, place.recordID, place.template)
    let key = keys.environments[place.environment]
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
      tally.count(cell.findings, template: template, record: id, environment: place.environment)
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
}

extension BuildSummary {
  mutating func add(_ feed: FeedMerge, _ found: FeedFindings, removedCells: Int) {
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
    findings.append(found)
  }
}
