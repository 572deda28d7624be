public import LayoutPrimitives

/// A list whose heights are all known, in memory.
public final class ExactList: ScrolledList {
  private let grid: PixelGrid
  /// Tops of all cells and, last, the height of the whole list, in pixels.
  private let tops: [Int]
  private let heights: [Int32]
  private let cells: [CellFacts]
  private let makeLayout: (Int) throws -> CellLayout
  private let countEngines: () -> Int
  private let nameOfRecord: (Int) throws -> String

  /// Names of the templates of the cells.
  public let templates: [String]

  /// What a list consists of.
  public struct Cells: Sendable {
    /// Heights in device pixels.
    public var heights: [Int32] = []
    /// What the costs of the cells depend on; as many as heights.
    public var facts: [CellFacts] = []
    /// Names of their templates.
    public var templates: [String]

    /// Creates a list without cells.
    public init(templates: [String]) {
      self.templates = templates
    }
  }

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - cells: Heights and facts, in the order of the list.
  ///   - grid: Pixel grid of the environment.
  ///   - spacing: Distance between cells, in points.
  ///   - insets: Insets of the list; only top and bottom are used.
  ///   - id: The id of a cell's record.
  ///   - engines: The number of engines that `layout` has made.
  ///   - layout: What is done for a cell that comes on screen; it may be timed.
  public init(
    _ cells: Cells, grid: PixelGrid, spacing: Double, insets: Insets,
    id: @escaping (Int) throws -> String, engines: @escaping () -> Int = { 0 },
    layout: @escaping (Int) throws -> CellLayout
  ) {
    self.grid = grid
    heights = cells.heights
    self.cells = cells.facts
    templates = cells.templates
    let gap = grid.pixel(ofEdge: spacing)
    var top = grid.pixel(ofEdge: insets.top)
    var tops: [Int] = []
    tops.reserveCapacity(heights.count + 1)
    for height in heights {
      tops.append(top)
      top += Int(height) + gap
    }
    tops.append(top - (heights.isEmpty ? 0 : gap) + grid.pixel(ofEdge: insets.bottom))
    self.tops = tops
    nameOfRecord = id
    countEngines = engines
    makeLayout = layout
  }

  /// Number of cells in the list.
  public var count: Int { heights.count }

  /// Number of layout engines made so far.
  public var enginesCreated: Int { countEngines() }

  /// Height of a cell, in points.
  public func height(at index: Int) throws -> Double? {
    try check(index, below: count)
    return grid.points(Int(heights[index]))
  }

  /// Distance of a cell's top edge from the top of the list, in points.
  public func offset(of index: Int) throws -> Double {
    try check(index, below: count + 1)
    return grid.points(tops[index])
  }

  /// The same as `offset(of:)`.
  public func trueOffset(of index: Int) throws -> Double { try offset(of: index) }

  /// Index of the last cell whose top edge is at or above an offset; nil for an empty list.
  public func index(atOffset offset: Double) throws -> Int? {
    guard count > 0 else { return nil }
    // Top edges are whole pixels; 2⁻¹⁷ compensates rounding in points.
    let pixels = (offset * grid.stepsPerPoint + 0x1p-17).rounded(.down)
    let wanted = Int(min(max(pixels, -1e15), 1e15))
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if tops[middle] <= wanted { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Does what is done for a cell that comes on screen.
  public func layout(at index: Int) throws -> CellLayout {
    try check(index, below: count)
    return try makeLayout(index)
  }

  /// What the cost of a cell depends on.
  public func facts(at index: Int) throws -> CellFacts {
    try check(index, below: cells.count)
    return cells[index]
  }

  /// The id of a cell's record.
  public func id(at index: Int) throws -> String { try nameOfRecord(index) }

  private func check(_ index: Int, below bound: Int) throws {
    guard index >= 0, index < bound else {
      throw HeightSourceError.index(index, count: count)
    }
  }
}
