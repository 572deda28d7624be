import FeedRecords

/// A path in a binding, parsed with its template.
public struct BoundPath: Hashable, Sendable {
  /// The path as written.
  public let spelling: String
  /// The parsed path, or `nil` when the spelling is not a valid path.
  let recordPath: RecordPath?
  /// The path's index in its template's `PathTable`, or -1 before the template is compiled.
  var slot = -1

  /// The path of the record's language.
  static let language = BoundPath("language")

  init(_ spelling: String) {
    self.spelling = spelling
    recordPath = RecordPath(spelling)
  }

  /// Compares the spelling.
  public static func == (left: BoundPath, right: BoundPath) -> Bool {
    left.spelling == right.spelling
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(spelling) }
}
