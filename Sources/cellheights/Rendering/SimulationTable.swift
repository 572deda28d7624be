import ScrollSimulation

/// A simulation for people: the figures one looks at first.
struct SimulationTable {
  let report: SimulationReport
  let thresholds: [ThresholdResult]

  /// The lines.
  var lines: [String] {
    let configuration = report.configuration
    var lines = [
      "\(configuration.profile.name) at \(plain(configuration.refreshHz)) Hz, strategy "
        + "\(report.strategy), median of \(configuration.iterations) runs: \(report.grade.rawValue)"
    ]
    var table = TextTable(["metric", ">value", ">min", ">max"])
    for figure in report.figures {
      guard let value = figure.value else { continue }
      table.add([
        figure.path, fixed(value, 3), figure.spread.map { fixed($0.lowerBound, 3) } ?? "",
        figure.spread.map { fixed($0.upperBound, 3) } ?? "",
      ])
    }
    lines += table.lines
    lines += report.notes.map { "note: \($0)" }
    lines += thresholds.map { ($0.passed ? "✓ " : "✗ ") + $0.description }
    return lines
  }
}
