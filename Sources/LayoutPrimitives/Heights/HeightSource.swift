/// What a list view asks of whoever knows its cells, by their index in the list.
///
/// Three kinds answer: a lookup in the store, one long-lived engine, and an engine made for every
/// cell. A source has identity (an open generation, an engine and what it has learnt), hence
/// classes only; it is used from one thread at a time.
public protocol HeightSource: AnyObject {
  /// Number of cells in the list.
  var count: Int { get }

  /// Engines made so far by `layout(at:)` and what it calls; 0 for a lookup.
  var enginesCreated: Int { get }

  /// Height of a cell without its spacing, in points; nil while only an estimate exists.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: Whatever keeps the source from knowing; an index out of range included.
  func height(at index: Int) throws -> Double?

  /// Distance of a cell's top edge from the list's, in points, insets and spacing included.
  ///
  /// Never decreases with the index. Estimates count where a height is not known yet, so the answer
  /// may change after `layout(at:)` of this or an earlier cell.
  ///
  /// - Parameter index: `0...count`; for `count`, the height of the whole list with both insets.
  /// - Throws: Whatever keeps the source from knowing; an index out of range included.
  func offset(of index: Int) throws -> Double

  /// The last cell whose top edge is at or above an offset; the first one for offsets above all.
  ///
  /// - Parameter offset: Distance from the list's top, in points; finite.
  /// - Returns: nil for an empty list.
  /// - Throws: Whatever keeps the source from knowing.
  func index(atOffset offset: Double) throws -> Int?

  /// Does the work that a cell costs when it comes on screen, and returns its layout.
  ///
  /// It is done again at every call: this is what a simulation times. Afterwards `height(at:)` is
  /// known, and offsets use it.
  ///
  /// - Parameter index: `0..<count`.
  /// - Throws: Whatever keeps the cell from being laid out; an index out of range included.
  func layout(at index: Int) throws -> CellLayout
}
