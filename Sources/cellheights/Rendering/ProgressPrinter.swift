import FeedRecords

/// Writes to standard error how far a run is.
struct ProgressPrinter {
  private var schedule: ProgressSchedule
  private let watch = Stopwatch()
  private var hasLine = false

  /// - Parameter isTerminal: Whether a line may be written over.
  init(isTerminal: Bool = StandardError.canOverwrite) {
    schedule = ProgressSchedule(isTerminal: isTerminal)
  }

  /// Writes a line when it is time for one.
  mutating func show(_ state: @autoclosure () -> ReadingProgress) {
    let seconds = watch.wallSeconds
    guard schedule.isDue(at: seconds) else { return }
    let text = ProgressLine(state: state(), seconds: seconds).text
    if schedule.isTerminal {
      StandardError.overwrite(text)
      hasLine = true
    } else {
      StandardError.write(text)
    }
  }

  /// Takes the line of a terminal away.
  mutating func finish() {
    if hasLine { StandardError.overwrite("") }
    hasLine = false
  }
}
