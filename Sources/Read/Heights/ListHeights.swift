public import LayoutPrimitives

/// The ids and heights of a list in one environment of one generation, in memory.
///
/// The value never changes and makes no callbacks: all heights are loaded before a list view needs
/// the first one. It takes about 9 bytes per cell, plus the ids and an index of the ids.
public struct ListHeights: CellList, RandomAccessCollection {
  /// `Never`, because lookups in memory cannot fail.
  public typealias Failure = Never

  /// One cell of the list.
  public struct Cell: Hashable, Sendable {
    /// Position in the list, from 0.
    public let index: Int
    /// Id of the record.
    public let id: String
    /// Distance from the top of the list to the top edge of the cell, in points.
    public let offset: Double
    /// Height without spacing, in points.
    public let height: Double
    /// Height with the separator and the spacing below the cell, in points; there is no spacing below
    /// the last cell.
    public let spacedHeight: Double
    /// The reasons why the height may be inexact.
    public let caveats: Caveats
  }

  /// The feed, the environment and the name of the list.
  public let name: ListName
  /// The generation of the list.
  public let generation: PinnedGeneration
  /// The record ids, in list order.
  public let ids: [String]
  /// The heights and offsets of the cells, in points.
  public let geometry: ListGeometry

  private let caveats: [UInt8]
  private let positions: [String: Int]

  /// Creates a list from its cells.
  public init(_ name: ListName, _ generation: PinnedGeneration, _ cells: ListCells) {
    self.name = name
    self.generation = generation
    ids = cells.ids
    geometry = cells.geometry
    caveats = cells.caveats
    positions = Dictionary(zip(cells.ids, cells.ids.indices)) { first, _ in first }
  }

  /// Number of the generation.
  public var generationNumber: Int { generation.number }

  /// Number of cells.
  public var count: Int { ids.count }

  /// The sections, and the kinds of the cells; nil for a list of records alone.
  public var sections: ListSections? { geometry.sections }

  /// Distance between cells, in points.
  public var gap: Double { geometry.spacing.gap }

  /// Distances between the edges of the list and its cells, in points.
  public var insets: Insets { geometry.spacing.insets }

  /// Height of the whole list with spacing and insets, in points.
  public var extent: Double { geometry.extent }

  /// Id of the record at an index in `0..<count`.
  public func id(at index: Int) -> String { ids[index] }

  /// The index of a record; nil if the list does not contain the record.
  public func index(of id: String) -> Int? { positions[id] }

  /// Height of a cell without spacing, in points; nil if the index is invalid.
  public func height(at index: Int) -> Double? { geometry.height(at: index) }

  /// Height of a record's cell without spacing, in points; nil if the list does not contain the
  /// record.
  public func height(of id: String) -> Double? { positions[id].flatMap { height(at: $0) } }

  /// Offset of the top of a cell, in points.
  ///
  /// - Returns: The height of the whole list if the index is `count`; nil if the index is otherwise
  ///   invalid.
  public func offset(of index: Int) -> Double? { geometry.offset(of: index) }

  /// Offset of the top of a cell at an index in `0..<count`, in points.
  public func top(of index: Int) -> Double { geometry.offset(of: index) ?? extent }

  /// The reasons why the height of a cell may be inexact; empty if the index is invalid.
  public func caveats(at index: Int) -> Caveats {
    ids.indices.contains(index) ? Caveats(rawValue: Int(caveats[index])) : []
  }

  /// Finds the last cell whose top is at or above an offset.
  ///
  /// - Parameter offset: The offset, in points.
  /// - Returns: The index of the cell; 0 if all tops are below the offset; nil if the list is empty
  ///   or the offset is NaN.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double) -> Int? { geometry.index(atOffset: offset) }

  /// The cells that are fully or partly visible between two offsets.
  ///
  /// - Parameter offsets: The upper and the lower edge of the visible part, in points.
  /// - Returns: The indices of the cells; empty if only spacing or an inset is visible.
  /// - Complexity: O(log n).
  public func range(visible offsets: Range<Double>) -> Range<Int> {
    geometry.range(visible: offsets)
  }

  /// Number of cells with each caveat, in the order of `Caveats.named`; caveats that no cell has
  /// are omitted.
  public var cellsByCaveat: [(name: String, cells: Int)] {
    Caveats.named.compactMap { name, reason in
      let cells = caveats.count { Caveats(rawValue: Int($0)).contains(reason) }
      return cells > 0 ? (name, cells) : nil
    }
  }

  /// Number of cells with at least one caveat.
  public var cellsWithCaveats: Int { caveats.count { $0 != 0 } }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// Number of cells.
  public var endIndex: Int { ids.count }

  /// The cell at an index.
  public subscript(index: Int) -> Cell {
    let height = height(at: index) ?? 0
    return Cell(
      index: index, id: ids[index], offset: top(of: index), height: height,
      spacedHeight: index + 1 < count
        ? geometry.spacedHeight(at: index) : height + geometry.separatorHeight(after: index),
      caveats: caveats(at: index))
  }
}

/// The ids, heights and caveats of cells in list order, from which a `ListHeights` is created.
public struct ListCells: Sendable {
  private(set) var ids: [String] = []
  private(set) var geometry: ListGeometry
  private(set) var caveats: [UInt8] = []

  /// Creates a list without cells.
  ///
  /// - Parameters:
  ///   - spacing: The spacing and insets.
  ///   - sections: The sections of the cells that will be added; nil for records alone.
  public init(_ spacing: ListSpacing, sections: ListSections? = nil) {
    geometry = ListGeometry(spacing, sections: sections)
  }

  /// Reserves memory for a number of additional cells.
  public mutating func reserveCapacity(_ count: Int) {
    ids.reserveCapacity(count)
    caveats.reserveCapacity(count)
    geometry.reserveCapacity(count)
  }

  /// Adds a cell at the end.
  ///
  /// - Parameters:
  ///   - id: Id of the record.
  ///   - height: Height of the cell, in grid steps.
  ///   - reasons: The raw value of the caveats.
  public mutating func append(_ id: String, height: Int, caveats reasons: UInt8) {
    ids.append(id)
    caveats.append(reasons)
    geometry.append(height: height)
  }
}
