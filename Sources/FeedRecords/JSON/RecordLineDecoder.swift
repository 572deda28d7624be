import LayoutPrimitives

/// Reads records that come one a line, as the record document or in JSON Feed's words.
public final class RecordLineDecoder {
  private let parser: JSONParser
  private let limits: FeedLimits

  /// Creates a decoder.
  ///
  /// - Throws: `RecordFailure` when there is no memory for it.
  public init(limits: FeedLimits = FeedLimits()) throws(RecordFailure) {
    self.limits = limits
    do {
      parser = try JSONParser(maxDepth: limits.jsonDepth)
    } catch {
      throw Self.failure(error, 1, limits)
    }
  }

  /// The record of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `RecordFailure` when the line is no record.
  public func record(_ line: [UInt8], number: Int) throws(RecordFailure) -> FeedRecord {
    let place = RecordPlace(number: number, line: number)
    guard line.count <= limits.recordBytes else {
      throw Self.failure(.tooLarge, number, limits)
    }
    let value: JSONValue
    do {
      value = try parser.parse(bytes: line)
    } catch {
      throw Self.failure(error, number, limits)
    }
    guard value.kind == .object else {
      throw RecordFailure(
        .notAnObject, path: "-", place: place, "expected an object, found \(value.kind)")
    }
    return NativeRecord(limits: limits.xml).draft(value)
      .record(place: place, rawHash: ContentHash(of: line).description)
  }

  private static func failure(
    _ problem: JSONProblem, _ number: Int, _ limits: FeedLimits
  ) -> RecordFailure {
    let place = RecordPlace(number: number, line: number)
    switch problem {
    case .tooLarge, .memory:
      return RecordFailure(
        .tooLarge, path: "-", place: place,
        "the line has more than \(limits.recordBytes) bytes (limit recordBytes)")
    case .depth:
      return RecordFailure(
        .tooDeep, path: "-", place: place,
        "nested deeper than \(limits.jsonDepth) (limit jsonDepth)")
    case .encoding:
      return RecordFailure(.encoding, path: "-", place: place, "the line is not valid UTF-8")
    case .syntax, .truncated, .trailing, .noRecords:
      return RecordFailure(.invalid, path: "-", place: place, "the line is not one JSON value")
    }
  }
}

extension JSONValue {
  /// Parses one JSON value.
  ///
  /// - Throws: `RecordFailure` when the bytes are no JSON value.
  public init(line: [UInt8], number: Int) throws(RecordFailure) {
    do {
      self = try JSONParser(maxDepth: FeedLimits().jsonDepth).parse(bytes: line)
    } catch {
      throw RecordFailure(
        .invalid, path: "-", place: RecordPlace(number: number, line: number),
        "the line is not one JSON value")
    }
  }
}

extension JSONParser {
  /// Parses one value.
  func parse(bytes: [UInt8]) throws(JSONProblem) -> JSONValue {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(JSONProblem) in try parse(buffer) }
    }
    return try result.get()
  }
}
