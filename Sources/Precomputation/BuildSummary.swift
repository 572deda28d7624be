public import AutoLayout
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

// reason: a plain value; each step of a build fills in its part
/// What a build did.
public struct BuildSummary: Sendable {
  /// Records read, those that failed included.
  public var records = 0
  /// Records that could not be read or laid out.
  public var failedRecords = 0
  /// Records whose id another record of the feed had before; the first is kept.
  public var duplicates = 0
  /// Environments, states counted apart; the most of any feed.
  public var environments = 0
  /// Cells laid out by this build.
  public var computed = 0
  /// Cells taken over because nothing they depend on changed.
  public var reused = 0
  /// Cells that have no layout.
  public var failed = 0
  /// Cells of the last generation whose record, environment or template is gone.
  public var removed = 0
  /// Cells of this generation by trust.
  public var caveats = CaveatCounts()
  /// Constraint engines made.
  public var enginesCreated = 0
  /// Templates used.
  public var templates = 0
  /// Workers that laid out cells.
  public var workers = 0
  /// Work of the engines.
  public var engines = EngineStatistics()
  /// Work of the text measurers.
  public var text = TextStatistics()
  /// What went wrong, grouped; in the order in which it was first met.
  public var problems = ProblemGroups()
  /// What was found about the cells, feed by feed.
  public var findings: [FeedFindings] = []
  /// Id of the first record that was laid out, to try a lookup with.
  public var firstID: String?
  /// What of the last generation could not be used, and was computed anew or is gone.
  public var losses = BaseLosses()
  /// The published generation.
  public var generation: Generation?

  /// Creates the summary of nothing.
  public init() {}
}

/// Cells counted by trust; a cell counts for each of its reasons.
public struct CaveatCounts: Hashable, Sendable {
  /// Cells without a reason of distrust.
  public private(set) var exact = 0
  /// Cells with each reason, in the order of `Caveats.named`.
  public private(set) var reasons = [Int](repeating: 0, count: Caveats.named.count)

  /// Creates counts of nothing.
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

  /// Every count with its name in output: `exact` first, then the reasons.
  public var named: [(name: String, count: Int)] {
    [("exact", exact)] + zip(Caveats.named, reasons).map { ($0.name, $1) }
  }
}

/// Problems with records, one entry a kind however often it occurs.
public struct ProblemGroups: Hashable, Sendable {
  /// One kind of problem.
  public struct Group: Hashable, Sendable {
    /// Stable code.
    public var code: String
    /// Where it was first met: a record id, or file and place.
    public var firstPlace: String
    /// What was found there.
    public var message: String
    /// How often it occurred.
    public var count: Int
  }

  /// The kinds in the order in which they were first met.
  public private(set) var groups: [Group] = []

  /// Creates an empty list.
  public init() {}

  /// Notes a problem that occurred once or more often.
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
