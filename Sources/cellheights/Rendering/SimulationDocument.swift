import FeedRecords
import LayoutPrimitives
import ScrollSimulation
import StructuredDocuments

/// A simulation as `cellheights.sim/1`, on one line.
struct SimulationDocument {
  let report: SimulationReport
  let thresholds: [ThresholdResult]

  var line: String {
    let configuration = report.configuration
    return JSONWriter.document("cellheights.sim/1") { json in
      json.exact("refresh_hz", configuration.refreshHz)
      json.exact("frame_period_ms", (1000 / configuration.refreshHz * 1000).rounded() / 1000)
      json.member("profile", configuration.profile.name)
      json.member("strategy", report.strategy)
      // Costs are measured on this machine; no other device is modeled.
      json.member("device_model", "host")
      json.exact("viewport_height_pt", configuration.viewportHeight)
      json.exact("scale", configuration.scale)
      json.exact("base_cost_ms", configuration.baseCostMs)
      json.member("prefetch", "none")
      json.member("pipeline_depth", configuration.pipelineDepth)
      writeFigures(to: &json)
      json.member("list_ended", report.listEnded)
      json.member("percentile_method", SimulationReport.percentileMethod)
      json.member("iterations", configuration.iterations)
      json.object("spread") { json in
        for figure in report.figures where figure.showsSpread {
          json.key(figure.path)
          json.literal(
            figure.spread.map { "[\($0.lowerBound.plainDecimal),\($0.upperBound.plainDecimal)]" }
              ?? "null")
        }
      }
      json.strings("notes", report.notes)
      guard !thresholds.isEmpty else { return }
      json.array("thresholds", thresholds) { json, result in
        json.member("threshold", result.threshold.text)
        json.exact("value", result.measured)
        json.member("passed", result.passed)
      }
    }
  }

  /// Writes the figures, those of one group as one object.
  private func writeFigures(to json: inout JSONWriter) {
    var figures = report.figures[...]
    while let group = figures.first?.path.prefix(while: { $0 != "." }) {
      let end = figures.firstIndex { !$0.path.hasPrefix(group + ".") } ?? figures.endIndex
      json.object(String(group)) { json in
        for figure in figures[..<end] {
          json.exact(String(figure.path.dropFirst(group.count + 1)), figure.value)
        }
        guard group == "hitch" else { return }
        json.member("scale", report.configuration.hitchScale.rawValue)
        json.member("grade", report.grade.rawValue)
      }
      figures = figures[end...]
    }
  }
}

extension JSONWriter {
  /// Writes a number without exponent; `null` for none.
  fileprivate mutating func exact(_ name: String, _ number: Double?) {
    key(name)
    literal(number.map { $0.isFinite ? $0.plainDecimal : "null" } ?? "null")
  }
}
