/// The objects that a mapping's joins bring in, by their keys.
struct JSONJoins {
  /// Joined objects inside one another; a chain of posts that quote each other goes no further.
  static let depth = 4

  private var joins: [(join: RecordMapping.Join, index: [String: Range<Int>])] = []
  private let window: InputWindow
  private let maxBytes: Int

  /// - Parameter maxBytes: Bytes that may be joined to one record in all.
  init(
    _ wanted: [RecordMapping.Join], in document: WholeDocument, maxBytes: Int
  ) throws(FeedError) {
    window = document.window
    self.maxBytes = maxBytes
    for join in wanted {
      var index: [String: Range<Int>] = [:]
      for slice in try document.slices(at: join.from) {
        if let key = slice.key { index[document.name(key)] = slice.range }
      }
      joins.append((join, index))
    }
  }

  /// The record with the objects that belong to it, each with those that belong to it in turn.
  func joined(_ value: JSONValue, _ parser: JSONParser) throws(JSONProblem) -> JSONValue {
    var spent = 0
    return try joined(value, parser, inside: [], &spent)
  }

  /// - Parameters:
  ///   - around: The objects that the value was joined into; none of them is joined in once more.
  ///   - spent: Bytes joined to the record so far.
  private func joined(
    _ value: JSONValue, _ parser: JSONParser, inside around: [Range<Int>], _ spent: inout Int
  ) throws(JSONProblem) -> JSONValue {
    guard around.count < Self.depth else { return value }
    var value = value
    for (join, index) in joins {
      guard let key = join.key.value(in: value)?.text, let range = index[key],
        !around.contains(range)
      else { continue }
      // Joins that nest multiply, and so would a record's memory.
      spent += range.count
      guard spent <= maxBytes else { throw .tooLarge }
      let result = window.withUnsafeBytes(in: range) { bytes in
        Result { () throws(JSONProblem) in try parser.parse(bytes) }
      }
      let other = try joined(try result.get(), parser, inside: around + [range], &spent)
      value = Self.replacing(join.name, in: value, with: other)
    }
    return value
  }

  /// The object with a value in the place of one of its members.
  private static func replacing(
    _ name: String, in value: JSONValue, with other: JSONValue
  ) -> JSONValue {
    var builder = JSONBuilder()
    builder.beginObject()
    for member in value.members where member.key != name {
      builder.key(member.key)
      builder.value(member.value)
    }
    builder.key(name)
    builder.value(other)
    builder.end()
    return builder.finish()
  }
}
