import LayoutPrimitives
import Testing

@testable import ScrollSimulation

@Suite struct SimulatorTests {
  /// 100 pt/s for 3 s at 60 Hz over cells of 100 pt on a screen of 400 pt: one new cell a second.
  private func drag(seconds: Double) throws -> SimulationConfiguration {
    let gesture = TimedGesture(start: 0, gesture: .drag(velocity: 100, seconds: seconds))
    var configuration = SimulationConfiguration(
      profile: try ScrollProfile(name: "drag", summary: "", gestures: [gesture]), rate: .fixed(60))
    configuration.viewportHeight = 400
    configuration.iterations = 1
    return configuration
  }

  private func run(
    _ configuration: SimulationConfiguration, _ heights: [Int], estimate: Double? = nil,
    enginePerCell: Bool = false, costMs: @escaping (Int) -> Double = { _ in 0 }
  ) throws -> SimulationReport {
    let clock = ScriptedClock()
    return try Simulator(configuration).run(costs: .measured(clock)) {
      let exact = ScriptedList(
        heights: heights, clock: clock, makesEngines: enginePerCell, costMs: costMs)
      return estimate.map {
        EstimatedList(
          of: exact, estimate: $0,
          spacing: ListSpacing(grid: PixelGrid(stepsPerPoint: 1), spacing: 0))
      } ?? exact
    }.report
  }

  private let hundred = Array(repeating: 100, count: 100)

  /// Apple's example: one frame of 60 Hz late by one vsync in 3 s is 5.6 ms/s.
  @Test func oneLateFrameInThreeSeconds() throws {
    let report = try run(drag(seconds: 3), hundred) { $0 == 4 ? 20 : 1 }
    #expect(report.value("hitch.count") == 1)
    #expect(report.value("hitch.total_ms") == 16.666667)
    #expect(report.value("hitch.max_ms") == 16.666667)
    #expect(report.value("hitch.time_ratio_ms_per_s") == 5.555556)
    #expect(report.grade == .warning)
    #expect(report.value("frames.expected") == 180)
    #expect(report.value("frames.presented") == 179)
    #expect(report.value("frames.dropped") == 1)
    #expect(report.value("frames.dropped_pct") == 0.555556)
    // It is the first interval between two frames: none before it was shorter.
    #expect(report.value("jank.chromium_jank_count") == 0)
    #expect(report.value("jank.missed_vsyncs_max") == 1)
    #expect(report.value("jank.jankstats_x2_pct") == 0)
    #expect(report.value("jank.delayed_frames_pct_fixed64_max") == 1.5625)
    #expect(report.value("frameOverrunMs.max") == 3.333333)
    #expect(report.value("frameDurationCpuMs.max") == 20)
    #expect(report.value("frameDurationCpuMs.P50") == 0)
  }

  /// Cells 0-3 fill the first screen; cell 4 appears once the offset is above 0, cells 5 and 6 once
  /// it is above 100 and 200; the last frame starts at 179/60 s, at offset 298.3.
  @Test func cellsAreMadeInTheFrameThatShowsThem() throws {
    let report = try run(drag(seconds: 3), hundred, enginePerCell: true) { _ in 2 }
    #expect(report.value("cells.before_scroll") == 4)
    #expect(report.value("engines.before_scroll") == 4)
    #expect(report.value("cells.new") == 3)
    #expect(report.value("engines.created") == 3)
    #expect(report.value("frames.with_new_cells") == 3)
    #expect(report.value("frameDurationCpuMsNewCells.P50") == 2)
    #expect(report.value("hitch.count") == 0)
  }

  @Test func theBaseCostIsAddedToWhatIsMeasured() throws {
    var configuration = try drag(seconds: 3)
    configuration.baseCostMs = 0.8
    let report = try run(configuration, hundred) { _ in 2 }
    #expect(report.value("frameDurationCpuMs.P50") == 0.8)
    #expect(report.value("frameDurationCpuMs.max") == 2.8)
  }

