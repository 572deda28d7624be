import FeedRecords

/// A path in a binding, parsed with its template.
public struct BoundPath: Hashable, Sendable {
  /// A path as written and parsed.
  ///
  /// It is shared, because paths are copied for every record, and a parsed path has many parts.
  private final class Parsed: Sendable {
    let spelling: String
    let recordPath: RecordPath?
    let property: RecordProperty?

    init(_ spelling: String) {
      self.spelling = spelling
      recordPath = RecordPath(spelling)
      property = recordPath?.isWord == true ? RecordProperty(rawValue: spelling) : nil
    }
  }

  private let parsed: Parsed
  /// The path's index in its template's `PathTable`, or -1 before the template is compiled.
  var slot = -1

  /// The path of the record's language.
  static let language = BoundPath("language")

  init(_ spelling: String) {
    parsed = Parsed(spelling)
  }

  /// The path as written.
  public var spelling: String { parsed.spelling }

  /// The parsed path, or `nil` when the spelling is not a valid path.
  var recordPath: RecordPath? { parsed.recordPath }

  /// The property of the record that the path names, or `nil` for other paths.
  var property: RecordProperty? { parsed.property }

  /// Compares the spelling.
  public static func == (left: BoundPath, right: BoundPath) -> Bool {
    left.spelling == right.spelling
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(spelling) }
}
