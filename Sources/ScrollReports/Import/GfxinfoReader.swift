internal import StructuredDocuments

/// Reads text of `adb shell dumpsys gfxinfo PACKAGE`, with `framestats` if it was asked for.
///
/// Source: the columns that Android's own test of framestats expects, and dumps in public
/// repositories.
struct GfxinfoReader {
  let source: String

  /// What begins the part of an app.
  static let appMark = "** Graphics info for pid "
  /// What stands before and after the frames of a window.
  static let frameMark = "---PROFILEDATA---"

  /// The apps of the text that rendered frames.
  func runs(_ text: Substring) throws(DocumentProblem) -> [ImportedRun] {
    var apps = [App()]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.drop { $0 == " " }
      if line.hasPrefix(Self.appMark) {
        let name = line.split(separator: "[").last?.prefix { $0 != "]" }
        apps.append(App(name: name.map(String.init)))
      } else {
        try apps[apps.count - 1].read(line, number: index + 1)
      }
    }
    let runs = apps.compactMap { run(of: $0) }
    guard !runs.isEmpty else {
      throw DocumentProblem(
        .value, line: 1,
        found: "no app of this text rendered frames; scroll, and dump before the app is closed")
    }
    return runs
  }

  private func run(of app: App) -> ImportedRun? {
    var metrics = app.summary
    var notes: [String] = []
    if !app.cpuTimes.isEmpty {
      metrics.merge(SampleFigures.percentiles("frameDurationCpuMs", of: app.cpuTimes)) { $1 }
      metrics.merge(SampleFigures.percentiles("frameOverrunMs", of: app.overruns)) { $1 }
      notes.append(
        "percentiles are of the last \(app.cpuTimes.count) frames, those that framestats keeps")
    } else if app.summary["frameDurationCpuMs.P50"] != nil {
      notes.append(
        "frameDurationCpuMs counts from the vsync, in whole milliseconds rounded down; dump with "
          + "framestats for exact times and for frameOverrunMs")
    }
    // An app that rendered nothing has zeros.
    guard let frames = metrics["frames.presented"] ?? metrics["frameDurationCpuMs.max"],
      frames > 0
    else { return nil }
    return ImportedRun(
      format: .gfxinfo, source: source, test: app.name ?? "app", refreshHz: app.refreshHz,
      metrics: metrics, notes: notes)
  }

  /// What was read of one app.
  private struct App {
    var name: String?
    /// Figures of the summary, by metric path.
    var summary: [String: Double] = [:]
    /// Times of frames, in milliseconds.
    var cpuTimes: [Double] = []
    /// Times by which frames missed their deadlines, in milliseconds.
    var overruns: [Double] = []
    /// Refresh rate of all frames; nil if it changed or is not told.
    var refreshHz: Double?
    private var hasChangedRate = false
    private var isInFrames = false
    private var columns: [String: Int]?

    init(name: String? = nil) { self.name = name }

    mutating func read(_ line: Substring, number: Int) throws(DocumentProblem) {
      if line.hasPrefix(GfxinfoReader.frameMark) {
        isInFrames.toggle()
        columns = nil
      } else if isInFrames {
        try readFrame(line, number)
      } else {
        readSummary(line)
      }
    }

    /// Reads a line such as `99th percentile: 30ms`; the first of each name counts, which are those
    /// of the app as a whole.
    private mutating func readSummary(_ line: Substring) {
      let paths = [
        "Total frames rendered": "frames.presented",
        "50th percentile": "frameDurationCpuMs.P50", "90th percentile": "frameDurationCpuMs.P90",
        "95th percentile": "frameDurationCpuMs.P95", "99th percentile": "frameDurationCpuMs.P99",
      ]
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let path = paths[String(parts[0])], summary[path] == nil else {
        return
      }
      let digits = parts[1].drop { $0 == " " }.prefix { $0.isNumber }
      guard let value = PlainNumber.value(of: String(digits)), SampleFigures.range.contains(value)
      else { return }
      summary[path] = value
    }

    private mutating func readFrame(_ line: Substring, _ number: Int) throws(DocumentProblem) {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let columns else {
        guard line.hasPrefix("Flags,") else { return }
        self.columns = Dictionary(
          zip(fields.map(String.init), fields.indices), uniquingKeysWith: { first, _ in first })
        return
      }
      guard fields.count > 1 else { return }
      func time(_ name: String) throws(DocumentProblem) -> Int? {
        guard let column = columns[name] else { return nil }
        guard column < fields.count, let time = Int(fields[column]) else {
          throw DocumentProblem(
            .value, line: number, found: "a frame without a number in the column '\(name)'")
        }
        return time
      }
      // Other frames are the first of a window, or were not drawn; Android leaves them out, too.
      guard try time("Flags") == 0, let end = try time("FrameCompleted"),
        let begin = try time("HandleInputStart"), end >= begin, begin > 0
      else { return }
      cpuTimes.append(Self.milliseconds(end, since: begin))
      // Android 11 and earlier have no deadlines.
      guard let deadline = try time("FrameDeadline"), deadline > 0, deadline < .max else { return }
      let last = max(end, try time("GpuCompleted") ?? end)
      overruns.append(Self.milliseconds(last, since: deadline))
      readRate(try time("FrameInterval"))
    }

    private mutating func readRate(_ interval: Int?) {
      guard let interval, interval > 0, !hasChangedRate else { return }
      let rate = (1e9 / Double(interval)).rounded()
      if let refreshHz, refreshHz != rate {
        hasChangedRate = true
        self.refreshHz = nil
      } else {
        refreshHz = rate
      }
    }

    private static func milliseconds(_ time: Int, since start: Int) -> Double {
      (Double(time) - Double(start)) / 1e6
    }
  }
}
