import Testing

@testable import ScrollSimulation

/// Against scenarios worked out apart from the code: cells of 5 ms and frames of 0.8 ms at the full
/// clock, eight clocks from a quarter on.
@Suite struct ProcessorTests {
  private func ratio(
    _ device: DeviceModel, hertz: Double, cellEvery: Int, frames: Int = 600, touching: Bool = false
  ) -> (ratio: Double, late: Int, longest: Double) {
    var processor = Processor(device)
    let clock = FrameClock(rate: .fixed(hertz), pipelineDepth: 2)
    var tick = 0
    var late = 0
    var hitch = 0.0
    var longest = 0.0
    for frame in 0..<frames {
      let start = clock.milliseconds(ofTick: tick)
      processor.idle(until: start)
      if touching { processor.touch() }
      processor.run(0.8 + (frame % cellEvery == cellEvery - 1 ? 5 : 0))
      let timing = clock.frame(startingAt: tick, cpuMs: processor.now - start)
      hitch += timing.hitchMs
      late += timing.isLate ? 1 : 0
      longest = max(longest, timing.cpuMs)
      tick = timing.next
    }
    return (hitch / clock.seconds(ofTick: tick), late, longest)
  }

  private var boosted: DeviceModel {
    var parameters = SchedutilParameters()
    parameters.touchClock = 0.58
    return DeviceModel(name: "boosted", governor: .schedutil(parameters))
  }

  @Test func atTheFullClockNothingIsLate() {
    let drag = ratio(.fixed, hertz: 60, cellEvery: 40)
    #expect(drag.late == 0 && (drag.longest - 5.8).magnitude < 1e-9)
    #expect(ratio(.fixed, hertz: 120, cellEvery: 2).late == 0)
  }

  /// 5.8 ms at a quarter of the clock are 23.2 ms: late by one vsync at 60 Hz, by two at 120.
  @Test func aSlowDragStaysAtTheLowClock() {
    let drag = ratio(.phone, hertz: 60, cellEvery: 40)
    #expect(drag.late == 15)
    #expect((drag.longest - 23.2).magnitude < 0.01)
    #expect((23.5...25).contains(drag.ratio))
    let fast = ratio(.phone, hertz: 120, cellEvery: 40)
    #expect(fast.late == 15)
    #expect((46...49).contains(fast.ratio))
  }

  @Test func touchKeepsTheClockUp() {
    let drag = ratio(boosted, hertz: 60, cellEvery: 40, touching: true)
    #expect(drag.late == 0)
    #expect((9...10.1).contains(drag.longest))
    #expect(ratio(boosted, hertz: 120, cellEvery: 40, touching: true).late == 15)
  }

  /// From a quarter of the clock under full load, the full clock takes 230 to 280 ms.
  @Test func theClockRisesUnderFullLoad() {
    var processor = Processor(.phone)
    var time = 0.0
    while processor.clock < 1, time < 1000 {
      processor.run(1)
      time = processor.now
    }
    #expect((200...300).contains(time))
  }

  /// A thread that sleeps to the next vsync lowers its own load and stays slow.
  @Test func halfRateKeepsItselfSlow() {
    let busy = ratio(.phone, hertz: 120, cellEvery: 2)
    #expect(busy.ratio > 300)
  }

  @Test func aLowClockIsKeptForTheRateLimit() {
    var parameters = SchedutilParameters()
    parameters.rateLimitMs = 1_000_000
    var processor = Processor(DeviceModel(name: "slow", governor: .schedutil(parameters)))
    processor.run(100)
    let once = processor.clock
    processor.run(1000)
    #expect(processor.clock == once)
  }
}
