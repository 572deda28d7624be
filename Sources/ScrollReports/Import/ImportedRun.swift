public import ScrollSimulation

/// The scroll metrics of one test that ran on a device, under the paths of simulated reports.
public struct ImportedRun: Hashable, Sendable {
  /// The format of the file.
  public let format: ImportFormat
  /// The file, as the caller named it.
  public let source: String
  /// The test: its class and name, and the interval it measured.
  public let test: String
  /// The device's name; nil if the file has none.
  public let device: String?
  /// Values by metric path, in the metric's unit.
  public let metrics: [String: Double]
  /// What differs from the simulator's definitions, one sentence each.
  public let notes: [String]
  /// The names by which thresholds choose the run.
  public let name: RunName

  /// The device model of device results; `imported:NAME` is that of one device.
  public static let deviceModel = "imported"

  /// Paths of all metrics that some format has.
  ///
  /// A threshold on another metric can only be answered by a simulation.
  public static let metricPaths: Set<String> = {
    let percentiles = ["P50", "P90", "P95", "P99", "max"]
    return Set(
      ["frameDurationCpuMs", "frameOverrunMs"].flatMap { name in
        percentiles.map { "\(name).\($0)" }
      } + [
        "frames.presented", "hitch.count", "hitch.total_ms", "hitch.time_ratio_ms_per_s",
      ])
  }()

  /// Creates a run, whose names are found in its test's name.
  init(
    format: ImportFormat, source: String, test: String, device: String? = nil,
    metrics: [String: Double], notes: [String] = []
  ) {
    self.format = format
    self.source = source
    self.test = test
    self.device = device
    self.metrics = metrics
    self.notes = notes
    let words = TestWords(test)
    name = RunName(
      rate: words.rate,
      profile: words.longest(of: ScrollProfile.named.map(\.name)),
      strategy: words.longest(of: ScrollStrategy.names),
      device: Self.deviceModel + (device.map { ":\($0)" } ?? ""))
  }

  /// The test and its device, for messages.
  public var label: String { test + (device.map { " on \($0)" } ?? "") }
}
