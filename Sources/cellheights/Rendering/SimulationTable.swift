import ScrollSimulation
import StructuredDocuments

/// The main metrics of a simulation as a table.
struct SimulationTable {
  let report: SimulationReport
  let thresholds: [ThresholdResult]

  /// Paths of the metrics in the table.
  private static let headline = [
    "frames.presented", "frames.dropped", "hitch.time_ratio_ms_per_s", "hitch.max_ms",
    "frameDurationCpuMs.P50", "frameDurationCpuMs.P99", "frames.with_new_cells",
    "frameDurationCpuMsNewCells.P50", "frameDurationCpuMsNewCells.P99", "frameOverrunMs.P50",
    "frameOverrunMs.P99", "cells.new", "engines.created",
  ]

  var lines: [String] {
    let configuration = report.configuration
    var lines = [
      "\(configuration.profile.name) at \(JSONWriter.digits(of: configuration.refreshHz)) Hz, strategy "
        + "\(report.strategy), median of \(configuration.iterations) runs: \(report.grade.rawValue)"
    ]
    var table = TextTable(["metric", ">value", ">min", ">max"])
    for figure in report.figures {
      guard Self.headline.contains(figure.path), let value = figure.value else { continue }
      let spread = figure.spread.map { [$0.lowerBound, $0.upperBound] } ?? []
      let isCount = ([value] + spread).allSatisfy { $0 == $0.rounded() }
      var row = ([value] + spread).map { fixed($0, isCount ? 0 : 3) }
      while row.count < 3 { row.append("") }
      table.add([figure.path] + row)
    }
    lines += table.lines
    lines += report.notes.map { "note: \($0)" }
    lines += thresholds.map(\.description)
    return lines
  }
}
