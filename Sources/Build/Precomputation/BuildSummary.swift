public import AutoLayout
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; each step of a build fills in its part
/// The result of a build.
public struct BuildSummary: Sendable {
  /// Number of records, failed ones included.
  public var records = 0
  /// Failed records.
  public var failedRecords = 0
  /// The records by feed, in the order of the build.
  public var feeds: [FeedRecordCounts] = []
  /// Records with a repeated id, of which the first is kept.
  public var duplicates = 0
  /// Number of environments with states, the maximum over the feeds.
  public var environments = 0
  /// Cells laid out by this build.
  public var computed = 0
  /// Reused cells.
  public var reused = 0
  /// Failed cells.
  public var failed = 0
  /// Removed cells of the last generation.
  public var removed = 0
  /// Cells by caveat.
  public var caveats = CaveatCounts()
  /// Created constraint engines.
  public var enginesCreated = 0
  /// Templates used.
  public var templates = 0
  /// Size of a cell's frames in bytes, the maximum over the templates; `nil` if they are stored.
  public var omittedFrameBytes: Int?
  /// Number of workers.
  public var workers = 0
  /// Statistics of the engines.
  public var engines = EngineStatistics()
  /// Statistics of the text measurers.
  public var text = TextStatistics()
  /// The problems, grouped, in order of first occurrence.
  public var problems = ProblemGroups()
  /// The findings by feed.
  public var findings: [FeedFindings] = []
  /// Number of shards that were merged; 0 for a build.
  public var shards = 0
  /// Id of the first record that was laid out.
  public var firstID: String?
  /// The parts of the last generation that could not be used.
  public var losses = BaseLosses()
  /// The published generation; `nil` if the deadline came within the first feed.
  public var generation: Generation?
  /// The work that the deadline left undone; `nil` for a build that finished.
  public var deadline: MissedDeadline?

  /// Creates an empty summary.
  public init() {}
}

/// The records of one feed of a build.
public struct FeedRecordCounts: Hashable, Sendable {
  /// Name of the feed.
  public var feed: String
  /// Number of records, failed ones included.
  public var records: Int
  /// Unreadable records, and records with a failed cell.
  public var failedRecords: Int
}

/// The rest of a build that its deadline stopped.
public struct MissedDeadline: Hashable, Sendable {
  /// The feeds that were published, in the order of the build.
  public var finished: [String]
  /// The feeds that keep their published state, in the order of the build.
  public var unfinished: [String]
  /// Cells of the first unfinished feed that the next build continues with.
  public var keptCells: Int
}

/// Counts of cells by caveat; a cell counts for each of its caveats.
public struct CaveatCounts: Hashable, Sendable {
  /// Cells without caveats.
  public private(set) var exact = 0
  /// Cells by caveat, in the order of `Caveats.named`.
  public private(set) var reasons = [Int](repeating: 0, count: Caveats.named.count)

  /// Creates zero counts.
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

  /// The counts by name: `exact` first, then the caveats.
  public var named: [(name: String, count: Int)] {
    [("exact", exact)] + zip(Caveats.named, reasons).map { ($0.name, $1) }
  }
}

/// Problems with records, grouped by code.
public struct ProblemGroups: Hashable, Sendable {
  /// One kind of problem.
  public struct Group: Hashable, Sendable {
    /// Stable code.
    public var code: String
    /// The first occurrence: a record id, or a file and position.
    public var firstPlace: String
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
  public mutating func add(code: String, place: String, message: String, count: Int = 1) {
    add(Group(code: code, firstPlace: place, message: message, count: count))
  }

  /// Adds the problems of another feed.
  public mutating func add(_ other: ProblemGroups) {
    for group in other.groups { add(group) }
  }

  private mutating func add(_ group: Group) {
    if let known = groups.firstIndex(where: { $0.code == group.code }) {
      groups[known].count += group.count
    } else {
      groups.append(group)
    }
  }
}
