public import LayoutPrimitives

/// A list whose heights are estimates until the cells are laid out, as in UITableView.
///
/// Offsets are sums in whole pixels. A Fenwick tree stores them, so queries and updates take O(log
/// n).
public final class EstimatedList: ScrolledList {
  private let exact: any ScrolledList
  private let spacing: ListSpacing
  private var heights: [Int]
  private var isMeasured: [Bool]
  /// The Fenwick tree: `sums[i]` is the height of the `i & -i` cells before cell i, in pixels.
  ///
  /// It includes the spacing of these cells.
  private var sums: [Int]

  /// Number of cells in the list.
  public var count: Int { heights.count }
  /// Number of layout engines created so far.
  public var enginesCreated: Int { exact.enginesCreated }
  /// The names of the templates of the cells.
  public var templates: [String] { exact.templates }

  /// Creates a list in which every height is an estimate.
  ///
  /// - Parameters:
  ///   - exact: The list that provides the real heights.
  ///   - estimate: The estimated height of a cell, in points.
  ///   - spacing: The spacing and insets of the list.
  public init(of exact: any ScrolledList, estimate: Double, spacing: ListSpacing) {
    self.exact = exact
    self.spacing = spacing
    let height = max(0, spacing.grid.pixel(ofEdge: estimate))
    heights = Array(repeating: height, count: exact.count)
    isMeasured = Array(repeating: false, count: heights.count)
    sums = Array(repeating: 0, count: heights.count + 1)
    for index in 0..<heights.count {
      sums[index + 1] = (height + spacing.spacing) * Self.span(index + 1)
    }
  }

  /// The properties of a cell that determine its cost.
  public func facts(at index: Int) throws -> CellFacts { try exact.facts(at: index) }

  /// The offset of a cell's top edge when all heights are known, in points.
  public func trueOffset(of index: Int) throws -> Double { try exact.trueOffset(of: index) }

  /// Draws a cell that is on the screen; the exact list does the work.
  public func draw(at index: Int) throws { try exact.draw(at: index) }

  /// The id of a cell's record.
  public func id(at index: Int) throws -> String { try exact.id(at: index) }

  /// The height of a cell in points; nil until the cell is laid out.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0..<count`.
  public func height(at index: Int) throws -> Double? {
    try check(index, below: count)
    return isMeasured[index] ? spacing.grid.points(heights[index]) : nil
  }

  /// The distance between the tops of the list and a cell in points; heights may be estimates.
  ///
  /// For the index `count`, it is the height of the whole list with both insets.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0...count`.
  public func offset(of index: Int) throws -> Double {
    try check(index, below: count + 1)
    // The sum includes the spacing after each cell.
    let sum = sum(before: index) - index * spacing.spacing
    return spacing.grid.points(
      index == count
        ? spacing.extent(count: count, heights: sum) : spacing.top(of: index, after: sum))
  }

  /// The index of the last cell whose top edge is at or above an offset in points.
  ///
  /// It is nil for an empty list. Heights may be estimates.
  public func index(atOffset offset: Double) throws -> Int? {
    guard count > 0, !offset.isNaN else { return nil }
    let last = min(max(spacing.grid.lastPixel(atOrAbove: offset), -1 << 53), 1 << 53)
    var rest = last - spacing.top
    var index = 0
    var step = Self.highestPower(notAbove: count)
    while step > 0 {
      if index + step <= count, sums[index + step] <= rest {
        index += step
        rest -= sums[index]
      }
      step >>= 1
    }
    return min(index, count - 1)
  }

  /// Lays out a cell, and replaces its estimate by its height.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0..<count`; errors of the exact
  ///   list.
  public func layout(at index: Int) throws -> CellLayout {
    try check(index, below: count)
    let layout = try exact.layout(at: index)
    learn(layout.height, at: index)
    return layout
  }

  /// Replaces the estimate of a cell by its height.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0..<count`; errors of the exact
  ///   list.
  public func reveal(_ index: Int) throws {
    try check(index, below: count)
    guard !isMeasured[index], let height = try exact.height(at: index) else { return }
    learn(spacing.grid.pixel(ofEdge: height), at: index)
  }

  /// Replaces the estimate of a cell by a height in pixels.
  private func learn(_ height: Int, at index: Int) {
    let change = max(0, height) - heights[index]
    isMeasured[index] = true
    heights[index] += change
    var node = index + 1
    while change != 0, node <= count {
      sums[node] += change
      node += Self.span(node)
    }
  }

  private func sum(before index: Int) -> Int {
    var total = 0
    var node = index
    while node > 0 {
      total += sums[node]
      node -= Self.span(node)
    }
    return total
  }

  private func check(_ index: Int, below bound: Int) throws {
    guard index >= 0, index < bound else {
      throw ScrolledListError.index(index, count: count)
    }
  }

  /// The number of cells whose heights a node sums: the lowest set bit of its index.
  private static func span(_ node: Int) -> Int { node & -node }

  private static func highestPower(notAbove count: Int) -> Int {
    count > 0 ? 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount) : 0
  }
}

/// An invalid access to a list.
public enum ScrolledListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The list has no cell with the index; `count` is its number of cells.
  case index(Int, count: Int)

  /// A sentence with the requested index and the allowed ones.
  public var description: String {
    switch self {
    case .index(let index, let count):
      "the list has no cell \(index); it has \(count), counted from 0"
    }
  }
}
