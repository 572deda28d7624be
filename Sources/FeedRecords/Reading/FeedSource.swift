/// A file, standard input, or bytes in memory that a feed is read from.
public struct FeedSource: Sendable {
  private enum Content: Sendable {
    case file(String)
    case bytes([UInt8])
  }

  /// The path, or the name that errors and stores use instead.
  public let path: String
  private let content: Content

  /// Creates a source that reads a file, or standard input for `-`.
  public init(path: String) {
    self.init(path: path, name: path)
  }

  /// Creates a source that reads a file which is known by another name, such as the address that it was
  /// fetched from.
  public init(path: String, name: String) {
    self.path = name
    content = .file(path)
  }

  /// Creates a source that reads bytes in memory.
  public init(bytes: [UInt8], name: String) {
    path = name
    content = .bytes(bytes)
  }

  /// The name of a file without the suffix of a compression, such as `.gz`.
  public static func withoutCompressionSuffix(_ name: String) -> String {
    let suffixes = [".gz", ".zst", ".bz2", ".xz"]
    let suffix = suffixes.first { name.count > $0.count && name.hasSuffix($0) }
    return String(name.dropLast(suffix?.count ?? 0))
  }

  /// Opens the source.
  ///
  /// - Returns: Its bytes, and their number where it is known.
  func open() throws(FeedError) -> (bytes: any ByteSource, size: Int?) {
    switch content {
    case .bytes(let bytes): return (MemoryBytes(bytes), bytes.count)
    case .file(let path):
      let file = try FileBytes(path: path)
      return (file, file.size)
    }
  }
}

/// The identity of the bytes that a feed was read from.
public struct SourceDigest: Hashable, Sendable {
  /// The path as it was named.
  public let path: String
  /// Hash of the bytes, 32 hexadecimal digits.
  public let hash: String
  /// Number of bytes that were read.
  public let bytes: Int
}
