import ScrollSimulation
import Testing

@Suite struct FrameClockTests {
  let clock = FrameClock(rate: .fixed(50), pipelineDepth: 2)  // 20 ms

  @Test func aFrameInTimeAppearsWhenExpected() {
    let frame = clock.frame(startingAt: 10, cpuMs: 5)
    #expect(frame.expected == 12)
    #expect(frame.presented == 12)
    #expect(frame.hitchMs == 0)
    #expect(frame.overrunMs == -15)
    #expect(frame.next == 11)
  }

  @Test func aFrameReadyAtItsDeadlineIsInTime() {
    #expect(clock.frame(startingAt: 0, cpuMs: 20).hitchMs == 0)
    #expect(
      FrameClock(rate: .fixed(60), pipelineDepth: 2)
        .frame(startingAt: 0, cpuMs: 1000.0 / 60).periods == 1)
    #expect(clock.frame(startingAt: 0, cpuMs: 0).next == 1)
  }

  /// 25 ms of work keep the CPU through the vsync at 20 ms: the frame appears one vsync late, the
  /// next starts at 40 ms, is expected from there, and is not late.
  @Test func aLateFrameSlipsTheScheduleOnce() {
    let late = clock.frame(startingAt: 0, cpuMs: 25)
    #expect(late.expected == 2)
    #expect(late.presented == 3)
    #expect(late.hitchMs == 20)
    #expect(late.overrunMs == 5)
    let next = clock.frame(startingAt: late.next, cpuMs: 5)
    #expect(next.start == 2)
    #expect(next.expected == 4)
    #expect(next.presented == 4)
  }

  @Test func workOfThreePeriodsIsTwoVsyncsLate() {
    let frame = clock.frame(startingAt: 0, cpuMs: 60)
    #expect(frame.periods == 3)
    #expect(frame.hitchMs == 40)
  }

  /// The app has half of 20 ms: 12 ms of work miss a vsync although 8 ms are left of the period.
  @Test func theRestOfThePeriodIsNotTheApps() {
    let shared = FrameClock(rate: .fixed(50), pipelineDepth: 2, appShare: 0.5)
    let frame = shared.frame(startingAt: 0, cpuMs: 12)
    #expect(frame.hitchMs == 20)
    #expect(frame.overrunMs == 2)
    #expect(frame.deadlineMs == 10)
    #expect(shared.frame(startingAt: 0, cpuMs: 10).hitchMs == 0)
  }

  /// Ticks of 240 Hz: 120 Hz while fast, 80 and 60 Hz while slower; lateness in whole ticks.
  @Test func anAdaptiveDisplayFollowsTheSpeed() {
    let display = FrameClock(rate: .adaptive, pipelineDepth: 2)
    #expect(display.frame(startingAt: 0, cpuMs: 1, velocity: -2000).next == 2)
    #expect(display.frame(startingAt: 0, cpuMs: 1, velocity: 100).next == 3)
    #expect(display.frame(startingAt: 0, cpuMs: 1, velocity: 10).next == 4)
    let late = display.frame(startingAt: 0, cpuMs: 10, velocity: 2000)
    #expect(late.next == 3)
    #expect(late.periods == 2)
    #expect(late.expected == 4 && late.presented == 5)
    #expect((late.hitchMs - 1000.0 / 240).magnitude < 1e-9)
  }

  /// From 60 to 120 Hz in one frame: each appears after the one before it.
  @Test func framesAppearInTheirOrder() {
    for depth in 1...4 {
      let display = FrameClock(rate: .adaptive, pipelineDepth: depth)
      var tick = 0
      var last = -1
      for velocity in [10.0, 10, 3000, 3000, 100, 3000, 10] {
        let frame = display.frame(startingAt: tick, cpuMs: 1, velocity: velocity)
        #expect(frame.presented > last && frame.hitchMs == 0)
        last = frame.presented
        tick = frame.next
      }
    }
  }

  @Test func depthMovesBothEndsAlike() {
    let deep = FrameClock(rate: .fixed(50), pipelineDepth: 3).frame(startingAt: 0, cpuMs: 25)
    #expect(deep.expected == 3)
    #expect(deep.presented == 4)
    #expect(deep.hitchMs == 20)
  }
}
