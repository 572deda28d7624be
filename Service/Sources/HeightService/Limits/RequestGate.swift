import Synchronization

/// Counts the requests that are being answered, and refuses more than a limit.
final class RequestGate: Sendable {
  private let count = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The requests that are inside.
  var inside: Int { count.load(ordering: .relaxed) }

  /// - Returns: False when the limit is reached; otherwise `leave` must follow.
  func enter() -> Bool {
    if count.wrappingAdd(1, ordering: .relaxed).newValue <= limit { return true }
    count.wrappingSubtract(1, ordering: .relaxed)
    return false
  }

  func leave() { count.wrappingSubtract(1, ordering: .relaxed) }
}
