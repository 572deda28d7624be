public import HeightStore
import LayoutPrimitives

/// The offsets of a personalised order of records, which the store has no list of.
public struct OrderedHeights: Hashable, Sendable {
  /// A cell of the order.
  public struct Cell: Hashable, Sendable {
    /// Id of the record.
    public let id: String
    /// Distance of the top edge from the top of the list, in points.
    public let offset: Double
    /// In points.
    public let height: Double
  }

  /// The cells in the order of the ids, without those that are missing.
  public let cells: [Cell]
  /// Ids without a cell, in order.
  public let missing: [String]
  /// Height of the whole list with both insets, in points.
  public let extent: Double
}

extension SnapshotPlace {
  /// Lays records out in an order of their own, with the spacing and the insets of a list.
  ///
  /// - Parameters:
  ///   - ids: Ids of records; one that repeats is laid out each time.
  ///   - description: The list whose spacing and insets count.
  public func order(
    _ ids: some Sequence<String>, like description: ListDescription
  ) -> OrderedHeights {
    let grid = scope.grid
    let spacing = max(0, grid.pixel(ofEdge: description.spacing))
    var top = grid.pixel(ofEdge: description.insets.top)
    var cells: [OrderedHeights.Cell] = []
    var missing: [String] = []
    for id in ids {
      guard let cell = cell(id) else {
        missing.append(id)
        continue
      }
      cells.append(
        OrderedHeights.Cell(
          id: id, offset: grid.points(top), height: grid.points(cell.height)))
      top += cell.height + spacing
    }
    let extent =
      top - (cells.isEmpty ? 0 : spacing) + grid.pixel(ofEdge: description.insets.bottom)
    return OrderedHeights(cells: cells, missing: missing, extent: grid.points(extent))
  }
}
