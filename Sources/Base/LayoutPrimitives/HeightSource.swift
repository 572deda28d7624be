/// Heights, offsets and layouts of a list's cells, by their index.
///
/// There are three kinds of source: a lookup in the store, one long-lived engine, and a new engine
/// for every cell. Sources are classes, because they have identity (an open generation, an engine
/// with its learned programs). Only one thread at a time may use a source.
public protocol HeightSource: AnyObject {
  /// Number of cells in the list.
  var count: Int { get }

  /// Number of layout engines created so far by `layout(at:)`; 0 for a lookup.
  var enginesCreated: Int { get }

  /// Height of a cell without spacing, in points; nil while only an estimate exists.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: An error of the source, or an error for an index out of range.
  func height(at index: Int) throws -> Double?

  /// Distance from the top of the list to a cell's top edge, in points, with insets and spacing.
  ///
  /// The distance does not decrease with the index. It includes estimates of heights that are not
  /// yet computed, so it may change after `layout(at:)` of this or an earlier cell.
  ///
  /// - Parameter index: `0...count`; for `count`, the height of the whole list with both insets.
  /// - Throws: An error of the source, or an error for an index out of range.
  func offset(of index: Int) throws -> Double

  /// Index of the last cell whose top edge is at or above an offset; 0 if the offset is above all
  /// cells.
  ///
  /// - Parameter offset: Distance from the list's top, in points; finite.
  /// - Returns: The index; nil for an empty list.
  /// - Throws: An error of the source.
  func index(atOffset offset: Double) throws -> Int?

  /// Lays out a cell that becomes visible, or looks its layout up.
  ///
  /// Every call repeats the work, because simulations measure its time. Afterwards `height(at:)`
  /// returns the cell's height, and offsets include it.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: An error of the source if the cell cannot be laid out or the index is out of range.
  func layout(at index: Int) throws -> CellLayout
}
