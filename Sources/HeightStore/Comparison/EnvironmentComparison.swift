public import LayoutPrimitives

/// How the cells of one environment differ, in numbers.
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
  ///   - change: How it differs.
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
  /// What is added to the sum of heights, in points.
  public var total: Double { grid.points(stepsAfter - stepsBefore) }
  /// The largest change of a cell's height, in points; 0 for none.
  public var largest: Double { grid.points(largestSteps) }
  /// The mean change of the heights that change, up or down, in points; 0 for none.
  public var mean: Double {
    let changed = count(.height)
    return changed == 0 ? 0 : grid.points(changedSteps) / Double(changed)
  }
}
