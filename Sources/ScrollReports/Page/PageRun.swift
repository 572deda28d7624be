internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// A run as members of the page's JSON, so that its frames need not be kept.
struct PageRun: Sendable {
  /// The name, which is also the fragment of the page's address.
  let name: String
  /// Hitch time ratio, then overrun of the latest frame; the greatest is shown first.
  let badness: (Double, Double)
  /// Number of its frames.
  let frameCount: Int
  /// All members but those of `frames`.
  let head: [UInt8]
  /// The frames in columns, and the cells that came on screen.
  let frames: [UInt8]

  /// Takes a simulation with all its frames.
  init(_ run: SimulatedRun) {
    let report = run.result.report
    let log = run.result.log
    name = run.name
    badness = run.badness
    frameCount = log.frames.count
    var json = JSONWriter()
    json.member("name", run.name)
    json.member("place", run.place)
    json.member("strategy", report.strategy)
    json.member("device", run.configuration.device.name)
    json.member("setting", run.setting)
    json.member("grade", report.grade.rawValue)
    json.member("scale", run.configuration.hitchScale.rawValue)
    json.member("iterations", report.iterations)
    json.exact("tickMs", log.clock.tickMs)
    json.exact("appShare", log.clock.appShare)
    json.strings("notes", report.notes)
    Self.write(run.thresholds, to: &json)
    Self.write(
      report.figures.map { [$0.value, $0.spread?.lowerBound, $0.spread?.upperBound] }, to: &json)
    json.member("count", frameCount)
    head = json.finish()
    var columns = JSONWriter()
    columns.key("frames")
    PageFrames(run).write(to: &columns)
    frames = columns.finish()
  }

  /// Takes the result of a device, which has no frames and no grade.
  init(_ run: ImportedRun, _ verdicts: [ImportJudgement.Verdict]) {
    name = run.label
    badness = (
      run.metrics["hitch.time_ratio_ms_per_s"] ?? 0, run.metrics["frameOverrunMs.max"] ?? -1e9
    )
    frameCount = 0
    var json = JSONWriter()
    json.member("name", run.label)
    json.member("place", run.test)
    json.member("strategy", run.format.rawValue)
    json.member("device", run.device ?? ImportedRun.deviceModel)
    json.member("setting", "from \(run.source)")
    json.strings("notes", run.notes)
    Self.write(verdicts.filter(\.isAnswered).map(\.result), to: &json)
    Self.write(SimulationReport.metricPaths.map { [run.metrics[$0], nil, nil] }, to: &json)
    json.member("count", 0)
    head = json.finish()
    frames = []
  }

  private static func write(_ thresholds: [ThresholdResult], to json: inout JSONWriter) {
    json.array("thresholds", thresholds) { json, result in
      json.member("text", result.threshold.text)
      json.exact("value", result.measured)
      json.member("passed", result.passed)
    }
  }

  /// Writes the value, least and most of every metric.
  private static func write(_ figures: [[Double?]], to json: inout JSONWriter) {
    json.key("figures")
    json.beginArray()
    for numbers in figures {
      json.literal(
        "[" + numbers.map { $0?.plainDecimal ?? "null" }.joined(separator: ",") + "]")
    }
    json.endArray()
  }
}
