/// The unit, direction and meaning of a metric in reports.
struct MetricDefinition: Hashable, Sendable {
  /// The direction in which a metric improves.
  enum Direction: String, Hashable, Sendable {
    case lower, higher
    /// The metric is neither better nor worse; it describes the run.
    case neutral
  }

  /// The path of the metric in the report.
  let path: String
  /// The unit; empty for a count.
  let unit: String
  /// The direction in which the metric improves.
  let direction: Direction
  /// The meaning, as a sentence without a full stop.
  let meaning: String

  /// The definition of the metric with a path; an empty definition for an unknown path.
  static func of(_ path: String) -> MetricDefinition {
    byPath[path] ?? MetricDefinition(path: path, unit: "", direction: .neutral, meaning: "")
  }

  private static let byPath = Dictionary(
    all.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
}

extension MetricDefinition {
  /// The definitions of all metrics, not in the order of reports.
  static let all = frames + times + smoothness + positions + work

  private static func lower(_ path: String, _ unit: String, _ meaning: String) -> Self {
    Self(path: path, unit: unit, direction: .lower, meaning: meaning)
  }

  private static func neutral(_ path: String, _ unit: String, _ meaning: String) -> Self {
    Self(path: path, unit: unit, direction: .neutral, meaning: meaning)
  }

  private static let frames = [
    neutral("frames.expected", "", "Frames that would have appeared if all had been in time"),
    neutral("frames.presented", "", "Frames that appeared"),
    lower("frames.dropped", "", "Frames expected and not presented"),
    lower("frames.dropped_pct", "%", "Dropped frames of those expected"),
    neutral("frames.with_new_cells", "", "Frames in which a cell came on screen"),
    lower("hitch.count", "", "Frames that appeared later than expected (Apple)"),
    lower("hitch.total_ms", "ms", "Sum of the delays of frames that appeared late"),
    lower(
      "hitch.time_ratio_ms_per_s", "ms/s",
      "Delays of late frames per second of the scroll: Apple's hitch time ratio, unadjusted"),
    lower("hitch.max_ms", "ms", "Longest delay of one frame"),
  ]

  private static let times =
    percentiles("frameDurationCpuMs", "Processor time of a frame (Macrobenchmark)")
    + percentiles("frameDurationCpuMsNewCells", "Processor time of a frame with a new cell")
    + percentiles(
      "frameOverrunMs",
      "End of a frame's work after its deadline; before it where negative (Macrobenchmark)")

  private static func percentiles(_ name: String, _ meaning: String) -> [Self] {
    ["P50", "P90", "P95", "P99"].map { percentile in
      lower(
        "\(name).\(percentile)", "ms",
        "\(meaning): \(percentile.dropFirst()) % of the frames have no more")
    } + [lower("\(name).max", "ms", "\(meaning): the most")]
  }

  private static let smoothness = [
    lower("jank.jankstats_x2_pct", "%", "Frames of more than twice their period (JankStats)"),
    lower(
      "jank.chromium_jank_count", "", "Frames that lasted longer than the one before (Chromium)"),
    lower(
      "jank.delayed_frames_pct_fixed64_max", "%",
      "Late frames in the worst window of 64 (Chromium)"),
    lower("jank.missed_vsyncs_max", "", "Most refreshes that one frame missed (Chromium)"),
    lower(
      "pacing.interval_stddev_ms", "ms",
      "Standard deviation of the time between two frames on screen"),
    Self(
      path: "pacing.one_period_pct", unit: "%", direction: .higher,
      meaning: "Frames that took one period"),
    lower("pacing.longest_late_run", "", "Most late frames in a row"),
    neutral("clock.min", "", "Lowest clock of the processor, as a part of its full clock"),
  ]

  private static let positions = [
    lower("position.jumps", "", "Frames in which changed heights moved the cells on screen"),
    lower("position.jump_px_total", "px", "Sum of these moves"),
    lower(
      "position.thumb_drift_max_pct", "%",
      "Largest difference of the list's height from its exact one: the scroll bar's error"),
    lower(
      "position.landing_error_px_max", "px",
      "Largest distance from where a jump was meant to land"),
    lower("position.blank_px_ms", "px·ms", "Blank screen for cells that were not ready, over time"),
  ]

  private static let work = [
    neutral("cells.new", "", "Cells that came on screen"),
    neutral("cells.prefetched", "", "Of these, cells prepared ahead"),
    neutral("cells.before_scroll", "", "Cells made for the first screen"),
    neutral("opening.heights", "", "Heights asked for before the first screen"),
    lower("opening.ms", "ms", "Work of asking for them, at the full clock"),
    lower("layouts.onScrollPath", "", "Layouts in the frames of the scroll"),
    lower("engines.created", "", "Layout engines made during the scroll"),
    lower("engines.before_scroll", "", "Layout engines made before it"),
    neutral("work.frame_ms", "ms", "Work of every frame, at the full clock"),
    neutral("work.create_ms", "ms", "Making views that the reuse pool did not have"),
    neutral("work.bind_ms", "ms", "Setting the content of cells"),
    neutral("work.lookup_ms", "ms", "Looking stored heights and frames up"),
    neutral("work.layout_ms", "ms", "Finding heights and frames"),
    neutral("work.measure_ms", "ms", "Measuring text to find a height"),
    neutral("work.text_ms", "ms", "Laying out text to draw it"),
    neutral("work.draw_ms", "ms", "Drawing, besides text"),
    neutral("work.prefetch_ms", "ms", "Work done ahead in the time that frames left"),
  ]
}
