/// Two ways to do the same work, ready to be timed.
public struct Contest {
  /// Does the work once in one way and returns what it took.
  public typealias Sample = () async throws -> Measurement

  /// Operations in one sample of either side, for times of one operation.
  public let operations: Int
  /// Ours.
  public let subject: Sample
  /// The work that ours is compared with.
  public let reference: Sample

  /// Sets two sides against each other; both must have been seen to give the same results.
  ///
  /// - Parameter operations: How often one sample does the work; `>= 1`.
  public init(operations: Int, subject: @escaping Sample, reference: @escaping Sample) {
    self.operations = max(1, operations)
    self.subject = subject
    self.reference = reference
  }

  /// Measures both sides in turn, by default after one round of each that does not count.
  ///
  /// The two samples of a pair follow each other directly, and every other pair begins with the
  /// other side, so that drift affects both alike.
  ///
  /// - Parameters:
  ///   - pairs: How many pairs; `>= 1`.
  ///   - warmsUp: Whether a round that does not count comes first.
  public func run(pairs: Int, warmsUp: Bool = true) async throws -> Comparison {
    if warmsUp {
      _ = try await subject()
      _ = try await reference()
    }
    var taken: [Comparison.Pair] = []
    for number in 0..<max(1, pairs) {
      if number.isMultiple(of: 2) {
        let subject = try await subject()
        taken.append(Comparison.Pair(subject: subject, reference: try await reference()))
      } else {
        let reference = try await reference()
        taken.append(Comparison.Pair(subject: try await subject(), reference: reference))
      }
    }
    return Comparison(pairs: taken, operations: operations)
  }
}
