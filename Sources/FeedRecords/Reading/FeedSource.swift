/// One input of a reader.
public struct FeedSource: Sendable {
  private enum Content: Sendable {
    case file
    case bytes([UInt8])
  }

  /// The path, or the name by which errors call the bytes.
  public let path: String
  private let content: Content

  /// A file, or standard input for `-`.
  public init(path: String) {
    self.path = path
    content = .file
  }

  /// Bytes in memory.
  public init(bytes: [UInt8], name: String) {
    path = name
    content = .bytes(bytes)
  }

  /// Opens the source, with its size in bytes if known.
  func open() throws(FeedError) -> (bytes: any ByteSource, size: Int?) {
    switch content {
    case .bytes(let bytes): return (MemoryBytes(bytes), bytes.count)
    case .file:
      let file = try FileBytes(path: path)
      return (file, file.size)
    }
  }
}

/// What identifies the bytes that a feed was read from.
public struct SourceDigest: Hashable, Sendable {
  /// The path as it was named.
  public let path: String
  /// Hash of the bytes, 32 hexadecimal digits.
  public let hash: String
  /// How many bytes.
  public let bytes: Int
}
