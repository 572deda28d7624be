/// Where published files go.
public protocol PublishingSink {
  /// Whether a file is stored, with these bytes.
  func holds(_ file: PublishedFile) throws -> Bool
  /// Stores a chunk or a manifest, which nobody reads yet; whole or not at all.
  mutating func write(_ file: PublishedFile) throws
  /// Makes all files before it durable, then replaces the pointer at once.
  mutating func finish(_ pointer: PublishedFile) throws
}

/// Published files in memory, for tests and for services.
public struct MemorySink: PublishingSink, Sendable {
  /// The files by their paths.
  public private(set) var files: [String: [UInt8]] = [:]

  /// Creates an empty sink.
  public init() {}

  /// Whether a file is kept, with these bytes.
  public func holds(_ file: PublishedFile) -> Bool { files[file.path] == file.bytes }

  /// Keeps a file.
  public mutating func write(_ file: PublishedFile) { files[file.path] = file.bytes }

  /// Keeps the pointer.
  public mutating func finish(_ pointer: PublishedFile) { files[pointer.path] = pointer.bytes }
}
