import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives

/// One feed while it is built: counts, ids seen, and what is written.
struct FeedBuild {
  let name: String
  let keys: FeedKeys
  let list: ListID
  var records = 0
  var goodRecords = 0
  var firstID: String?
  var failedRecords = 0
  var duplicates = 0
  var computed = 0
  var reused = 0
  var failed = 0
  var trust = TrustCounts()
  var problems = ProblemGroups()
  private(set) var findings: FeedFindings
  private let seen: DuplicateFilter

  init(
    name: String, keys: FeedKeys, list: ListID, findings: FeedFindings,
    temporaryDirectory: String
  ) {
    seen = DuplicateFilter(directory: temporaryDirectory)
    self.name = name
    self.keys = keys
    self.list = list
    self.findings = findings
  }

  /// Counts what was read; the record, unless it failed or its id was there before.
  ///
  /// - Throws: `FeedError` when the ids do not fit in memory and a temporary file fails.
  mutating func accept(_ item: FeedItem) throws(FeedError) -> FeedRecord? {
    records += 1
    switch item {
    case .failure(let failure):
      failedRecords += 1
      problems.add(
        code: failure.code.rawValue, place: "\(failure.path): \(failure.place)",
        message: failure.message)
      return nil
    case .record(let record):
      guard try seen.insert(record.id) else {
        duplicates += 1
        problems.add(
          code: "CH0430", place: "record '\(record.id)'",
          message: "another record of the feed has this id; the first one is kept")
        return nil
      }
      return record
    }
  }

  /// Notes what was mended in a source; its records are good.
  mutating func note(_ warning: FeedWarning) {
    problems.add(
      code: warning.code.rawValue, place: "\(warning.path): \(warning.place)",
      message: warning.message, count: warning.count)
  }

  /// Notes that a source ended before its end, which the build was told to accept.
  mutating func note(_ error: FeedError) {
    failedRecords += 1
    problems.add(
      code: error.code.rawValue, place: "\(error.path): \(error.place)", message: error.message)
  }

  /// Writes a batch in the order of the feed.
  mutating func write(
    _ items: [WorkItem], _ results: BatchResult, _ writer: GenerationWriter
  ) throws {
    findings.add(results.paths)
    for (item, cells) in zip(items, results.cells) {
      var isGood = true
      findings.begin(cells.first)
      for (index, result) in cells.enumerated() {
        let environment = keys.environments[index]
        let reference = try write(item.record, index, result, writer, &isGood)
        try writer.append(reference, to: list, environment: environment)
      }
      if isGood {
        goodRecords += 1
        firstID = firstID ?? item.record.id
      } else {
        failedRecords += 1
      }
    }
  }

  private mutating func write(
    _ record: FeedRecord, _ index: Int, _ result: WorkResult, _ writer: GenerationWriter,
    _ isGood: inout Bool
  ) throws -> CellReference {
    let environment = keys.environments[index]
    switch result {
    case .unchanged(let template):
      guard let known = try writer.existing(recordID: record.id, environment: environment) else {
        throw StoreError.invalid("the stored cell of '\(record.id)' is gone")
      }
      if let failure = known.failure {
        failed += 1
        isGood = false
        problems.add(
          code: failure.code, place: "record '\(record.id)'",
          message: "\(failure.message) (as in the last generation: nothing it depends on changed)")
      } else {
        reused += 1
        trust.count(known.trust)
        findings.count(
          known.findings, template: template, record: record.id, environment: index)
      }
      return try writer.keep(known, recordID: record.id)
    case .made(let fingerprint, let template, let outcome):
      switch outcome {
      case .layout(let layout):
        computed += 1
        trust.count(layout.trust)
        findings.count(
          layout.findings, template: template, record: record.id, environment: index)
      case .failure(let failure):
        failed += 1
        isGood = false
        problems.add(
          code: failure.code, place: "record '\(record.id)'", message: failure.message)
      }
      return try writer.write(
        NewCell(
          recordID: record.id, version: record.version, environment: environment,
          template: keys.templates[template], fingerprint: fingerprint, outcome: outcome))
    }
  }

  /// Refuses to publish what the build does not accept.
  func check(_ tolerance: Tolerance, _ outcome: FeedSummary) throws(BuildError) {
    guard goodRecords > 0 else {
      throw .nothingGood(feed: name, failed: failedRecords, problems)
    }
    let limit = tolerance.maximumFailed.limit(of: records)
    if failedRecords > limit {
      throw .tooManyFailed(
        feed: name, failed: failedRecords, of: records, limit: limit, problems)
    }
    if let bound = tolerance.maximumRemoved {
      let limit = bound.limit(of: outcome.previousRecords)
      if outcome.removedRecords > limit {
        throw .tooManyRemoved(
          feed: name, removed: outcome.removedRecords, of: outcome.previousRecords, limit: limit)
      }
    }
    let findings = self.findings.refused(by: tolerance)
    if let accepted = tolerance.acceptedTrust {
      if failedRecords > 0 {
        throw .tooManyFailed(feed: name, failed: failedRecords, of: records, limit: 0, problems)
      }
      let refused = trust.named.filter { entry in
        guard let reason = Trust(name: entry.name) else { return false }
        return entry.count > 0 && !accepted.contains(reason)
      }
      if !refused.isEmpty {
        throw .untrusted(
          feed: name, reasons: refused.map { "\($0.name) \($0.count)" },
          cells: refused.map(\.count).max() ?? 0, findings)
      }
    }
    if !findings.isEmpty { throw .findings(feed: name, findings) }
  }
}

extension BuildSummary {
  mutating func add(_ feed: FeedBuild, removedCells: Int) {
    records += feed.records
    failedRecords += feed.failedRecords
    duplicates += feed.duplicates
    computed += feed.computed
    reused += feed.reused
    failed += feed.failed
    removed += removedCells
    firstID = firstID ?? feed.firstID
    trust.add(feed.trust)
    problems.add(feed.problems)
    findings.append(feed.findings)
  }
}
