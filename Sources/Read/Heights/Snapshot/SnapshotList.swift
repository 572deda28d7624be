public import HeightStore
import LayoutPrimitives

/// A list in one environment of a snapshot: positions, offsets and records in memory.
///
/// Offsets are sums of whole steps and come out in points, so that none is a sum of rounded
/// numbers. A cell takes 16 bytes.
public struct SnapshotList: Sendable {
  /// Name, spacing and insets.
  public let description: ListDescription
  let column: Int

  private let grid: PixelGrid
  private let spacing: Int
  private let listExtent: Int
  private let records: [UInt32]
  /// The position of each record; `absent` for none.
  private let positions: [UInt32]
  /// The tops of the cells, in steps.
  private let tops: [Int]

  private static let absent = UInt32.max

  init(
    _ list: StoredList, _ records: [UInt32], cells: CellTable.Feed, column: Int
  ) {
    description = list.description
    self.column = column
    grid = list.grid
    spacing = list.spacing
    listExtent = list.extent
    self.records = records
    var positions = [UInt32](repeating: Self.absent, count: cells.count)
    var tops: [Int] = []
    tops.reserveCapacity(records.count)
    var top = list.top
    for (position, record) in records.enumerated() {
      positions[Int(record)] = UInt32(position)
      tops.append(top)
      let row = cells.row(Int(record), column: column)
      top += Int(row.height) + list.spacing
    }
    self.positions = positions
    self.tops = tops
  }

  /// The name.
  public var name: String { description.name }

  /// Number of cells.
  public var count: Int { records.count }

  /// Height of the whole list with both insets, in points.
  public var extent: Double { grid.points(listExtent) }

  var memoryBytes: Int {
    (records.capacity + positions.capacity) * MemoryLayout<UInt32>.stride
      + tops.capacity * MemoryLayout<Int>.stride
  }

  func record(at position: Int) throws(ListError) -> Int {
    guard position >= 0, position < records.count else {
      throw .outOfRange(list: name, index: position, count: count)
    }
    return Int(records[position])
  }

  /// Offset of a cell's top, in points.
  ///
  /// - Parameter position: `0...count`; for `count`, the height of the whole list.
  /// - Throws: `ListError.outOfRange`.
  public func offset(of position: Int) throws(ListError) -> Double {
    guard position >= 0, position <= count else {
      throw .outOfRange(list: name, index: position, count: count)
    }
    return position == count ? extent : grid.points(tops[position])
  }

  /// The last cell whose top is at or above an offset in points; the first for offsets above all;
  /// nil for an empty list.
  ///
  /// - Complexity: O(log n).
  public func position(atOffset offset: Double) -> Int? {
    guard !tops.isEmpty else { return nil }
    var (low, high) = (0, tops.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if grid.points(tops[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The position of a cell; nil for a cell that is not in the list.
  public func position(of cell: SnapshotCell) -> Int? {
    guard cell.record < positions.count, positions[cell.record] != Self.absent else { return nil }
    return Int(positions[cell.record])
  }
}
