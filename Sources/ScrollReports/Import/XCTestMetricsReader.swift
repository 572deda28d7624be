internal import StructuredDocuments

/// Reads JSON of `xcrun xcresulttool get test-results metrics`, from Xcode 16 on.
struct XCTestMetricsReader {
  let source: String

  /// The tests that measured hitches, one for each device and measured interval.
  func runs(_ root: JSONNode) throws(JSONNode.Problem) -> [ImportedRun] {
    var runs: [ImportedRun] = []
    // With --test-id there is one test instead of a list.
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
