/// Where a constraint stands in its document, for diagnostics.
public struct ConstraintPlace: Hashable, Sendable {
  /// File as given, or the name of the built-in template.
  public var file: String
  /// Line, from 1.
  public var line: Int
  /// The text as written; one visual format string gives several constraints.
  public var text: String

  /// Creates a place.
  public init(file: String, line: Int, text: String) {
    self.file = file
    self.line = line
    self.text = text
  }

  /// `FILE:LINE`.
  public var location: String { "\(file):\(line)" }
}
