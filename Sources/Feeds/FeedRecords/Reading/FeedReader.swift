/// Reads feeds of any known format, one record at a time.
///
/// A record that cannot be read is returned as a failure, and reading continues with the next. An
/// error is thrown when a source as a whole cannot be used. Records with equal ids are all
/// returned, in order. A build keeps the first of them and reports the others, see
/// `DuplicateFilter`.
///
/// Memory does not grow with the number of records, except with a JSON mapping that has an order or
/// joins.
public struct FeedReader: ~Copyable {
  private let sources: [FeedSource]
  private let options: ReadingOptions
  private var opened: SourceStream
  private var finished: [(digest: SourceDigest, warnings: [FeedWarning])] = []
  private var nextSource = 1
  private var count = 0
  /// Number of records in the sources before the current one.
  private var countBefore = 0
  private var failed = false

  /// Opens a feed that has one source.
  ///
  /// - Parameters:
  ///   - source: The file, standard input or bytes of the feed.
  ///   - mapping: How to read JSON or XML of an unknown shape; `nil` to detect the mapping.
  ///   - format: The format of the source; `nil` to detect it.
  ///   - limits: The limits of sources, records and texts.
  ///   - convertsHTML: Whether HTML becomes plain text. If not, `contentText` and `summary` of HTML
  ///     are omitted and titles keep their markup.
  ///   - imageSizes: The sizes of pictures for records that do not give them; `nil` for none.
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
  ///
  /// The parameters are those of the initializer for one source.
  ///
  /// - Throws: `FeedError` when there is no source, or when the first one is missing, empty, or no
  ///   feed.
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

  /// The warnings so far, of all sources.
  public var warnings: [FeedWarning] {
    finished.flatMap(\.warnings) + opened.notes.warnings
  }

  /// The path, hash and size of each source opened so far.
  ///
  /// For the source that is being read, hash and size are those of the bytes read so far.
  public var digests: [SourceDigest] { finished.map(\.digest) + [opened.metered.digest] }

  /// The number of records and bytes read so far.
  public var progress: ReadingProgress {
    var progress = ReadingProgress(records: count, bytesRead: opened.metered.count)
    for source in finished { progress.bytesRead += source.digest.bytes }
    if sources.count == finished.count + 1, let size = opened.size {
      progress.bytesExpected = progress.bytesRead - opened.metered.count + size
    }
    return progress
  }

  /// Reads the next record or failure; `nil` after the last of all sources.
  ///
  /// After an error, it returns `nil` until `leaveSource()` continues with the next source.
  ///
  /// - Throws: `FeedError` when the current source turns out to be broken. The records before it
  ///   are valid, but are not the whole feed.
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

  /// An item whose record also has the table of the sizes of pictures.
  private func sized(_ item: FeedItem) -> FeedItem {
    guard let sizes = options.imageSizes, case .record(var record) = item else { return item }
    record.imageSizes = sizes
    return .record(record)
  }

  /// Continues with the next source after an error in the current one.
  ///
  /// If this throws, another call continues with the source after the one that failed.
  ///
  /// - Returns: Whether there was a next source.
  /// - Throws: `FeedError` when the next source cannot be opened.
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

  /// Detects the format of a source, and the mapping that would read it.
  ///
  /// - Parameters:
  ///   - source: The file, standard input or bytes of the feed.
  ///   - format: The format; `nil` to detect it.
  ///   - limits: The limits of sources, records and texts.
  /// - Throws: `FeedError` when the source is missing, empty, or no feed.
  public static func detect(
    _ source: FeedSource, format: FeedFormat? = nil, limits: FeedLimits = FeedLimits()
  ) throws(FeedError) -> FeedDetection {
    try SourceStream(source, ReadingOptions(format: format, limits: limits)).detection
  }
}

/// The number of records and bytes of a feed that were read.
public struct ReadingProgress: Hashable, Sendable {
  /// Number of records read, including failures.
  public var records: Int
  /// Number of bytes read from the sources, as stored.
  public var bytesRead: Int
  /// Total number of bytes of all sources as stored, or `nil` when unknown, as for a pipe.
  public var bytesExpected: Int?

  /// Creates the progress of a reading.
  public init(records: Int, bytesRead: Int, bytesExpected: Int? = nil) {
    self.records = records
    self.bytesRead = bytesRead
    self.bytesExpected = bytesExpected
  }
}

/// The detected format of a source, and how it is read.
public struct FeedDetection: Hashable, Sendable {
  /// The source's format.
  public let format: FeedFormat
  /// The mapping that reads the source; for formats with known keys it has only the format's name.
  public let mapping: RecordMapping

  /// The mapping as a YAML document, which the option `--mapping` accepts.
  public var yaml: String { mapping.yaml }
}

struct ReadingOptions: Sendable {
  var mapping: RecordMapping?
  var format: FeedFormat?
  var limits = FeedLimits()
  var convertsHTML = true
  var imageSizes: ImageSizes?
}

/// The result of reading one record of a feed.
public enum FeedItem: Sendable {
  /// A record that was read.
  case record(FeedRecord)
  /// The failure of a record that could not be read.
  indirect case failure(RecordFailure)
}

/// Reads the records of one source, one at a time.
protocol RecordCursor: AnyObject {
  /// Reads the next record or failure; `nil` after the last.
  func next() throws(FeedError) -> FeedItem?
}

/// The formats of feeds, detected from the content and never from a file's name.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable {
  /// JSON Feed 1.0 or 1.1.
  case jsonFeed = "json-feed"
  /// A JSON document that contains records at some path.
  case json
  /// One JSON record per line.
  case ndjson
  /// RSS 0.91 to 2.0.
  case rss
  /// RSS 0.90 or 1.0, in RDF.
  case rdf
  /// Atom 0.3 or 1.0.
  case atom
  /// An XML document that contains records at some path.
  case xml

  /// Whether the format is XML.
  public var isXML: Bool { self == .rss || self == .rdf || self == .atom || self == .xml }
}
