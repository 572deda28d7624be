import Testing

@testable import ScrollSimulation

@Suite struct ThresholdTests {
  private let strategies = ["stored", "live", "fresh", "estimate"]

  private func parse(_ text: String) throws -> Threshold {
    try Threshold(parsing: text, strategies: strategies)
  }

  @Test func allPartsAreRead() throws {
    let threshold = try parse(" hitch.time_ratio_ms_per_s <= 5.5 @ 120 / flick-medium / stored ")
    #expect(threshold.metric == "hitch.time_ratio_ms_per_s")
    #expect(threshold.comparison == .atMost)
    #expect(threshold.value == 5.5)
    #expect(threshold.refreshHz == 120)
    #expect(threshold.profile == "flick-medium")
    #expect(threshold.strategy == "stored")
  }

  @Test func partsMayBeLeftOut() throws {
    let plain = try parse("frameOverrunMs.P99<-1")
    #expect(plain.value == -1)
    #expect(plain.refreshHz == nil && plain.profile == nil && plain.strategy == nil)
    #expect(try parse("engines.created==0@//stored").strategy == "stored")
    #expect(try parse("engines.created==0@/read-drag").profile == "read-drag")
    #expect(try parse("engines.created==0@//estimate:44").strategy == "estimate:44")
  }

  @Test(arguments: [
    "", "hitch.count", "hitch.count<", "hitch.count<five", "hitch.count<1e3", "hitch.count=5",
    "hitch.count<5@", "hitch.count<5@@60", "hitch.count<5@sixty", "hitch.count<5@0",
    "hitch.count<5@60/read-drag/live/x", "hitch.count<5 5", "hitch.count<inf", "hitch.count<0x1",
  ])
  func whatIsNoThresholdIsRefused(text: String) {
    let error = #expect(throws: SimulationError.self) { try parse(text) }
    #expect(error?.description.contains("METRIC OP VALUE") == true)
  }

  @Test func theNearestNameIsOffered() {
    #expect(
      throws: SimulationError.unknownMetric(
        "hitch.time_ratio", nearest: "hitch.time_ratio_ms_per_s",
        threshold: "hitch.time_ratio<5")
    ) { try parse("hitch.time_ratio<5") }
    #expect(
      throws: SimulationError.unknownMetric(
        "frameDurationCpuMs.p99", nearest: "frameDurationCpuMs.P99",
        threshold: "frameDurationCpuMs.p99<5")
    ) { try parse("frameDurationCpuMs.p99<5") }
    #expect(
      throws: SimulationError.unknownStrategy(
        "sored", nearest: "stored", threshold: "hitch.count<5@//sored")
    ) { try parse("hitch.count<5@//sored") }
    #expect(
      throws: SimulationError.unknownProfile(
        "flick", nearest: "flick-medium", known: ["flick-medium", "read-drag"])
    ) { try parse("hitch.count<5@/flick") }
  }

  @Test func onlyRunsThatAgreeAreAsked() throws {
    let clock = FrameClock(refreshHz: 120, pipelineDepth: 2)
    var log = FrameLog(clock: clock)
    log.frames.append(.init(timing: clock.frame(startingAt: 0, cpuMs: 3), newCells: 0))
    let report = SimulationReport(
      configuration: SimulationConfiguration(profile: .flickMedium, refreshHz: 120),
      strategy: "stored", logs: [log])
    #expect(
      try parse("frameDurationCpuMs.P99<5 @120/flick-medium").evaluate(report)?.passed == true)
    #expect(try parse("frameDurationCpuMs.P99<3 @120").evaluate(report)?.passed == false)
    #expect(try parse("frameDurationCpuMs.P99<=3").evaluate(report)?.passed == true)
    #expect(try parse("frameDurationCpuMs.P99==3").evaluate(report)?.passed == true)
    #expect(try parse("frameDurationCpuMs.P99>=3").evaluate(report)?.passed == true)
    #expect(try parse("frameDurationCpuMs.P99>3").evaluate(report)?.passed == false)
    #expect(try parse("frameDurationCpuMs.P99<5 @60").evaluate(report) == nil)
    #expect(try parse("frameDurationCpuMs.P99<5 @//live").evaluate(report) == nil)
    #expect(try parse("frameDurationCpuMs.P99<5 @/read-drag").evaluate(report) == nil)
  }

  /// No frame showed a new cell, so nothing shows that the limit is kept.
  @Test func aMissingFigureDoesNotPass() throws {
    let report = SimulationReport(
      configuration: SimulationConfiguration(profile: .flickMedium, refreshHz: 120),
      strategy: "stored", logs: [])
    let result = try parse("frameDurationCpuMsNewCells.P99<5").evaluate(report)
    #expect(result?.passed == false)
    #expect(
      result?.description == "FAIL frameDurationCpuMsNewCells.P99<5: "
        + "frameDurationCpuMsNewCells.P99 had no value at 120/flick-medium/stored")
  }
}
