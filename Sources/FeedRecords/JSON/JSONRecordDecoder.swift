import CSimdjson
import LayoutPrimitives
import XMLDocuments

/// How a JSON object becomes a record.
enum RecordShape: Sendable {
  /// Our own words or JSON Feed's.
  case native(NativeRecord)
  /// By rules.
  case mapped(RecordMapping)
}

/// Parses records one at a time and reads their values.
final class JSONRecordDecoder {
  let bytes: InputBytes
  let limits: FeedLimits
  private let path: String
  private let shape: RecordShape
  private let parser: JSONParser
  private var joins: [(join: RecordMapping.Join, index: [String: Range<Int>])] = []

  /// - Parameter document: The range of the whole document, where joins look.
  init(
    bytes: InputBytes, document: Range<Int>, path: String, shape: RecordShape, limits: FeedLimits
  ) throws(FeedError) {
    self.bytes = bytes
    self.limits = limits
    self.path = path
    self.shape = shape
    do {
      parser = try JSONParser(maxDepth: limits.jsonDepth)
      if case .mapped(let mapping) = shape {
        for join in mapping.joins {
          let index = try Self.index(bytes, document, join.from)
          joins.append((join, index))
        }
      }
    } catch {
      throw error.feedError(path: path, bytes: bytes, position: document.lowerBound)
    }
  }

  /// The values of a map by their names.
  static func index(
    _ bytes: InputBytes, _ document: Range<Int>, _ path: RecordsPath
  ) throws(JSONProblem) -> [String: Range<Int>] {
    var index: [String: Range<Int>] = [:]
    let splitter = try JSONSplitter(bytes, range: document, path: path, maxDepth: 1024)
    while let slice = try splitter.next() {
      guard let key = slice.key else { continue }
      index[bytes.string(in: key)] = slice.range
    }
    return index
  }

  /// One value of the source.
  func parse(_ range: Range<Int>) throws(JSONProblem) -> JSONValue {
    try parser.parse(bytes, range)
  }

  /// The record in a range, or why it is none.
  func decode(_ range: Range<Int>, number: Int, line: Int? = nil) -> FeedItem {
    let place = RecordPlace(number: number, line: line, byteOffset: range.lowerBound)
    if range.count > limits.recordBytes {
      return fail(
        .tooLarge, place,
        "the record has \(range.count) bytes, more than \(limits.recordBytes) (limit recordBytes)")
    }
    var value: JSONValue
    do {
      value = try parser.parse(bytes, range)
      guard value.kind == .object else {
        return fail(.notAnObject, place, "expected an object, found \(value.kind)")
      }
      value = try joined(value)
    } catch {
      switch error {
      case .depth:
        return fail(
          .tooDeep, place, "nested deeper than \(limits.jsonDepth) (limit jsonDepth)")
      case .encoding: return fail(.encoding, place, "the record is not valid UTF-8")
      case .tooLarge, .memory: return fail(.tooLarge, place, "the record is too large")
      case .syntax, .truncated, .trailing, .noRecords:
        return fail(.invalid, place, "the record is not valid JSON")
      }
    }
    let draft =
      switch shape {
      case .native(let native): native.draft(value)
      case .mapped(let mapping): mapping.draft(value, limits: limits.xml)
      }
    let rawHash = bytes.withUnsafeBytes(in: range) { ContentHash(of: $0) }.description
    return .record(draft.record(place: place, rawHash: rawHash))
  }

  private func fail(
    _ code: RecordFailure.Code, _ place: RecordPlace, _ message: String
  ) -> FeedItem {
    var place = place
    place.line = place.line ?? place.byteOffset.map(bytes.line(at:))
    return .failure(RecordFailure(code, path: path, place: place, message))
  }

  /// The record with the objects that its joins bring in.
  private func joined(_ value: JSONValue) throws(JSONProblem) -> JSONValue {
    var value = value
    for (join, index) in joins {
      guard let key = join.key.value(in: value)?.text, let range = index[key] else { continue }
      let other = try parser.parse(bytes, range)
      var builder = JSONBuilder()
      builder.beginObject()
      for member in value.members where member.key != join.name {
        builder.key(member.key)
        builder.value(member.value)
      }
      builder.key(join.name)
      builder.value(other)
      builder.end()
      value = builder.finish()
    }
    return value
  }
}

extension JSONParser {
  /// Parses one value of a source.
  func parse(_ bytes: InputBytes, _ range: Range<Int>) throws(JSONProblem) -> JSONValue {
    let result = bytes.withUnsafeBytes(in: range) { buffer in
      Result { () throws(JSONProblem) in try parse(buffer) }
    }
    return try result.get()
  }
}

extension JSONProblem {
  /// The same as an error of the whole source.
  func feedError(path: String, bytes: InputBytes, position: Int) -> FeedError {
    let place = RecordPlace(line: bytes.line(at: position), byteOffset: position)
    switch self {
    case .truncated:
      return FeedError(
        .truncated, path: path, place: place, "the JSON ends early; fetch the feed again")
    case .depth:
      return FeedError(.hostile, path: path, place: place, "the JSON is nested too deep")
    case .trailing:
      return FeedError(
        .invalidJSON, path: path, place: place, "there is text after the end of the JSON")
    case .memory, .tooLarge:
      return FeedError(
        .tooLarge, path: path, place: place, "the JSON is too large for this machine")
    case .noRecords:
      return FeedError(
        .notAFeed, path: path, "there is no array of objects in this JSON; say where with a mapping"
      )
    case .syntax, .encoding:
      return FeedError(.invalidJSON, path: path, place: place, "this is not valid JSON")
    }
  }
}
