import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives

/// The state of one feed during its build: the pass that reads it, its tallies and its counts.
struct FeedBuild<Pass: RecordPass & ~Copyable>: ~Copyable {
  let keys: FeedKeys
  let list: ListID
  var pass: Pass
  private(set) var goodRecords = 0
  private(set) var firstID: String?
  private(set) var computed = 0
  private(set) var reused = 0
  private(set) var failed = 0
  private(set) var caveats = CaveatCounts()
  private(set) var tally: FeedTally
  /// Number of readable records that have a failed cell.
  private var recordsWithFailures = 0
  private var cellProblems = ProblemGroups()
  private let lists: ListBuilder?

  init(
    _ pass: consuming Pass, keys: FeedKeys, list: ListID, tally: FeedTally,
    lists: ListBuilder?
  ) {
    self.lists = lists
    self.pass = pass
    self.keys = keys
    self.list = list
    self.tally = tally
  }

  var name: String { pass.feed }

  /// Number of records that are unreadable or have a failed cell.
  var failedRecords: Int { pass.failedRecords + recordsWithFailures }

  /// The problems of the records, then the problems of the cells.
  var problems: ProblemGroups {
    var all = pass.problems
    all.add(cellProblems)
    return all
  }

  /// Sets the paths that have values in the records that the pass does not read.
  mutating func set(stored paths: [SeenPath]) { tally.set(stored: paths) }

  /// Writes a batch in the order of the feed.
  mutating func write(
    _ items: [WorkItem], _ results: BatchResult, kept: [KeptRecord], _ writer: GenerationWriter
  ) throws {
    tally.add(results.paths)
    var kept = kept[...]
    for (number, (item, cells)) in zip(items, results.cells).enumerated() {
      while let record = kept.first, record.itemsBefore <= number {
        try keep(record, writer)
        kept.removeFirst()
      }
      var isGood = true
      tally.begin(cells.first)
      var references: [CellReference] = []
      for (index, result) in cells.enumerated() {
        let reference = try write(item, index, result, writer, &isGood)
        tally.count(height: reference.height, template: result.template, environment: index)
        try writer.append(reference, to: list, environment: keys.environments[index])
        if pass.shard != nil {
          try writer.record(position: item.position, environment: index, of: reference)
        } else if lists != nil {
          references.append(reference)
        }
      }
      if let lists {
        if pass.shard == nil {
          try lists.add(item.record, references)
        } else {
          for (list, values) in lists.values(of: item.record) {
            try writer.record(position: item.position, list: lists.name(ofList: list), values)
          }
        }
      }
      count(item.record.id, isGood)
    }
    for record in kept { try keep(record, writer) }
  }

  /// Reuses all stored cells of an unchanged record.
  private mutating func keep(_ record: KeptRecord, _ writer: GenerationWriter) throws {
    var isGood = true
    for (index, cell) in record.cells.enumerated() {
      guard let template = keys.templates.firstIndex(of: cell.template) else {
        throw StoreError.invalid("a cell of '\(cell.reference.recordID)' has another template")
      }
      if index == 0 { tally.begin(template: template) }
      let reference = try keep(cell, index, template: template, writer, &isGood)
      tally.count(height: reference.height, template: template, environment: index)
      try writer.append(reference, to: list, environment: keys.environments[index])
    }
    count(record.cells.first?.reference.recordID ?? "", isGood)
  }

  private mutating func count(_ id: String, _ isGood: Bool) {
    if isGood {
      goodRecords += 1
      firstID = firstID ?? id
    } else {
      recordsWithFailures += 1
    }
  }

  private mutating func keep(
    _ cell: ExistingCell, _ environment: Int, template: Int, _ writer: GenerationWriter,
    _ isGood: inout Bool
  ) throws -> CellReference {
    let id = cell.reference.recordID
    if let failure = cell.failure {
      countFailure(
        failure, of: id, &isGood, " (as in the last generation: nothing it depends on changed)")
    } else {
      reused += 1
      caveats.count(cell.caveats)
      tally.count(cell.findings, template: template, record: id, environment: environment)
    }
    return try writer.reuse(cell)
  }

  /// Writes the named lists and their own cells; call it after the last record.
  ///
  /// - Parameters:
  ///   - environments: The environments of the feed.
  ///   - check: Throws an error if the build must stop; it is called before each cell.
  ///   - layouter: Creates a layouter with the templates of the feed, for lists with cells of their
  ///     own.
  mutating func writeLists(
    _ writer: GenerationWriter, environments: [StoredEnvironment], check: () throws -> Void,
    layouter: () throws -> RecordLayouter
  ) throws {
    guard let lists else { return }
    var cells: ListCellWriter?
    let tally = tally
    let problems = try lists.write(writer, feed: name, keys, environments: environments) {
      record, list in
      try check()
      if cells == nil {
        cells = ListCellWriter(
          feed: name, keys, environments, layouter: try layouter(), tally: tally)
      }
      return try cells?.write(record, of: list, writer) ?? []
    }
    cellProblems.add(problems)
    guard let cells else { return }
    self.tally = cells.tally
    computed += cells.computed
    reused += cells.reused
    caveats.add(cells.caveats)
  }

  private mutating func write(
    _ item: WorkItem, _ index: Int, _ result: WorkResult, _ writer: GenerationWriter,
    _ isGood: inout Bool
  ) throws -> CellReference {
    let (id, stored) = (item.record.id, item.stored[index])
    switch result {
    case .reused(let template):
      guard case .cell(let cell) = stored else {
        throw StoreError.invalid("the stored cell of '\(id)' is gone")
      }
      return try keep(cell, index, template: template, writer, &isGood)
    case .computed(let fingerprint, let template, let outcome):
      switch outcome {
      case .layout(let layout):
        computed += 1
        caveats.count(layout.caveats)
        tally.count(layout.findings, template: template, record: id, environment: index)
      case .failure(let failure): countFailure(failure, of: id, &isGood)
      }
      return try writer.write(
        NewCell(
          recordID: id, version: item.record.version, environment: keys.environments[index],
          template: keys.templates[template], fingerprint: fingerprint, outcome: outcome),
        over: stored)
    }
  }

  /// Adds a failed cell to the counts and the problems.
  private mutating func countFailure(
    _ failure: CellFailure, of id: String, _ isGood: inout Bool, _ remark: String = ""
  ) {
    failed += 1
    isGood = false
    cellProblems.add(
      code: failure.code, location: "record '\(id)'", message: failure.message + remark)
  }

  /// The counts that the tolerance checks.
  var outcome: FeedOutcome {
    FeedOutcome(
      feed: name, records: pass.records, goodRecords: goodRecords, failedRecords: failedRecords,
      problems: problems, caveats: caveats, hasAllRecords: pass.hasAllRecords)
  }
}

extension BuildSummary {
  mutating func add<Pass: RecordPass & ~Copyable>(
    _ feed: borrowing FeedBuild<Pass>, _ feedFindings: FeedFindings, removedCells: Int
  ) {
    records += feed.pass.records
    failedRecords += feed.failedRecords
    feeds.append(feed.outcome.counts)
    duplicates += feed.pass.duplicates
    computed += feed.computed
    reused += feed.reused
    failed += feed.failed
    removed += removedCells
    firstID = firstID ?? feed.firstID
    caveats.add(feed.caveats)
    problems.add(feed.problems)
    findings.append(feedFindings)
  }
}
