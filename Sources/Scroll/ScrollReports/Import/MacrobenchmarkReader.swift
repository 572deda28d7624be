internal import ScrollSimulation

/// Reads the file `*-benchmarkData.json` of Android's Macrobenchmark.
///
/// The format is derived from files in the public repository measure-sh/measure, in the folder
/// android/benchmarks/benchmarkData.
struct MacrobenchmarkReader {
  let source: String

  /// One run per benchmark that measured frames.
  ///
  /// - Throws: `Problem` if no benchmark did, or if a value is invalid.
  func runs(_ root: JSONNode) throws(JSONNode.Problem) -> [ImportedRun] {
    let device = root["context"]?["build"]?.text("model")
    var runs: [ImportedRun] = []
    let benchmarks = root["benchmarks"] ?? root
    for benchmark in try benchmarks.elements(of: "a list of benchmarks") {
      var metrics: [String: Double] = [:]
      for name in ["frameDurationCpuMs", "frameOverrunMs"] {
        guard let sampled = benchmark["sampledMetrics"]?[name] else { continue }
        metrics.merge(try figures(name, sampled)) { $1 }
      }
      guard !metrics.isEmpty else { continue }
      if let count = benchmark["metrics"]?["frameCount"] {
        metrics["frames.presented"] = try self.count(count)
      }
      var notes: [String] = []
      if metrics["frameOverrunMs.P50"] == nil {
        notes.append("frameOverrunMs is not measured before Android 12, API level 31")
      }
      let type = benchmark.text("className")?.split(separator: ".").last.map { "\($0)." }
      runs.append(
        ImportedRun(
          format: .macrobenchmark, source: source,
          test: (type ?? "") + (benchmark.text("name") ?? "benchmark \(runs.count + 1)"),
          device: device, metrics: metrics, notes: notes))
    }
    guard !runs.isEmpty else {
      throw root.problem(
        "no benchmark of this file measured frames; measure with FrameTimingMetric()")
    }
    return runs
  }

  /// The values of one metric, by path.
  ///
  /// They are computed from the samples of all iterations, or copied if the file has no samples.
  private func figures(
    _ name: String, _ metric: JSONNode
  ) throws(JSONNode.Problem) -> [String: Double] {
    if let iterations = metric["runs"] {
      var samples: [Double] = []
      for iteration in try iterations.elements(of: "a list of iterations") {
        samples += try iteration.numbers()
      }
      if !samples.isEmpty { return SampleFigures.percentiles(name, of: samples) }
    }
    var figures: [String: Double] = [:]
    for percent in SampleFigures.percents {
      let key = "P\(Int(percent))"
      guard let value = metric[key] else { continue }
      figures["\(name).\(key)"] = SampleFigures.rounded(try value.requiredNumber())
    }
    return figures
  }

  /// The median of a count over the iterations; nil if the file does not contain it.
  private func count(_ metric: JSONNode) throws(JSONNode.Problem) -> Double? {
    if let runs = metric["runs"], let median = SampleFigures.median(try runs.numbers()) {
      return median
    }
    guard let median = metric["median"] else { return nil }
    return try median.requiredNumber()
  }
}

/// Computes values from samples by the rules of the simulator.
enum SampleFigures {
  /// The range of counts, and of times in any unit; calculations with them do not overflow.
  static let range = -1e15...1e15

  /// The percentiles in reports.
  static let percents: [Double] = [50, 90, 95, 99]

  /// The percentiles and the maximum of samples, by path; empty if there are no samples.
  static func percentiles(_ name: String, of samples: [Double]) -> [String: Double] {
    let sorted = samples.sorted()
    guard let last = sorted.last else { return [:] }
    var figures = ["\(name).max": last]
    for percent in percents {
      figures["\(name).P\(Int(percent))"] = Percentile.value(percent, ofSorted: sorted)
        .map(rounded)
    }
    return figures
  }

  /// The median of values; nil if there are none.
  static func median(_ values: [Double]) -> Double? {
    Percentile.value(50, ofSorted: values.sorted()).map(rounded)
  }

  /// Rounds to a multiple of 10⁻⁶, as in reports.
  static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == 0 ? 0 : rounded
  }
}
