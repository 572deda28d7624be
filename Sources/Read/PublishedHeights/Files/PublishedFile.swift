/// A file of a published folder, ready to be stored.
public struct PublishedFile: Hashable, Sendable {
  /// Path within the folder, with `/` between its parts.
  public let path: String
  /// The stored bytes.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Packs a chunk.
  ///
  /// - Returns: The file and the reference for the manifest.
  /// - Throws: `PublishedFormatError.tooLarge`.
  public static func chunk(
    _ chunk: some PublishedChunk, limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> (file: PublishedFile, reference: FileReference) {
    let content = chunk.encoded()
    let packed = try GzipFile.pack(content, file: "a chunk", limits: limits)
    let reference = FileReference(
      sha256: FileAddress(of: packed), bytes: packed.count, size: content.count)
    return (PublishedFile(path: reference.path, bytes: packed), reference)
  }
}

/// Names a chunk: its address and its sizes.
public struct FileReference: Hashable, Sendable, Codable {
  /// Address of the stored bytes.
  public let sha256: FileAddress
  /// Size of the stored bytes.
  public let bytes: Int
  /// Size of the unpacked content, in bytes.
  public let size: Int

  /// Creates a reference.
  public init(sha256: FileAddress, bytes: Int, size: Int) {
    self.sha256 = sha256
    self.bytes = bytes
    self.size = size
  }

  /// Path of the chunk within a published folder.
  public var path: String { PublishedPath.chunk(sha256) }

  /// Verifies stored bytes and unpacks them.
  ///
  /// - Throws: `PublishedFormatError` for other bytes, and for more than a limit before anything
  ///   is unpacked.
  public func unpack(
    _ stored: [UInt8], limits: FormatLimits = FormatLimits()
  ) throws(PublishedFormatError) -> [UInt8] {
    for number in [bytes, size, stored.count] where number > limits.maximumFileBytes {
      throw .tooLarge(file: path, bytes: number, limit: limits.maximumFileBytes)
    }
    guard stored.count == bytes else {
      throw .altered(file: path, detail: "it has \(stored.count) of \(bytes) bytes")
    }
    guard FileAddress(of: stored) == sha256 else {
      throw .altered(file: path, detail: "its SHA-256 is another")
    }
    return try GzipFile.unpack(stored, size: size, file: path)
  }
}

/// The paths of files within a published folder.
public enum PublishedPath {
  /// The pointer, the only file whose content changes.
  public static let pointer = "current.json"
  /// The folder of the manifests.
  public static let manifests = "m"
  /// The folder of the chunks.
  public static let chunks = "c"

  /// Path of a manifest.
  public static func manifest(_ address: FileAddress) -> String { "m/\(address).json" }
  /// Path of a chunk.
  public static func chunk(_ address: FileAddress) -> String { "c/\(address).bin" }
}

/// Why a file of a published folder is refused.
public enum PublishedFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or what it unpacks to, exceeds a limit; in bytes.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The bytes do not match the file's name or reference.
  case altered(file: String, detail: String)
  /// The content cannot be decoded.
  case malformed(file: String, detail: String)
  /// The file has an unknown format or version.
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

/// Limits on the memory that a reader of published files uses.
public struct FormatLimits: Hashable, Sendable {
  /// Maximum size of one file, stored and unpacked, in bytes.
  public var maximumFileBytes: Int

  /// Creates limits; a bound below 1 counts as 1.
  public init(maximumFileBytes: Int = 64 << 20) {
    self.maximumFileBytes = max(1, maximumFileBytes)
  }
}
