public import PublishedFormat

/// Where published files go.
public protocol PublishingSink {
  /// The size of a stored file, in bytes; nil for one that is not there.
  func size(of path: String) throws -> Int?
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

  /// The size of a file, in bytes.
  public func size(of path: String) -> Int? { files[path]?.count }

  /// Keeps a file.
  public mutating func write(_ file: PublishedFile) { files[file.path] = file.bytes }

  /// Keeps the pointer.
  public mutating func finish(_ pointer: PublishedFile) { files[pointer.path] = pointer.bytes }
}
