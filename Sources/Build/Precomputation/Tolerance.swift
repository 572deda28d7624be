import CellTemplates
import HeightStore
public import LayoutPrimitives

/// The errors that a build tolerates.
public struct Tolerance: Hashable, Sendable {
  /// A number of records, or a share of the feed.
  public enum Bound: Hashable, Sendable {
    /// A number of records.
    case records(Int)
    /// A share of the records, 0...1; at least `atLeast` records if these are fewer than half.
    case share(Double, atLeast: Int)

    /// The bound as a number of records.
    public func limit(of total: Int) -> Int {
      switch self {
      case .records(let count): count
      // The minimum is for feeds in which one record is a large share, not to accept a spoiled one.
      case .share(let share, let atLeast):
        max(min(atLeast, (total - 1) / 2), Int(Double(total) * share))
      }
    }
  }

  /// Maximum number of failed records.
  public var maximumFailed: Bound
  /// Maximum number of removed records of a feed; `nil` for no limit.
  public var maximumRemoved: Bound?
  /// Whether sources that are truncated or partly invalid are published.
  public var allowPartial: Bool
  /// The accepted caveats; `nil` for any.
  ///
  /// If it is set, findings of severity error and warning are rejected too.
  public var acceptedCaveats: Caveats?
  /// Kinds of findings that are accepted nevertheless.
  public var acceptedFindings: Set<FindingKind> = []
  /// Maximum number of cells of a feed by kind of finding; others are not limited.
  public var maximumFindings: [FindingKind: Bound] = [:]

  /// Creates a tolerance, by default of 1 % failed records, and at least 10 while these are fewer than half.
  public init(
    maximumFailed: Bound = .share(0.01, atLeast: 10), maximumRemoved: Bound? = nil,
    allowPartial: Bool = false, acceptedCaveats: Caveats? = nil
  ) {
    self.maximumFailed = maximumFailed
    self.maximumRemoved = maximumRemoved
    self.allowPartial = allowPartial
    self.acceptedCaveats = acceptedCaveats
  }
}

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
