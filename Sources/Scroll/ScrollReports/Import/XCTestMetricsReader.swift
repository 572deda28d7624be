internal import StructuredDocuments

/// Reads the JSON output of `xcrun xcresulttool get test-results metrics`, of Xcode 16 and later.
struct XCTestMetricsReader {
  let source: String

  /// One run per test, device and measured interval; tests without hitch metrics have none.
  ///
  /// - Throws: `Problem` if no test has hitch metrics, or if a value is invalid.
  func runs(_ root: JSONNode) throws(JSONNode.Problem) -> [ImportedRun] {
    var runs: [ImportedRun] = []
    // With --test-id, the document is one test instead of a list.
    let tests = root.value.kind == .array ? try root.elements(of: "a list of tests") : [root]
    for (index, test) in tests.enumerated() {
      let name = test.text("testIdentifier") ?? "test \(index + 1)"
      guard let all = test["testRuns"] else { continue }
      for run in try all.elements(of: "a list of test runs") {
        runs += try intervals(of: run).runs(
          .xctest, source: source, test: name,
          device: run["device"]?.text("deviceName"))
      }
    }
    guard !runs.isEmpty else { throw root.problem(XCTestIntervals.adviceWithoutHitches) }
    return runs
  }

  private func intervals(of run: JSONNode) throws(JSONNode.Problem) -> XCTestIntervals {
    var intervals = XCTestIntervals()
    guard let metrics = run["metrics"] else { return intervals }
    for metric in try metrics.elements(of: "a list of metrics") {
      guard let values = metric["measurements"] else { continue }
      let measurement = XCTestMeasurement(
        identifier: metric.text("identifier"), displayName: metric.text("displayName") ?? "",
        unit: metric.text("unitOfMeasurement") ?? "", values: try values.numbers())
      do throws(XCTestMeasurement.UnknownUnit) {
        try intervals.add(measurement)
      } catch {
        throw metric.problem(error.sentence)
      }
    }
    return intervals
  }
}

/// One metric of a performance test in XCTest.
///
/// Identifiers, names and units are taken from parsers of such results in public repositories, and
/// from their fixtures. `Scroll_Deceleration` is the interval of `scrollDecelerationMetric`.
struct XCTestMeasurement {
  /// The identifier; nil if it is missing.
  ///
  /// An example is
  /// `com.apple.dt.XCTMetric_OSSignpost-Scroll_Deceleration.animation.hitch.time.ratio`.
  var identifier: String?
  /// The name, such as `Hitch Time Ratio (Scroll_Deceleration)`.
  var displayName: String
  /// The unit, such as `ms per s`.
  var unit: String
  /// One value per iteration.
  var values: [Double]

  /// The measured interval or app, and the path of the metric; nil if the metric is not about
  /// scrolling.
  var intervalAndPath: (interval: String, path: String)? {
    identifier.flatMap(Self.intervalAndPath(ofIdentifier:))
      ?? Self.intervalAndPath(ofName: displayName)
  }

  /// The median of the iterations in the unit of the metric; nil if there are no iterations.
  ///
  /// - Throws: `UnknownUnit` with a sentence for messages.
  func value(of path: String) throws(UnknownUnit) -> Double? {
    guard let median = SampleFigures.median(values) else { return nil }
    guard path == "hitch.total_ms" || path == "hitch.time_ratio_ms_per_s" else { return median }
    let factors = path == "hitch.total_ms" ? ["ms": 1.0, "s": 1000] : ["ms per s": 1, "ms/s": 1]
    guard let factor = factors[unit] else {
      throw UnknownUnit(
        sentence: "'\(displayName)' is in '\(unit)', not in "
          + factors.keys.sorted().joined(separator: " or "))
    }
    return SampleFigures.rounded(median * factor)
  }

  /// The unit of a value is unknown, so it cannot be converted.
  struct UnknownUnit: Error { var sentence: String }

  private static func intervalAndPath(ofIdentifier identifier: String) -> (String, String)? {
    let kinds: [(prefix: String, suffix: String, path: String)] = [
      ("OSSignpost-", ".animation.hitch.number", "hitch.count"),
      ("OSSignpost-", ".animation.hitches.total.duration", "hitch.total_ms"),
      ("OSSignpost-", ".animation.hitch.time.ratio", "hitch.time_ratio_ms_per_s"),
      ("OSSignpost-", ".animation.frame.count", "frames.presented"),
      ("Hitch-", ".number", "hitch.count"),
      ("Hitch-", ".total.duration", "hitch.total_ms"),
      ("Hitch-", ".time.ratio", "hitch.time_ratio_ms_per_s"),
    ]
    for kind in kinds {
      let prefix = "com.apple.dt.XCTMetric_" + kind.prefix
      guard identifier.hasPrefix(prefix), identifier.hasSuffix(kind.suffix),
        identifier.utf8.count > prefix.utf8.count + kind.suffix.utf8.count
      else { continue }
      let interval = identifier.dropFirst(prefix.count).dropLast(kind.suffix.count)
      // A ratio corrected for perception differs from the ratio of the simulator.
      guard !interval.contains("normalized"), !interval.contains("adjusted") else { return nil }
      return (String(interval), kind.path)
    }
    return nil
  }

  private static func intervalAndPath(ofName name: String) -> (String, String)? {
    let paths = [
      "Number of Hitches": "hitch.count", "Hitches Total Duration": "hitch.total_ms",
      "Hitch Time Ratio": "hitch.time_ratio_ms_per_s", "Frame Count": "frames.presented",
    ]
    let parts = name.split(separator: " (", maxSplits: 1)
    guard let first = parts.first, let path = paths[String(first)] else { return nil }
    return (parts.count > 1 ? String(parts[1].prefix { $0 != ")" }) : "", path)
  }
}

/// Collects the metrics of one test by measured interval.
struct XCTestIntervals {
  /// The metrics of each interval, in the order in which intervals were found.
  private(set) var intervals: [(name: String, metrics: [String: Double])] = []

  /// Adds a metric; a metric that is not about scrolling is ignored.
  mutating func add(_ measurement: XCTestMeasurement) throws(XCTestMeasurement.UnknownUnit) {
    guard let (interval, path) = measurement.intervalAndPath,
      let value = try measurement.value(of: path)
    else { return }
    let index = intervals.firstIndex { $0.name == interval } ?? intervals.count
    if index == intervals.count { intervals.append((interval, [:])) }
    // An interval may have a frame count but no hitches.
    intervals[index].metrics[path] = value
  }

  /// One run for each interval in which hitches were measured.
  func runs(
    _ format: ImportFormat, source: String, test: String, device: String?
  ) -> [ImportedRun] {
    intervals.filter { $0.metrics.keys.contains { $0.hasPrefix("hitch.") } }.map { interval in
      ImportedRun(
        format: format, source: source,
        test: test + (interval.name.isEmpty ? "" : " (\(interval.name))"), device: device,
        metrics: interval.metrics)
    }
  }

  /// A hint for a file in which no test measured hitches.
  static let adviceWithoutHitches =
    "no test of this file measured hitches; measure with "
    + "XCTOSSignpostMetric.scrollingAndDecelerationMetric or XCTHitchMetric, on a device, because "
    + "simulators do not measure them"
}
