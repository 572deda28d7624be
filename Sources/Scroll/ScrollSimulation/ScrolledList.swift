public import LayoutPrimitives

/// A list of cells to scroll, with the properties that the cost of a cell depends on.
public protocol ScrolledList: HeightSource {
  /// Names of the templates of the cells.
  var templates: [String] { get }

  /// The properties of a cell that its cost depends on; reading them costs nothing.
  ///
  /// - Parameter index: `0..<count`.
  func facts(at index: Int) throws -> CellFacts

  /// Offset of a cell's top edge once all heights are known, in points.
  ///
  /// - Parameter index: `0...count`; for `count`, the height of the whole list with both insets.
  func trueOffset(of index: Int) throws -> Double

  /// Draws a cell that is on screen, if drawing is measured.
  func draw(at index: Int) throws

  /// The id of a cell's record, for reports.
  func id(at index: Int) throws -> String
}

extension ScrolledList {
  /// Draws nothing.
  public func draw(at index: Int) throws {}
}

/// The properties of a cell that its cost depends on.
public struct CellFacts: Hashable, Sendable {
  /// Place of its template in the list's templates.
  public var template: Int
  /// Number of labels that show text.
  public var labels: Int
  /// Number of lines of all labels.
  public var lines: Int

  /// Creates the facts of a cell.
  public init(template: Int, labels: Int, lines: Int) {
    self.template = template
    self.labels = labels
    self.lines = lines
  }
}

/// A list whose heights are all known, in memory.
public final class ExactList: ScrolledList {
  private let geometry: ListGeometry
  private let cells: [CellFacts]
  private let makeLayout: (Int) throws -> CellLayout
  private let countEngines: () -> Int
  private let nameOfRecord: (Int) throws -> String

  /// Names of the templates of the cells.
  public let templates: [String]

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - geometry: The positions of the cells in points.
  ///   - facts: The properties that the costs depend on, one for each cell.
  ///   - templates: Names of their templates.
  ///   - id: The id of a cell's record.
  ///   - engines: The number of engines that `layout` has made.
  ///   - layout: The work for a cell that comes on screen; it may be timed.
  public init(
    _ geometry: ListGeometry, facts: [CellFacts], templates: [String],
    id: @escaping (Int) throws -> String, engines: @escaping () -> Int = { 0 },
    layout: @escaping (Int) throws -> CellLayout
  ) {
    self.geometry = geometry
    cells = facts
    self.templates = templates
    nameOfRecord = id
    countEngines = engines
    makeLayout = layout
  }

  /// Number of cells in the list.
  public var count: Int { geometry.count }

  /// Number of layout engines made so far.
  public var enginesCreated: Int { countEngines() }

  /// Height of a cell, in points.
  public func height(at index: Int) throws -> Double? {
    guard let height = geometry.height(at: index) else { throw outside(index) }
    return height
  }

  /// Distance of a cell's top edge from the top of the list, in points.
  public func offset(of index: Int) throws -> Double {
    guard let offset = geometry.offset(of: index) else { throw outside(index) }
    return offset
  }

  /// The same as `offset(of:)`.
  public func trueOffset(of index: Int) throws -> Double { try offset(of: index) }

  /// Index of the last cell whose top edge is at or above an offset; nil for an empty list.
  public func index(atOffset offset: Double) throws -> Int? { geometry.index(atOffset: offset) }

  /// Does the work for a cell that comes on screen.
  public func layout(at index: Int) throws -> CellLayout {
    guard index >= 0, index < count else { throw outside(index) }
    return try makeLayout(index)
  }

  /// The properties of a cell that its cost depends on.
  public func facts(at index: Int) throws -> CellFacts {
    guard cells.indices.contains(index) else { throw outside(index) }
    return cells[index]
  }

  /// The id of a cell's record.
  public func id(at index: Int) throws -> String { try nameOfRecord(index) }

  private func outside(_ index: Int) -> HeightSourceError { .index(index, count: count) }
}
