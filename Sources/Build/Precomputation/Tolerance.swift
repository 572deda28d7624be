import CellTemplates
import HeightStore
public import LayoutPrimitives

/// The errors that a build tolerates.
public struct Tolerance: Hashable, Sendable {
  /// A maximum: a number of records or cells, or a share of all records or cells.
  public enum Bound: Hashable, Sendable {
    /// A number of records or cells.
    case records(Int)
    /// A share of all records or cells, from 0 to 1.
    ///
    /// If the share is less than `atLeast`, up to `atLeast` are accepted, but fewer than half.
    case share(Double, atLeast: Int)

    /// The limit for a total number of records or cells.
    public func limit(of total: Int) -> Int {
      switch self {
      case .records(let count): count
      // The minimum is for small feeds, in which one record is a large share; it must not accept a
      // mostly bad feed.
      case .share(let share, let atLeast):
        max(min(atLeast, (total - 1) / 2), Int(Double(total) * share))
      }
    }
  }

  /// Maximum number of failed records of a feed.
  public var maximumFailed: Bound
  /// Maximum number of removed records of a feed; `nil` for no limit.
  public var maximumRemoved: Bound?
  /// Whether the limit on shrinking feeds holds where `maximumRemoved` is `nil`.
  ///
  /// A removed record may have been replaced by a new one. The limit on shrinking feeds does not
  /// count such records: by it, a feed of at least `shrinkingRecords` records may have up to
  /// `shrinkingShare` fewer records than in the last generation.
  public var limitsShrinking = false
  /// Whether a feed is published although a source is truncated or partly invalid.
  public var allowPartial: Bool
  /// The accepted caveats; `nil` to accept every caveat.
  ///
  /// If it is not `nil`, every failed record is rejected too. Findings with the severity error or
  /// warning are also rejected, except if they belong to an accepted caveat or are in
  /// `acceptedFindings`.
  public var acceptedCaveats: Caveats?
  /// The kinds of findings that are accepted although they would be refused.
  public var acceptedFindings: Set<FindingKind> = []
  /// The kinds of findings that are refused if they are errors or warnings, whatever
  /// `acceptedCaveats` is.
  ///
  /// An error of the kind `flat` is always refused. A finding of the kind `blank` is refused only
  /// if it is about at least `shrinkingRecords` records, because few records may lack a value by
  /// chance.
  public var refusedFindings: Set<FindingKind> = []
  /// Maximum number of cells with a finding, by kind of finding; other kinds have no maximum.
  public var maximumFindings: [FindingKind: Bound] = [:]

  /// Minimum number of records of the last generation for which the limit on shrinking feeds holds,
  /// and of the records of which a finding of the kind `blank` is refused.
  public static let shrinkingRecords = 20
  /// The part of its records by which a feed may shrink, from 0 to 1.
  public static let shrinkingShare = 0.2

  /// Whether a finding is refused although `acceptedCaveats` may be `nil`, unless it is accepted.
  func refuses(_ finding: Finding) -> Bool {
    guard let kind = finding.kind else { return false }
    let isSure = kind != .blank || finding.records >= Self.shrinkingRecords
    return kind == .flat && finding.severity == .error
      || refusedFindings.contains(kind) && finding.severity != .note && isSure
  }

  /// Creates a tolerance.
  ///
  /// By default 1 % of the records may fail. In a small feed, up to 10 records may fail, if they
  /// are fewer than half.
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

/// The counts of a finished feed that are checked against a tolerance.
struct FeedOutcome {
  let feed: String
  /// Number of records, including failed records and records with a repeated id.
  let records: Int
  /// Number of records whose cells all have a layout.
  let goodRecords: Int
  /// Number of records that are unreadable or have a failed cell.
  let failedRecords: Int
  /// The problems of records and cells.
  let problems: ProblemGroups
  /// Number of cells by caveat.
  let caveats: CaveatCounts
  /// Whether the records come from the sources of the whole feed, and not from changes, which name
  /// each record that they remove.
  var hasAllRecords = true

  /// The counts of records for the summary of the build.
  var counts: FeedRecordCounts {
    FeedRecordCounts(feed: feed, records: records, failedRecords: failedRecords)
  }

  /// Throws `BuildError` if no record is good, or if the tolerance does not accept the counts.
  ///
  /// - Parameters:
  ///   - summary: The counts of removed records and cells.
  ///   - findings: The descriptions of the findings that the tolerance does not accept.
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
    } else if tolerance.limitsShrinking, hasAllRecords,
      summary.previousRecords >= Tolerance.shrinkingRecords
    {
      let limit = Int(Double(summary.previousRecords) * Tolerance.shrinkingShare)
      let loss = summary.previousRecords - goodRecords - failedRecords
      if min(loss, summary.removedRecords) > limit {
        throw .shrunk(
          feed: feed, from: summary.previousRecords, to: goodRecords + failedRecords,
          removed: summary.removedRecords, limit: limit)
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
