#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives

/// A list in one environment of a snapshot.
public struct SnapshotList: CellList {
  /// `ListError`, because only an invalid position can fail.
  public typealias Failure = ListError

  /// The feed and the environment of the list.
  public let cells: SnapshotCells
  private let order: SnapshotOrder

  init(_ order: SnapshotOrder, in cells: SnapshotCells) {
    self.order = order
    self.cells = cells
  }

  /// The name, the spacing and the insets of the list.
  public var description: ListDescription { order.description }

  /// The name of the list.
  public var name: String { order.description.name }

  /// Number of the generation.
  public var generationNumber: Int { cells.snapshot.generation.number }

  /// Number of cells.
  public var count: Int { order.records.count }

  /// The sections, and the kinds of the cells; nil for a list of records alone.
  public var sections: ListSections? { order.geometry.sections }

  /// The heights and offsets of the cells, in points.
  public var geometry: ListGeometry { order.geometry }

  /// Height of the whole list with spacing and the top and bottom insets, in points.
  public var extent: Double { order.geometry.extent }

  /// The cell at a position.
  ///
  /// - Throws: `ListError.outOfRange`.
  public func cell(at index: Int) throws(ListError) -> SnapshotCell {
    guard index >= 0, index < count,
      let cell = cells.cell(ofRecord: Int(order.records[index]))
    else { throw outside(index) }
    return cell
  }

  /// Id of the record at a position.
  ///
  /// - Throws: `ListError.outOfRange`.
  public func id(at index: Int) throws(ListError) -> String {
    cells.id(of: try cell(at: index))
  }

  /// The position of a record's cell; nil if the list does not contain the cell.
  public func index(of id: String) -> Int? { cells.cell(id).flatMap { index(of: $0) } }

  /// The position of a cell; nil if the list does not contain the cell.
  public func index(of cell: SnapshotCell) -> Int? { order.index(ofRecord: cell.record) }

  /// Height of a cell without spacing, in points; nil if the position is invalid.
  public func height(at index: Int) -> Double? { order.geometry.height(at: index) }

  /// Offset of the top of a cell, in points.
  ///
  /// - Parameter index: A position in `0...count`; at `count` the offset is the height of the whole
  ///   list.
  /// - Throws: `ListError.outOfRange`.
  public func top(of index: Int) throws(ListError) -> Double {
    guard let offset = order.geometry.offset(of: index) else { throw outside(index) }
    return offset
  }

  /// Finds the last cell whose top is at or above an offset in points.
  ///
  /// - Returns: The position of the cell; 0 if all tops are below the offset; nil if the list is
  ///   empty or the offset is NaN.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double) -> Int? { order.geometry.index(atOffset: offset) }

  private func outside(_ index: Int) -> ListError {
    .outOfRange(list: name, index: index, count: count)
  }
}

/// The order of a list: records, positions and tops, which take 16 bytes per cell.
///
/// It never changes. It is a class so that passing it changes only one reference count.
final class SnapshotOrder: Sendable {
  let description: ListDescription
  /// The column of the list's environment.
  let column: Int
  /// The record numbers of the cells, in list order.
  let records: [UInt32]
  let geometry: ListGeometry
  /// The position of each record in the list; `absent` if the list does not contain it.
  private let positions: [UInt32]

  private static let absent = UInt32.max

  init(_ list: StoredList, _ records: [UInt32], cells: CellTable.Feed, column: Int) {
    description = list.description
    self.column = column
    self.records = records
    var positions = [UInt32](repeating: Self.absent, count: cells.count)
    var geometry = ListGeometry(list.spacing, sections: list.sections)
    geometry.reserveCapacity(records.count)
    for (position, record) in records.enumerated() {
      positions[Int(record)] = UInt32(position)
      geometry.append(height: Int(cells.row(Int(record), column: column).height))
    }
    self.positions = positions
    self.geometry = geometry
  }

  /// The position of a record; nil if the list does not contain it.
  func index(ofRecord record: Int) -> Int? {
    guard record < positions.count, positions[record] != Self.absent else { return nil }
    return Int(positions[record])
  }

  var memoryBytes: Int {
    (records.capacity + positions.capacity) * MemoryLayout<UInt32>.stride
      + (geometry.count + 1 + (geometry.sections?.count ?? 0)) * MemoryLayout<Int>.stride
  }
}
#endif
