internal import LayoutPrimitives

/// The metrics of a simulated run: medians over the iterations, with their spread.
public struct SimulationReport: Hashable, Sendable {
  /// A metric with its median and spread over the iterations.
  public struct Figure: Hashable, Sendable {
    /// The path of the metric, such as `hitch.time_ratio_ms_per_s`.
    public let path: String
    /// The median over the iterations; nil without data.
    public let value: Double?
    /// The minimum and maximum over the iterations; nil without data.
    public let spread: ClosedRange<Double>?
    /// The value of each iteration; an element is nil without data.
    public let values: [Double?]
    /// Whether the document of the report contains the spread.
    public let showsSpread: Bool
  }

  /// The configuration of the simulation.
  public let configuration: SimulationConfiguration
  /// The name of the cost table, or `measured`.
  public let costs: String
  /// The number of iterations.
  public let iterations: Int
  /// All metrics, in the order in which reports list them.
  public let figures: [Figure]
  /// The grade of the median hitch time ratio, by the configured scale.
  public let grade: HitchGrade
  /// Whether the end of the list stopped the scroll in any iteration.
  public let listEnded: Bool
  /// Notes on the reliability of the values, one sentence per note.
  public let notes: [String]

  /// The name of the interpolation method for percentiles.
  public static let percentileMethod = Percentile.method

  /// The paths of all metrics, in the order in which reports list them.
  public static let metricPaths = Metric.all.map(\.path)

  /// The names by which thresholds select the run.
  public var runName: RunName {
    RunName(
      rate: configuration.rate.name, profile: configuration.profile.name, strategy: strategy,
      device: configuration.device.name)
  }

  /// The name of the strategy.
  public var strategy: String { configuration.strategy.name }

  /// Creates the report from the frames of all iterations.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the simulation.
  ///   - costs: The name of the cost table, or `measured`.
  ///   - logs: The frames, one log per iteration.
  public init(configuration: SimulationConfiguration, costs: String, logs: [FrameLog]) {
    self.configuration = configuration
    self.costs = costs
    iterations = logs.count
    figures = Metric.all.map { metric in
      let each = logs.map { metric.value($0).map(Self.rounded) }
      let values = each.compactMap(\.self).sorted()
      return Figure(
        path: metric.path,
        value: Percentile.value(50, ofSorted: values).map(Self.rounded),
        spread: values.first.flatMap { minimum in
          values.last.map { minimum...$0 }
        },
        values: each,
        showsSpread: metric.showsSpread)
    }
    let ratio = figures.first { $0.path == "hitch.time_ratio_ms_per_s" }?.value ?? 0
    grade = configuration.hitchScale.grade(ofRatio: ratio)
    listEnded = logs.contains { $0.listEnded }
    notes = Self.notes(figures: figures, listEnded: listEnded)
  }

  /// The median of the metric with a path; nil without data, or if the path is unknown.
  public func value(_ path: String) -> Double? {
    figures.first { $0.path == path }?.value
  }

  /// Rounds to a multiple of 10⁻⁶, which removes the rounding errors of sums.
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
    if listEnded { notes.append("the list ended before the profile did; use a longer feed") }
    return notes
  }
}

/// A published scale that grades the hitch time ratio; its limits are in milliseconds per second.
public enum HitchScale: String, Hashable, Sendable, CaseIterable {
  /// Good up to 5 ms/s, warning below 10 ms/s, else critical.
  ///
  /// Source: WWDC 2020, session 10077.
  case xctest2020 = "apple-xctest-2020"
  /// Good up to 10 ms/s, warning up to 25 ms/s, critical up to 50 ms/s, else beyond.
  ///
  /// Source: Apple, "Understanding hitches in your app", for the Organizer.
  case organizer = "apple-organizer"

  /// The grade of a hitch time ratio on this scale.
  ///
  /// - Parameter ratio: The hitch time in milliseconds per second of animation.
  public func grade(ofRatio ratio: Double) -> HitchGrade {
    switch self {
    case .xctest2020: ratio <= 5 ? .good : ratio < 10 ? .warning : .critical
    case .organizer:
      ratio <= 10 ? .good : ratio <= 25 ? .warning : ratio <= 50 ? .critical : .beyond
    }
  }
}

/// The grade of a hitch time ratio; `HitchScale` has the limits.
public enum HitchGrade: String, Hashable, Sendable, CaseIterable {
  /// Hitches are hardly noticeable.
  case good
  /// Interruptions are noticeable.
  case warning
  /// Interruptions are disturbing.
  case critical
  /// The ratio is above the last limit of the scale.
  case beyond
}
