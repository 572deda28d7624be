import LayoutPrimitives
import StructuredDocuments

/// The objects that a mapping joins to records, indexed by their keys.
struct JSONJoins {
  /// Maximum depth of joined objects inside joined objects.
  static let depth = 4

  private var joins: [(join: RecordMapping.Join, index: [ContentHash: Range<Int>])] = []
  private let window: InputWindow
  private let maxBytes: Int

  /// Indexes the objects of the wanted joins.
  ///
  /// - Parameter maxBytes: Maximum number of bytes joined to one record.
  init(
    _ wanted: [RecordMapping.Join], in document: WholeDocument, maxBytes: Int
  ) throws(FeedError) {
    window = document.window
    self.maxBytes = maxBytes
    for join in wanted {
      var index: [ContentHash: Range<Int>] = [:]
      for slice in try document.slices(at: join.from) {
        if let key = slice.key { index[ContentHash(of: document.name(key))] = slice.range }
      }
      joins.append((join, index))
    }
  }

  /// Adds the joined objects to a record, and to these objects in turn.
  func joined(_ value: JSONValue, _ parser: JSONParser) throws(JSONProblem) -> JSONValue {
    var spent = 0
    return try joined(value, parser, inside: [], &spent)
  }

  /// Adds the joined objects to a value.
  ///
  /// - Parameters:
  ///   - around: Byte ranges of the joined objects that contain the value; none is joined to
  ///     itself.
  ///   - spent: Number of bytes joined to the record so far.
  private func joined(
    _ value: JSONValue, _ parser: JSONParser, inside around: [Range<Int>], _ spent: inout Int
  ) throws(JSONProblem) -> JSONValue {
    guard around.count < Self.depth else { return value }
    var value = value
    for (join, index) in joins {
      guard let key = join.key.value(in: value)?.text, let range = index[ContentHash(of: key)],
        !around.contains(range)
      else { continue }
      // Nested joins multiply, and the record's memory with them.
      spent += range.count
      guard spent <= maxBytes else { throw .tooLarge }
      let found = try parser.parse(window[range])
      let other = try joined(found, parser, inside: around + [range], &spent)
      let kept = value.members.filter { !$0.key.utf8.elementsEqual(join.name.utf8) }
      value = .object(kept + [JSONValue.Member(key: join.name, value: other)])
    }
    return value
  }
}
