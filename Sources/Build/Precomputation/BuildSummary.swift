public import AutoLayout
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; each step of a build sets the properties that it knows
/// The counts, statistics and problems of a build that has ended.
public struct BuildSummary: Sendable {
  /// Number of records, including failed records and records with a repeated id.
  public var records = 0
  /// Number of records that are unreadable or have a failed cell.
  public var failedRecords = 0
  /// The counts of records of each feed, in the order of the build.
  public var feeds: [FeedRecordCounts] = []
  /// Number of records that repeat an earlier id; the first record with the id is kept.
  public var duplicates = 0
  /// Number of environments, with states, of the feed that has the most.
  public var environments = 0
  /// Number of cells with a layout that this build computed.
  public var computed = 0
  /// Number of cells with a layout from the last generation or from a build that was stopped.
  public var reused = 0
  /// Number of failed cells, both computed and reused.
  public var failed = 0
  /// Number of cells of the last generation that were removed.
  public var removed = 0
  /// Number of cells by caveat.
  public var caveats = CaveatCounts()
  /// Number of constraint engines that the workers created.
  public var enginesCreated = 0
  /// Number of different templates.
  public var templates = 0
  /// Size of one cell's frames in bytes, for the template with the most; `nil` if frames are
  /// stored.
  public var omittedFrameBytes: Int?
  /// Number of workers.
  public var workers = 0
  /// Statistics of the constraint engines.
  public var engines = EngineStatistics()
  /// Statistics of the text measurers.
  public var text = TextStatistics()
  /// The problems, grouped by code, in order of first occurrence.
  public var problems = ProblemGroups()
  /// The findings of each feed, in the order of the build.
  public var findings: [FeedFindings] = []
  /// Number of merged shards; 0 for a build without a merge.
  public var shards = 0
  /// Id of the first record whose cells all have a layout; `nil` if there is none.
  public var firstID: String?
  /// The parts of the last generation that could not be used as a base.
  public var losses = BaseLosses()
  /// The published generation; `nil` before it is published.
  public var generation: Generation?

  /// Creates an empty summary.
  public init() {}

  /// Notes if none of the records of the last generation is left in a feed.
  mutating func check(_ ended: FeedSummary, of feed: String) {
    guard ended.previousRecords >= Tolerance.shrinkingRecords,
      ended.removedRecords >= ended.previousRecords
    else { return }
    problems.add(
      code: "CH0449", location: BuildError.subject(feed),
      message:
        "none of the \(ended.previousRecords) records of the last generation is left; if the "
        + "items are the same, their ids change")
  }
}

/// The counts of records of one feed.
public struct FeedRecordCounts: Hashable, Sendable {
  /// Name of the feed.
  public var feed: String
  /// Number of records, including failed records and records with a repeated id.
  public var records: Int
  /// Number of records that are unreadable or have a failed cell.
  public var failedRecords: Int
}

/// Counts of cells by caveat; a cell with several caveats is counted once for each of them.
public struct CaveatCounts: Hashable, Sendable {
  /// Number of cells without caveats.
  public private(set) var exact = 0
  /// Number of cells with each caveat, in the order of `Caveats.named`.
  public private(set) var reasons = [Int](repeating: 0, count: Caveats.named.count)

  /// Creates counts of 0.
  public init() {}

  /// Counts one cell.
  public mutating func count(_ caveats: Caveats) {
    if caveats.isEmpty { exact += 1 }
    for (index, entry) in Caveats.named.enumerated() where caveats.contains(entry.reason) {
      reasons[index] += 1
    }
  }

  /// Adds the counts of another feed.
  public mutating func add(_ other: CaveatCounts) {
    exact += other.exact
    for index in reasons.indices { reasons[index] += other.reasons[index] }
  }

  /// The counts with their names: `exact` first, then the caveats.
  public var named: [(name: String, count: Int)] {
    [("exact", exact)] + zip(Caveats.named, reasons).map { ($0.name, $1) }
  }
}

/// Problems with records, grouped by code.
public struct ProblemGroups: Hashable, Sendable {
  /// The problems with the same code.
  public struct Group: Hashable, Sendable {
    /// The stable code of the problem.
    public var code: String
    /// The location of the first occurrence: a record id, or a file with a line.
    public var firstLocation: String
    /// The message of the first occurrence.
    public var message: String
    /// Number of occurrences.
    public var count: Int
  }

  /// The groups, in order of first occurrence.
  public private(set) var groups: [Group] = []

  /// Creates an empty list.
  public init() {}

  /// Adds occurrences of a problem.
  public mutating func add(code: String, location: String, message: String, count: Int = 1) {
    add(Group(code: code, firstLocation: location, message: message, count: count))
  }

  /// Adds the problems of another feed.
  public mutating func add(_ other: ProblemGroups) {
    for group in other.groups { add(group) }
  }

  private mutating func add(_ group: Group) {
    if let index = groups.firstIndex(where: { $0.code == group.code }) {
      groups[index].count += group.count
    } else {
      groups.append(group)
    }
  }
}
