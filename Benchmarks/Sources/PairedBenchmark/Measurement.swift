/// What doing some work once took.
public struct Measurement: Hashable, Sendable {
  /// Processor time, in nanoseconds.
  public var nanoseconds: Double
  /// Heap allocations, growth of existing blocks among them; `nil` where they were not counted.
  public var allocations: Int?

  /// Creates a measurement.
  public init(nanoseconds: Double, allocations: Int? = nil) {
    self.nanoseconds = nanoseconds
    self.allocations = allocations
  }
}
