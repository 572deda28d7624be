/// The limits of a template document, which is refused beyond any of them.
public struct TemplateLimits: Hashable, Sendable {
  /// Most bytes of the document's text.
  public var bytes = 262_144
  /// Deepest nesting of mappings and lists, far above that of `nesting` views.
  public var depth = 256
  /// Deepest nesting of views, the cell not counted.
  public var nesting = 100
  /// Most views, the cell not counted.
  public var views = 500
  /// Most constraints, those of visual format strings counted one by one.
  public var constraints = 4_000
  /// Most conditional groups.
  public var groups = 200
  /// Most named constants.
  public var constants = 200
  /// Most declared states.
  public var states = 16
  /// Most UTF-8 bytes of one text, constraint or condition.
  public var textLength = 4_096
  /// Most pieces of one label's text.
  public var textPieces = 100
  /// Most problems reported, beyond which they are counted.
  public var problems = 100

  /// Creates the default limits, far above any cell that a person would design.
  public init() {}
}
