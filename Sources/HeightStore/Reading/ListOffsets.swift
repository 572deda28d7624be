public import LayoutPrimitives

/// The offsets of a list's cells in one environment, exact to the device pixel.
///
/// They are sums of integers and take 16 bytes per cell.
public struct ListOffsets: Hashable, Sendable {
  /// Name, spacing and insets.
  public let description: ListDescription
  /// The pixel grid.
  public let grid: PixelGrid
  /// The numbers of the cells, in list order.
  public let cellIDs: [Int64]

  /// The sum of the heights before each cell, and of all; shape `[count + 1]`.
  private let heightsBefore: [Int]
  private let spacing: Int
  private let top: Int
  private let bottom: Int
  private let blocks: CellBlocks

  /// Computes the offsets of a list.
  ///
  /// - Parameters:
  ///   - description: Spacing and insets in points, which are snapped to pixels.
  ///   - stepsPerPoint: Steps per point of the environment.
  ///   - cellIDs: The cells in order; shape `[n]`.
  ///   - heights: The heights in steps, `>= 0`; shape `[n]`.
  /// - Throws: `StoreError.invalid` for different shapes or a negative height.
  public init(
    description: ListDescription, stepsPerPoint: Double, cellIDs: [Int64], heights: [Int32]
  ) throws(StoreError) {
    guard cellIDs.count == heights.count else {
      throw .invalid("\(cellIDs.count) cells with \(heights.count) heights")
    }
    self.description = description
    self.cellIDs = cellIDs
    grid = PixelGrid(stepsPerPoint: stepsPerPoint)
    var sums = [0]
    sums.reserveCapacity(heights.count + 1)
    var sum = 0
    for height in heights {
      guard height >= 0 else { throw .invalid("a cell of height \(height)") }
      sum += Int(height)
      sums.append(sum)
    }
    heightsBefore = sums
    spacing = max(0, grid.pixel(ofEdge: description.spacing))
    top = grid.pixel(ofEdge: description.insets.top)
    bottom = grid.pixel(ofEdge: description.insets.bottom)
    blocks = CellBlocks(cellIDs: cellIDs)
  }

  /// Number of cells.
  public var count: Int { cellIDs.count }

  /// Height of a cell, in steps.
  ///
  /// - Parameter position: `0..<count`.
  public func height(at position: Int) -> Int {
    heightsBefore[position + 1] - heightsBefore[position]
  }

  /// Offset of a cell's top, in steps.
  ///
  /// - Parameter position: `0...count`; for `count`, the height of the whole list.
  public func offset(of position: Int) -> Int {
    if position < count { return top + heightsBefore[position] + position * spacing }
    return top + heightsBefore[count] + max(0, count - 1) * spacing + bottom
  }

  /// Height of the whole list with both insets, in steps.
  public var extent: Int { offset(of: count) }

  /// The last cell whose top is at or above an offset; the first for an offset above all.
  ///
  /// - Parameter offset: In points.
  /// - Returns: nil for an empty list.
  /// - Complexity: O(log n).
  public func position(atOffset offset: Double) -> Int? {
    guard count > 0 else { return nil }
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      // The same expression as for `offset(of:)`, for equal rounding.
      if grid.points(self.offset(of: middle)) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The position of a cell; nil for a cell that is not in the list.
  ///
  /// - Complexity: O(log n) for cells stored in runs, as those of feeds. Each block of 1,024 cells
  ///   that may contain the cell is searched linearly.
  public func position(ofCell cellID: Int64) -> Int? {
    blocks.position(of: cellID, in: cellIDs)
  }
}

/// The ranges of cell numbers in blocks of a list, which replace an inverse table.
struct CellBlocks: Hashable, Sendable {
  /// Number of cells in a block.
  static let size = 1_024

  private struct Block: Hashable, Sendable {
    var start: Int
    var least: Int64
    var greatest: Int64
    /// The maximum over this and all previous blocks.
    var greatestSoFar: Int64
  }

  /// Sorted by their least cell.
  private let blocks: [Block]

  init(cellIDs: [Int64]) {
    var blocks: [Block] = []
    for start in stride(from: 0, to: cellIDs.count, by: Self.size) {
      let cells = cellIDs[start..<min(start + Self.size, cellIDs.count)]
      var least = cells[start]
      var greatest = least
      for cell in cells {
        least = min(least, cell)
        greatest = max(greatest, cell)
      }
      blocks.append(Block(start: start, least: least, greatest: greatest, greatestSoFar: greatest))
    }
    blocks.sort { ($0.least, $0.start) < ($1.least, $1.start) }
    var greatest = Int64.min
    for index in blocks.indices {
      greatest = max(greatest, blocks[index].greatest)
      blocks[index].greatestSoFar = greatest
    }
    self.blocks = blocks
  }

  func position(of cell: Int64, in cellIDs: [Int64]) -> Int? {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = low + (high - low) / 2
      if blocks[middle].least <= cell { low = middle + 1 } else { high = middle }
    }
    while low > 0, blocks[low - 1].greatestSoFar >= cell {
      low -= 1
      let block = blocks[low]
      guard block.greatest >= cell else { continue }
      let end = min(block.start + Self.size, cellIDs.count)
      if let found = cellIDs[block.start..<end].firstIndex(of: cell) { return found }
    }
    return nil
  }
}
