/// How large a template document may be; a document beyond a limit is refused whole.
public struct TemplateLimits: Hashable, Sendable {
  /// Most bytes of the document's text.
  public var bytes: Int
  /// Deepest nesting of mappings and lists; against hostile documents, far above what `nesting` views
  /// take.
  public var depth: Int
  /// Most views inside one another, the cell not counted.
  public var nesting: Int
  /// Most views, the cell not counted.
  public var views: Int
  /// Most constraints, after visual format strings have been taken apart.
  public var constraints: Int
  /// Most conditional groups.
  public var groups: Int
  /// Most named constants.
  public var constants: Int
  /// Most declared states.
  public var states: Int
  /// Most UTF-8 bytes of one text, constraint or condition.
  public var textLength: Int
  /// Most pieces of one label's text.
  public var textPieces: Int
  /// Most problems reported; the rest are counted.
  public var problems: Int

  /// Creates limits; the defaults are far above any cell that a person would design.
  public init(
    bytes: Int = 262_144, depth: Int = 256, nesting: Int = 100, views: Int = 500,
    constraints: Int = 4_000, groups: Int = 200, constants: Int = 200, states: Int = 16,
    textLength: Int = 4_096, textPieces: Int = 100, problems: Int = 100
  ) {
    self.bytes = bytes
    self.depth = depth
    self.nesting = nesting
    self.views = views
    self.constraints = constraints
    self.groups = groups
    self.constants = constants
    self.states = states
    self.textLength = textLength
    self.textPieces = textPieces
    self.problems = problems
  }
}
