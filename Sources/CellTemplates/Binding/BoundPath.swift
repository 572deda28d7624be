import FeedRecords

/// A path of a record as a binding writes it, read once when the template is.
public struct BoundPath: Hashable, Sendable {
  /// The path as written.
  public let spelling: String
  /// The path as records know it; `nil` when it leads nowhere.
  let recordPath: RecordPath?

  /// The record's language.
  static let language = BoundPath("language")

  /// Reads a path.
  init(_ spelling: String) {
    self.spelling = spelling
    recordPath = RecordPath(spelling)
  }
}
