internal import StructuredDocuments

/// Reads Flutter's `*.timeline_summary.json`, and response data of integration tests with such
/// summaries by name.
///
/// Source: the documentation of `TimelineSummary.summaryJson` in the public repository
/// flutter/flutter, packages/flutter_driver.
struct FlutterSummaryReader {
  let source: String

  /// Whether a mapping is a summary of frames.
  static func isSummary(_ node: DocumentNode) -> Bool {
    node["frame_build_times"] != nil
      || node["average_frame_build_time_millis"] != nil
  }

  /// The summaries of the document.
  func runs(_ root: DocumentNode) throws(DocumentProblem) -> [ImportedRun] {
    if Self.isSummary(root) { return [try run(root, test: fileName)] }
    var runs: [ImportedRun] = []
    for entry in try root.entries(of: "a summary of frames") where Self.isSummary(entry.value) {
      runs.append(try run(entry.value, test: entry.key))
    }
    return runs
  }

  /// The name of the file without what Flutter appends.
  private var fileName: String {
    let name = source.split(separator: "/").last.map(String.init) ?? source
    for ending in [".timeline_summary.json", ".json"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  private func run(_ summary: DocumentNode, test: String) throws(DocumentProblem) -> ImportedRun {
    var metrics: [String: Double] = [:]
    var notes: [String] = []
    let builds = try times("frame_build_times", in: summary)
    let rasters = try times("frame_rasterizer_times", in: summary)
    if !builds.isEmpty, builds.count == rasters.count {
      let sums = zip(builds, rasters).map { ($0 + $1) / 1000 }
      metrics = SampleFigures.percentiles("frameDurationCpuMs", of: sums)
      notes.append("frameDurationCpuMs is the time to build and to rasterize each frame, added")
    } else {
      notes.append(
        builds.isEmpty || rasters.isEmpty
          ? "without frame_build_times and frame_rasterizer_times there is no frameDurationCpuMs"
          : "\(builds.count) frames were built and \(rasters.count) rasterized, which cannot be "
            + "paired, so that there is no frameDurationCpuMs")
    }
    let count: Double? =
      if let count = summary["frame_count"] {
        try count.requiredNumber()
      } else if !builds.isEmpty {
        Double(builds.count)
      } else {
        nil
      }
    metrics["frames.presented"] = count
    return ImportedRun(
      format: .flutter, source: source, test: test, refreshHz: try refreshRate(summary),
      metrics: metrics, notes: notes)
  }

  /// Times of all frames, in microseconds.
  private func times(
    _ key: String, in summary: DocumentNode
  ) throws(DocumentProblem) -> [Double] {
    guard let times = summary[key] else { return [] }
    return try times.numbers()
  }

  /// The refresh rate of nearly all frames; nil if it changed or is not told.
  private func refreshRate(_ summary: DocumentNode) throws(DocumentProblem) -> Double? {
    for hertz in [30, 60, 80, 90, 120] {
      guard let part = summary["\(hertz)hz_frame_percentage"] else { continue }
      if try part.requiredNumber() >= 99 { return Double(hertz) }
    }
    return nil
  }
}
