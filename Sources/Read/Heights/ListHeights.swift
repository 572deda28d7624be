public import LayoutPrimitives

/// The ids and heights of a list in one environment of one generation, in memory.
///
/// It never changes and makes no callbacks: all heights are present before a list view asks for
/// one. It takes about 13 bytes a cell, for the ids and an index over them.
public struct ListHeights: CellList, RandomAccessCollection {
  /// `Never`, because lookups in memory cannot fail.
  public typealias Failure = Never

  /// One cell of a list.
  public struct Cell: Hashable, Sendable {
    /// Position in the list, from 0.
    public let index: Int
    /// Id of the record.
    public let id: String
    /// Distance of the top edge from the top of the list, in points.
    public let offset: Double
    /// Height without spacing, in points.
    public let height: Double
    /// Height with the spacing below the cell, in points; the last cell has none below.
    public let spacedHeight: Double
    /// Reasons why the height may be wrong.
    public let caveats: Caveats
  }

  /// The list.
  public let name: ListName
  /// The generation.
  public let generation: PinnedGeneration
  /// The ids in list order.
  public let ids: [String]
  /// The positions of the cells in points.
  public let geometry: ListGeometry

  private let caveats: [UInt8]
  private let positions: [String: Int]

  /// Takes over what a source read.
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

  /// Distance between cells, in points.
  public var gap: Double { geometry.spacing.gap }

  /// Distances around all cells, in points.
  public var insets: Insets { geometry.spacing.insets }

  /// Height of the whole list with spacing and insets, in points.
  public var extent: Double { geometry.extent }

  /// Id of the record at an index, `0..<count`.
  public func id(at index: Int) -> String { ids[index] }

  /// The position of a record; nil if it is not in the list.
  public func index(of id: String) -> Int? { positions[id] }

  /// Height of a cell without its spacing, in points; nil for an invalid index.
  public func height(at index: Int) -> Double? { geometry.height(at: index) }

  /// Height of a record's cell without its spacing, in points; nil if it is not in the list.
  public func height(of id: String) -> Double? { positions[id].flatMap { height(at: $0) } }

  /// Offset of a cell's top, in points.
  ///
  /// - Returns: The height of the whole list for `count`; nil for any other invalid index.
  public func offset(of index: Int) -> Double? { geometry.offset(of: index) }

  /// Offset of a cell's top, in points, `0..<count`.
  public func top(of index: Int) -> Double { geometry.offset(of: index) ?? extent }

  /// Reasons why the height of a cell may be wrong; none for an invalid index.
  public func caveats(at index: Int) -> Caveats {
    ids.indices.contains(index) ? Caveats(rawValue: Int(caveats[index])) : []
  }

  /// The last cell whose top is at or above an offset; the first for an offset above all.
  ///
  /// - Parameter offset: In points.
  /// - Returns: nil for an empty list, and for NaN.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double) -> Int? { geometry.index(atOffset: offset) }

  /// The cells that are fully or partly visible between two offsets.
  ///
  /// - Parameter offsets: Upper and lower edge of the visible part, in points.
  /// - Returns: Their positions; empty if only spacing or an inset is visible.
  /// - Complexity: O(log n).
  public func range(visible offsets: Range<Double>) -> Range<Int> {
    geometry.range(visible: offsets)
  }

  /// Number of cells whose height may be wrong, by reason, in the order of output; none with 0.
  public var cellsByCaveat: [(name: String, cells: Int)] {
    Caveats.named.compactMap { name, reason in
      let cells = caveats.count { Caveats(rawValue: Int($0)).contains(reason) }
      return cells > 0 ? (name, cells) : nil
    }
  }

  /// Number of cells whose height may be wrong.
  public var cellsWithCaveats: Int { caveats.count { $0 != 0 } }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// Number of cells.
  public var endIndex: Int { ids.count }

  /// The cell at a position.
  public subscript(index: Int) -> Cell {
    let height = height(at: index) ?? 0
    return Cell(
      index: index, id: ids[index], offset: top(of: index), height: height,
      spacedHeight: index + 1 < count ? geometry.spacedHeight(at: index) : height,
      caveats: caveats(at: index))
  }
}

/// The cells of a list, in its order, as a source reads them.
public struct ListCells: Sendable {
  private(set) var ids: [String] = []
  private(set) var geometry: ListGeometry
  private(set) var caveats: [UInt8] = []

  /// Creates a list without cells.
  public init(_ spacing: ListSpacing) { geometry = ListGeometry(spacing) }

  /// Reserves memory for a number of cells.
  public mutating func reserveCapacity(_ count: Int) {
    ids.reserveCapacity(count)
    caveats.reserveCapacity(count)
    geometry.reserveCapacity(count)
  }

  /// Adds a cell at the end.
  ///
  /// - Parameters:
  ///   - id: Id of the record.
  ///   - height: In pixels.
  ///   - reasons: The bits of reasons why it may be wrong.
  public mutating func append(_ id: String, height: Int, caveats reasons: UInt8) {
    ids.append(id)
    caveats.append(reasons)
    geometry.append(height: height)
  }
}
