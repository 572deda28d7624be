import LayoutPrimitives

@testable import ScrollSimulation

/// A clock that moves only by the costs of cells.
final class ScriptedClock: CostClock {
  var now: UInt64 = 0

  func nanoseconds() -> UInt64 { now }
}

/// A list of known heights at one pixel per point, whose cells have the costs of a script.
final class ScriptedList: ScrolledList {
  let heights: [Int]
  let spacing: Int
  let templates = ["post"]
  var enginesCreated = 0
  private let clock: ScriptedClock?
  private let makesEngines: Bool
  private let costMs: (Int) -> Double
  private let facts: CellFacts

  init(
    heights: [Int], spacing: Int = 0, clock: ScriptedClock? = nil, makesEngines: Bool = false,
    facts: CellFacts = CellFacts(template: 0, labels: 1, lines: 2),
    costMs: @escaping (Int) -> Double = { _ in 0 }
  ) {
    self.heights = heights
    self.spacing = spacing
    self.clock = clock
    self.makesEngines = makesEngines
    self.facts = facts
    self.costMs = costMs
  }

  var count: Int { heights.count }

  func height(at index: Int) -> Double? { Double(heights[index]) }

  func offset(of index: Int) -> Double {
    let sum = heights[..<index].reduce(0) { $0 + $1 + spacing }
    return Double(index == count && count > 0 ? sum - spacing : sum)
  }

  func trueOffset(of index: Int) -> Double { offset(of: index) }

  func index(atOffset offset: Double) -> Int? {
    heights.indices.last { self.offset(of: $0) <= offset } ?? (heights.isEmpty ? nil : 0)
  }

  func layout(at index: Int) throws -> CellLayout {
    guard heights.indices.contains(index) else {
      throw ScrolledListError.index(index, count: count)
    }
    clock?.now += UInt64(costMs(index) * 1e6)
    if makesEngines { enginesCreated += 1 }
    return CellLayout(
      height: heights[index], exactHeight: Double(heights[index]), frames: [], labels: [],
      caveats: [])
  }

  func facts(at index: Int) -> CellFacts { facts }

  func id(at index: Int) -> String { "cell-\(index)" }
}

extension EstimatedList {
  /// A list at one pixel per point.
  convenience init(
    heights: [Int], estimate: Double, spacing: Int = 0, insets: Insets = Insets(all: 0)
  ) {
    self.init(
      of: ScriptedList(heights: heights, spacing: spacing), estimate: estimate,
      spacing: ListSpacing(
        grid: PixelGrid(stepsPerPoint: 1), spacing: Double(spacing), insets: insets))
  }
}
