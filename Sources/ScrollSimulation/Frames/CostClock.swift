/// The clock that costs are measured with, handed in by whoever runs a simulation.
public protocol CostClock {
  /// CPU time that the calling thread has used, in nanoseconds; never decreases.
  func nanoseconds() -> UInt64
}
