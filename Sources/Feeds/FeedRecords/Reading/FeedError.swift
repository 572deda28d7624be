/// A location in a source: a record, a line, a byte, or several of these.
public struct RecordLocation: Hashable, Sendable, CustomStringConvertible {
  /// The record's number in its source, from 1, or `nil` for the source as a whole.
  public var number: Int?
  /// The line, from 1, or `nil` if it is unknown.
  public var line: Int?
  /// The byte offset from 0, or `nil` if it is unknown.
  ///
  /// For records, it is an offset in the decompressed source as UTF-8, including a byte order mark
  /// in UTF-8. For errors of decompression and decoding, it is an offset in the bytes before that
  /// step.
  public var byteOffset: Int?

  /// Creates a location.
  public init(number: Int? = nil, line: Int? = nil, byteOffset: Int? = nil) {
    self.number = number
    self.line = line
    self.byteOffset = byteOffset
  }

  /// The location as text, such as `record 3, line 12, byte 4096`.
  public var description: String {
    [
      number.map { "record \($0)" }, line.map { "line \($0)" }, byteOffset.map { "byte \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// A one-line message about this location of a source, with its code at the end.
  ///
  /// - Parameters:
  ///   - path: The source.
  ///   - suffix: Text between the message and its code.
  func line(_ path: String, _ message: String, _ suffix: String = "", code: String) -> String {
    let line = line.map { ":\($0)" } ?? ""
    let number = number.map { "record \($0): " } ?? ""
    let byte = byteOffset.map { " (byte \($0))" } ?? ""
    return "\(path)\(line): \(number)\(message)\(byte)\(suffix) [\(code)]"
  }
}

/// The reason why a source as a whole, or a mapping, cannot be used.
public struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable codes of errors, as raw values.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file does not exist.
    case missing = "CH0401"
    /// The file exists and cannot be read.
    case unreadable = "CH0402"
    /// The source has no bytes, or only white space.
    case empty = "CH0403"
    /// The source is compressed in an unsupported format, or its compressed data is broken.
    case compressed = "CH0404"
    /// The source is neither JSON nor XML of a known kind.
    case notAFeed = "CH0405"
    /// The source ends before its content is complete.
    case truncated = "CH0406"
    /// The source is not JSON.
    case invalidJSON = "CH0407"
    /// The source is not well-formed XML.
    case invalidXML = "CH0408"
    /// The source's encoding is unknown or does not fit its bytes.
    case encoding = "CH0409"
    /// A mapping is invalid.
    case mapping = "CH0410"
    /// No mapping has the given name.
    case unknownMapping = "CH0418"
    /// The records path of a mapping leads to no record.
    case noRecords = "CH0411"
    /// The source has more bytes or records than the limits allow.
    case tooLarge = "CH0412"
    /// The source is nested too deeply, or expands beyond the limits.
    case hostile = "CH0413"
    /// A temporary file cannot be made, written or read.
    case temporary = "CH0419"
  }

  /// The kind of error.
  public let code: Code
  /// The source or mapping, as it was named.
  public let path: String
  /// The location in the source or mapping.
  public let location: RecordLocation
  /// One sentence: what was found and what to do.
  public let message: String

  /// Creates an error.
  public init(
    _ code: Code, path: String, location: RecordLocation = RecordLocation(), _ message: String
  ) {
    self.code = code
    self.path = path
    self.location = location
    self.message = message
  }

  /// Whether the source is missing or unreadable (exit code 66) rather than invalid (65).
  public var isMissing: Bool { code == .missing || code == .unreadable }

  /// The error in one line, such as `feed.json:3: …`, with the code at the end.
  public var description: String {
    RecordLocation(line: location.line, byteOffset: location.byteOffset)
      .line(path, message, code: code.rawValue)
  }
}

/// The reason why one record, or one line of a file of changes, was omitted.
public struct RecordFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable codes of failures, as raw values.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The record is not JSON.
    case invalid = "CH0420"
    /// The record has more bytes than the limit.
    case tooLarge = "CH0421"
    /// The record is nested deeper than the limit.
    case tooDeep = "CH0422"
    /// The record is not an object.
    case notAnObject = "CH0423"
    /// The record is not valid UTF-8.
    case encoding = "CH0424"
    /// A key occurs twice in one object of the record.
    case duplicateKey = "CH0427"
    /// A line of a file of changes is not a valid change.
    case notAChange = "CH0428"
    /// Entities of the record expand beyond the limit.
    case expansion = "CH0426"
  }

  /// The kind of failure.
  public let code: Code
  /// The source, as it was named.
  public let path: String
  /// The location of the record in the source.
  public let location: RecordLocation
  /// One sentence: what was found.
  public let message: String

  /// Creates a failure.
  public init(_ code: Code, path: String, location: RecordLocation, _ message: String) {
    self.code = code
    self.path = path
    self.location = location
    self.message = message
  }

  /// The failure in one line, such as `feed.json:3: record 2: …`, with the code at the end.
  public var description: String {
    location.line(path, message, code: code.rawValue)
  }
}
