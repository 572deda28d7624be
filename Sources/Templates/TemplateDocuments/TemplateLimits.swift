/// The limits of a template document.
///
/// A document that exceeds a limit is refused. The limit `problems` only shortens the list of
/// problems.
public struct TemplateLimits: Hashable, Sendable {
  /// Maximum size of the document's text, in bytes.
  public var bytes = 262_144
  /// Maximum depth of mappings and lists, which is far above the depth that nested views need.
  public var depth = 256
  /// Maximum depth of nested views without the cell, or of nested boxes.
  public var nesting = 100
  /// Maximum number of views without the cell, or of boxes.
  public var views = 500
  /// Maximum number of constraints.
  ///
  /// Each constraint in a visual format string counts separately. The constraints of frames, stacks
  /// and grids count too.
  public var constraints = 4_000
  /// Maximum number of conditional groups.
  public var groups = 200
  /// Maximum number of views of a grid with merged cells.
  ///
  /// The time of the first layout grows with the cube of this number.
  public var mergedGridViews = 120
  /// Maximum number of constants.
  public var constants = 200
  /// Maximum number of declared states.
  public var states = 16
  /// Maximum length of one text, constraint or condition, in UTF-8 bytes.
  public var textLength = 4_096
  /// Maximum number of pieces of one label's text.
  public var textPieces = 100
  /// Maximum number of problems that are listed.
  ///
  /// Further problems are only counted.
  public var problems = 100

  /// Creates the default limits, which are far above any practical cell.
  public init() {}
}
