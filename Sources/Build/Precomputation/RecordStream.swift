import FeedRecords

/// Reads the records of a feed ahead of the build, so that reading, layout and writing overlap.
///
/// It is an actor because the build takes records while the next ones are read.
actor RecordStream {
  /// Records that were read one after the other.
  struct Piece: Sendable {
    /// In reverse order, so that taking the next one moves it.
    var items: [FeedItem] = []
    /// The error of the source after these records.
    var error: FeedError?
    /// Whether the feed has ended after these records.
    var isLast = false
    /// The number of records and bytes read up to here.
    var progress = ReadingProgress(records: 0, bytesRead: 0)
  }

  /// The maximum number of records in a piece, and the size at which it is complete, in bytes.
  ///
  /// Up to two pieces are in memory beside the batches of the build.
  private static let maximum = (records: 256, bytes: 1 << 20)

  private var reader: FeedReader

  /// Opens the feed.
  ///
  /// - Throws: `FeedError` if its first source is missing, empty or no feed.
  init(_ feed: FeedInput, of configuration: BuildConfiguration) throws(FeedError) {
    reader = try FeedReader(
      sources: feed.sources, mapping: feed.mapping, format: feed.format,
      limits: configuration.feedLimits, imageSizes: configuration.imageSizes)
  }

  /// Reads the next records; after an error, `leaveSource()` comes first.
  func next() -> Piece {
    var piece = Piece()
    var bytes = 0
    do throws(FeedError) {
      while piece.items.count < Self.maximum.records, bytes < Self.maximum.bytes,
        !Task.isCancelled
      {
        guard let item = try reader.next() else {
          piece.isLast = true
          break
        }
        if case .record(let record) = item { bytes += record.memoryBytes }
        piece.items.append(item)
      }
    } catch {
      piece.error = error
    }
    piece.items.reverse()
    piece.progress = reader.progress
    return piece
  }

  /// Continues with the next source after an error in the current one; see
  /// `FeedReader.leaveSource()`.
  func leaveSource() throws(FeedError) -> Bool { try reader.leaveSource() }

  /// The warnings of all sources read so far.
  var warnings: [FeedWarning] { reader.warnings }

  /// The source files read so far.
  var digests: [SourceDigest] { reader.digests }
}
