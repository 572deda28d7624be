/// Reads records that come one a line, as the record document or in JSON Feed's words.
public final class RecordLineDecoder {
  private let decoder: JSONRecordDecoder

  /// Creates a decoder.
  ///
  /// - Throws: `RecordFailure` when there is no memory for it.
  public init(limits: FeedLimits = FeedLimits()) throws(RecordFailure) {
    do {
      decoder = try JSONRecordDecoder(
        shape: .native(NativeRecord(limits: limits.xml)), path: "-", limits: limits,
        convertsHTML: true)
    } catch {
      throw RecordFailure(.tooLarge, path: "-", place: RecordPlace(line: 1), error.message)
    }
  }

  /// The record of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `RecordFailure` when the line is no record.
  public func record(_ line: [UInt8], number: Int) throws(RecordFailure) -> FeedRecord {
    let item = line.withUnsafeBytes { bytes in
      decoder.decode(bytes, place: RecordPlace(number: number, line: number))
    }
    switch item {
    case .record(let record): return record
    case .failure(let failure): throw failure
    }
  }
}

/// Parses JSON values that come one a line, with one parser for all of them.
public final class JSONLineDecoder {
  private let parser: JSONParser

  /// Creates a decoder.
  ///
  /// - Throws: `RecordFailure` when there is no memory for it.
  public init(limits: FeedLimits = FeedLimits()) throws(RecordFailure) {
    do {
      parser = try JSONParser(maxDepth: limits.jsonDepth)
    } catch {
      throw RecordFailure(
        .tooLarge, path: "-", place: RecordPlace(line: 1), "there is no memory to read JSON with")
    }
  }

  /// The value of a line.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - number: Number of the line, from 1.
  /// - Throws: `RecordFailure` when the line is not one JSON value.
  public func value(_ line: [UInt8], number: Int) throws(RecordFailure) -> JSONValue {
    do {
      return try parser.parse(bytes: line)
    } catch {
      throw RecordFailure(
        .invalid, path: "-", place: RecordPlace(line: number), "the line is not one JSON value")
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
