/// A metric in reports, which is computed from the frames of one iteration.
struct Metric: Sendable {
  /// The path of the metric in the report, such as `hitch.count`.
  let path: String
  /// Whether the report contains the minimum and maximum over the iterations.
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
      $0.frames.filter { !$0.arrivals.isEmpty }.map(\.timing.cpuMs)
    }
    + percentiles("frameOverrunMs") { $0.frames.map(\.timing.overrunMs) }
    + jank + pacing + positions + work + parts

  /// The metrics of presented and dropped frames.
  private static let counts = [
    Metric("frames.expected") { Double($0.expectedFrames) },
    Metric("frames.presented") { Double($0.frames.count) },
    Metric("frames.dropped", spread: true) { Double($0.expectedFrames - $0.frames.count) },
    Metric("frames.dropped_pct") { log in
      percent(log.expectedFrames - log.frames.count, of: log.expectedFrames)
    },
    Metric("frames.with_new_cells") { Double($0.frames.count { !$0.arrivals.isEmpty }) },
  ]

  /// The metrics of hitches, which Apple defines as delays of presentation.
  private static let hitches = [
    Metric("hitch.count") { Double($0.frames.count { $0.timing.hitchMs > 0 }) },
    Metric("hitch.total_ms") { $0.hitchMs },
    Metric("hitch.time_ratio_ms_per_s", spread: true) { log in
      log.seconds > 0 ? log.hitchMs / log.seconds : nil
    },
    Metric("hitch.max_ms") { $0.frames.map(\.timing.hitchMs).max() },
  ]

  /// The metrics of jank, which Android's JankStats and Chromium define.
  private static let jank = [
    Metric("jank.jankstats_x2_pct") { log in
      percent(
        log.frames.count { $0.timing.cpuMs > 2 * $0.timing.periodMs }, of: log.frames.count)
    },
    // The time between two presentations is longer than the time between the two before.
    Metric("jank.chromium_jank_count") { log in
      let periods = log.frames.dropFirst().map(\.timing.periods)
      return Double(zip(periods, periods.dropFirst()).count { $0 < $1 })
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

  /// The metrics of the intervals between presentations.
  private static let pacing = [
    Metric("pacing.interval_stddev_ms") { log in
      let times = log.frames.map(\.timing.presentedMs)
      let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
      guard !intervals.isEmpty else { return nil }
      let mean = intervals.reduce(0, +) / Double(intervals.count)
      let squares = intervals.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      return (squares / Double(intervals.count)).squareRoot()
    },
    Metric("pacing.one_period_pct") { log in
      percent(log.frames.count { $0.timing.periods == 1 }, of: log.frames.count)
    },
    Metric("pacing.longest_late_run") { log in
      var longest = 0
      var run = 0
      for frame in log.frames {
        run = frame.timing.isLate ? run + 1 : 0
        longest = max(longest, run)
      }
      return Double(longest)
    },
  ]

  /// The metrics of faults on the screen: jumps, wrong scroll bars and targets, and blank areas.
  private static let positions = [
    Metric("position.jumps") { Double($0.frames.count { $0.jump != 0 }) },
    Metric("position.jump_px_total") { log in
      log.frames.reduce(0) { $0 + $1.jump.magnitude } * log.scale
    },
    Metric("position.thumb_drift_max_pct") { log in
      log.frames.filter { $0.exactHeight > 0 }
        .map { ($0.contentHeight - $0.exactHeight).magnitude / $0.exactHeight * 100 }.max()
    },
    Metric("position.landing_error_px_max") { log in
      log.frames.map { $0.landingError * log.scale }.max()
    },
    Metric("position.blank_px_ms") { log in
      log.frames.reduce(0) { $0 + $1.blank * log.scale * $1.timing.shownMs }
    },
  ]

  /// The metrics of the work for heights; names with `before_scroll` are about the first screen.
  private static let work = [
    Metric("cells.new") { Double($0.newCells) },
    Metric("cells.prefetched") { log in
      Double(log.frames.reduce(0) { $0 + $1.arrivals.count(where: \.isPrefetched) })
    },
    Metric("cells.before_scroll") { Double($0.cellsBefore) },
    Metric("opening.heights") { Double($0.heightsBefore) },
    Metric("opening.ms") { $0.openingMs },
    Metric("layouts.onScrollPath") { Double($0.layouts) },
    Metric("engines.created", spread: true) { Double($0.enginesInFrames) },
    Metric("engines.before_scroll") { Double($0.enginesBefore) },
  ]

  /// The metrics of the work in frames by part, at the full clock, and of the lowest clock.
  private static let parts =
    CostParts.Part.allCases.map { part in
      Metric("work.\(part.rawValue)_ms") { log in
        log.frames.reduce(0) { $0 + $1.cost[part] }
      }
    } + [
      Metric("work.prefetch_ms") { log in log.frames.reduce(0) { $0 + $1.prefetchMs } },
      Metric("clock.min") { log in log.frames.map(\.clock).min() },
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

  private static func percent(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) * 100 : nil
  }
}

/// The definition of percentiles in reports: linear interpolation between sorted values.
package enum Percentile {
  /// The name of the interpolation method in reports.
  package static let method = "linear (n-1)"

  /// The percentile of sorted values; nil if there are no values.
  ///
  /// It is the value at position percent/100·(n-1) of n values, interpolated linearly.
  ///
  /// Source: AndroidX Macrobenchmark.
  ///
  /// - Parameters:
  ///   - percent: The percentage, from 0 to 100.
  ///   - sorted: The values in ascending order.
  package static func value(_ percent: Double, ofSorted sorted: [Double]) -> Double? {
    guard let last = sorted.last else { return nil }
    let rank = percent / 100 * Double(sorted.count - 1)
    let below = Int(rank.rounded(.down))
    guard below >= 0, below + 1 < sorted.count else { return below < 0 ? sorted.first : last }
    let fraction = rank - Double(below)
    return sorted[below] + (sorted[below + 1] - sorted[below]) * fraction
  }
}
