public import LayoutPrimitives

/// The differences between the cells and lists of one feed in two stores.
public struct FeedComparison: Hashable, Sendable {
  /// The stores that contain a feed or an environment.
  public enum Presence: String, Hashable, Sendable {
    /// Both stores.
    case both
    /// Only the old store.
    case old
    /// Only the new store.
    case new
  }

  /// A group of cells that changed for the same causes.
  public struct Cause: Hashable, Sendable {
    /// The names of the causes that each of these cells has, such as `text`, `template` or `font`.
    ///
    /// It is `unknown` alone if no cause was found.
    public let causes: [String]
    /// Number of cells in the group.
    public let cells: Int
    /// Number of cells in the group whose height differs.
    public let heights: Int
    /// The sum of the group's new heights minus the sum of its old heights, in points.
    ///
    /// The height of a failed cell counts as 0.
    public let total: Double
  }

  /// The feed's name.
  public let feed: String
  /// The stores that contain the feed.
  public let presence: Presence
  /// The environments of the new store in their order, then the environments of only the old store.
  public internal(set) var environments: [EnvironmentComparison] = []
  /// The causes of changed cells, for each element of `environments`; in each, most cells first.
  public internal(set) var causes: [[Cause]] = []
  /// Names of the lists whose order, spacing or insets differ, or that only one store has.
  public internal(set) var lists: [String] = []

  init(feed: String, presence: Presence) {
    self.feed = feed
    self.presence = presence
  }

  /// Whether any cell or list differs.
  public var differs: Bool { !lists.isEmpty || environments.contains { $0.differing > 0 } }

  /// Number of cells that differ in the given way.
  public func count(_ change: CellChange) -> Int {
    environments.reduce(0) { $0 + $1.count(change) }
  }

  /// The causes in all environments together; most cells first.
  public var allCauses: [Cause] {
    var sums: [[String]: (cells: Int, heights: Int, total: Double)] = [:]
    for cause in causes.joined() {
      let sum = sums[cause.causes] ?? (0, 0, 0)
      sums[cause.causes] = (
        sum.cells + cause.cells, sum.heights + cause.heights, sum.total + cause.total
      )
    }
    return Cause.sorted(
      sums.map { Cause(causes: $0, cells: $1.cells, heights: $1.heights, total: $1.total) })
  }
}

extension FeedComparison.Cause {
  /// Sorts groups by number of cells, most first; groups of equal size are sorted by cause.
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
  /// The names of the possible causes, as in `FeedComparison.Cause.causes`.
  public let causes: [String]
  /// The old height, in points.
  public let before: Double
  /// The new height, in points.
  public let after: Double
  /// The new height minus the old height, in points.
  public let by: Double
}

/// Counts and sums of the differences between the earlier and the later cells of one environment.
public struct EnvironmentComparison: Hashable, Sendable {
  /// Key of the environment.
  public let environment: String
  /// The grid in whose steps heights are passed to `count(_:before:after:)`.
  public let grid: PixelGrid
  private var cells: [CellChange: Int] = [:]
  /// Sum of the earlier heights, in grid steps.
  private var stepsBefore = 0
  private var stepsAfter = 0
  private var largestSteps = 0
  private var changedSteps = 0

  /// Creates a comparison without cells.
  public init(environment: String, grid: PixelGrid) {
    self.environment = environment
    self.grid = grid
  }

  /// Adds a pair of cells.
  ///
  /// - Parameters:
  ///   - change: How the cells differ.
  ///   - before: The earlier height in grid steps; nil if there is no earlier cell or it failed.
  ///   - after: The later height in grid steps; nil if there is no later cell or it failed.
  public mutating func count(_ change: CellChange, before: Int?, after: Int?) {
    cells[change, default: 0] += 1
    stepsBefore += before ?? 0
    stepsAfter += after ?? 0
    guard change == .height, let before, let after else { return }
    let size = abs(after - before)
    largestSteps = max(largestSteps, size)
    changedSteps += size
  }

  /// Number of cells that differ in the given way.
  public func count(_ change: CellChange) -> Int { cells[change, default: 0] }

  /// Number of cells that differ in any way.
  public var differing: Int { cells.reduce(0) { $0 + ($1.key == .same ? 0 : $1.value) } }

  /// Sum of the earlier heights, in points.
  public var before: Double { grid.points(stepsBefore) }
  /// Sum of the later heights, in points.
  public var after: Double { grid.points(stepsAfter) }
  /// The later sum of heights minus the earlier one, in points.
  public var total: Double { grid.points(stepsAfter - stepsBefore) }
  /// The greatest amount by which a height grew or shrank, in points; 0 if no height changed.
  public var largest: Double { grid.points(largestSteps) }
  /// The mean amount by which the changed heights grew or shrank, in points; 0 if none changed.
  public var mean: Double {
    let changed = count(.height)
    return changed == 0 ? 0 : grid.points(changedSteps) / Double(changed)
  }
}

/// Finds the possible causes of changed cells of a feed.
struct ChangeCauses {
  /// The cause that is reported if no other cause was found.
  static let unknown = "unknown"

  /// The names of the inputs that differ and that affect all cells of the feed.
  private let shared: [String]

  /// Compares the inputs of a feed in two generations.
  init(
    _ old: FeedEntry, of oldGeneration: Generation, _ new: FeedEntry, of newGeneration: Generation
  ) {
    let before = Dictionary(Self.inputs(old, of: oldGeneration)) { first, _ in first }
    // An input that only one of the generations has is not a difference.
    shared = Self.inputs(new, of: newGeneration).filter { name, value in
      before[name].map { $0 != value } ?? false
    }.map { $0.0 == "fonts" ? "font" : String($0.0) }
  }

  /// The names and hashes of the inputs, except templates and rules, which are compared per cell.
  private static func inputs(
    _ feed: FeedEntry, of generation: Generation
  ) -> [(Substring, Substring)] {
    // Imported cells have no inputs except the engine version of their generation.
    if feed.inputs.isEmpty, feed.generation == generation.number {
      return [("engine", generation.engineVersion[...])]
    }
    return feed.inputs.split(separator: " ").compactMap { input in
      let parts = input.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] != "templates", parts[0] != "rules" else { return nil }
      return (parts[0], parts[1])
    }
  }

  /// The possible causes of one changed cell.
  func causes(isOtherVersion: Bool, isOtherTemplate: Bool) -> [String] {
    let causes =
      (isOtherVersion ? ["text"] : []) + (isOtherTemplate ? ["template"] : []) + shared
    return causes.isEmpty ? [Self.unknown] : causes
  }
}
