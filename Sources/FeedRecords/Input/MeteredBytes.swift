import LayoutPrimitives

/// Counts and hashes the bytes of a source as they pass, and holds them to the limit.
final class MeteredBytes: ByteSource {
  /// Bytes read so far.
  private(set) var count = 0
  private let source: any ByteSource
  private let path: String
  private let limit: Int
  private var hasher = ContentHasher()

  /// - Parameter limit: `FeedLimits.sourceBytes`.
  init(_ source: any ByteSource, path: String, limit: Int) {
    self.source = source
    self.path = path
    self.limit = limit
  }

  /// What was read so far; the whole source's once it was read to its end.
  var digest: SourceDigest {
    SourceDigest(path: path, hash: hasher.finish().description, bytes: count)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let read = try source.read(into: buffer)
    try meter(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
    return read
  }

  var lent: LentBytes? { source.lent }

  func pass(_ count: Int) throws(FeedError) -> Int {
    guard let lent = source.lent else { return 0 }
    let passed = try source.pass(count)
    let result = lent.bytes.withUnsafeBytes { bytes in
      Result { () throws(FeedError) in
        try meter(UnsafeRawBufferPointer(rebasing: bytes[lent.position...].prefix(passed)))
      }
    }
    try result.get()
    return passed
  }

  private func meter(_ bytes: UnsafeRawBufferPointer) throws(FeedError) {
    count += bytes.count
    guard count <= limit else {
      throw FeedError(
        .tooLarge, path: path, place: RecordPlace(byteOffset: limit),
        "has more than \(limit) bytes (limit source_bytes)")
    }
    hasher.update(bytes)
  }
}
