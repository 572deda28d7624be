public import LayoutPrimitives

/// A list of cells to scroll, with what the cost of a cell depends on.
public protocol ScrolledList: HeightSource {
  /// Names of the templates of the cells.
  var templates: [String] { get }

  /// What the cost of a cell depends on. It costs nothing itself.
  ///
  /// - Parameter index: `0..<count`.
  func facts(at index: Int) throws -> CellFacts

  /// Offset of a cell's top edge once all heights are known, in points.
  ///
  /// - Parameter index: `0...count`; for `count`, the height of the whole list with both insets.
  func trueOffset(of index: Int) throws -> Double

  /// Draws a cell that is on screen, where that is measured.
  func draw(at index: Int) throws

  /// The id of a cell's record, for reports.
  func id(at index: Int) throws -> String
}

extension ScrolledList {
  /// Draws nothing.
  public func draw(at index: Int) throws {}
}

/// What the cost of a cell depends on.
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
