#if canImport(HeightStore)
public import HeightStore
public import LayoutPrimitives

/// A list in one environment of a generation in memory.
public struct SnapshotList: CellList {
  /// An invalid position, or a list of another environment.
  public typealias Failure = ListError

  /// The feed and the environment.
  public let place: SnapshotPlace
  private let order: SnapshotOrder

  init(_ order: SnapshotOrder, in place: SnapshotPlace) {
    self.order = order
    self.place = place
  }

  /// Name, spacing and insets.
  public var description: ListDescription { order.description }

  /// The name.
  public var name: String { order.description.name }

  /// Number of the generation.
  public var generationNumber: Int { place.snapshot.generation.number }

  /// Number of cells.
  public var count: Int { order.records.count }

  /// The positions of the cells in points.
  public var geometry: ListGeometry { order.geometry }

  /// Height of the whole list with both insets, in points.
  public var extent: Double { order.geometry.extent }

  /// The cell at a position.
  ///
  /// - Throws: `ListError.outOfRange`.
  public func cell(at index: Int) throws(ListError) -> SnapshotCell {
    guard index >= 0, index < count,
      let cell = place.cell(ofRecord: Int(order.records[index]))
    else { throw outside(index) }
    return cell
  }

  /// Id of the record at a position.
  ///
  /// - Throws: `ListError.outOfRange`.
  public func id(at index: Int) throws(ListError) -> String {
    place.id(of: try cell(at: index))
  }

  /// The position of a record's cell; nil if it is not in the list.
  public func index(of id: String) -> Int? { place.cell(id).flatMap { index(of: $0) } }

  /// The position of a cell; nil for a cell that is not in the list.
  public func index(of cell: SnapshotCell) -> Int? { order.index(ofRecord: cell.record) }

  /// Height of a cell without its spacing, in points; nil for an invalid position.
  public func height(at index: Int) -> Double? { order.geometry.height(at: index) }

  /// Offset of a cell's top, in points.
  ///
  /// - Parameter index: `0...count`; for `count`, the height of the whole list.
  /// - Throws: `ListError.outOfRange`.
  public func top(of index: Int) throws(ListError) -> Double {
    guard let offset = order.geometry.offset(of: index) else { throw outside(index) }
    return offset
  }

  /// The last cell whose top is at or above an offset in points; the first for an offset above all.
  ///
  /// - Returns: nil for an empty list, and for NaN.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double) -> Int? { order.geometry.index(atOffset: offset) }

  private func outside(_ index: Int) -> ListError {
    .outOfRange(list: name, index: index, count: count)
  }
}

/// The order of a list: records, positions and tops, 16 bytes a cell.
///
/// It never changes; it is a class for the same reason as `SnapshotPlace`.
final class SnapshotOrder: Sendable {
  let description: ListDescription
  /// The column of the environment.
  let column: Int
  /// The records of the cells in list order.
  let records: [UInt32]
  let geometry: ListGeometry
  /// The position of each record; `absent` for none.
  private let positions: [UInt32]

  private static let absent = UInt32.max

  init(_ list: StoredList, _ records: [UInt32], cells: CellTable.Feed, column: Int) {
    description = list.description
    self.column = column
    self.records = records
    var positions = [UInt32](repeating: Self.absent, count: cells.count)
    var geometry = ListGeometry(list.spacing)
    geometry.reserveCapacity(records.count)
    for (position, record) in records.enumerated() {
      positions[Int(record)] = UInt32(position)
      geometry.append(height: Int(cells.row(Int(record), column: column).height))
    }
    self.positions = positions
    self.geometry = geometry
  }

  /// The position of a record; nil if it is not in the list.
  func index(ofRecord record: Int) -> Int? {
    guard record < positions.count, positions[record] != Self.absent else { return nil }
    return Int(positions[record])
  }

  var memoryBytes: Int {
    (records.capacity + positions.capacity) * MemoryLayout<UInt32>.stride
      + (geometry.count + 1) * MemoryLayout<Int>.stride
  }
}
#endif
