internal import ScrollSimulation
internal import StructuredDocuments

/// Runs as Markdown for a comment on a pull request: a table, and breached thresholds.
public struct SimulationMarkdown: Sendable {
  private let runs: [SimulatedRun]

  /// Maximum number of breached thresholds below the table.
  static let maximumBreaches = 20

  /// Creates the Markdown of runs.
  public init(_ runs: [SimulatedRun]) {
    self.runs = runs
  }

  /// The lines, without line feeds.
  public var lines: [String] {
    let headings = [
      "Run", "Device", "Grade", "Hitch ms/s", "Dropped", "P99 ms", "Max ms", "Overrun P99 ms",
      "Jumps", "Layouts", "Budgets",
    ]
    var lines = [
      MarkdownRow(headings).text,
      "|:--|:--|:--|" + String(repeating: "--:|", count: 7) + ":--|",
    ]
    for run in runs {
      let report = run.result.report
      let values = [
        ("hitch.time_ratio_ms_per_s", 1), ("frames.dropped", 0), ("frameDurationCpuMs.P99", 2),
        ("frameDurationCpuMs.max", 2), ("frameOverrunMs.P99", 2), ("position.jumps", 0),
        ("layouts.onScrollPath", 0),
      ]
      lines.append(
        MarkdownRow(
          [
            "\(run.scrollName)/\(report.strategy)", run.configuration.device.name,
            report.grade.rawValue,
          ]
            + values.map { report.value($0.0).fixed($0.1) } + [Self.budgets(of: run)]
        ).text)
    }
    return lines + Self.breaches(BudgetSummary.all(of: runs)) + [""] + scaleLines
  }

  private static func budgets(of run: SimulatedRun) -> String {
    guard !run.thresholds.isEmpty else { return "" }
    let kept = run.thresholds.count { $0.passed }
    return "\(run.mark) \(kept)/\(run.thresholds.count)"
  }

  private static func breaches(_ budgets: [BudgetSummary]) -> [String] {
    let all = budgets.flatMap { budget in budget.breaches.map { (budget.text, $0) } }
    guard !all.isEmpty else { return [] }
    var lines = ["", "Breached budgets:", ""]
    for (text, breach) in all.prefix(maximumBreaches) {
      let measured = breach.result.measured.map { "was \($0.fixed(3))" } ?? "had no value"
      lines.append(
        "- ✗ \(MarkdownRow.code(text)) \(measured) at \(MarkdownRow.code(breach.run))"
          + (breach.cell.map { "; \(MarkdownRow.plain($0))" } ?? ""))
    }
    if all.count > maximumBreaches { lines.append("- and \(all.count - maximumBreaches) more") }
    return lines
  }

  /// The definitions of the grades and percentiles in the table.
  private var scaleLines: [String] {
    var scales: [String] = []
    for run in runs where !scales.contains(run.configuration.hitchScale.rawValue) {
      scales.append(run.configuration.hitchScale.rawValue)
    }
    var costs: [String] = []
    for run in runs where !costs.contains(run.setting) { costs.append(run.setting) }
    return [
      "Grades: \(scales.joined(separator: ", ")). Percentiles: "
        + "\(SimulationReport.percentileMethod), of processor time per frame. Simulated with "
        + costs.map(MarkdownRow.code).joined(separator: "; ") + "."
    ]
  }
}

/// A row of a Markdown table.
struct MarkdownRow {
  /// The row as Markdown, with its vertical bars.
  let text: String

  /// Creates a row from texts, and escapes their Markdown.
  init(_ cells: [String]) {
    text = "| " + cells.map(Self.plain).joined(separator: " | ") + " |"
  }

  /// A text in which Markdown is escaped.
  static func plain(_ text: String) -> String {
    var plain = ""
    for letter in text.printable() {
      if "\\`*_[]<>|~&#@!".contains(letter) { plain.append("\\") }
      plain.append(letter)
    }
    return plain
  }

  /// A text as Markdown code, in which apostrophes replace backticks.
  static func code(_ text: String) -> String {
    "`" + text.printable().map { $0 == "`" ? "'" : String($0) }.joined() + "`"
  }
}
