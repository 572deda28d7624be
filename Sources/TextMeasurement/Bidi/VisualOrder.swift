/// The order in which the clusters of one line are drawn, from left to right.
///
/// Source: rules L1 and L2 of Unicode's bidirectional algorithm (UAX 9).
public struct VisualOrder: Hashable, Sendable {
  /// Successive clusters that are drawn in one direction.
  public struct Run: Hashable, Sendable {
    /// Indices of the clusters, in the order of the text.
    public let clusters: Range<Int>
    /// Whether the clusters are drawn from right to left.
    public let isRightToLeft: Bool
  }

  /// The runs of the line, from left to right.
  public let runs: [Run]

  /// Orders the clusters of a line.
  ///
  /// - Parameters:
  ///   - levels: The embedding level of each cluster, in the order of the text.
  ///   - trailingSpaces: Number of white space clusters at the end of the line.
  ///   - paragraphLevel: Level of the paragraph, which the trailing spaces take: 1 from right to
  ///     left.
  public init(levels: [UInt8], trailingSpaces: Int = 0, paragraphLevel: UInt8 = 0) {
    var found: [(clusters: Range<Int>, level: UInt8)] = []
    let content = levels.count - min(max(trailingSpaces, 0), levels.count)
    for (index, own) in levels.enumerated() {
      let level = index < content ? own : paragraphLevel
      if let last = found.last, last.level == level {
        found[found.count - 1].clusters = last.clusters.lowerBound..<index + 1
      } else {
        found.append((index..<index + 1, level))
      }
    }
    let highest = found.reduce(0) { max($0, $1.level) }
    let lowestOdd = found.reduce(UInt8.max) { $1.level & 1 == 1 ? min($0, $1.level) : $0 }
    if lowestOdd <= highest {
      for level in stride(from: highest, through: lowestOdd, by: -1) {
        Self.reverse(&found) { $0.level >= level }
      }
    }
    runs = found.map { Run(clusters: $0.clusters, isRightToLeft: $0.level & 1 == 1) }
  }

  /// Indices of all clusters of the line, from left to right.
  public var clusters: [Int] {
    runs.flatMap { $0.isRightToLeft ? Array($0.clusters.reversed()) : Array($0.clusters) }
  }

  /// Reverses each maximal sequence of elements that satisfy a condition.
  private static func reverse<T>(_ elements: inout [T], where holds: (T) -> Bool) {
    var start = 0
    while start < elements.count {
      guard holds(elements[start]) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < elements.count, holds(elements[end]) { end += 1 }
      elements[start..<end].reverse()
      start = end
    }
  }
}
