/// The clock for costs.
public protocol CostClock {
  /// CPU time of the calling thread in nanoseconds; never decreases.
  func nanoseconds() -> UInt64
}
