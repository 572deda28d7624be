public import HeightStore
public import LayoutPrimitives

/// The heights of a list in one environment, in list order: what list views of other libraries take.
///
/// Heights and offsets are whole device pixels, in points: none of them is a sum of rounded numbers.
public struct ListHeights: RandomAccessCollection, Hashable, Sendable {
  /// One cell of a list.
  public struct Cell: Hashable, Sendable {
    /// Position in the list, from 0.
    public let index: Int
    /// Id of the record.
    public let key: String
    /// Distance of the top edge from the top of the list, in points.
    public let offset: Double
    /// Height without spacing, in points.
    public let height: Double
    /// Height with the spacing below the cell, in points; the last cell has none below.
    public let spacedHeight: Double
    /// Why the height may be off.
    public let caveats: Caveats
  }

  /// Name of the feed.
  public let feed: String
  /// Name of the list.
  public let list: String
  /// Key of the environment, in full form.
  public let environment: String
  /// Cells of the feed in the environment that failed, and are in no list.
  public let failed: Int
  /// The generation.
  public let generation: Generation
  /// Distance between cells, in points.
  public let gap: Double
  /// Distances around all cells, in points.
  public let insets: Insets

  private let grid: PixelGrid
  private let spacing: Int
  private var keys: [String] = []
  private var caveats: [Caveats] = []
  /// The top edges of the cells and of one that would follow, in steps; shape `[cells + 1]`.
  private var tops: [Int]

  init(_ list: StoredList, _ scope: LookupScope, _ generation: Generation) {
    feed = scope.feed.name
    self.list = list.description.name
    environment = scope.environment.environment.key
    failed = scope.environment.failed
    self.generation = generation
    grid = list.grid
    spacing = list.spacing
    gap = grid.points(list.spacing)
    let edges = list.description.insets
    insets = Insets(
      top: grid.points(list.top), leading: grid.points(grid.pixel(ofEdge: edges.leading)),
      bottom: grid.points(grid.pixel(ofEdge: edges.bottom)),
      trailing: grid.points(grid.pixel(ofEdge: edges.trailing)))
    tops = [list.top]
    keys.reserveCapacity(list.count)
    caveats.reserveCapacity(list.count)
    tops.reserveCapacity(list.count + 1)
  }

  /// Adds a cell at the end; its height is in steps.
  mutating func append(_ key: String, height: Int, caveats reasons: Caveats) {
    keys.append(key)
    caveats.append(reasons)
    tops.append(tops[tops.count - 1] + height + spacing)
  }

  /// Height of the whole list with both insets, in points.
  public var extent: Double {
    let bottom = tops[keys.count] - (isEmpty ? 0 : spacing)
    return grid.points(bottom + grid.pixel(ofEdge: insets.bottom))
  }

  /// Number of cells whose height may be off, by reason, in the order of output; none with 0.
  public var doubts: [(name: String, cells: Int)] {
    Caveats.named.compactMap { name, reason in
      let cells = caveats.count { $0.contains(reason) }
      return cells > 0 ? (name, cells) : nil
    }
  }

  /// Number of cells whose height may be off.
  public var doubtfulCells: Int { caveats.count { !$0.isEmpty } }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// Number of cells.
  public var endIndex: Int { keys.count }

  /// The cell at a position.
  public subscript(index: Int) -> Cell {
    let below = tops[index + 1] - tops[index]
    return Cell(
      index: index, key: keys[index], offset: grid.points(tops[index]),
      height: grid.points(below - spacing),
      spacedHeight: grid.points(index + 1 < keys.count ? below : below - spacing),
      caveats: caveats[index])
  }
}
