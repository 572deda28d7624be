import FeedRecords

/// A path of a record in a binding, parsed with the template.
public struct BoundPath: Hashable, Sendable {
  /// The path as written.
  public let spelling: String
  /// The parsed path, or `nil` when it is no path.
  let recordPath: RecordPath?
  /// The path's number in its template's `PathTable`, -1 before the template is compiled.
  var slot = -1

  /// The record's language.
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
