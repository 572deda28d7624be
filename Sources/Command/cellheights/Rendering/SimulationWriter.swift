import CommandSettings
import Operations
import ScrollReports
import ScrollSimulation
import StructuredDocuments

/// Writes the result of each run to the destinations in the options, after its simulation.
struct SimulationWriter {
  private let options: SimulationOutputOptions
  private let title: String
  private let pageFile: OutputFile?
  private let frameFile: StreamedFile?
  private let traceFile: StreamedFile?
  private var page: SimulationPage
  private var trace: SimulationTrace
  /// The data of the runs for tables.
  private var runs: [SimulatedRun] = []

  /// Checks the output paths before the simulation starts.
  ///
  /// - Parameters:
  ///   - options: The outputs and their destinations.
  ///   - title: A name for the list.
  ///   - runs: The number of runs that follow.
  /// - Throws: `Failure.cannotCreate` if a file cannot be created.
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

  /// Reports the expected sizes of large files.
  ///
  /// - Parameter frames: The approximate total number of frames.
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

  /// Size in bytes from which the expected size of a file is reported.
  private static let toldBytes = 20_000_000

  /// Writes the JSON line, frames and trace of one run, and keeps its data for the other outputs.
  mutating func write(_ run: SimulatedRun) throws {
    if options.format == .json { StandardOutput.write(json: SimulationDocument(run).line) }
    if let frameFile { try FrameLines(run).write { try frameFile.write($0) } }
    if let traceFile { try trace.add(run) { try traceFile.write($0) } }
    if pageFile != nil { page.add(run) }
    if pageFile != nil || options.format != .json { runs.append(run.summary) }
  }

  /// Writes the results about all runs.
  ///
  /// Files are first, because the program that reads standard output may stop early.
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

/// Shows the progress of the runs of a command.
struct SimulationProgress {
  private var printer: ProgressPrinter
  /// The approximate number of frames of each run.
  private let expected: [Int]
  private let total: Int
  private var runs = 0
  /// The expected number of frames of the runs that have ended.
  private var done = 0
  private var frames = 0
  private var framesOfRun = 0

  /// Starts with the first run.
  ///
  /// - Parameters:
  ///   - expected: The approximate number of frames of each run.
  ///   - printer: Writes the progress lines.
  init(expected: [Int], printer: ProgressPrinter = ProgressPrinter()) {
    self.expected = expected
    self.printer = printer
    total = max(1, expected.reduce(0, +))
  }

  /// Counts a frame of the current run.
  mutating func countFrame() {
    frames += 1
    framesOfRun += 1
    let line = self.line
    printer.show { line($0) }
  }

  /// Counts the current run as ended.
  mutating func endRun() {
    done += expected.indices.contains(runs) ? expected[runs] : 0
    runs += 1
    framesOfRun = 0
  }

  /// Clears the progress line on a terminal.
  mutating func finish() { printer.finish() }

  /// The text, such as `3 of 180 runs, 12 000 frames, 4 000 a second, 10 %, 27 s left`.
  func line(seconds: Double) -> String {
    let rate = Double(frames) / max(seconds, 0.001)
    let ofRun = min(framesOfRun, expected.indices.contains(runs) ? expected[runs] : 0)
    let share = Double(done + ofRun) / Double(total)
    var parts = [
      "\(runs) of \(counted(expected.count, "run"))", counted(frames, "frame"),
      "\(grouped(Int(rate.rounded()))) a second", "\(Int(share * 100)) %",
    ]
    if share > 0 {
      parts.append("\(ProgressLine.duration(seconds * (1 - share) / share)) left")
    }
    return parts.joined(separator: ", ")
  }
}
