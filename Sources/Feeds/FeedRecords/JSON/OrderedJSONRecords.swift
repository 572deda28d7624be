import LayoutPrimitives
import StructuredDocuments

/// Reads records of a document that is held in memory as a whole.
///
/// Records in the mapping's order come first, then the others in document order. Objects elsewhere
/// in the document are joined to the records.
final class OrderedJSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private var joins: JSONJoins
  private var slices: [JSONSlice]
  private var number = 0

  /// Reads the whole document into memory.
  ///
  /// - Parameters:
  ///   - start: Byte offset of the document's first byte in the source, and its line.
  ///   - path: The source, for errors.
  /// - Throws: `FeedError` if the document is broken or exceeds the limit `wholeDocumentBytes`.
  init(
    _ window: InputWindow, start: (offset: Int, line: Int), mapping: RecordMapping,
    decoder: JSONRecordDecoder, path: String
  ) throws(FeedError) {
    self.window = window
    self.decoder = decoder
    let limit = decoder.limits.wholeDocumentBytes
    repeat {
      guard window.count <= limit else {
        throw FeedError(
          .tooLarge, path: path,
          "the mapping \(mapping.name) has an order or joins, which need the whole document in"
            + " memory, and it has more than \(limit) bytes (limit whole_document_bytes)")
      }
    } while try window.fill(keeping: window.base)
    let document = WholeDocument(window: window, start: start, path: path)
    slices = try document.slices(at: mapping.records)
    joins = try JSONJoins(mapping.joins, in: document, limits: decoder.limits)
    if let order = mapping.order {
      let keys = try document.texts(at: order)
      let ids = mapping.rules["id"]?.map(\.path) ?? []
      let indices = document.indices(of: slices, ids: ids, limits: decoder.limits)
      slices = Self.ordered(slices, by: keys, indices)
      if !keys.isEmpty, !slices.isEmpty,
        !keys.contains(where: { indices[ContentHash(of: $0)] != nil })
      {
        decoder.notes?.add(
          .unmatchedKeys, at: RecordLocation(),
          "no record has one of the \(keys.count) keys at \(order), the order of mapping "
            + "\(mapping.name); records keep the order of the document")
      }
    }
    slices.reverse()
  }

  func next() throws(FeedError) -> FeedItem? {
    guard let slice = slices.popLast() else {
      for unmatched in joins.unmatched {
        decoder.notes?.add(.unmatchedKeys, at: RecordLocation(), unmatched)
      }
      joins = joins.forgotten
      return nil
    }
    number += 1
    let location = RecordLocation(
      number: number, line: slice.line, byteOffset: slice.range.lowerBound)
    return decoder.decode(window[slice.range], location: location) {
      (value, parser) throws(JSONProblem) in
      try joins.joined(value, parser)
    }
  }

  /// Sorts records.
  ///
  /// Records whose keys are listed come first, in the order of the list. The others follow in their
  /// old order.
  ///
  /// - Parameter indices: The indices of the records, by the hashes of their keys.
  private static func ordered(
    _ slices: [JSONSlice], by keys: [String], _ indices: [ContentHash: Int]
  ) -> [JSONSlice] {
    var isTaken = [Bool](repeating: false, count: slices.count)
    var result: [JSONSlice] = []
    for key in keys {
      guard let index = indices[ContentHash(of: key)], !isTaken[index] else { continue }
      isTaken[index] = true
      result.append(slices[index])
    }
    for (index, slice) in slices.enumerated() where !isTaken[index] { result.append(slice) }
    return result
  }
}

/// A JSON document that a window holds as a whole.
struct WholeDocument {
  let window: InputWindow
  let start: (offset: Int, line: Int)
  let path: String

  func slices(at path: RecordsPath) throws(FeedError) -> [JSONSlice] {
    var slices: [JSONSlice] = []
    let splitter = JSONSplitter(path: path, start: start)
    while true {
      switch splitter.next(window.held, at: window.base, ended: true) {
      case .value(let slice), .tooLarge(let slice): slices.append(slice)
      case .more:
        throw JSONProblem.truncated.feedError(path: self.path, location: splitter.location)
      case .end: return slices
      case .broken(let problem):
        throw problem.feedError(path: self.path, location: splitter.location)
      }
    }
  }

  /// The texts, numbers and booleans at a path, as text.
  func texts(at path: RecordsPath) throws(FeedError) -> [String] {
    let parser = JSONParser(maxDepth: 1)
    return try slices(at: path).compactMap { parser.value(window[$0.range])?.text }
  }

