import ScrollReports

@testable import ScrollSimulation

/// Runs with given frames, at 100 Hz.
struct SampleRun {
  var strategy = ScrollStrategy.stored
  var device = DeviceModel.fixed
  var costs = "phone/1"
  var rate = RefreshRate.fixed(100)
  /// Start and processor time of frames, in ticks and milliseconds.
  var frames = [(0, 2.0), (1, 4), (2, 12), (4, 3)]
  /// Cells that come on screen, by the number of the frame.
  var arrivals = [1: [3], 2: [4, 5]]
  var ids: [Int: String] = [:]
  var thresholds: [String] = []
  var churn: [String: [SuperviewChurn]] = [:]
  /// Processor times of further iterations.
  var iterations: [[Double]] = []

  var run: SimulatedRun {
    get throws {
      var configuration = SimulationConfiguration(profile: .readDrag, rate: rate)
      configuration.strategy = strategy
      configuration.device = device
      let main = log(of: frames)
      let others = iterations.map { times in
        log(of: times.enumerated().map { ($0.offset * 3, $0.element) })
      }
      let report = SimulationReport(
        configuration: configuration, costs: costs, logs: [main] + others)
      let results = try thresholds.compactMap { text in
        try Threshold(parsing: text, strategies: ScrollStrategy.names).evaluate(report)
      }
      return SimulatedRun(
        SimulationResult(report: report, log: main), thresholds: results,
        templates: ["post", "photo"], churn: churn
      ) { ids[$0] ?? "id-\($0)" }
    }
  }

  private func log(of frames: [(Int, Double)]) -> FrameLog {
    let clock = FrameClock(rate: rate, pipelineDepth: 2)
    var log = FrameLog(clock: clock, scale: 3)
    for (number, (start, cpu)) in frames.enumerated() {
      var frame = SimulatedFrame(timing: clock.frame(startingAt: start, cpuMs: cpu, velocity: 150))
      frame.offset = Double(number) * 1.5
      frame.velocity = 150
      frame.contentHeight = 1000
      frame.exactHeight = 1000
      frame.cells = 0..<6
      frame.cost[.frame] = 1
      let cells = arrivals[number] ?? []
      for cell in cells {
        var cost = CostParts(.text, (cpu - 1) / Double(cells.count) / 2)
        cost[.layout] = cost[.text]
        frame.cost += cost
        frame.arrivals.append(
          CellArrival(index: cell, template: cell % 2, isPrefetched: false, cost: cost))
      }
      log.frames.append(frame)
    }
    log.newCells = arrivals.values.reduce(0) { $0 + $1.count }
    return log
  }
}
