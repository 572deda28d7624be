public import LayoutPrimitives

/// A list that can be scrolled in a simulation: heights and offsets by index, and the properties
/// that determine costs.
///
/// One type looks cells up; others compute them, with one engine for all cells or with a new engine
/// per cell. They are classes, because they have identity: an open generation, or an engine with the
/// programs that it has learned. Only one thread at a time may use a list.
public protocol ScrolledList: AnyObject {
  /// Number of cells in the list.
  var count: Int { get }

  /// Number of layout engines that `layout(at:)` has created so far; 0 for a lookup.
  var enginesCreated: Int { get }

  /// The names of the templates of the cells.
  var templates: [String] { get }

  /// Height of a cell without spacing, in points; nil if the height is only estimated so far.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: An error of the lookup or the layout, or an error for an index out of range.
  func height(at index: Int) throws -> Double?

  /// Distance from the top of the list to a cell's top edge, in points, including inset and
  /// spacing.
  ///
  /// The distance does not decrease with the index. It contains estimates of the heights that are
  /// not computed yet, so `layout(at:)` of this or an earlier cell may change it.
  ///
  /// - Parameter index: `0...count`; for `count`, the result is the height of the whole list with
  ///   both insets.
  /// - Throws: An error of the lookup or the layout, or an error for an index out of range.
  func offset(of index: Int) throws -> Double

  /// Index of the last cell whose top edge is at or above an offset; 0 if there is none.
  ///
  /// - Parameter offset: Distance from the list's top, in points; finite.
  /// - Returns: The index; nil for an empty list.
  /// - Throws: An error of the lookup or the layout.
  func index(atOffset offset: Double) throws -> Int?

  /// Lays out a cell that becomes visible, or looks its layout up.
  ///
  /// Every call repeats the work, because simulations measure its time. Afterwards `height(at:)`
  /// returns the cell's height, and offsets include it.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: An error of the lookup or the layout, or an error for an index out of range.
  func layout(at index: Int) throws -> CellLayout

  /// Makes the height of a cell that becomes visible known, as `layout(at:)` does, without its work.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: An error for an index out of range.
  func reveal(_ index: Int) throws

  /// The properties of a cell that determine its cost; the time to read them is not measured.
  ///
  /// - Parameter index: A position in `0..<count`.
  func facts(at index: Int) throws -> CellFacts

  /// The offset of a cell's top edge when all heights are known, in points.
  ///
  /// - Parameter index: A position in `0...count`; for `count`, the result is the height of the
  ///   whole list with both insets.
  func trueOffset(of index: Int) throws -> Double

  /// Draws a cell that is on the screen, if the cost of drawing is measured.
  func draw(at index: Int) throws

  /// The id of a cell's record, for reports.
  func id(at index: Int) throws -> String
}

extension ScrolledList {
  /// Does nothing, because every height is known.
  public func reveal(_ index: Int) throws {}

  /// Draws nothing.
  public func draw(at index: Int) throws {}
}

/// The properties of a cell that determine its cost.
public struct CellFacts: Hashable, Sendable {
  /// The index of the cell's template in `ScrolledList.templates`.
  public var template: Int
  /// The number of labels that show text.
  public var labels: Int
  /// The number of lines in all labels.
  public var lines: Int

  /// Creates the properties of a cell.
  public init(template: Int, labels: Int, lines: Int) {
    self.template = template
    self.labels = labels
    self.lines = lines
  }
}

/// A list in memory, in which every height is known.
public final class ExactList: ScrolledList {
  private let geometry: ListGeometry
  private let cells: [CellFacts]
  private let makeLayout: (Int) throws -> CellLayout
  private let countEngines: () -> Int
  private let nameOfRecord: (Int) throws -> String

  /// The names of the templates of the cells.
  public let templates: [String]

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - geometry: The heights and offsets of the cells.
  ///   - facts: The properties that determine costs, one value per cell.
  ///   - templates: The names of the templates, which `CellFacts.template` indexes.
  ///   - id: Returns the id of the record of a cell, given its position.
  ///   - engines: Returns the number of engines that `layout` has made.
  ///   - layout: Does the work for a cell that appears, given its position; its time may be
  ///     measured.
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

  /// The number of cells in the list.
  public var count: Int { geometry.count }

  /// The number of layout engines that were made so far.
  public var enginesCreated: Int { countEngines() }

  /// The height of a cell, in points.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0..<count`.
  public func height(at index: Int) throws -> Double? {
    guard let height = geometry.height(at: index) else { throw outside(index) }
    return height
  }

  /// The distance between the tops of the list and of a cell, in points.
  ///
  /// For the index `count`, it is the height of the whole list with both insets.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0...count`.
  public func offset(of index: Int) throws -> Double {
    guard let offset = geometry.offset(of: index) else { throw outside(index) }
    return offset
  }

  /// The same value as `offset(of:)`.
  public func trueOffset(of index: Int) throws -> Double { try offset(of: index) }

  /// The index of the last cell whose top edge is at or above an offset in points.
  ///
  /// It is nil if the list is empty.
  public func index(atOffset offset: Double) throws -> Int? { geometry.index(atOffset: offset) }

  /// Does the work for a cell that appears on the screen.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0..<count`; the errors of the work.
  public func layout(at index: Int) throws -> CellLayout {
    guard index >= 0, index < count else { throw outside(index) }
    return try makeLayout(index)
  }

  /// The properties of a cell that determine its cost.
  ///
  /// - Throws: `ScrolledListError` for an index that is not in `0..<count`.
  public func facts(at index: Int) throws -> CellFacts {
    guard cells.indices.contains(index) else { throw outside(index) }
    return cells[index]
  }

  /// The id of the record of a cell.
  public func id(at index: Int) throws -> String { try nameOfRecord(index) }

  private func outside(_ index: Int) -> ScrolledListError { .index(index, count: count) }
}
