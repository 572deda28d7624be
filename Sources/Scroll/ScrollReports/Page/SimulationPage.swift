import CReportPage
internal import ScrollSimulation
internal import StructuredDocuments

/// Runs as an HTML file that works offline and loads nothing.
///
/// The file has no inline event handlers and no style attributes. Tests read the number of frames
/// of each run from `window.cellheightsReport`. A frame takes about 12 bytes.
public struct SimulationPage: Sendable {
  private let title: String
  private let words: PageWords
  private let maximumFrames: Int
  private var runs: [PageRun] = []

  /// The default maximum number of frames in a page; that many frames take about 12 MB.
  public static let maximumFrames = 1_000_000

  /// Creates a page for simulated runs.
  ///
  /// - Parameters:
  ///   - title: The name of the simulated list.
  ///   - maximumFrames: Maximum number of frames of all runs; the worst runs are preferred. The
  ///     page shows the other runs without a timeline, with a note.
  public init(title: String, maximumFrames: Int = SimulationPage.maximumFrames) {
    self.title = title
    self.maximumFrames = maximumFrames
    words = .simulated
  }

  /// Creates a page for device results.
  ///
  /// - Parameters:
  ///   - runs: The device results.
  ///   - judgement: The comparison with thresholds.
  ///   - title: The origin of the results.
  public init(_ runs: [ImportedRun], _ judgement: ImportJudgement, title: String) {
    self.title = title
    maximumFrames = 0
    words = .imported
    self.runs = zip(runs, judgement.verdicts).map { PageRun($0, $1) }
  }

  /// Adds a simulated run, which must have all its frames.
  public mutating func add(_ run: SimulatedRun) { runs.append(PageRun(run)) }

  /// The content of the file.
  ///
  /// - Parameter lines: The text for browsers that do not run scripts.
  public func text(withoutScripts lines: [String]) -> String {
    let name = Self.escaped(title)
    let scripts = [
      report_model_js(), report_timeline_js(), report_cells_js(), report_page_js(),
    ].map { "<script>\n\(String(cString: $0))</script>\n" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <title>\(words.heading): \(name)</title>
      <style>
      \(String(cString: report_page_css()))</style>
      </head>
      <body>
      <header>
      <h1>\(words.heading)</h1>
      <p class="faint">\(name)</p>
      </header>
      <noscript><pre>\(Self.escaped(lines.joined(separator: "\n")))</pre>\
      </noscript>
      <main>
      \(sections)
      </main>
      <footer><p>\(words.origin)</p></footer>
      <script type="application/json" id="data">
      """ + PageData(runs: runs, maximumFrames: maximumFrames).text + "</script>\n"
        + scripts.joined() + "</body>\n</html>\n"
  }

  private var sections: String {
    """
    <section id="budgets" aria-labelledby="budgets-title" hidden>
    <h2 id="budgets-title">Budgets</h2>
    </section>
    <section aria-labelledby="comparison">
    <h2 id="comparison">Comparison</h2>
    <p class="chooser"><label>Show <select id="metric"></select></label>
    <span class="faint">\(words.hint)</span></p>
    <div id="matrix" class="scroll"></div>
    </section>
    <section id="selected" aria-labelledby="name">
    <p class="chooser"><label>Run <select id="run"></select></label></p>
    <h2 id="name"></h2>
    <p id="setting" class="faint"></p>
    <div id="tiles"></div>
    <ul id="notes" class="notes"></ul>
    <p id="left-out" hidden>The frames of this run are left out: the page holds at most \
    \(maximumFrames) frames, of the worst runs first. Simulate fewer runs to see them.</p>
    <section id="timeline" aria-labelledby="frames-title">
    <h3 id="frames-title">Frames against their deadline</h3>
    <p class="faint">A bar is as high as the processor worked and as wide as the frame lasted; \
    the dashed line is the deadline, ▼ marks a hitch. Keys: arrows move, n and p go to hitches, \
    + and − zoom.</p>
    </section>
    <section id="frame" aria-live="polite"></section>
    <section id="cells" aria-labelledby="cells-title">
    <h3 id="cells-title">Cells by cost</h3>
    <div id="cell-map"></div>
    </section>
    <section>
    <details id="frames"><summary>Frames as a table</summary>
    <div id="frame-table" class="scroll"></div></details>
    <details><summary>All metrics, and what they are</summary>
    <div id="metrics" class="scroll"></div></details>
    </section>
    </section>
    """
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for letter in text {
      switch letter {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(letter)
      }
    }
    return escaped
  }
}

/// The texts of a page, which differ between simulated runs and device results.
private struct PageWords: Sendable {
  let heading: String
  let hint: String
  let origin: String

  static let simulated = PageWords(
    heading: "Scroll simulation",
    hint: "Colors are the grade of the run's hitch ratio; choose a value to see its frames.",
    origin:
      "Simulated frame by frame with synthetic gestures; not a measurement on a device. "
      + "Percentiles: linear (n-1). Fixed devices run at the full clock; others follow their load, "
      + "which is when slow scrolls drop frames.")
  static let imported = PageWords(
    heading: "Scroll results of devices",
    hint: "Choose a value to see all figures of its test.",
    origin:
      "Measured on devices, and read from the files of their test tools. Percentiles: linear "
      + "(n-1), where the file has the samples.")
}

/// The data of the page, as JSON inside a script element.
///
/// Frames are stored as columns of whole numbers. A column in which values repeat is run-length
/// encoded. A column whose values change steadily is stored as differences. A column in which most
/// frames have no value is an object by frame number.
struct PageData {
  let runs: [PageRun]
  /// Maximum number of frames of all runs together.
  let maximumFrames: Int

  /// The JSON document; it contains `<` only as an escape, so it cannot end the script element.
  var text: String {
    var json = JSONWriter()
    json.object { json in
      writeMetrics(to: &json)
      json.strings("parts", CostParts.Part.allCases.map(\.rawValue))
      json.member("first", first)
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

  /// The indices of the runs whose frames are in the page.
  ///
  /// The run that the page shows first precedes the others, of which the worst is first; a run whose
  /// frames do not fit is skipped.
  private var shown: Set<Int> {
    let first = first
    let order = runs.indices.sorted {
      if ($0 == first) != ($1 == first) { return $0 == first }
      return runs[$0].badness == runs[$1].badness ? $0 < $1 : runs[$0].badness > runs[$1].badness
    }
    var rest = maximumFrames
    var shown: Set<Int> = []
    for index in order where !runs[index].frames.isEmpty && runs[index].frameCount <= rest {
      rest -= runs[index].frameCount
      shown.insert(index)
    }
    return shown
  }

  /// The index of the run that the page shows first: the first that breaches a threshold, else the
  /// worst, or the first of equals.
  private var first: Int {
    if let breached = runs.firstIndex(where: \.isBreached) { return breached }
    var worst = 0
    for index in runs.indices where runs[worst].badness < runs[index].badness { worst = index }
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
