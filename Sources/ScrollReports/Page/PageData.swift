internal import LayoutPrimitives
internal import ScrollSimulation
internal import StructuredDocuments

/// What the page shows, as JSON that can stand in a script element.
///
/// Frames are columns of whole numbers: what often stays the same as runs, what moves as steps, and
/// what most frames do not have as an object by the frame's number.
struct PageData {
  let runs: [SimulatedRun]
  /// Most frames of all runs together.
  let maximumFrames: Int

  /// The document; `<` occurs in it only as an escape, so that nothing can end the element.
  var text: String {
    var json = JSONWriter()
    json.object { json in
      writeMetrics(to: &json)
      json.strings("parts", CostParts.Part.allCases.map(\.rawValue))
      json.member("worst", worst)
      let shown = shown
      json.array("runs", runs.enumerated()) { json, run in
        write(run.element, to: &json)
        json.key("frames")
        if shown.contains(run.offset) {
          PageFrames(run.element).write(to: &json)
        } else {
          json.literal("null")
        }
      }
    }
    var text = ""
    for part in json.text.split(separator: "<", omittingEmptySubsequences: false) {
      text += text.isEmpty ? String(part) : "\\u003c" + part
    }
    return text
  }

  /// Places of the runs whose frames the page holds: the worst ones, where not all find room.
  private var shown: Set<Int> {
    let badness = runs.map(\.badness)
    let order = runs.indices.sorted {
      badness[$0] == badness[$1] ? $0 < $1 : badness[$0] > badness[$1]
    }
    var rest = maximumFrames
    var shown: Set<Int> = []
    for place in order where runs[place].result.log.frames.count <= rest {
      rest -= runs[place].result.log.frames.count
      shown.insert(place)
    }
    return shown
  }

  /// The place of the run that the page begins with.
  private var worst: Int {
    let name = runs.worst?.name
    return runs.firstIndex { $0.name == name } ?? 0
  }

  private func writeMetrics(to json: inout JSONWriter) {
    json.array("metrics", SimulationReport.metricPaths) { json, path in
      let definition = MetricDefinition.of(path)
      json.member("path", path)
      json.member("unit", definition.unit)
      json.member("meaning", definition.meaning)
    }
  }

  private func write(_ run: SimulatedRun, to json: inout JSONWriter) {
    let report = run.result.report
    json.member("name", run.name)
    json.member("place", run.place)
    json.member("strategy", report.strategy)
    json.member("device", run.configuration.device.name)
    json.member("setting", run.setting)
    json.member("grade", report.grade.rawValue)
    json.member("scale", run.configuration.hitchScale.rawValue)
    json.member("iterations", report.iterations)
    json.exact("tickMs", run.result.log.clock.tickMs)
    json.exact("appShare", run.result.log.clock.appShare)
    json.strings("notes", report.notes)
    json.array("thresholds", run.thresholds) { json, result in
      json.member("text", result.threshold.text)
      json.exact("value", result.measured)
      json.member("passed", result.passed)
    }
    json.key("figures")
    json.beginArray()
    for figure in report.figures {
      let numbers = [figure.value, figure.spread?.lowerBound, figure.spread?.upperBound]
      json.literal(
        "[" + numbers.map { $0?.plainDecimal ?? "null" }.joined(separator: ",") + "]")
    }
    json.endArray()
  }
}
