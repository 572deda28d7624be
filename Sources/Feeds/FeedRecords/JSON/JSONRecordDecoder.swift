import LayoutPrimitives
import StructuredDocuments
import XMLDocuments

/// The ways to convert a JSON object to a record.
enum RecordShape: Sendable {
  /// Read with the keys of the record document or of JSON Feed.
  case native(NativeRecord)
  /// Read with the rules of a mapping.
  case mapped(RecordMapping)
}

/// Parses records one at a time and converts them to `FeedRecord`.
final class JSONRecordDecoder {
  let limits: FeedLimits
  /// Receives warnings of truncated texts; `nil` if they are dropped.
  var notes: FeedNotes?
  private let path: String
  private let shape: RecordShape
  private let convertsHTML: Bool
  private let parser: JSONParser

  /// Creates a decoder.
  ///
  /// - Parameter path: The source, for messages.
  init(shape: RecordShape, path: String, limits: FeedLimits, convertsHTML: Bool) {
    self.limits = limits
    self.path = path
    self.shape = shape
    self.convertsHTML = convertsHTML
    parser = JSONParser(maxDepth: limits.jsonDepth)
  }

  /// Decodes the bytes of one record, into a record or a failure.
  ///
  /// - Parameters:
  ///   - location: The location of the bytes in the source.
  ///   - joining: Adds the objects that a mapping joins to the record.
  func decode(
    _ bytes: ArraySlice<UInt8>, location: RecordLocation,
    joining: (JSONValue, JSONParser) throws(JSONProblem) -> JSONValue = { value, _ in value }
  ) -> FeedItem {
    guard bytes.count <= limits.recordBytes else { return tooLarge(bytes.count, location) }
    do {
      var value = try parser.parse(bytes)
      guard value.kind == .object else {
        return .failure(notAnObject(value.kind, location))
      }
      value = try joining(value, parser)
      let draft =
        switch shape {
        case .native(let native): native.draft(value, convertsHTML: convertsHTML)
        case .mapped(let mapping):
          mapping.draft(value, limits: limits, convertsHTML: convertsHTML)
        }
      notes?.add(draft, at: location)
      return .record(draft.finish(location: location, rawHash: hash(of: bytes)))
    } catch {
      return .failure(failure(error, bytes, location))
    }
  }

  /// Parses an object that is not converted to a record, such as a line of a file of changes.
  func object(
    _ bytes: ArraySlice<UInt8>, location: RecordLocation
  ) throws(RecordFailure) -> JSONValue {
    let value: JSONValue
    do {
      value = try parser.parse(bytes)
    } catch {
      throw failure(error, bytes, location)
    }
    guard value.kind == .object else { throw notAnObject(value.kind, location) }
    return value
  }

  private func notAnObject(_ kind: JSONKind, _ location: RecordLocation) -> RecordFailure {
    fail(.notAnObject, location, "expected an object, found \(kind)")
  }

  /// The hash of a record's bytes and of the values that it inherits from the feed.
  private func hash(of bytes: ArraySlice<UInt8>) -> ContentHash {
    var hasher = ContentHasher()
    hasher.update(bytes)
    guard case .native(let native) = shape, !native.inherited.isEmpty else {
      return hasher.finish()
    }
    for text in [native.inherited.author, native.inherited.language] {
      hasher.update([0])
      hasher.update((text ?? "").utf8)
    }
    return hasher.finish()
  }

  /// The failure of a record that is larger than the limit.
  ///
  /// - Parameter count: Size of the record in bytes.
  func tooLarge(_ count: Int, _ location: RecordLocation) -> FeedItem {
    .failure(
      fail(
        .tooLarge, location,
        "the record has \(count) bytes, more than \(limits.recordBytes) (limit record_bytes)"))
  }

