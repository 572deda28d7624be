import Synchronization

/// Whether a call of a render loop's phases is still running.
///
/// A reference, because the copies of a loop that views take in their phases have to learn that the
/// call has ended.
final class RunningPhases: Sendable {
  private let isOver = Atomic(false)

  /// Whether the call has not finished.
  var isRunning: Bool { !isOver.load(ordering: .relaxed) }

  /// Ends the call, for all copies of the loop.
  func finish() { isOver.store(true, ordering: .relaxed) }
}
