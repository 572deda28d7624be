import ScrollReports
import ScrollSimulation

/// Writes the runs of a command where its options say, each when it is simulated.
struct SimulationWriter {
  private let options: SimulationOutputOptions
  private let title: String
  private let pageFile: OutputFile?
  private let frameFile: StreamedFile?
  private let traceFile: StreamedFile?
  private var page: SimulationPage
  private var trace: SimulationTrace
  /// What tables show of the runs.
  private var runs: [SimulatedRun] = []

  /// Checks the places before anything is simulated.
  ///
  /// - Parameters:
  ///   - options: What is written, and where.
  ///   - title: What is scrolled.
  ///   - runs: Number of the runs that follow.
  /// - Throws: `Failure.cannotCreate`.
  init(_ options: SimulationOutputOptions, title: String, runs: Int) throws {
    self.options = options
    self.title = title
    pageFile = try options.html.map { path throws(Failure) in try OutputFile(path, is: "report") }
    frameFile = try options.frames.map { path throws(Failure) in
      try StreamedFile(path, is: "file of frames")
    }
    traceFile = try options.trace.trace.map { path throws(Failure) in
      try StreamedFile(path, is: "trace")
    }
    page = SimulationPage(title: title)
    trace = SimulationTrace(runs: runs, maximumEvents: options.trace.traceLimit)
  }

  /// Says how large files will be that are large.
  ///
  /// - Parameter frames: About how many frames the runs have together.
  func tellSizes(frames: Int) {
    let events = min(frames * SimulationTrace.usualEvents, options.trace.traceLimit)
    let sizes = [
      (options.frames, frames * FrameLines.usualBytes),
      (options.trace.trace, events * SimulationTrace.usualBytes),
    ].compactMap { path, bytes in
      path.flatMap {
        bytes >= Self.toldBytes ? "\($0) about \(grouped(bytes / 1_000_000)) MB" : nil
      }
    }
    guard !sizes.isEmpty else { return }
    StandardError.write(
      "note: \(sizes.joined(separator: ", ")), for about \(grouped(frames)) frames")
  }

  /// Size from which a file's is said before it is written.
  private static let toldBytes = 20_000_000

  /// Takes one run.
  mutating func write(_ run: SimulatedRun) throws {
    if options.format == .json { StandardOutput.write(json: SimulationDocument(run).line) }
    if let frameFile { try FrameLines(run).write { try frameFile.write($0) } }
    if let traceFile { try trace.add(run) { try traceFile.write($0) } }
    if pageFile != nil { page.add(run) }
    if pageFile != nil || options.format != .json { runs.append(run.summary) }
  }

  /// Writes what is of all runs; files first, because whoever reads the output may stop.
  mutating func finish() throws {
    try frameFile?.finish()
    if let traceFile {
      let totals = try trace.finish { try traceFile.write($0) }
      try traceFile.finish()
      tell(totals)
    }
    try pageFile?.write(page.text(withoutScripts: SimulationTable(runs).lines))
    switch options.format {
    case .json: break
    case .table: StandardOutput.write(titled: SimulationTable(runs).lines)
    case .markdown: for line in SimulationMarkdown(runs).lines { StandardOutput.write(line) }
    case .junit: for line in JUnitReport(runs, title: title).lines { StandardOutput.write(line) }
    }
  }

  private func tell(_ totals: SimulationTrace.Totals) {
    guard totals.framesLeftOut > 0 else { return }
    StandardError.write(
      "note: \(counted(totals.framesLeftOut, "frame")) did not fit into the trace; --trace-limit "
        + "keeps more than \(grouped(options.trace.traceLimit)) events")
  }
}
