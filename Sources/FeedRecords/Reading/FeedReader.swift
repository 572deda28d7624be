/// Reads feeds of any known format, one record at a time, in constant memory.
///
/// A record that cannot be read is a failure, and the next one follows. An error is thrown where a
/// source as a whole cannot be used. Records with equal ids are all delivered, in order. A build
/// keeps the first and reports the others, see `DuplicateFilter`.
public struct FeedReader: ~Copyable {
  private let sources: [FeedSource]
  private let options: ReadingOptions
  private var opened: SourceStream
  private var finished: [(digest: SourceDigest, warnings: [FeedWarning])] = []
  private var nextSource = 1
  private var count = 0
  /// Records of the sources before the present one.
  private var countBefore = 0
  private var failed = false

  /// Opens one source.
  ///
  /// - Parameters:
  ///   - source: Where the feed is read from.
  ///   - mapping: How to read JSON or XML that is no known feed; `nil` to find out.
  ///   - format: The format; `nil` to find out.
  ///   - limits: How large sources, records and texts may be.
  ///   - convertsHTML: Whether HTML becomes plain text; otherwise `contentText` and `summary` of
  ///     HTML are left out and titles keep their markup.
  ///   - imageSizes: Sizes of pictures, for records that do not say them.
  /// - Throws: `FeedError` when the source is missing, empty, or no feed.
  public init(
    source: FeedSource, mapping: RecordMapping? = nil, format: FeedFormat? = nil,
    limits: FeedLimits = FeedLimits(), convertsHTML: Bool = true, imageSizes: ImageSizes? = nil
  ) throws(FeedError) {
    try self.init(
      sources: [source], mapping: mapping, format: format, limits: limits,
      convertsHTML: convertsHTML, imageSizes: imageSizes)
  }

  /// Opens several sources, which are read one after the other as one feed.
  public init(
    sources: [FeedSource], mapping: RecordMapping? = nil, format: FeedFormat? = nil,
    limits: FeedLimits = FeedLimits(), convertsHTML: Bool = true, imageSizes: ImageSizes? = nil
  ) throws(FeedError) {
    guard let first = sources.first else {
      throw FeedError(.missing, path: "-", "no file was named")
    }
    let options = ReadingOptions(
      mapping: mapping, format: format, limits: limits, convertsHTML: convertsHTML,
      imageSizes: imageSizes)
    let opened = try SourceStream(first, options)
    self.sources = sources
    self.options = options
    self.opened = opened
  }

  /// The format of the source being read.
  public var format: FeedFormat { opened.detection.format }

  /// What had to be mended so far, in all sources.
  public var warnings: [FeedWarning] {
    finished.flatMap(\.warnings) + opened.notes.warnings
  }

  /// The sources opened so far: path, hash of their bytes, and how many these are; of the one being
  /// read only what was read of it.
  public var digests: [SourceDigest] { finished.map(\.digest) + [opened.metered.digest] }

  /// How far reading has come.
  public var progress: ReadingProgress {
    var progress = ReadingProgress(records: count, bytesRead: opened.metered.count)
    for source in finished { progress.bytesRead += source.digest.bytes }
    if sources.count == finished.count + 1, let size = opened.size {
      progress.bytesExpected = progress.bytesRead - opened.metered.count + size
    }
    return progress
  }

  /// The next record or failure, or `nil` after the last of all sources.
  ///
  /// - Throws: `FeedError` when the source turns out to be broken; what came before still holds,
  ///   but is not the whole feed.
  public mutating func next() throws(FeedError) -> FeedItem? {
    if failed { return nil }
    do throws(FeedError) {
      while true {
        if let item = try opened.cursor.next() {
          count += 1
          if count > options.limits.records {
            throw FeedError(
              .tooLarge, path: sources[nextSource - 1].path,
              "more than \(options.limits.records) records (limit records)")
          }
          return sized(item)
        }
        if let mapping = options.mapping, !mapping.isNative, count == countBefore {
          throw FeedError(
            .noRecords, path: sources[nextSource - 1].path,
            "the records path \(mapping.records) of mapping \(mapping.name) leads to no record")
        }
        guard try openNext() else { return nil }
      }
    } catch {
      failed = true
      throw error
    }
  }

  /// An item with the table of sizes.
  private func sized(_ item: FeedItem) -> FeedItem {
    guard let sizes = options.imageSizes, case .record(var record) = item else { return item }
    record.imageSizes = sizes
    return .record(record)
  }

  /// Goes on with the next source after an error in one.
  ///
  /// - Returns: Whether there was one more.
  /// - Throws: `FeedError` when the next source cannot be opened; this may then be called again for
  ///   the one after it.
  public mutating func leaveSource() throws(FeedError) -> Bool {
    failed = true
    guard try openNext() else { return false }
    failed = false
    return true
  }

  private mutating func openNext() throws(FeedError) -> Bool {
    guard nextSource < sources.count else { return false }
    nextSource += 1
    let next = try SourceStream(sources[nextSource - 1], options)
    finished.append((opened.metered.digest, opened.notes.warnings))
    opened = next
    countBefore = count
    return true
  }

  /// Finds out what a source is and how it would be read.
  ///
  /// - Parameters:
  ///   - source: Where the feed is read from.
  ///   - format: The format; `nil` to find out.
  ///   - limits: How large sources, records and texts may be.
  /// - Throws: `FeedError` when the source is missing, empty, or no feed.
  public static func detect(
    _ source: FeedSource, format: FeedFormat? = nil, limits: FeedLimits = FeedLimits()
  ) throws(FeedError) -> FeedDetection {
    try SourceStream(source, ReadingOptions(format: format, limits: limits)).detection
  }
}

/// How far the reading of a feed has come.
public struct ReadingProgress: Hashable, Sendable {
  /// Records given, failures counted.
  public var records: Int
  /// Bytes read of the sources, as they are stored.
  public var bytesRead: Int
  /// Bytes of all sources, or `nil` where that is not known, as for a pipe.
  public var bytesExpected: Int?

  /// Creates a state of reading.
  public init(records: Int, bytesRead: Int, bytesExpected: Int? = nil) {
    self.records = records
    self.bytesRead = bytesRead
    self.bytesExpected = bytesExpected
  }
}

/// What a source is and how it is read.
public struct FeedDetection: Hashable, Sendable {
  /// Its format.
  public let format: FeedFormat
  /// Its mapping, which for formats with fixed keys has only the format.
  public let mapping: RecordMapping

  /// The mapping as a document that `--mapping` takes.
  public var yaml: String { mapping.yaml }
}

struct ReadingOptions: Sendable {
  var mapping: RecordMapping?
  var format: FeedFormat?
  var limits = FeedLimits()
  var convertsHTML = true
  var imageSizes: ImageSizes?
}
