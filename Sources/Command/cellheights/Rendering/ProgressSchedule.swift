/// When progress is written: ten times a second on a terminal, otherwise twice a minute.
///
/// Short runs write none.
struct ProgressSchedule {
  let isTerminal: Bool
  private var next: Double

  init(isTerminal: Bool) {
    self.isTerminal = isTerminal
    next = isTerminal ? 0.5 : 30
  }

  /// Whether a line is due; if so, schedules the next.
  ///
  /// - Parameter seconds: Since the run began.
  mutating func isDue(at seconds: Double) -> Bool {
    guard seconds >= next else { return false }
    next = seconds + (isTerminal ? 0.1 : 30)
    return true
  }
}
