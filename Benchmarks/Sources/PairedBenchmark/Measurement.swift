/// The cost of doing some work once.
public struct Measurement: Hashable, Sendable {
  /// Time in nanoseconds; bytes in a row about memory.
  public var cost: Double
  /// Heap allocations, growth of existing blocks among them; `nil` if they were not counted.
  public var allocations: Int?

  /// Creates a measurement of time.
  public init(nanoseconds: Double, allocations: Int? = nil) {
    cost = nanoseconds
    self.allocations = allocations
  }

  /// Creates a measurement of memory.
  public init(bytes: Int) {
    cost = Double(bytes)
  }
}
