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
