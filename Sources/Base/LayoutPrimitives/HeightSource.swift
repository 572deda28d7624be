/// Heights, offsets and layouts of a list's cells, by their index.
///
/// There are three kinds: a lookup in the store, one long-lived engine, and an engine for every
/// cell. Sources are classes, because they have identity (an open generation, an engine with its
/// learned programs). A source is used from one thread at a time.
public protocol HeightSource: AnyObject {
  /// Number of cells in the list.
  var count: Int { get }

  /// Number of layout engines created so far by `layout(at:)`; 0 for a lookup.
  var enginesCreated: Int { get }

  /// Height of a cell without its spacing, in points; nil while only an estimate exists.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: The source's error, also for an index out of range.
  func height(at index: Int) throws -> Double?

  /// Distance of a cell's top edge from the top of the list, in points, including insets and
  /// spacing.
  ///
  /// Does not decrease with the index. It includes estimates of unknown heights, so the answer may
  /// change after `layout(at:)` of this or an earlier cell.
  ///
  /// - Parameter index: `0...count`; for `count`, the height of the whole list with both insets.
  /// - Throws: The source's error, also for an index out of range.
  func offset(of index: Int) throws -> Double

  /// Index of the last cell whose top edge is at or above an offset; 0 for offsets above all cells.
  ///
  /// - Parameter offset: Distance from the list's top, in points; finite.
  /// - Returns: nil for an empty list.
  /// - Throws: The source's error.
  func index(atOffset offset: Double) throws -> Int?

  /// Lays out a cell that comes on screen, or looks its layout up.
  ///
  /// Every call repeats the work, because simulations time it. Afterwards `height(at:)` returns the
  /// cell's height, and offsets include it.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: The source's error when the cell cannot be laid out or the index is out of range.
  func layout(at index: Int) throws -> CellLayout
}
