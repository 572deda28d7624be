import Foundation
import ScrollReports
import ScrollSimulation

/// Writes the runs of a command where its options say.
struct SimulationWriter {
  private let options: SimulationOutputOptions
  private let title: String
  private let page: OutputFile?
  private let frames: OutputFile?
  private var frameLines: [UInt8] = []
  private var runs: [SimulatedRun] = []

  /// Checks the places before anything is simulated.
  ///
  /// - Parameters:
  ///   - options: What is written, and where.
  ///   - title: What is scrolled.
  /// - Throws: `Failure.cannotCreate`.
  init(_ options: SimulationOutputOptions, title: String) throws {
    self.options = options
    self.title = title
    page = try options.html.map { path throws(Failure) in try OutputFile(path, is: "report") }
    frames = try options.frames.map { path throws(Failure) in
      try OutputFile(path, is: "file of frames")
    }
    if let trace = options.trace.trace { _ = try OutputFile(trace, is: "trace") }
  }

  /// Takes one run.
  mutating func write(_ run: SimulatedRun) throws {
    if options.format == .json { StandardOutput.write(json: SimulationDocument(run).line) }
    if frames != nil { FrameLines(run).write(to: &frameLines) }
    if page != nil || options.trace.trace != nil {
      runs.append(run)
    } else if options.format != .json {
      runs.append(run.summary)
    }
  }

  /// Writes what is of all runs.
  mutating func finish() throws {
    switch options.format {
    case .json: break
    case .table: StandardOutput.write(titled: SimulationTable(runs).lines)
    case .markdown: for line in SimulationMarkdown(runs).lines { StandardOutput.write(line) }
    }
    try frames?.write(frameLines)
    try page?.write(SimulationPage(runs, title: title).text)
    try writeTrace()
  }

  private func writeTrace() throws {
    guard let path = options.trace.trace else { return }
    var text: [UInt8] = []
    let totals = SimulationTrace(runs, maximumEvents: options.trace.traceLimit)
      .write { text += $0.utf8 }
    try OutputFile(path, is: "trace").write(text)
    if totals.framesLeftOut > 0 {
      StandardError.write(
        "note: \(counted(totals.framesLeftOut, "frame")) did not fit into the trace; --trace-limit "
          + "keeps more than \(grouped(options.trace.traceLimit)) events")
    }
  }
}
