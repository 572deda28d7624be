import Synchronization

/// Bytes that may be held at once by all who share it.
final class ByteBudget: Sendable {
  private let used = Atomic<Int>(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Takes bytes, unless too many are taken; `give` must follow.
  func take(_ bytes: Int) -> Bool {
    if used.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit { return true }
    give(bytes)
    return false
  }

  func give(_ bytes: Int) { used.wrappingSubtract(bytes, ordering: .relaxed) }
}
