public import LayoutPrimitives

/// The differences between the cells of one feed.
public struct FeedComparison: Hashable, Sendable {
  /// The stores that have a feed or environment.
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
    /// Number of those with a different height.
    public let heights: Int
    /// Their effect on the sum of heights, in points.
    public let total: Double
  }

  /// The feed's name.
  public let feed: String
  /// The stores that have it.
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

/// A cell whose height changed.
public struct HeightChange: Hashable, Sendable {
  /// The feed's name.
  public let feed: String
  /// Key of the environment.
  public let environment: String
  /// The record's id.
  public let recordID: String
  /// The causes of the change.
  public let causes: [String]
  /// The old height, in points.
  public let before: Double
  /// The new height, in points.
  public let after: Double
  /// The difference, in points.
  public let by: Double
}

/// The differences between the cells of one environment, in numbers.
public struct EnvironmentComparison: Hashable, Sendable {
  /// Key of the environment.
  public let environment: String
  /// Grid of its heights.
  public let grid: PixelGrid
  private var cells: [CellChange: Int] = [:]
  /// In steps.
  private var stepsBefore = 0
  private var stepsAfter = 0
  private var largestSteps = 0
  private var changedSteps = 0

  /// Creates the numbers of no cells.
  public init(environment: String, grid: PixelGrid) {
    self.environment = environment
    self.grid = grid
  }

  /// Counts a cell.
  ///
  /// - Parameters:
  ///   - change: The kind of difference.
  ///   - before: Its earlier height in steps; nil for none.
  ///   - after: Its later height in steps; nil for none.
  public mutating func count(_ change: CellChange, before: Int?, after: Int?) {
    cells[change, default: 0] += 1
    stepsBefore += before ?? 0
    stepsAfter += after ?? 0
    guard change == .height, let before, let after else { return }
    let size = abs(after - before)
    largestSteps = max(largestSteps, size)
    changedSteps += size
  }

  /// Number of cells that differ in one way.
  public func count(_ change: CellChange) -> Int { cells[change, default: 0] }

  /// Number of cells that differ.
  public var differing: Int { cells.reduce(0) { $0 + ($1.key == .same ? 0 : $1.value) } }

  /// Sum of the earlier heights, in points.
  public var before: Double { grid.points(stepsBefore) }
  /// Sum of the later heights, in points.
  public var after: Double { grid.points(stepsAfter) }
  /// The change of the sum of heights, in points.
  public var total: Double { grid.points(stepsAfter - stepsBefore) }
  /// The largest change of a cell's height, in points; 0 for none.
  public var largest: Double { grid.points(largestSteps) }
  /// The mean change of the heights that change, up or down, in points; 0 for none.
  public var mean: Double {
    let changed = count(.height)
    return changed == 0 ? 0 : grid.points(changedSteps) / Double(changed)
  }
}

/// Possible causes of changed cells of a feed, besides their records.
struct ChangeCauses {
  /// The cause of cells of which only the content is known to differ.
  static let unknown = "unknown"

  /// Inputs that differ, which concern all cells of the feed.
  private let shared: [String]

  /// Compares the inputs of a feed in two generations.
  init(
    _ old: FeedEntry, of oldGeneration: Generation, _ new: FeedEntry, of newGeneration: Generation
  ) {
    let before = Dictionary(Self.inputs(old, of: oldGeneration)) { first, _ in first }
    // An input that only one of them has is not counted as a difference.
    shared = Self.inputs(new, of: newGeneration).filter { name, value in
      before[name].map { $0 != value } ?? false
    }.map { $0.0 == "fonts" ? "font" : String($0.0) }
  }

  /// The inputs by name, without templates and their rules, which are compared by cell.
  private static func inputs(
    _ feed: FeedEntry, of generation: Generation
  ) -> [(Substring, Substring)] {
    // Imported cells have no inputs, but the engine version of their generation.
    if feed.inputs.isEmpty, feed.generation == generation.number {
      return [("engine", generation.engineVersion[...])]
    }
    return feed.inputs.split(separator: " ").compactMap { input in
      let parts = input.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] != "templates", parts[0] != "rules" else { return nil }
      return (parts[0], parts[1])
    }
  }

  /// The causes of a changed cell.
  func causes(isOtherVersion: Bool, isOtherTemplate: Bool) -> [String] {
    let causes =
      (isOtherVersion ? ["text"] : []) + (isOtherTemplate ? ["template"] : []) + shared
    return causes.isEmpty ? [Self.unknown] : causes
  }
}
