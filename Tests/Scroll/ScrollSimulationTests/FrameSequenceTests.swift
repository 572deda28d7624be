import Testing

@testable import ScrollSimulation

/// Metrics of short sequences of frames, compared with computed values.
///
/// Unless a sequence sets another rate the display has 100 Hz, so that a period is 10 ms.
@Suite struct FrameSequenceTests {
  struct Sequence: CustomTestStringConvertible {
    let testDescription: String
    var rate = RefreshRate.fixed(100)
    var velocity = 1000.0
    var share = 1.0
    let costs: [Double]
    let values: [String: Double]
  }

  private static func steady(_ count: Int, _ cost: Double = 1) -> [Double] {
    Array(repeating: cost, count: count)
  }

  static let sequences = [
    Sequence(
      testDescription: "all in time", costs: [1, 2, 3, 4],
      values: [
        "frames.expected": 4, "frames.presented": 4, "frames.dropped": 0, "hitch.count": 0,
        "hitch.total_ms": 0, "hitch.time_ratio_ms_per_s": 0, "frameDurationCpuMs.P50": 2.5,
        "frameDurationCpuMs.max": 4, "frameOverrunMs.max": -6, "pacing.interval_stddev_ms": 0,
        "pacing.one_period_pct": 100, "jank.jankstats_x2_pct": 0, "jank.missed_vsyncs_max": 0,
      ]),
    Sequence(
      testDescription: "ready at the deadline is in time", costs: [10, 10],
      values: ["hitch.count": 0, "frameOverrunMs.max": 0, "frames.dropped": 0]),
    Sequence(
      testDescription: "ready just after the deadline is a whole vsync late", costs: [1, 10.1, 1],
      values: [
        "hitch.count": 1, "hitch.total_ms": 10, "hitch.max_ms": 10, "frames.expected": 4,
        "frames.dropped": 1, "frames.dropped_pct": 25,
        // 10 ms in 4 periods of 10 ms.
        "hitch.time_ratio_ms_per_s": 250,
      ]),
    // WWDC20 10077: one frame of 60 Hz late by one vsync in 3 s is 5.6 ms/s.
    Sequence(
      testDescription: "one hitch in three seconds at 60 Hz", rate: .fixed(60),
      costs: steady(178) + [20],
      values: [
        "frames.expected": 180, "hitch.total_ms": 16.666667,
        "hitch.time_ratio_ms_per_s": 5.555556,
      ]),
    Sequence(
      testDescription: "the same work at 120 Hz is two vsyncs late", rate: .fixed(120),
      costs: [1, 20, 1],
      values: ["hitch.total_ms": 16.666667, "jank.missed_vsyncs_max": 2, "frames.expected": 5]),
    Sequence(
      testDescription: "a frame of three periods", costs: [1, 30, 1],
      values: [
        "hitch.count": 1, "hitch.total_ms": 20, "jank.missed_vsyncs_max": 2, "frames.dropped": 2,
      ]),
    Sequence(
      testDescription: "two hitches in a row", costs: [1, 15, 15, 1],
      values: [
        "hitch.count": 2, "hitch.total_ms": 20, "pacing.longest_late_run": 2,
        // Intervals of presented frames 20, 20, 10.
        "jank.chromium_jank_count": 0,
      ]),
    Sequence(
      testDescription: "two hitches apart", costs: [1, 15, 1, 15, 1],
      values: [
        "hitch.count": 2, "pacing.longest_late_run": 1,
        // Intervals 20, 10, 20, 10: one of them is longer than the one before.
        "jank.chromium_jank_count": 1,
      ]),
    // Chromium's counter-example: 9 vsyncs, 5 updates, 55 % throughput in both.
    Sequence(
      testDescription: "updates at every second vsync are no jank", costs: [1, 15, 15, 15, 15],
      values: ["frames.expected": 9, "frames.presented": 5, "jank.chromium_jank_count": 0]),
    Sequence(
      testDescription: "one long gap among as many updates is jank", costs: [1, 1, 1, 1, 45],
      values: ["frames.expected": 9, "frames.presented": 5, "jank.chromium_jank_count": 1]),
    Sequence(
      testDescription: "half rate is 500 ms/s and even", costs: steady(10, 15),
      values: [
        "hitch.time_ratio_ms_per_s": 500, "pacing.interval_stddev_ms": 0,
        "pacing.one_period_pct": 0, "frames.dropped_pct": 50,
      ]),
    // Intervals 10, 20, 10, 20: mean 15, each 5 away.
    Sequence(
      testDescription: "an uneven cadence", costs: [1, 1, 15, 1, 15],
      values: ["pacing.interval_stddev_ms": 5, "pacing.one_period_pct": 60]),
    Sequence(
      testDescription: "JankStats counts what is longer than two periods",
      costs: [5, 15, 20, 20.1],
      values: ["jank.jankstats_x2_pct": 25, "hitch.count": 3]),
    // Of 64 frames 16 are late.
    Sequence(
      testDescription: "a window of 64 frames", costs: steady(48) + steady(16, 15),
      values: ["jank.delayed_frames_pct_fixed64_max": 25]),
    // The second window has 32 of 64; the 10 frames after it are in no window.
    Sequence(
      testDescription: "the worse of two windows",
      costs: steady(96) + steady(32, 15) + steady(10, 15),
      values: ["jank.delayed_frames_pct_fixed64_max": 50]),
    Sequence(
      testDescription: "percentiles are between two values", costs: [0, 10],
      values: [
        "frameDurationCpuMs.P50": 5, "frameDurationCpuMs.P90": 9, "frameDurationCpuMs.P99": 9.9,
        "frameOverrunMs.P50": -5, "frameOverrunMs.P99": -0.1,
      ]),
    // Place 0.99·4 = 3.96 of 1, 2, 3, 4, 40.
    Sequence(
      testDescription: "P99 of five frames", costs: [40, 1, 2, 3, 4],
      values: ["frameDurationCpuMs.P99": 38.56, "frameDurationCpuMs.P90": 25.6]),
    Sequence(
      testDescription: "one frame", costs: [3],
      values: [
        "frames.presented": 1, "frameDurationCpuMs.P50": 3, "frameDurationCpuMs.P99": 3,
        "hitch.time_ratio_ms_per_s": 0,
      ]),
    Sequence(
      testDescription: "work of nothing takes a period", costs: [0, 0, 0],
      values: ["frames.expected": 3, "hitch.count": 0, "frameOverrunMs.max": -10]),
    // The app has 5 of 10 ms: 6 ms miss the vsync.
    Sequence(
      testDescription: "half of the period is the app's", share: 0.5, costs: [4, 6],
      values: ["hitch.count": 1, "hitch.total_ms": 10, "frameOverrunMs.max": 1]),
    // 80 Hz at 100 pt/s: 12.5 ms. 13 ms end in the next tick of 240 Hz, 4.1667 ms late.
    Sequence(
      testDescription: "an adaptive display in a slow scroll", rate: .adaptive, velocity: 100,
      costs: [12, 13],
      values: ["hitch.count": 1, "hitch.total_ms": 4.166667, "frameOverrunMs.max": 0.5]),
    // 80 Hz, each frame 16.7 ms on screen: of 4 periods 3 frames are left.
    Sequence(
      testDescription: "an adaptive display at three quarters of its rate", rate: .adaptive,
      velocity: 100, costs: [16, 16, 16],
      values: ["frames.expected": 4, "frames.presented": 3, "frames.dropped": 1]),
    Sequence(
      testDescription: "an adaptive display in a fast scroll", rate: .adaptive, velocity: 2000,
      costs: [8, 9],
      values: ["hitch.count": 1, "hitch.total_ms": 4.166667, "frameOverrunMs.max": 0.666667]),
    // Canva's critique: steady 33 ms and rare long frames have the same average.
    Sequence(
      testDescription: "steady slow frames", rate: .fixed(60), costs: steady(30, 33),
      values: [
        "frames.dropped_pct": 50, "hitch.max_ms": 16.666667, "pacing.interval_stddev_ms": 0,
        "jank.chromium_jank_count": 0,
      ]),
    Sequence(
      testDescription: "one very slow frame", rate: .fixed(60), costs: steady(29) + [500],
      values: [
        "frames.expected": 59, "hitch.max_ms": 483.333333, "jank.missed_vsyncs_max": 29,
        "jank.chromium_jank_count": 1,
      ]),
  ]

  @Test(arguments: sequences) func aSequenceHasTheValuesWorkedOut(sequence: Sequence) {
    let clock = FrameClock(rate: sequence.rate, pipelineDepth: 2, appShare: sequence.share)
    var log = FrameLog(clock: clock, scale: 1)
    var tick = 0
    for cost in sequence.costs {
      let timing = clock.frame(startingAt: tick, cpuMs: cost, velocity: sequence.velocity)
      log.frames.append(SimulatedFrame(timing: timing))
      tick = timing.next
    }
    let configuration = SimulationConfiguration(profile: .readDrag, rate: sequence.rate)
    let report = SimulationReport(configuration: configuration, costs: "hand", logs: [log])
    for (path, value) in sequence.values {
      #expect(report.value(path) == value, "\(path)")
    }
  }
}
