/// Collects the metrics of one test by the interval that was measured.
struct XCTestIntervals {
  /// Metrics by interval, in the order found.
  private(set) var intervals: [(name: String, metrics: [String: Double])] = []

  /// Adds a metric, unless it is not one of scrolling.
  mutating func add(_ measurement: XCTestMeasurement) throws(XCTestMeasurement.UnknownUnit) {
    guard let (interval, path) = measurement.place,
      let value = try measurement.value(of: path)
    else { return }
    let index = intervals.firstIndex { $0.name == interval } ?? intervals.count
    if index == intervals.count { intervals.append((interval, [:])) }
    // Frames are also counted where hitches are not measured.
    intervals[index].metrics[path] = value
  }

  /// The runs of a test that measured hitches.
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

  /// What to do where no test measured hitches.
  static let adviceWithoutHitches =
    "no test of this file measured hitches; measure with "
    + "XCTOSSignpostMetric.scrollingAndDecelerationMetric or XCTHitchMetric, on a device, because "
    + "simulators do not measure them"
}
