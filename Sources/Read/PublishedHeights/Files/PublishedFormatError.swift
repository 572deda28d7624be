/// Why a file of a published folder is refused.
public enum PublishedFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or what it unpacks to, exceeds a limit; in bytes.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The bytes are not those that the file's name or reference says.
  case altered(file: String, detail: String)
  /// The content cannot be decoded.
  case malformed(file: String, detail: String)
  /// The file has a format or a version that is not known here.
  case unknownFormat(file: String, found: String)

  /// The file, as a path within the published folder.
  public var file: String {
    switch self {
    case .tooLarge(let file, _, _), .altered(let file, _), .malformed(let file, _),
      .unknownFormat(let file, _):
      file
    }
  }

  /// One sentence.
  public var description: String {
    switch self {
    case .tooLarge(let file, let bytes, let limit):
      "\(file) has \(bytes) bytes, more than the limit of \(limit)"
    case .altered(let file, let detail):
      "\(file) is not what was published: \(detail); fetch it again, or publish again"
    case .malformed(let file, let detail):
      "\(file) cannot be read: \(detail); publish again"
    case .unknownFormat(let file, let found):
      "\(file) has the format \(found), which this version does not know"
    }
  }
}

/// Bounds on what a reader of published files takes into memory.
public struct FormatLimits: Hashable, Sendable {
  /// Maximum size of one file, stored and unpacked, in bytes.
  public var maximumFileBytes: Int

  /// Creates limits; a bound below 1 counts as 1.
  public init(maximumFileBytes: Int = 64 << 20) {
    self.maximumFileBytes = max(1, maximumFileBytes)
  }
}
