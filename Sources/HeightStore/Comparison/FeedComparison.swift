/// How the cells of one feed differ.
public struct FeedComparison: Hashable, Sendable {
  /// Which of the stores hold it.
  public enum Presence: String, Hashable, Sendable {
    /// Both stores.
    case both
    /// The old store alone.
    case old
    /// The new store alone.
    case new
  }

  /// The cells that changed for the same causes.
  public struct Cause: Hashable, Sendable {
    /// The causes; several may have changed a cell.
    public let causes: [String]
    /// Number of cells.
    public let cells: Int
    /// Those of them with another height.
    public let heights: Int
    /// What they add to the sum of heights, in points.
    public let total: Double
  }

  /// The feed's name.
  public let feed: String
  /// Which of the stores hold it.
  public let presence: Presence
  /// The environments of the new store in their order, then those of the old store alone.
  public internal(set) var environments: [EnvironmentComparison] = []
  /// The causes of changed cells by environment, indexed as `environments`; most cells first.
  public internal(set) var causes: [[Cause]] = []
  /// Names of the lists whose order, spacing or insets differ.
  public internal(set) var lists: [String] = []

  init(feed: String, presence: Presence) {
    self.feed = feed
    self.presence = presence
  }

  /// Whether a cell or a list differs.
  public var differs: Bool { !lists.isEmpty || environments.contains { $0.differing > 0 } }

  /// Number of cells that differ in one way.
  public func count(_ change: CellChange) -> Int {
    environments.reduce(0) { $0 + $1.count(change) }
  }

  /// The causes in all environments; most cells first.
  public var allCauses: [Cause] {
    var sums: [[String]: (cells: Int, heights: Int, total: Double)] = [:]
    for cause in causes.joined() {
      let known = sums[cause.causes] ?? (0, 0, 0)
      sums[cause.causes] = (
        known.cells + cause.cells, known.heights + cause.heights, known.total + cause.total
      )
    }
    return Cause.sorted(
      sums.map { Cause(causes: $0, cells: $1.cells, heights: $1.heights, total: $1.total) })
  }
}

extension FeedComparison.Cause {
  /// The causes with the most cells first; equal ones by name.
  static func sorted(_ causes: [Self]) -> [Self] {
    causes.sorted {
      $0.cells != $1.cells
        ? $0.cells > $1.cells : $0.causes.lexicographicallyPrecedes($1.causes)
    }
  }
}

/// A cell with another height.
public struct HeightChange: Hashable, Sendable {
  /// The feed's name.
  public let feed: String
  /// Key of the environment.
  public let environment: String
  /// The record's id.
  public let recordID: String
  /// What changed it.
  public let causes: [String]
  /// The old height, in points.
  public let before: Double
  /// The new height, in points.
  public let after: Double
  /// The difference, in points.
  public let by: Double
}
