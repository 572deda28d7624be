import FeedRecords

/// Writes the progress of a run to standard error.
struct ProgressPrinter {
  private var schedule: ProgressSchedule
  private let watch = Stopwatch()
  private var hasLine = false

  init(isTerminal: Bool = StandardError.canOverwrite) {
    schedule = ProgressSchedule(isTerminal: isTerminal)
  }

  /// Writes a line if one is due.
  mutating func show(_ state: @autoclosure () -> ReadingProgress) {
    show { ProgressLine(state: state(), seconds: $0).text }
  }

  /// Writes a line if one is due.
  ///
  /// - Parameter line: Makes it, from the seconds since the run began.
  mutating func show(_ line: (Double) -> String) {
    let seconds = watch.wallSeconds
    guard schedule.isDue(at: seconds) else { return }
    let text = line(seconds)
    if schedule.isTerminal {
      StandardError.overwrite(text)
      hasLine = true
    } else {
      StandardError.write(text)
    }
  }

  /// Clears the line on a terminal.
  mutating func finish() {
    if hasLine { StandardError.overwrite("") }
    hasLine = false
  }
}
