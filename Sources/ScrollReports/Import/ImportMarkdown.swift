internal import ScrollSimulation
internal import StructuredDocuments

/// Results of devices as Markdown, fit for a comment on a pull request: one table, then breached
/// thresholds and what differs from the simulator's definitions.
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
      let found = result.measured.map { "was \($0.fixed(3))" } ?? "had no value"
      lines.append(
        "- ✗ \(MarkdownRow.code(result.threshold.text)) \(found) at \(MarkdownRow.code(run.label))")
    }
    if all.count > limit { lines.append("- and \(all.count - limit) more") }
    return lines
  }

  /// The notes of all runs, each once.
  private var notes: [String] {
    var notes: [String] = []
    for note in runs.flatMap(\.notes) where !notes.contains(note) { notes.append(note) }
    return notes.isEmpty ? [] : [""] + notes.map { "Note: \(MarkdownRow.plain($0))." }
  }
}
