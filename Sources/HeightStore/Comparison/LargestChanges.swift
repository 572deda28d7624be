/// The largest of many changes, in descending order; of equal ones the first.
public struct LargestChanges<Change> {
  /// The changes with their sizes.
  public private(set) var changes: [(size: Double, change: Change)] = []
  private let limit: Int

  /// Creates a list of none.
  ///
  /// - Parameter limit: Maximum number of changes, at least 0.
  public init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// Takes a change, unless there are enough larger ones.
  ///
  /// - Parameters:
  ///   - size: What it is compared by, in points.
  ///   - change: The change.
  public mutating func take(size: Double, _ change: @autoclosure () -> Change) {
    if changes.count >= limit {
      guard let least = changes.last, least.size < size else { return }
      changes.removeLast()
    }
    let place = changes.firstIndex { $0.size < size } ?? changes.endIndex
    changes.insert((size, change()), at: place)
  }
}

extension LargestChanges: Sendable where Change: Sendable {}
