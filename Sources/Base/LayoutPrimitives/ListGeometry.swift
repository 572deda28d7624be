/// The spacing and insets of a list, in pixels of its grid.
///
/// A cell's top is the sum of the top inset, the heights of all cells before it, one spacing for each
/// of these cells, and the separators between them.
public struct ListSpacing: Hashable, Sendable {
  /// The grid that defines the pixel: a device pixel, or 1/64 px under `css` rules.
  public let grid: PixelGrid
  /// Distance between neighboring cells, in pixels.
  public let spacing: Int
  /// Distance above the first cell, in pixels.
  public let top: Int
  /// Distance from the leading edge of the list to the cells, in pixels.
  public let leading: Int
  /// Distance below the last cell, in pixels.
  public let bottom: Int
  /// Distance from the cells to the trailing edge of the list, in pixels.
  public let trailing: Int
  /// Height of a separator, in pixels; 0 for a list without separators.
  public let separator: Int

  /// Creates distances in pixels; a negative spacing or separator becomes 0.
  public init(
    grid: PixelGrid, spacing: Int, top: Int = 0, leading: Int = 0, bottom: Int = 0,
    trailing: Int = 0, separator: Int = 0
  ) {
    self.separator = max(0, separator)
    self.grid = grid
    self.spacing = max(0, spacing)
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates distances from points, rounded to pixels; a negative spacing or separator becomes 0, and
  /// a separator has at least one pixel.
  public init(grid: PixelGrid, spacing: Double, insets: Insets, separator: Double = 0) {
    self.init(
      grid: grid, spacing: grid.pixel(ofEdge: spacing), top: grid.pixel(ofEdge: insets.top),
      leading: grid.pixel(ofEdge: insets.leading), bottom: grid.pixel(ofEdge: insets.bottom),
      trailing: grid.pixel(ofEdge: insets.trailing),
      separator: separator > 0 ? max(1, grid.pixel(ofEdge: separator)) : 0)
  }

  /// Distance between neighboring cells without separators, in points.
  public var gap: Double { grid.points(spacing) }

  /// Distances between the edges of the list and the cells, in points.
  public var insets: Insets {
    Insets(
      top: grid.points(top), leading: grid.points(leading), bottom: grid.points(bottom),
      trailing: grid.points(trailing))
  }

  /// Top of the cell at an index, in pixels.
  ///
  /// - Parameters:
  ///   - index: `0...count`; for `count`, the top of a cell that would follow the last one.
  ///   - heights: Sum of the heights of all cells before the index, in pixels.
  ///   - separators: Number of separators above the index.
  public func top(of index: Int, after heights: Int, separators: Int = 0) -> Int {
    top + heights + index * spacing + separators * separator
  }

  /// Height of a list with spacing, separators and both insets, in pixels.
  ///
  /// - Parameters:
  ///   - count: Number of cells.
  ///   - heights: Sum of the heights of all cells, in pixels.
  ///   - separators: Number of separators.
  public func extent(count: Int, heights: Int, separators: Int = 0) -> Int {
    top + heights + max(0, count - 1) * spacing + separators * separator + bottom
  }

  /// Index of the last cell whose top is at or above an offset; 0 if there is none.
  ///
  /// - Parameters:
  ///   - offset: Distance from the top of the list, in points.
  ///   - count: Number of cells.
  ///   - top: Returns the top of the cell at an index, in pixels; it must not decrease with the
  ///     index.
  /// - Returns: The index; nil for an empty list, and for NaN.
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

/// The tops of all cells of a list, for queries by index, index path or offset.
///
/// They are sums of whole pixels, so that rounding errors do not add up. The memory is 8 bytes per
/// cell, and 8 bytes per section.
public struct ListGeometry: Hashable, Sendable {
  /// The spacing and insets of the list.
  public let spacing: ListSpacing
  /// The sections and the kinds of the cells; `nil` for a list of records alone.
  public let sections: ListSections?
  /// The top of each cell, then the top that a further cell would have, in pixels; `count + 1`
  /// values.
  private var tops: [Int]

  /// Creates a list of cells from their heights, in pixels of the grid.
  ///
  /// - Parameters:
  ///   - spacing: The spacing and insets.
  ///   - sections: The sections of all cells, also of those that are added later.
  ///   - heights: The heights, in list order.
  public init(
    _ spacing: ListSpacing, sections: ListSections? = nil,
    heights: some Sequence<Int> = EmptyCollection()
  ) {
    self.spacing = spacing
    self.sections = sections
    tops = [spacing.top]
    tops.reserveCapacity(heights.underestimatedCount + 1)
    for height in heights { append(height: height) }
  }

  /// Reserves memory for a number of cells.
  public mutating func reserveCapacity(_ count: Int) { tops.reserveCapacity(count + 1) }

  /// Adds a cell at the end, with its height in pixels.
  public mutating func append(height: Int) {
    tops.append(tops[tops.count - 1] + height + spacing.spacing + separator(after: count))
  }

  /// Height of the separator below a cell, in points; 0 if there is none.
  public func separatorHeight(after index: Int) -> Double { grid.points(separator(after: index)) }

  /// The separator below a cell, in pixels.
  private func separator(after index: Int) -> Int {
    guard spacing.separator > 0, let sections else { return 0 }
    return sections.hasSeparator(after: index) ? spacing.separator : 0
  }

  /// Number of cells.
  public var count: Int { tops.count - 1 }

  /// The grid that defines the pixel.
  public var grid: PixelGrid { spacing.grid }

  /// Height of the whole list with both insets, in points.
  public var extent: Double {
    grid.points(tops[count] - (count > 0 ? spacing.spacing : 0) + spacing.bottom)
  }

  /// Height of a cell without spacing, in pixels; nil for an index out of range.
  public func pixelHeight(at index: Int) -> Int? {
    guard index >= 0, index < count else { return nil }
    return tops[index + 1] - tops[index] - spacing.spacing - separator(after: index)
  }

  /// Height of a cell without spacing, in points; nil for an index out of range.
  public func height(at index: Int) -> Double? { pixelHeight(at: index).map(grid.points) }

  /// Height of a cell with the separator and the spacing below it, in points; `index` must be in
  /// `0..<count`.
  public func spacedHeight(at index: Int) -> Double { grid.points(tops[index + 1] - tops[index]) }

  /// Distance from the top of the list to a cell's top, in points.
  ///
  /// - Parameter index: `0...count`; for `count`, the result is the height of the whole list with
  ///   both insets.
  /// - Returns: The distance; nil for any other index.
  public func offset(of index: Int) -> Double? {
    guard index >= 0, index < count else { return index == count ? extent : nil }
    return grid.points(tops[index])
  }

  /// Index of the last cell whose top is at or above an offset; 0 if there is none.
  ///
  /// - Parameter offset: Distance from the top of the list, in points.
  /// - Returns: The index; nil for an empty list, and for NaN.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double) -> Int? {
    spacing.index(atOffset: offset, count: count) { tops[$0] }
  }

  /// The header that is drawn over other cells at the top of a screen; `nil` if there is none.
  ///
  /// - Parameter offset: The offset of the top of the screen, in points.
  /// - Complexity: O(log n).
  public func stickyHeader(atOffset offset: Double) -> StickyHeader? {
    guard let sections, let index = index(atOffset: offset) else { return nil }
    return sections.stickyHeader(atOffset: offset, index: index) {
      (self.offset(of: $0) ?? extent, height(at: $0) ?? 0)
    }
  }

  /// Indices of the cells that are at least partly visible between two offsets.
  ///
  /// - Parameter offsets: Upper and lower edge of the visible part, in points from the top of the
  ///   list.
  /// - Returns: The indices; empty if only spacing or an inset is visible.
  /// - Complexity: O(log n).
  public func range(visible offsets: Range<Double>) -> Range<Int> {
    let upper = grid.lastPixel(atOrAbove: offsets.lowerBound)
    // The first cell whose bottom is below the upper edge.
    let first = firstIndex {
      tops[$0 + 1] - spacing.spacing - separator(after: $0) > upper
    }
    let end = firstIndex { grid.points(tops[$0]) >= offsets.upperBound }
    return first..<max(first, end)
  }

  /// The first index for which a condition is true, by binary search; `count` if there is none.
  ///
  /// The condition must be true for all later indices, too.
  private func firstIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
