import LayoutPrimitives

/// Counts and hashes the bytes of a source as they are read, and enforces a limit on their number.
final class CountedBytes: ByteSource {
  private(set) var count = 0
  private let source: any ByteSource
  private let path: String
  private let limit: Int
  private var hasher = ContentHasher()

  /// Creates a source that counts.
  ///
  /// - Parameter limit: Maximum number of bytes, `FeedLimits.sourceBytes`.
  init(_ source: any ByteSource, path: String, limit: Int) {
    self.source = source
    self.path = path
    self.limit = limit
  }

  var digest: SourceDigest {
    SourceDigest(path: path, hash: hasher.finish().description, bytes: count)
  }

  func read() throws(FeedError) -> [UInt8] {
    let bytes = try source.read()
    count += bytes.count
    guard count <= limit else {
      throw FeedError(
        .tooLarge, path: path, place: RecordPlace(byteOffset: limit),
        "has more than \(limit) bytes (limit source_bytes)")
    }
    hasher.update(bytes)
    return bytes
  }
}
