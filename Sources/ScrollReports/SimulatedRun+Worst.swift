internal import ScrollSimulation

extension SimulatedRun {
  /// Most frames that a document, a table or a page lists as the worst.
  public static let maximumWorstFrames = 10
  /// Most cells that are listed of one of the worst frames.
  public static let maximumCellsOfFrame = 20

  /// The frames that end latest after, or nearest before, their deadlines, worst first; ten at
  /// most.
  func worstFrames(_ limit: Int = maximumWorstFrames) -> [SimulatedFrame] {
    var worst: [SimulatedFrame] = []
    // The list stays short, so that insertion is faster than sorting all frames.
    for frame in result.log.frames {
      let place =
        worst.lastIndex { $0.timing.overrunMs >= frame.timing.overrunMs }.map { $0 + 1 } ?? 0
      guard place < limit else { continue }
      worst.insert(frame, at: place)
      if worst.count > limit { worst.removeLast() }
    }
    return worst
  }

  /// The costliest cells of a frame, in milliseconds at the full clock, costliest first.
  static func costliest(of frame: SimulatedFrame) -> [CellArrival] {
    Array(
      frame.arrivals.sorted { ($1.cost.total, $0.index) < ($0.cost.total, $1.index) }
        .prefix(maximumCellsOfFrame))
  }
}

extension SimulatedRun {
  /// Hitch time ratio, then overrun of the latest frame.
  var badness: (Double, Double) {
    let report = result.report
    return (
      report.value("hitch.time_ratio_ms_per_s") ?? 0, report.value("frameOverrunMs.max") ?? -1e9
    )
  }
}

extension [SimulatedRun] {
  /// The run with the greatest hitch time ratio, then the latest frame; the first of equals.
  var worst: SimulatedRun? {
    var worst: SimulatedRun?
    for run in self where worst.map({ $0.badness < run.badness }) ?? true { worst = run }
    return worst
  }
}
