internal import ScrollSimulation
internal import StructuredDocuments

/// What the page shows, as JSON that can stand in a script element.
///
/// Frames are columns of whole numbers: what often stays the same as runs, what moves as steps, and
/// what most frames do not have as an object by the frame's number.
struct PageData {
  let runs: [PageRun]
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
        json.written(run.element.head)
        json.written(
          shown.contains(run.offset) ? run.element.frames : Array("\"frames\":null".utf8))
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
    let order = runs.indices.sorted {
      runs[$0].badness == runs[$1].badness ? $0 < $1 : runs[$0].badness > runs[$1].badness
    }
    var rest = maximumFrames
    var shown: Set<Int> = []
    for place in order where !runs[place].frames.isEmpty && runs[place].frameCount <= rest {
      rest -= runs[place].frameCount
      shown.insert(place)
    }
    return shown
  }

  /// The place of the run that the page begins with: the first of the worst.
  private var worst: Int {
    var worst = 0
    for place in runs.indices where runs[worst].badness < runs[place].badness { worst = place }
    return worst
  }

  private func writeMetrics(to json: inout JSONWriter) {
    json.array("metrics", SimulationReport.metricPaths) { json, path in
      let definition = MetricDefinition.of(path)
      json.member("path", path)
      json.member("unit", definition.unit)
      json.member("meaning", definition.meaning)
    }
  }
}
