/// A clock that measures what frames cost.
public protocol CostClock {
  /// CPU time of the calling thread in nanoseconds; never decreases.
  func nanoseconds() -> UInt64
}