  /// Every frame takes a period and a fifth: half the vsyncs, 500 ms/s, and an even cadence.
  @Test func halfRateIsEvenButHalf() throws {
    var configuration = try drag(seconds: 3)
    configuration.baseCostMs = 20
    let report = try run(configuration, hundred)
    #expect(report.value("frames.presented") == 90)
    #expect(report.value("hitch.time_ratio_ms_per_s") == 500)
    #expect(report.value("pacing.interval_stddev_ms") == 0)
    #expect(report.value("pacing.one_period_pct") == 0)
    #expect(report.value("jank.chromium_jank_count") == 0)
    #expect(report.grade == .critical)
  }

  @Test func heightsThatChangeBelowDoNotMoveWhatIsVisible() throws {
    let report = try run(
      drag(seconds: 3), Array(repeating: 150, count: 100), estimate: 44)
    #expect(report.value("position.jumps") == 0)
    #expect(report.value("position.thumb_drift_max_pct").map { $0 > 0 } == true)
  }

  /// 90 cells estimated at 100 pt, scrolled up from their middle: cells above turn out 130 pt high
  /// as they appear at the top, and push the rest down by 30 pt each time.
  @Test func heightsThatChangeAboveMoveWhatIsVisible() throws {
    let list = EstimatedList(heights: Array(repeating: 130, count: 90), estimate: 100)
    var screen = Screen(viewportHeight: 400, limit: 100)
    var arrived: [Int] = []
    func show(_ offset: Double) throws -> Double {
      try screen.show(offset: offset, of: list) { index in
        arrived.append(index)
        _ = try list.layout(at: index)
      }
    }
    #expect(try show(5000) == 0)
    #expect(screen.cells == 50..<54)
    arrived = []
    #expect(try show(4990) == 30)
    #expect(arrived == [49])
  }

  @Test func aScrollEndsWithTheList() throws {
    let report = try run(drag(seconds: 10), Array(repeating: 100, count: 6))
    // 200 pt to go at 100 pt/s: frame 120 shows the end.
    #expect(report.value("frames.presented") == 121)
    #expect(report.listEnded)
    #expect(report.value("cells.new") == 2)
    #expect(report.notes.contains { $0.contains("the list ended") })
  }

  @Test func anEmptyListIsRefused() throws {
    let configuration = try drag(seconds: 1)
    #expect(throws: SimulationError.emptyList) { try run(configuration, []) }
  }

  @Test func cellsWithoutHeightDoNotFillMemory() throws {
    var configuration = try drag(seconds: 1)
    configuration.maximumVisibleCells = 50
    let flat = configuration
    #expect(throws: SimulationError.tooManyCells(limit: 50, index: 0)) {
      try run(flat, Array(repeating: 0, count: 100), estimate: 10)
    }
  }

  @Test func settingsOutOfRangeAreNamed() {
    for (change, name) in [
      ({ $0.rate = .fixed(0) }, "refresh rate"), ({ $0.viewportHeight = .nan }, "viewport height"),
      ({ $0.iterations = 0 }, "iterations"), ({ $0.baseCostMs = -1 }, "base cost"),
    ] as [((inout SimulationConfiguration) -> Void, String)] {
      var configuration = SimulationConfiguration(profile: .readDrag, rate: .fixed(60))
      change(&configuration)
      let error = #expect(throws: SimulationError.self) { try Simulator(configuration) }
      #expect(error?.description.hasPrefix(name) == true)
    }
  }

  @Test func mediansAndSpreadsAreOverIterations() throws {
    var configuration = try drag(seconds: 3)
    configuration.iterations = 5
    let clock = ScriptedClock()
    var made = 0.0
    let report = try Simulator(configuration).run(costs: .measured(clock)) {
      made += 1
      let cost = made * made  // 1, 4, 9, 16, 25
      return ScriptedList(heights: hundred, clock: clock) { _ in cost }
    }.report
    let worst = report.figures.first { $0.path == "frameDurationCpuMsNewCells.P99" }
    #expect(worst?.value == 9)
    #expect(worst?.spread == 1...25)
  }
}
