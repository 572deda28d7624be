import HeightStore
import LayoutPrimitives

/// The counts of a finished feed, which a tolerance accepts or not.
struct FeedOutcome {
  /// The feed's name.
  let feed: String
  /// Number of records, failed ones included.
  let records: Int
  /// Records whose cells all have a layout.
  let goodRecords: Int
  /// Unreadable records, and records with a failed cell.
  let failedRecords: Int
  /// The problems of records and cells.
  let problems: ProblemGroups
  /// Cells by caveat.
  let caveats: CaveatCounts

  /// The records for the summary.
  var counts: FeedRecordCounts {
    FeedRecordCounts(feed: feed, records: records, failedRecords: failedRecords)
  }

  /// Checks the tolerance.
  ///
  /// - Parameters:
  ///   - summary: The counts of the feed's cells.
  ///   - findings: The findings that the tolerance does not accept.
  func check(
    _ tolerance: Tolerance, _ summary: FeedSummary, refused findings: [String]
  ) throws(BuildError) {
    guard goodRecords > 0 else {
      throw .nothingGood(feed: feed, failed: failedRecords, problems)
    }
    let limit = tolerance.maximumFailed.limit(of: records)
    if failedRecords > limit {
      throw .tooManyFailed(
        feed: feed, failed: failedRecords, of: records, limit: limit, problems)
    }
    if let bound = tolerance.maximumRemoved {
      let limit = bound.limit(of: summary.previousRecords)
      if summary.removedRecords > limit {
        throw .tooManyRemoved(
          feed: feed, removed: summary.removedRecords, of: summary.previousRecords, limit: limit)
      }
    }
    if let accepted = tolerance.acceptedCaveats {
      if failedRecords > 0 {
        throw .tooManyFailed(
          feed: feed, failed: failedRecords, of: records, limit: 0, problems)
      }
      let refused = caveats.named.filter { entry in
        guard let reason = Caveats(name: entry.name) else { return false }
        return entry.count > 0 && !accepted.contains(reason)
      }
      if !refused.isEmpty {
        throw .untrusted(
          feed: feed, reasons: refused.map { "\($0.name) \($0.count)" },
          cells: refused.map(\.count).max() ?? 0, findings)
      }
    }
    if !findings.isEmpty { throw .findings(feed: feed, findings) }
  }
}