  private func failure(
    _ problem: JSONProblem, _ bytes: ArraySlice<UInt8>, _ location: RecordLocation
  ) -> RecordFailure {
    let near = "near byte \(parser.failure.lowerBound) of the record"
    switch problem {
    case .depth:
      return fail(.tooDeep, location, "nested deeper than \(limits.jsonDepth) (limit json_depth)")
    case .encoding: return fail(.encoding, location, "the record is not valid UTF-8")
    case .tooLarge:
      return fail(
        .tooLarge, location,
        "the record, with what joins bring in, is too large (limit record_bytes)")
    case .memory:
      return fail(.tooLarge, location, "the record is too large for the memory there is")
    case .duplicateKey:
      let range = parser.failure
      let written = bytes.dropFirst(range.lowerBound).prefix(min(range.count, 64))
      let key = String(decoding: written, as: UTF8.self)
      return fail(
        .duplicateKey, location,
        "the key \"\(key)\" comes twice in one object, again at byte \(range.lowerBound) of the record"
      )
    case .control:
      return fail(.invalid, location, "a string has a control character that is not escaped")
    case .syntax, .truncated, .trailing, .noRecords:
      return fail(.invalid, location, "the record is not valid JSON, \(near)")
    }
  }

  private func fail(
    _ code: RecordFailure.Code, _ location: RecordLocation, _ message: String
  ) -> RecordFailure {
    RecordFailure(code, path: path, location: location, message)
  }
}

/// Decodes records, one per line, with the keys of the record document or of JSON Feed.
public final class RecordLineDecoder {
  private let decoder: JSONRecordDecoder
  private let imageSizes: ImageSizes?

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - limits: Maximum sizes of records.
  ///   - maxBytes: Maximum size of a line in bytes; `nil` for `FeedLimits.documentBytes`.
  ///   - convertsHTML: Whether HTML and Markdown become plain text. If not, records have no text and
  ///     no picture from them.
  ///   - imageSizes: The sizes of pictures for records that do not give them; `nil` for none.
  public init(
    limits: FeedLimits = FeedLimits(), maxBytes: Int? = nil, convertsHTML: Bool = true,
    imageSizes: ImageSizes? = nil
  ) {
    self.imageSizes = imageSizes
    var limits = limits
    limits.recordBytes = maxBytes ?? limits.documentBytes
    decoder = JSONRecordDecoder(
      shape: .native(NativeRecord(limits: limits)), path: "-", limits: limits,
      convertsHTML: convertsHTML)
  }

  /// Decodes the record of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `RecordFailure` when the line is not a record.
  public func record(_ line: [UInt8], number: Int) throws(RecordFailure) -> FeedRecord {
    switch decoder.decode(line[...], location: RecordLocation(number: number, line: number)) {
    case .record(var record):
      record.imageSizes = imageSizes
      return record
    case .failure(let failure): throw failure
    }
  }
}

extension JSONProblem {
  /// Converts the problem into an error of the whole source.
  func feedError(path: String, location: RecordLocation) -> FeedError {
    switch self {
    case .truncated:
      return FeedError(
        .truncated, path: path, location: location, "the JSON ends early; fetch the feed again")
    case .depth:
      return FeedError(
        .hostile, path: path, location: location,
        "the JSON around the records is nested deeper than \(JSONSplitter.documentDepth)")
    case .trailing:
      return FeedError(
        .invalidJSON, path: path, location: location, "there is text after the end of the JSON")
    case .memory, .tooLarge:
      return FeedError(
        .tooLarge, path: path, location: location, "the JSON is too large for this machine")
    case .duplicateKey:
      return FeedError(
        .invalidJSON, path: path, location: location,
        "a key on the way to the records comes twice in its object; the feed is ambiguous")
    case .noRecords:
      return FeedError(
        .notAFeed, path: path, "there is no array of objects in this JSON; say where with a mapping"
      )
    case .syntax, .encoding, .control:
      return FeedError(.invalidJSON, path: path, location: location, "this is not valid JSON")
    }
  }
}
