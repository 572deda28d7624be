import ScrollSimulation

/// Tells how far the runs of a command are.
struct SimulationProgress {
  private var printer: ProgressPrinter
  /// About how many frames each run has.
  private let expected: [Int]
  private let total: Int
  private var runs = 0
  /// Frames of the runs that are done, as they were expected.
  private var done = 0
  private var frames = 0
  private var framesOfRun = 0

  /// Begins with the first run.
  ///
  /// - Parameters:
  ///   - expected: About how many frames each run has.
  ///   - printer: Writes the lines that are due.
  init(expected: [Int], printer: ProgressPrinter = ProgressPrinter()) {
    self.expected = expected
    self.printer = printer
    total = max(1, expected.reduce(0, +))
  }

  /// Counts a frame.
  mutating func countFrame() {
    frames += 1
    framesOfRun += 1
    let line = self.line
    printer.show { line($0) }
  }

  /// Ends a run.
  mutating func endRun() {
    done += expected.indices.contains(runs) ? expected[runs] : 0
    runs += 1
    framesOfRun = 0
  }

  /// Clears the line on a terminal.
  mutating func finish() { printer.finish() }

  /// Such as `3 of 180 runs, 12 000 frames, 4 000 a second, 10 %, 27 s left`.
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
