internal import LayoutPrimitives

/// What a simulation found: the medians of its iterations, and their spread.
public struct SimulationReport: Hashable, Sendable {
  /// One figure over all iterations.
  public struct Figure: Hashable, Sendable {
    /// Its place in the report, as thresholds name it: `hitch.time_ratio_ms_per_s`.
    public let path: String
    /// Median; nil when no iteration had anything to take it of.
    public let value: Double?
    /// Least and greatest value of an iteration; nil together with the median.
    public let spread: ClosedRange<Double>?
    /// Whether a document includes the spread.
    public let showsSpread: Bool
  }

  /// The settings that it ran with.
  public let configuration: SimulationConfiguration
  /// The name of the source that made the cells.
  public let strategy: String
  /// Every figure, in the order of the document.
  public let figures: [Figure]
  /// The grade of the median hitch time ratio, on the configured scale.
  public let grade: HitchGrade
  /// Whether the list ended before the profile did, in any iteration.
  public let listEnded: Bool
  /// What a reader should know before believing the figures, one sentence each.
  public let notes: [String]

  /// The name of the rule of percentiles.
  public static let percentileMethod = Percentile.method

  /// Every path that a figure can have.
  public static let metricPaths = Metric.all.map(\.path)

  init(configuration: SimulationConfiguration, strategy: String, logs: [FrameLog]) {
    self.configuration = configuration
    self.strategy = strategy
    figures = Metric.all.map { metric in
      let values = logs.compactMap(metric.value).sorted()
      return Figure(
        path: metric.path,
        value: Percentile.value(50, ofSorted: values).map(Self.rounded),
        spread: values.first.flatMap { least in
          values.last.map { Self.rounded(least)...Self.rounded($0) }
        },
        showsSpread: metric.showsSpread)
    }
    let ratio = figures.first { $0.path == "hitch.time_ratio_ms_per_s" }?.value ?? 0
    grade = configuration.hitchScale.grade(ofRatio: ratio)
    listEnded = logs.contains { $0.listEnded }
    notes = Self.notes(figures: figures, listEnded: listEnded)
  }

  /// The value of a figure; nil when there is none, or no such path.
  public func value(_ path: String) -> Double? {
    figures.first { $0.path == path }?.value
  }

  /// Rounded to a millionth, below a nanosecond for milliseconds: the noise of sums is not news.
  private static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == 0 ? 0 : rounded
  }

  private static func notes(figures: [Figure], listEnded: Bool) -> [String] {
    var notes: [String] = []
    let named = [
      ("frames.presented", "frames"), ("frames.with_new_cells", "frames with new cells"),
    ]
    for (path, what) in named {
      guard let count = figures.first(where: { $0.path == path })?.value, count <= 101 else {
        continue
      }
      notes.append(
        count == 0
          ? "there were no \(what)"
          : "P99 of \(count.plainDecimal) \(what) lies between the two worst")
    }
    if listEnded { notes.append("the list ended before the profile did; a longer feed tells more") }
    return notes
  }
}
