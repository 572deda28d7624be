/// A list of cells that provides heights, offsets and layouts by index.
///
/// One type looks cells up in a store; others compute them, with one engine for all cells or with a
/// new engine per cell. They are classes, because they have identity: an open generation, or an
/// engine with the programs that it has learned. Only one thread at a time may use a list.
public protocol HeightSource: AnyObject {
  /// Number of cells in the list.
  var count: Int { get }

  /// Number of layout engines that `layout(at:)` has created so far; 0 for a lookup.
  var enginesCreated: Int { get }

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
}
