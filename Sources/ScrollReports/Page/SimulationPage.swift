/// Runs as one HTML file that works offline and loads nothing.
///
/// It has no inline handlers and no style attributes. `window.cellheightsReport` tells tests how
/// many frames of each run it holds.
public struct SimulationPage: Sendable {
  private let runs: [SimulatedRun]
  private let title: String
  private let maximumFrames: Int

  /// Most frames that a page holds unless another limit is given; it then has about
  /// 12 MB.
  public static let maximumFrames = 1_000_000

  /// Creates the page of runs.
  ///
  /// - Parameters:
  ///   - runs: The runs.
  ///   - title: What was simulated, such as the name of a feed.
  ///   - maximumFrames: Most frames of all runs together; the worst runs have room first. A run without
  ///     room is shown without its timeline, and the page says so.
  public init(
    _ runs: [SimulatedRun], title: String, maximumFrames: Int = SimulationPage.maximumFrames
  ) {
    self.runs = runs
    self.title = title
    self.maximumFrames = maximumFrames
  }

  /// The file.
  public var text: String {
    let name = Self.escaped(title)
    let scripts = [
      PackageResources.model_js, PackageResources.timeline_js, PackageResources.cells_js,
      PackageResources.page_js,
    ].map { "<script>\n\(Self.decoded($0))</script>\n" }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <title>Scroll simulation: \(name)</title>
      <style>
      \(Self.decoded(PackageResources.page_css))</style>
      </head>
      <body>
      <header>
      <h1>Scroll simulation</h1>
      <p class="faint">\(name)</p>
      </header>
      <noscript><pre>\(Self.escaped(SimulationTable(runs).lines.joined(separator: "\n")))</pre>\
      </noscript>
      <main>
      \(sections)
      </main>
      <footer><p>Simulated frame by frame with synthetic gestures; not a measurement on a device. \
      Percentiles: linear (n-1). Fixed devices run at the full clock; others follow their load, \
      which is when slow scrolls drop frames.</p></footer>
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
    <span class="faint">Colors are the grade of the run's hitch ratio; choose a value to see its \
    frames.</span></p>
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

  private static func decoded(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

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
