import ArgumentParser
import CommandSettings
import LayoutPrimitives
import Operations
import ScrollReports
import ScrollSimulation
import StructuredDocuments

/// `simulate --import`: judges device results by thresholds and budgets, and prints the results.
struct SimulateImport {
  /// Paths of device results; `-` is standard input.
  let paths: [String]
  /// The thresholds of the command line; each must be answered by a test.
  let thresholds: [Threshold]
  /// The budgets of the configuration; those that only a simulation can check are skipped.
  let budgets: [Resolved<Threshold>]
  /// The format and destination of the results.
  let output: SimulationOutputOptions

  /// Reads the results, judges them and prints the verdicts.
  ///
  /// - Throws: `ImportError` for invalid files; `Failure` if no test answers a threshold or budget;
  ///   exit code 99 if one is breached.
  func run() throws {
    let page = try output.html.map { path throws(Failure) in try OutputFile(path, is: "report") }
    let title = paths.joined(separator: ", ")
    var runs: [ImportedRun] = []
    for path in paths {
      let file = TextFile(path: path, limit: ImportLimits().bytes)
      runs += try DeviceResults(of: file.text(), source: path).runs
    }
    let judgement = ImportJudgement(
      of: runs, thresholds: thresholds, budgets: budgets.map(\.value))
    let markdown = ImportMarkdown(runs, judgement).lines
    try page?.write(SimulationPage(runs, judgement, title: title).text(withoutScripts: markdown))
    switch output.format {
    case .json, .table:
      for (run, verdicts) in zip(runs, judgement.verdicts) {
        if output.format == .json {
          StandardOutput.write(json: Self.line(run, verdicts))
        } else {
          StandardOutput.write(titled: Self.lines(run, verdicts))
        }
      }
    case .markdown: for line in markdown { StandardOutput.write(line) }
    case .junit:
      for line in JUnitReport(runs, judgement, title: title).lines { StandardOutput.write(line) }
    }
    for budget in judgement.simulatedOnly {
      StandardError.write(
        "note: \(location(of: budget))'\(budget.text)' is about simulations and was not asked")
    }
    let unanswered = judgement.unanswered.map { "\(location(of: $0))'\($0.text)'" }
    let remark =
      "no test of these files answers \(unanswered.joined(separator: ", ")); measure the metric, "
      + "name a test after the profile, or take the budget out"
    if judgement.isBreached {
      if !unanswered.isEmpty { StandardError.write("cellheights: \(remark)") }
      throw ExitCode(ExitStatus.thresholdBreached.rawValue)
    }
    guard unanswered.isEmpty else { throw Failure(.badData, remark) }
  }

  /// The location of a budget in the configuration file; empty for a threshold.
  private func location(of threshold: Threshold) -> String {
    guard !thresholds.contains(threshold) else { return "" }
    return budgets.first { $0.value == threshold }.map { "\($0.origin): " } ?? ""
  }

  /// The result of a test as `cellheights.simimport/1`, on one line.
  static func line(_ run: ImportedRun, _ verdicts: [ImportJudgement.Verdict]) -> String {
    JSONWriter.document("cellheights.simimport/1") { json in
      json.member("source", run.source)
      json.member("format", run.format.rawValue)
      json.member("test", run.test)
      for (key, value) in [
        ("device", run.device), ("rate", run.name.rate), ("profile", run.name.profile),
        ("strategy", run.name.strategy),
      ] {
        if let value { json.member(key, value) }
      }
      json.object("metrics") { json in
        for (path, value) in ordered(run) {
          json.key(path)
          json.literal(value.plainDecimal)
        }
      }
      json.strings("notes", run.notes)
      json.array("thresholds", verdicts) { json, verdict in
        json.member("threshold", verdict.result.threshold.text)
        json.key("value")
        json.literal(verdict.result.measured?.plainDecimal ?? "null")
        json.member("passed", verdict.result.passed)
        json.member("breached", verdict.isBreached)
      }
    }
  }

  /// The result of a test as a table, whose first line is a heading.
  static func lines(_ run: ImportedRun, _ verdicts: [ImportJudgement.Verdict]) -> [String] {
    var names = run.name
    names.device = nil
    var lines = ["\(run.label)\(names.isEmpty ? "" : ", \(names)"), from \(run.source)"]
    lines += verdicts.map(\.description)
    var table = TextTable(["metric", ">value"])
    for (path, value) in ordered(run) {
      table.add([path, value.fixed(value == value.rounded() ? 0 : 3)])
    }
    return lines + table.lines + run.notes.map { "note: \($0)" }
  }

  /// The metrics of a test, in the order that reports use.
  private static func ordered(_ run: ImportedRun) -> [(path: String, value: Double)] {
    SimulationReport.metricPaths.compactMap { path in run.metrics[path].map { (path, $0) } }
  }
}
