/// The distances of a list in addition to the heights of its cells, in device pixels, and the
/// positions that follow from them.
///
/// A cell's top is the inset above, the heights before it, and one spacing for each cell before it.
public struct ListSpacing: Hashable, Sendable {
  /// The pixels of all lengths.
  public let grid: PixelGrid
  /// Distance between cells, in pixels.
  public let spacing: Int
  /// Distance above the first cell, in pixels.
  public let top: Int
  /// Distance before the cells in the direction of reading, in pixels.
  public let leading: Int
  /// Distance below the last cell, in pixels.
  public let bottom: Int
  /// Distance behind the cells in the direction of reading, in pixels.
  public let trailing: Int

  /// Takes distances in pixels; a negative spacing counts as 0.
  public init(
    grid: PixelGrid, spacing: Int, top: Int = 0, leading: Int = 0, bottom: Int = 0,
    trailing: Int = 0
  ) {
    self.grid = grid
    self.spacing = max(0, spacing)
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Snaps distances in points to the grid; a negative spacing counts as 0.
  public init(grid: PixelGrid, spacing: Double, insets: Insets) {
    self.init(
      grid: grid, spacing: grid.pixel(ofEdge: spacing), top: grid.pixel(ofEdge: insets.top),
      leading: grid.pixel(ofEdge: insets.leading), bottom: grid.pixel(ofEdge: insets.bottom),
      trailing: grid.pixel(ofEdge: insets.trailing))
  }

  /// Distance between cells, in points.
  public var gap: Double { grid.points(spacing) }

  /// Distances around all cells, in points.
  public var insets: Insets {
    Insets(
      top: grid.points(top), leading: grid.points(leading), bottom: grid.points(bottom),
      trailing: grid.points(trailing))
  }

  /// Top of the cell at an index, in pixels.
  ///
  /// - Parameters:
  ///   - index: `0...count`; for `count` it is that of a cell that would follow.
  ///   - heights: Sum of the heights before it, in pixels.
  public func top(of index: Int, after heights: Int) -> Int { top + heights + index * spacing }

  /// Height of a list with both insets, in pixels.
  ///
  /// - Parameters:
  ///   - count: Number of cells.
  ///   - heights: Sum of their heights, in pixels.
  public func extent(count: Int, heights: Int) -> Int {
    top + heights + max(0, count - 1) * spacing + bottom
  }

  /// The last of some cells in order whose top is at or above an offset; the first for an offset
  /// above all.
  ///
  /// - Parameters:
  ///   - offset: In points.
  ///   - count: Number of cells.
  ///   - top: Top of the cell at an index, in pixels; it does not decrease.
  /// - Returns: nil for no cells, and for NaN.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double, count: Int, top: (Int) -> Int) -> Int? {
    guard count > 0, !offset.isNaN else { return nil }
    let last = grid.lastPixel(atOrAbove: offset)
    var (low, high) = (0, count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if top(middle) <= last { low = middle } else { high = middle }
    }
    return low
  }
}

/// The positions of the cells of a list, as sums of whole device pixels, so that no offset is a sum
/// of rounded numbers.
///
/// It takes 8 bytes a cell.
public struct ListGeometry: Hashable, Sendable {
  /// The distances in addition to the heights.
  public let spacing: ListSpacing
  /// Tops of the cells and of one that would follow, in pixels; shape `[count + 1]`.
  private var tops: [Int]

  /// Creates a list of cells with heights in pixels.
  public init(_ spacing: ListSpacing, heights: some Sequence<Int> = EmptyCollection()) {
    self.spacing = spacing
    tops = [spacing.top]
    tops.reserveCapacity(heights.underestimatedCount + 1)
    for height in heights { append(height: height) }
  }

  /// Reserves memory for a number of cells.
  public mutating func reserveCapacity(_ count: Int) { tops.reserveCapacity(count + 1) }

  /// Adds a cell at the end, with its height in pixels.
  public mutating func append(height: Int) {
    tops.append(tops[tops.count - 1] + height + spacing.spacing)
  }

  /// Number of cells.
  public var count: Int { tops.count - 1 }

  /// The pixels of all lengths.
  public var grid: PixelGrid { spacing.grid }

  /// Height of the whole list with both insets, in points.
  public var extent: Double {
    grid.points(tops[count] - (count > 0 ? spacing.spacing : 0) + spacing.bottom)
  }

  /// Height of a cell in pixels; nil for an index that is not there.
  public func pixelHeight(at index: Int) -> Int? {
    guard index >= 0, index < count else { return nil }
    return tops[index + 1] - tops[index] - spacing.spacing
  }

  /// Height of a cell without its spacing, in points; nil for an index out of range.
  public func height(at index: Int) -> Double? { pixelHeight(at: index).map(grid.points) }

  /// Height of a cell with the spacing below it, in points; `index` is `0..<count`.
  public func spacedHeight(at index: Int) -> Double { grid.points(tops[index + 1] - tops[index]) }

  /// Offset of a cell's top, in points.
  ///
  /// - Parameter index: `0...count`; for `count`, the height of the whole list with both insets.
  /// - Returns: nil for any other index.
  public func offset(of index: Int) -> Double? {
    guard index >= 0, index < count else { return index == count ? extent : nil }
    return grid.points(tops[index])
  }

  /// The last cell whose top is at or above an offset; the first for an offset above all.
  ///
  /// - Parameter offset: In points.
  /// - Returns: nil for an empty list, and for NaN.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double) -> Int? {
    spacing.index(atOffset: offset, count: count) { tops[$0] }
  }

  /// The cells that are at least partly visible between two offsets.
  ///
  /// - Parameter offsets: Upper and lower edge of the visible part, in points.
  /// - Returns: Their indices; none if only spacing or an inset is visible.
  /// - Complexity: O(log n).
  public func range(visible offsets: Range<Double>) -> Range<Int> {
    let upper = grid.lastPixel(atOrAbove: offsets.lowerBound)
    // The first cell whose bottom is below the upper edge.
    let first = firstIndex { tops[$0 + 1] - spacing.spacing > upper }
    let end = firstIndex { grid.points(tops[$0]) >= offsets.upperBound }
    return first..<max(first, end)
  }

  /// The first index from which on a condition holds; `count` for none.
  private func firstIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
