import FeedRecords

/// A path of a record as a binding writes it, read once when the template is.
public struct BoundPath: Hashable, Sendable {
  /// The path as written.
  public let spelling: String
  /// The path as records know it; `nil` when it leads nowhere.
  let recordPath: RecordPath?
  /// The path's number in its template's `PathTable`; -1 before the template is compiled.
  var slot = -1

  /// The record's language.
  static let language = BoundPath("language")

  /// Reads a path.
  init(_ spelling: String) {
    self.spelling = spelling
    recordPath = RecordPath(spelling)
  }

  /// Whether two paths are spelt alike.
  public static func == (left: BoundPath, right: BoundPath) -> Bool {
    left.spelling == right.spelling
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(spelling) }
}
