import LayoutPrimitives
import StructuredDocuments

/// Reads records of a document that is held in memory as a whole.
///
/// Records in the mapping's order come first, then the others in document order. Objects elsewhere
/// in the document are joined to the records.
final class OrderedJSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let joins: JSONJoins?
  private var slices: [JSONSlice]
  private var number = 0

  /// Reads the whole document into memory.
  ///
  /// - Parameters:
  ///   - start: Byte offset of the document's first byte in the source, and its line.
  ///   - path: The source, for errors.
  /// - Throws: `FeedError` if the document is broken or exceeds the limit `wholeDocumentBytes`.
  init(
    _ window: InputWindow, start: (place: Int, line: Int), mapping: RecordMapping,
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
    if let order = mapping.order {
      slices = try Self.ordered(slices, by: document.texts(at: order), document)
    }
    slices.reverse()
    joins =
      try mapping.joins.isEmpty
      ? nil : JSONJoins(mapping.joins, in: document, maxBytes: decoder.limits.recordBytes)
  }

  func next() throws(FeedError) -> FeedItem? {
    guard let slice = slices.popLast() else { return nil }
    number += 1
    let place = RecordPlace(number: number, line: slice.line, byteOffset: slice.range.lowerBound)
    return decoder.decode(window[slice.range], place: place, joins: joins)
  }

  /// Sorts records.
  ///
  /// Records whose keys are listed come first, in the order of the list. The others follow in their
  /// old order.
  private static func ordered(
    _ slices: [JSONSlice], by keys: [String], _ document: WholeDocument
  ) throws(FeedError) -> [JSONSlice] {
    var places: [ContentHash: Int] = [:]
    for (place, slice) in slices.enumerated() {
      if let key = slice.key { places[ContentHash(of: document.name(key))] = place }
    }
    var taken = [Bool](repeating: false, count: slices.count)
    var result: [JSONSlice] = []
    for key in keys {
      guard let place = places[ContentHash(of: key)], !taken[place] else { continue }
      taken[place] = true
      result.append(slices[place])
    }
    for (place, slice) in slices.enumerated() where !taken[place] { result.append(slice) }
    return result
  }
}

/// A JSON document that a window holds as a whole.
struct WholeDocument {
  let window: InputWindow
  let start: (place: Int, line: Int)
  let path: String

  func slices(at path: RecordsPath) throws(FeedError) -> [JSONSlice] {
    var slices: [JSONSlice] = []
    let splitter = JSONSplitter(path: path, start: start)
    while true {
      switch splitter.next(window.held, at: window.base, ended: true) {
      case .value(let slice), .tooLarge(let slice): slices.append(slice)
      case .more: throw JSONProblem.truncated.feedError(path: self.path, place: splitter.place)
      case .end: return slices
      case .broken(let problem): throw problem.feedError(path: self.path, place: splitter.place)
      }
    }
  }

  /// The texts, numbers and booleans at a path, as text.
  func texts(at path: RecordsPath) throws(FeedError) -> [String] {
    let parser = JSONParser(maxDepth: 1)
    return try slices(at: path).compactMap { parser.value(window[$0.range])?.text }
  }

  /// The text of a key.
  ///
  /// - Parameter key: Byte range between its quotation marks.
  func name(_ key: Range<Int>) -> String { JSONParser.name(escaped: window[key]) }
}

/// The objects that a mapping joins to records, indexed by their keys.
struct JSONJoins {
  /// Maximum depth of joined objects inside joined objects.
  static let depth = 4

  private var joins: [(join: RecordMapping.Join, index: [ContentHash: Range<Int>])] = []
  private let window: InputWindow
  private let maxBytes: Int

  /// Indexes the objects that the joins refer to.
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

  /// Adds the joined objects to a record, and further objects to the joined objects.
  func joined(_ value: JSONValue, _ parser: JSONParser) throws(JSONProblem) -> JSONValue {
    var spent = 0
    return try joined(value, parser, inside: [], &spent)
  }

  /// Adds the joined objects to a value.
  ///
  /// - Parameters:
  ///   - around: Byte ranges of the joined objects that contain the value. These objects are not
  ///     joined to the value, so that no object contains itself.
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
      // Nested joins multiply the memory of a record.
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
