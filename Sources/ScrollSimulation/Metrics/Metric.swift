/// A metric of a report, computed from the frames of one iteration.
struct Metric: Sendable {
  /// Path of the metric in the report, such as `hitch.count`.
  let path: String
  /// Whether the report includes the minimum and maximum over the iterations.
  let showsSpread: Bool
  /// Computes the metric for one iteration; nil without data.
  let value: @Sendable (FrameLog) -> Double?

  init(_ path: String, spread: Bool = false, value: @escaping @Sendable (FrameLog) -> Double?) {
    self.path = path
    showsSpread = spread
    self.value = value
  }

  /// All metrics, in the order in which reports list them.
  static let all: [Metric] =
    counts + hitches
    + percentiles("frameDurationCpuMs") { $0.frames.map(\.timing.cpuMs) }
    + percentiles("frameDurationCpuMsNewCells") {
      $0.frames.filter { $0.newCells > 0 }.map(\.timing.cpuMs)
    }
    + percentiles("frameOverrunMs") { $0.frames.map(\.timing.overrunMs) }
    + jank + pacing + positions + work

  /// Metrics of presented and dropped frames.
  private static let counts = [
    Metric("frames.expected") { Double($0.expectedFrames) },
    Metric("frames.presented") { Double($0.frames.count) },
    Metric("frames.dropped", spread: true) { Double($0.expectedFrames - $0.frames.count) },
    Metric("frames.dropped_pct") { log in
      percent(log.expectedFrames - log.frames.count, of: log.expectedFrames)
    },
    Metric("frames.with_new_cells") { Double($0.frames.count { $0.newCells > 0 }) },
  ]

  /// Metrics of hitches as defined by Apple: delays of presentation.
  private static let hitches = [
    Metric("hitch.count") { Double($0.frames.count { $0.timing.hitchMs > 0 }) },
    Metric("hitch.total_ms") { log in totalHitch(log) },
    Metric("hitch.time_ratio_ms_per_s", spread: true) { log in
      log.seconds > 0 ? totalHitch(log) / log.seconds : nil
    },
    Metric("hitch.max_ms") { $0.frames.map(\.timing.hitchMs).max() },
  ]

  /// Metrics of jank as defined by Android's JankStats and by Chromium.
  private static let jank = [
    Metric("jank.jankstats_x2_pct") { log in
      percent(
        log.frames.count { $0.timing.cpuMs > 2 * log.clock.periodMs }, of: log.frames.count)
    },
    // A frame with more periods than the previous one.
    Metric("jank.chromium_jank_count") { log in
      let periods = log.frames.map(\.timing.periods)
      return Double(zip([1] + periods, periods).count { $0 < $1 })
    },
    Metric("jank.delayed_frames_pct_fixed64_max") { log in
      let window = 64
      return stride(from: 0, through: log.frames.count - window, by: window).map { start in
        percent(
          log.frames[start..<start + window].count { $0.timing.periods > 1 }, of: window) ?? 0
      }.max()
    },
    Metric("jank.missed_vsyncs_max") { log in
      log.frames.map { Double($0.timing.periods - 1) }.max()
    },
  ]

  /// Metrics of the intervals between presentations.
  private static let pacing = [
    Metric("pacing.interval_stddev_ms") { log in
      let intervals = log.frames.map { Double($0.timing.periods) * log.clock.periodMs }
      guard !intervals.isEmpty else { return nil }
      let mean = intervals.reduce(0, +) / Double(intervals.count)
      let squares = intervals.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      return (squares / Double(intervals.count)).squareRoot()
    },
    Metric("pacing.one_period_pct") { log in
      percent(log.frames.count { $0.timing.periods == 1 }, of: log.frames.count)
    },
  ]

  /// Metrics of jumps that are not caused by scrolling.
  private static let positions = [
    Metric("position.jumps") { Double($0.jumps) },
    Metric("position.jump_px_total") { $0.jumpPixels },
    Metric("position.thumb_drift_max_pct") { log in
      guard let end = log.contentHeights.last, end > 0 else { return nil }
      return log.contentHeights.map { ($0 - end).magnitude / end * 100 }.max()
    },
  ]

  /// Metrics of the height source's work; those with `before_scroll` are of the first screen.
  private static let work = [
    Metric("cells.new") { Double($0.frames.reduce(0) { $0 + $1.newCells }) },
    Metric("cells.before_scroll") { Double($0.cellsBefore) },
    Metric("engines.created", spread: true) { Double($0.enginesInFrames) },
    Metric("engines.before_scroll") { Double($0.enginesBefore) },
  ]

  private static func percentiles(
    _ name: String, of values: @escaping @Sendable (FrameLog) -> [Double]
  ) -> [Metric] {
    let percentiles = [50.0, 90, 95, 99].map { percent in
      Metric("\(name).P\(Int(percent))", spread: percent == 50 || percent == 99) { log in
        Percentile.value(percent, ofSorted: values(log).sorted())
      }
    }
    return percentiles + [Metric("\(name).max") { values($0).max() }]
  }

  private static func totalHitch(_ log: FrameLog) -> Double {
    log.frames.map(\.timing.hitchMs).reduce(0, +)
  }

  private static func percent(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) * 100 : nil
  }
}
