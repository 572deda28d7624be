/// The times and heap allocations of two sides, pair by pair.
public struct Comparison: Hashable, Sendable {
  /// One sample of each side, taken one right after the other.
  public struct Pair: Hashable, Sendable {
    /// The measurement of our side.
    public var subject: Measurement
    /// The measurement of the other side.
    public var reference: Measurement

    /// Creates a pair.
    public init(subject: Measurement, reference: Measurement) {
      self.subject = subject
      self.reference = reference
    }
  }

  /// The meaning of a ratio.
  public enum Sense: Hashable, Sendable {
    /// How many times faster ours is: the other side's time over ours, larger is better.
    case timesFaster
    /// How many times as long ours takes: our time over the other side's, smaller is better.
    case timesAsLong
  }

  /// The pairs, in the order in which they were taken; never empty.
  public let pairs: [Pair]
  /// Operations in one sample.
  public let operations: Int

  /// Creates a comparison.
  public init(pairs: [Pair], operations: Int) {
    self.pairs = pairs
    self.operations = operations
  }

  /// The ratio of each pair, in their order.
  public func ratios(_ sense: Sense) -> [Double] {
    pairs.map { pair in
      switch sense {
      case .timesFaster: pair.reference.cost / pair.subject.cost
      case .timesAsLong: pair.subject.cost / pair.reference.cost
      }
    }
  }

  /// Median cost of one operation of our side: nanoseconds, or bytes.
  public var subjectCost: Double {
    median(pairs.map(\.subject.cost)) / Double(operations)
  }

  /// Median cost of one operation of the other side: nanoseconds, or bytes.
  public var referenceCost: Double {
    median(pairs.map(\.reference.cost)) / Double(operations)
  }

  /// Heap allocations of one operation of our side in the sample that made most of them; `nil` if
  /// they were not counted.
  public var subjectAllocations: Double? { mostAllocations(pairs.map(\.subject)) }

  /// Heap allocations of one operation of the other side in the sample that made most of them;
  /// `nil` if they were not counted.
  public var referenceAllocations: Double? { mostAllocations(pairs.map(\.reference)) }

  private func mostAllocations(_ samples: [Measurement]) -> Double? {
    let counts = samples.compactMap(\.allocations)
    guard counts.count == samples.count, let most = counts.max() else { return nil }
    return Double(most) / Double(operations)
  }
}

/// The middle value, or the mean of the two in the middle; NaN without values.
public func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2)
    ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
