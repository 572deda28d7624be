import LayoutPrimitives

@testable import ScrollSimulation

/// A clock that moves only when cells say so.
final class ScriptedClock: CostClock {
  var now: UInt64 = 0

  func nanoseconds() -> UInt64 { now }
}

/// Lists whose cells cost what a script says.
enum ScriptedCells {
  /// Makes a list of known heights in points (scale 1), estimated until they are laid out.
  static func list(
    heights: [Int], estimate: Double, clock: ScriptedClock, spacing: Double = 0,
    insets: Insets = Insets(all: 0), enginePerCell: Bool = false,
    costMs: @escaping (Int) -> Double = { _ in 0 }
  ) -> EstimatingHeightSource {
    var engines = 0
    return EstimatingHeightSource(
      count: heights.count, estimate: estimate, grid: PixelGrid(stepsPerPoint: 1),
      spacing: spacing, insets: insets, engines: { engines },
      layout: { index in
        clock.now += UInt64(costMs(index) * 1e6)
        if enginePerCell { engines += 1 }
        return CellLayout(
          height: heights[index], exactHeight: Double(heights[index]), frames: [], labels: [],
          caveats: [])
      })
  }
}
