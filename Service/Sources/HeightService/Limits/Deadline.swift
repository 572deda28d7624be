/// When a request must be answered.
struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant
  private let seconds: Double

  /// Creates a deadline some seconds from now.
  init(seconds: Double) {
    self.seconds = seconds
    instant = .now + .seconds(seconds)
  }

  /// The time that is left; not below 0.
  var left: Duration { max(.zero, instant - .now) }

  /// - Throws: `Problem` when it is over.
  func check() throws(Problem) {
    guard .now < instant else { throw .requestTime(seconds: seconds) }
  }

  /// Checks the time, and lets other requests go on; for loops, between some cells.
  func pause() async throws(Problem) {
    try check()
    await Task.yield()
  }

  /// Cells that are read between two pauses, about a millisecond.
  static let stride = 32
}
