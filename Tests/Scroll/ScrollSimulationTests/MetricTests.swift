import Testing

@testable import ScrollSimulation

@Suite struct PercentileTests {
  /// AndroidX: the place is p/100·(n-1), linear between its neighbours.
  @Test func placesBetweenValuesAreLinear() {
    #expect(Percentile.value(50, ofSorted: [1, 2, 3, 4]) == 2.5)
    #expect(Percentile.value(90, ofSorted: [10, 20, 30, 40, 50]) == 46)
    #expect(Percentile.value(0, ofSorted: [3, 7]) == 3)
    #expect(Percentile.value(100, ofSorted: [3, 7]) == 7)
    #expect(Percentile.value(99, ofSorted: [5]) == 5)
    #expect(Percentile.value(50, ofSorted: []) == nil)
  }

  /// With 300 frames, 99 % is at position 296.01: just above the 4th worst, below the 3rd.
  @Test func theWorstOfThreeHundred() {
    let sorted = (1...300).map { Double($0) }
    #expect(Percentile.value(99, ofSorted: sorted).map { abs($0 - 297.01) < 1e-9 } == true)
  }
}

@Suite struct HitchScaleTests {
  @Test func gradesAreApplesOwn() {
    #expect(HitchScale.xctest2020.grade(ofRatio: 5) == .good)
    #expect(HitchScale.xctest2020.grade(ofRatio: 9.9) == .warning)
    #expect(HitchScale.xctest2020.grade(ofRatio: 10) == .critical)
    #expect(HitchScale.organizer.grade(ofRatio: 10) == .good)
    #expect(HitchScale.organizer.grade(ofRatio: 25) == .warning)
    #expect(HitchScale.organizer.grade(ofRatio: 50) == .critical)
    #expect(HitchScale.organizer.grade(ofRatio: 50.1) == .beyond)
  }
}

@Suite struct SimulationReportTests {
  private func report(newCells: Bool) throws -> SimulationReport {
    let clock = FrameClock(rate: .fixed(100), pipelineDepth: 2)
    var log = FrameLog(clock: clock, scale: 1)
    for (start, cost) in [(0, 2.0), (1, 4), (2, 12)] {
      var frame = SimulatedFrame(timing: clock.frame(startingAt: start, cpuMs: cost))
      if newCells, cost > 3 {
        frame.arrivals = [
          CellArrival(index: 0, template: 0, isPrefetched: false, cost: CostParts())
        ]
      }
      log.frames.append(frame)
    }
    let configuration = SimulationConfiguration(profile: .readDrag, rate: .fixed(100))
    return SimulationReport(configuration: configuration, costs: "measured", logs: [log])
  }

  @Test func whatHasNoValueIsNilAndSaid() throws {
    let report = try report(newCells: false)
    #expect(report.value("frameDurationCpuMsNewCells.P99") == nil)
    #expect(report.notes.contains("there were no frames with new cells"))
  }

  @Test func pathsAreNamedOnce() {
    #expect(Set(SimulationReport.metricPaths).count == SimulationReport.metricPaths.count)
  }
}
