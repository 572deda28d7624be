/// The height of a cell as a function of its width: runs of adjacent widths with one height.
public struct HeightRuns: Hashable, Sendable {
  /// Adjacent widths with one height.
  public struct Run: Hashable, Sendable {
    /// First width of the run, in device pixels of `1 / scale` points.
    public let width: Int32
    /// Rendered height, in steps of the environment's grid.
    public let height: Int32

    /// Creates a run.
    public init(width: Int32, height: Int32) {
      self.width = width
      self.height = height
    }
  }

  /// The runs, in ascending order of widths; each ends before the next.
  public private(set) var runs: [Run] = []

  /// Creates a function without widths.
  public init() {}

  /// Creates a function from its runs; nil unless there is one, and their widths ascend.
  public init?(runs: [Run]) {
    guard !runs.isEmpty, zip(runs, runs.dropFirst()).allSatisfy({ $0.width < $1.width }) else {
      return nil
    }
    self.runs = runs
  }

  /// Appends the height of the next width.
  ///
  /// - Parameters:
  ///   - height: In steps.
  ///   - width: In device pixels, one more than that of the last call.
  public mutating func append(height: Int32, atWidth width: Int32) {
    if runs.last?.height != height { runs.append(Run(width: width, height: height)) }
  }

  /// The height at a width in device pixels, in steps; nil below the first width.
  ///
  /// - Complexity: O(log n).
  public func height(atWidth width: Int32) -> Int32? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].width <= width { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? runs[low - 1].height : nil
  }
}
