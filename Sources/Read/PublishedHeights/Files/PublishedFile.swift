/// A file of a published folder, with its path and its stored bytes.
public struct PublishedFile: Hashable, Sendable {
  /// Path within the folder, with `/` between the components.
  public let path: String
  /// The stored bytes.
  public let bytes: [UInt8]

  /// Creates a file.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Encodes and compresses a chunk.
  ///
  /// - Returns: The file, and the reference to it for the manifest.
  /// - Throws: `PublishedFormatError.tooLarge` if the chunk exceeds the limit.
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

/// Identifies a chunk by the address and the sizes of its file.
public struct FileReference: Hashable, Sendable, Codable {
  /// Address of the stored bytes.
  public let sha256: FileAddress
  /// Size of the stored bytes, in bytes.
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

  /// Verifies stored bytes and decompresses them.
  ///
  /// Sizes are checked against the limits before anything is decompressed.
  ///
  /// - Throws: `PublishedFormatError` if the bytes differ from the reference or exceed a limit.
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
  /// Path of the pointer, the only file whose content changes.
  public static let pointer = "current.json"
  /// Name of the folder that contains the manifests.
  public static let manifests = "m"
  /// Name of the folder that contains the chunks.
  public static let chunks = "c"

  /// Path of a manifest.
  public static func manifest(_ address: FileAddress) -> String { "m/\(address).json" }
  /// Path of a chunk.
  public static func chunk(_ address: FileAddress) -> String { "c/\(address).bin" }
}

/// The reason why a published file is rejected.
public enum PublishedFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or its unpacked content has `bytes` bytes, more than the limit.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The bytes do not match the name of the file or the reference to it.
  case altered(file: String, detail: String)
  /// The content cannot be decoded.
  case malformed(file: String, detail: String)
  /// The file has a format or a version that this program does not read.
  case unknownFormat(file: String, found: String)

  /// Path of the file within the published folder.
  public var file: String {
    switch self {
    case .tooLarge(let file, _, _), .altered(let file, _), .malformed(let file, _),
      .unknownFormat(let file, _):
      file
    }
  }

  /// One sentence that describes the error.
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

/// Limits on the memory that writing and reading published files takes.
public struct FormatLimits: Hashable, Sendable {
  /// Maximum size of a file in bytes, both stored and unpacked.
  public var maximumFileBytes: Int

  /// Creates limits; a value below 1 is raised to 1.
  public init(maximumFileBytes: Int = 64 << 20) {
    self.maximumFileBytes = max(1, maximumFileBytes)
  }
}
