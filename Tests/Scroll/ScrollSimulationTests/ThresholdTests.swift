import Testing

@testable import ScrollSimulation

@Suite struct ThresholdTests {
  private let strategies = ["stored", "live", "fresh", "estimate"]

  private let devices = ["fixed", "schedutil-lite/1", "imported"]

  private func parse(_ text: String) throws -> Threshold {
    try Threshold(parsing: text, strategies: strategies, devices: devices)
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

  @Test func aDeviceIsTheRestAndMayHaveASlash() throws {
    let threshold = try parse("hitch.count<5 @ adaptive // live / schedutil-lite/1 ")
    #expect(
      threshold.runs == RunName(rate: "adaptive", strategy: "live", device: "schedutil-lite/1"))
    #expect(threshold.refreshHz == nil)
    #expect(try parse("hitch.count<5@///imported:Pixel 8 / 8a").device == "imported:Pixel 8 / 8a")
    #expect(try parse("hitch.count<5@060.0").runs == RunName(rate: "60"))
  }

  @Test func devicesAreKnownOrAny() throws {
    let text = "hitch.count<5@///pixel/1"
    #expect(throws: SimulationError.self) {
      try Threshold(parsing: text, strategies: strategies, devices: ["fixed"])
    }
    #expect(try Threshold(parsing: text, strategies: strategies).device == "pixel/1")
  }

  @Test func aRunIsAskedByItsNames() throws {
    let run = RunName(
      rate: "adaptive", profile: "flick-medium", strategy: "estimate:44", device: "fixed")
    func result(_ text: String) throws -> Bool? {
      try parse(text).evaluate(run) { $0 == "hitch.count" ? 4 : nil }?.passed
    }
    #expect(try result("hitch.count<5 @adaptive/flick-medium/estimate:44/fixed") == true)
    #expect(try result("hitch.count<4 @///fixed") == false)
    #expect(try result("hitch.count<5 @//estimate") == true)
    #expect(try result("hitch.count<5 @//estimate:100") == nil)
    #expect(try result("hitch.count<5 @///schedutil-lite/1") == nil)
    #expect(try result("hitch.count<5 @120") == nil)
    #expect(try result("engines.created<5") == false)
    let named = try parse("hitch.count<4").evaluate(run, label: "a test") { _ in 4 }
    #expect(named?.description == "FAIL hitch.count<4: hitch.count was 4 at a test")
    #expect(run.description == "adaptive/flick-medium/estimate:44/fixed")
    #expect(RunName(profile: "read-drag").description == "-/read-drag/-")
  }

  /// An unknown name of a run does not match the name in a threshold.
  @Test func anUnknownNameIsNotTheWantedOne() throws {
    #expect(try parse("hitch.count<5 @120").applies(to: RunName()) == false)
    #expect(try parse("hitch.count<5").applies(to: RunName()))
  }

  @Test(arguments: [
    "", "hitch.count", "hitch.count<", "hitch.count<five", "hitch.count<1e3", "hitch.count=5",
    "hitch.count<5@", "hitch.count<5@@60", "hitch.count<5@sixty", "hitch.count<5@0",
    "hitch.count<5@60/read-drag/live/x", "hitch.count<5 5", "hitch.count<inf", "hitch.count<0x1",
    "hitch.count<5@///", "hitch.count<5@///fixed/1", "hitch.count<5@adaptve",
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
        "flick", nearest: "flick-slow", known: ScrollProfile.names)
    ) { try parse("hitch.count<5@/flick") }
  }

  @Test func onlyRunsThatAgreeAreAsked() throws {
    let clock = FrameClock(rate: .fixed(120), pipelineDepth: 2)
    var log = FrameLog(clock: clock, scale: 1)
    log.frames.append(SimulatedFrame(timing: clock.frame(startingAt: 0, cpuMs: 3)))
    let report = SimulationReport(
      configuration: SimulationConfiguration(profile: .flickMedium, rate: .fixed(120)),
      costs: "measured", logs: [log])
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

  /// No frame showed a new cell, so there is no evidence that the limit is met.
  @Test func aMissingFigureDoesNotPass() throws {
    let report = SimulationReport(
      configuration: SimulationConfiguration(profile: .flickMedium, rate: .fixed(120)),
      costs: "measured", logs: [])
    let result = try parse("frameDurationCpuMsNewCells.P99<5").evaluate(report)
    #expect(result?.passed == false)
    #expect(
      result?.description == "FAIL frameDurationCpuMsNewCells.P99<5: "
        + "frameDurationCpuMsNewCells.P99 had no value at 120/flick-medium/stored/fixed")
  }

  /// Three of five are no verdict, four of five are one.
  @Test func measuredRunsHaveToAgree() throws {
    func verdict(late: Int) throws -> ThresholdResult.Verdict? {
      let clock = FrameClock(rate: .fixed(120), pipelineDepth: 2)
      let logs = (0..<5).map { iteration in
        var log = FrameLog(clock: clock, scale: 1)
        let cost = iteration < late ? 9.0 : 1
        log.frames.append(SimulatedFrame(timing: clock.frame(startingAt: 0, cpuMs: cost)))
        return log
      }
      let report = SimulationReport(
        configuration: SimulationConfiguration(profile: .flickMedium, rate: .fixed(120)),
        costs: "measured", logs: logs)
      return try parse("hitch.count<1").evaluate(report)?.verdict
    }
    #expect(
      try (0...5).map(verdict) == [
        .kept, .kept, .inconclusive, .inconclusive, .breached, .breached,
      ])
  }
}
