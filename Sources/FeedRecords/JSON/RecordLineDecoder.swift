/// Decodes records that come one a line, with the keys of the record document or of JSON Feed.
public final class RecordLineDecoder {
  private let decoder: JSONRecordDecoder

  /// Creates a decoder.
  public init(limits: FeedLimits = FeedLimits()) {
    decoder = JSONRecordDecoder(
      shape: .native(NativeRecord(limits: limits.xml)), path: "-", limits: limits,
      convertsHTML: true)
  }

  /// Decodes the record of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `RecordFailure` when the line is not a record.
  public func record(_ line: [UInt8], number: Int) throws(RecordFailure) -> FeedRecord {
    switch decoder.decode(line[...], place: RecordPlace(number: number, line: number)) {
    case .record(let record): return record
    case .failure(let failure): throw failure
    }
  }
}

/// Parses JSON values that come one a line, with one parser for all of them.
public final class JSONLineDecoder {
  private let parser: JSONParser

  /// Creates a decoder.
  public init(limits: FeedLimits = FeedLimits()) { parser = JSONParser(maxDepth: limits.jsonDepth) }

  /// Parses the value of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `RecordFailure` when the line is not one JSON value.
  public func value(_ line: [UInt8], number: Int) throws(RecordFailure) -> JSONValue {
    if let value = parser.value(line[...]) { return value }
    throw RecordFailure(
      .invalid, path: "-", place: RecordPlace(line: number), "the line is not one JSON value")
  }
}
