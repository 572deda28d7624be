/// The limits of a template document.
///
/// A document beyond any of them is refused.
public struct TemplateLimits: Hashable, Sendable {
  /// Maximum size of the document's text, in bytes.
  public var bytes = 262_144
  /// Maximum depth of mappings and lists, far above what the maximum depth of views needs.
  public var depth = 256
  /// Maximum depth of nested views, not counting the cell.
  public var nesting = 100
  /// Maximum number of views, not counting the cell.
  public var views = 500
  /// Maximum number of constraints.
  ///
  /// Each constraint of a visual format string counts.
  public var constraints = 4_000
  /// Maximum number of conditional groups.
  public var groups = 200
  /// Maximum number of views of a grid with merged cells.
  ///
  /// The time of its first layout grows with their cube.
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
  /// Further ones are only counted.
  public var problems = 100

  /// Creates the default limits, far above any cell that a person would design.
  public init() {}
}
