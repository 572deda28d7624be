public import ScrollSimulation
internal import StructuredDocuments

/// The comparison of device results with thresholds.
///
/// A run may lack the metric of a threshold. The threshold is then breached if it names the run by
/// rate, profile, strategy or device. Otherwise at least one other run must have the metric.
public struct ImportJudgement: Sendable {
  /// The result of a threshold for one run.
  public struct Verdict: Hashable, Sendable, CustomStringConvertible {
    /// The result; its value is nil if the run lacks the metric.
    public let result: ThresholdResult
    /// Whether the threshold counts as breached.
    public let isBreached: Bool

    /// Whether the run has the metric, or breaches the threshold without it.
    public var isAnswered: Bool { result.measured != nil || isBreached }

    /// The verdict in one line.
    public var description: String {
      guard result.measured == nil else { return result.description }
      let threshold = result.threshold
      return "\(isBreached ? "FAIL" : "none") \(threshold.text): "
        + "\(threshold.metric) is not in this file"
    }
  }

  /// The verdicts of each run, in the order of the runs.
  public let verdicts: [[Verdict]]
  /// The thresholds that no run answers.
  public let unanswered: [Threshold]
  /// The budgets that only a simulation can check.
  ///
  /// They name another device model, or a metric that no format of device results contains.
  public let simulatedOnly: [Threshold]

  /// Compares runs with thresholds.
  ///
  /// - Parameters:
  ///   - runs: The runs to compare.
  ///   - thresholds: The thresholds for these runs; at least one run must answer each.
  ///   - budgets: The thresholds of a configuration; some may be only for simulations.
  public init(of runs: [ImportedRun], thresholds: [Threshold], budgets: [Threshold]) {
    simulatedOnly = budgets.filter { !Self.isAboutDevices($0) }
    let asked = thresholds + budgets.filter { Self.isAboutDevices($0) }
    var answered: Set<Threshold> = []
    verdicts = runs.map { run in
      asked.compactMap { threshold in
        let evaluated = threshold.evaluate(run.name, label: run.label) { run.metrics[$0] }
        guard let result = evaluated else { return nil }
        let isBreached = !result.passed && (result.measured != nil || !threshold.runs.isEmpty)
        let verdict = Verdict(result: result, isBreached: isBreached)
        if verdict.isAnswered { answered.insert(threshold) }
        return verdict
      }
    }
    unanswered = asked.filter { !answered.contains($0) }
  }

  /// Whether any run breaches a threshold.
  public var isBreached: Bool { verdicts.contains { $0.contains(where: \.isBreached) } }

  private static func isAboutDevices(_ threshold: Threshold) -> Bool {
    let stem = threshold.device.map { String($0.prefix { $0 != ":" }) }
    return ImportedRun.metricPaths.contains(threshold.metric)
      && (stem == nil || stem == ImportedRun.deviceModel)
  }
}

/// Device results as Markdown for a comment on a pull request.
///
/// A table is followed by breached thresholds and by differences from the simulator's definitions.
public struct ImportMarkdown: Sendable {
  private let runs: [ImportedRun]
  private let judgement: ImportJudgement

  /// Creates the Markdown of runs.
  public init(_ runs: [ImportedRun], _ judgement: ImportJudgement) {
    self.runs = runs
    self.judgement = judgement
  }

  /// The lines, without line feeds.
  public var lines: [String] {
    let headings = [
      "Test", "Device", "Frames", "Hitch ms/s", "Hitches", "P50 ms", "P99 ms", "Max ms",
      "Overrun P99 ms", "Budgets",
    ]
    var lines = [
      MarkdownRow(headings).text, "|:--|:--|" + String(repeating: "--:|", count: 7) + ":--|",
    ]
    let values = [
      ("frames.presented", 0), ("hitch.time_ratio_ms_per_s", 1), ("hitch.count", 0),
      ("frameDurationCpuMs.P50", 2), ("frameDurationCpuMs.P99", 2), ("frameDurationCpuMs.max", 2),
      ("frameOverrunMs.P99", 2),
    ]
    for (run, verdicts) in zip(runs, judgement.verdicts) {
      lines.append(
        MarkdownRow(
          [run.test, run.device ?? ""] + values.map { run.metrics[$0.0].fixed($0.1) }
            + [Self.budgets(verdicts)]
        ).text)
    }
    return lines + breaches + notes
  }

  private static func budgets(_ verdicts: [ImportJudgement.Verdict]) -> String {
    let answered = verdicts.filter(\.isAnswered)
    guard !answered.isEmpty else { return "" }
    let kept = answered.count { !$0.isBreached }
    return "\(kept == answered.count ? "✓" : "✗") \(kept)/\(answered.count)"
  }

  private var breaches: [String] {
    let all = zip(runs, judgement.verdicts).flatMap { run, verdicts in
      verdicts.filter(\.isBreached).map { (run, $0.result) }
    }
    guard !all.isEmpty else { return [] }
    let limit = SimulationMarkdown.maximumBreaches
    var lines = ["", "Breached budgets:", ""]
    for (run, result) in all.prefix(limit) {
      let measured = result.measured.map { "was \($0.fixed(3))" } ?? "had no value"
      lines.append(
        "- ✗ \(MarkdownRow.code(result.threshold.text)) \(measured) at \(MarkdownRow.code(run.label))"
      )
    }
    if all.count > limit { lines.append("- and \(all.count - limit) more") }
    return lines
  }

  /// The notes of all runs, without duplicates.
  private var notes: [String] {
    var notes: [String] = []
    for note in runs.flatMap(\.notes) where !notes.contains(note) { notes.append(note) }
    return notes.isEmpty ? [] : [""] + notes.map { "Note: \(MarkdownRow.plain($0))." }
  }
}
