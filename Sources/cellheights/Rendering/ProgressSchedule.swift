/// When a run tells how far it is: often on a terminal, where one line is written over, twice a
/// minute elsewhere, and never in a short run.
struct ProgressSchedule {
  /// Whether the line is written over.
  let isTerminal: Bool
  private var next: Double

  init(isTerminal: Bool) {
    self.isTerminal = isTerminal
    next = isTerminal ? 0.5 : 30
  }

  /// Whether it is time for a line; the next one then waits its turn.
  ///
  /// - Parameter seconds: Since the run began.
  mutating func isDue(at seconds: Double) -> Bool {
    guard seconds >= next else { return false }
    next = seconds + (isTerminal ? 0.1 : 30)
    return true
  }
}