  /// The indices of values, by the hashes of their keys.
  ///
  /// The key of an object's member is its name. The key of an array's element is its id: the first
  /// text at one of the paths `ids`, or without paths at one of the usual names of ids. If several
  /// values have one key, the last is kept.
  func indices(
    of slices: [JSONSlice], ids: [RecordPath], limits: FeedLimits
  ) -> [ContentHash: Int] {
    let parser = JSONParser(maxDepth: limits.jsonDepth)
    let paths = ids.isEmpty ? RecordMapping.generic.rules["id"]?.map(\.path) ?? [] : ids
    var indices: [ContentHash: Int] = [:]
    for (index, slice) in slices.enumerated() {
      if let key = slice.key {
        indices[ContentHash(of: JSONParser.name(escaped: window[key]))] = index
      } else if slice.range.count <= limits.recordBytes,
        let value = parser.value(window[slice.range]),
        let key = paths.lazy.compactMap({ $0.value(in: value)?.text(.trimmed) }).first
      {
        indices[ContentHash(of: key)] = index
      }
    }
    return indices
  }
}

/// The objects that a mapping joins to records, indexed by their keys.
struct JSONJoins {
  /// A join, and how often it matched.
  private struct Rule {
    let join: RecordMapping.Join
    let index: [ContentHash: Range<Int>]
    /// Number of records and joined objects that have a key.
    var keys = 0
    var matches = 0
  }

  /// Maximum depth of joined objects inside joined objects.
  static let depth = 4

  private var rules: [Rule] = []
  private let window: InputWindow
  private let maxBytes: Int

  /// Indexes the objects that the joins refer to.
  ///
  /// - Parameter limits: The limits of records; at most `recordBytes` are joined to one record.
  init(
    _ wanted: [RecordMapping.Join], in document: WholeDocument, limits: FeedLimits
  ) throws(FeedError) {
    window = document.window
    maxBytes = limits.recordBytes
    for join in wanted {
      let slices = try document.slices(at: join.from)
      let ids = join.match.map { [$0] } ?? []
      let indices = document.indices(of: slices, ids: ids, limits: limits)
      rules.append(Rule(join: join, index: indices.mapValues { slices[$0].range }))
    }
  }

  /// A sentence for each join that matched none of its keys.
  var unmatched: [String] {
    rules.filter { $0.keys > 0 && $0.matches == 0 }.map { rule in
      let (join, count) = (rule.join, rule.index.count)
      return "the join \(join.name) matched none of \(rule.keys) values at \(join.key): "
        + (count == 0
          ? "\(join.from) leads to no object with a key"
          : "the \(count) objects at \(join.from) have other keys")
        + "; give the path of their key as match"
    }
  }

  /// The joins without counts, so that `unmatched` is empty.
  var forgotten: JSONJoins {
    var joins = self
    for index in joins.rules.indices { joins.rules[index].keys = 0 }
    return joins
  }

  /// Adds the joined objects to a record, and further objects to the joined objects.
  mutating func joined(
    _ value: JSONValue, _ parser: JSONParser
  ) throws(JSONProblem) -> JSONValue {
    var spent = 0
    return try joined(value, parser, inside: [], &spent)
  }

  /// Adds the joined objects to a value.
  ///
  /// - Parameters:
  ///   - around: Byte ranges of the joined objects that contain the value. These objects are not
  ///     joined to the value, so that no object contains itself.
  ///   - spent: Number of bytes joined to the record so far.
  private mutating func joined(
    _ value: JSONValue, _ parser: JSONParser, inside around: [Range<Int>], _ spent: inout Int
  ) throws(JSONProblem) -> JSONValue {
    guard around.count < Self.depth else { return value }
    var value = value
    for index in rules.indices {
      let join = rules[index].join
      guard let key = join.key.value(in: value)?.text(.trimmed) else { continue }
      rules[index].keys += 1
      guard let range = rules[index].index[ContentHash(of: key)] else { continue }
      rules[index].matches += 1
      if around.contains(range) { continue }
      // Nested joins multiply the memory of a record.
      spent += range.count
      guard spent <= maxBytes else { throw .tooLarge }
      let record = try parser.parse(window[range])
      let other = try joined(record, parser, inside: around + [range], &spent)
      let kept = value.members.filter { !$0.key.utf8.elementsEqual(join.name.utf8) }
      value = .object(kept + [JSONValue.Member(key: join.name, value: other)])
    }
    return value
  }
}
