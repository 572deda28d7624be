import XMLDocuments

/// The lines of a file of changes that are not blank.
struct ChangeLines {
  /// One line.
  struct Line {
    /// Its bytes without white space at the ends; nil for a line beyond the limit.
    var bytes: [UInt8]?
    /// Its number, from 1.
    var number: Int
    /// Its size in bytes.
    var count: Int
  }

  private let window: InputWindow
  private let metered: CountedBytes
  private let path: String
  /// Maximum size of a line that is read.
  private let maximumBytes: Int
  /// Maximum size of a line that is passed over.
  private let maximumPassed: Int
  /// Byte offset of the next line.
  private var start = 0
  /// Byte offset at which the search for its end continues.
  private var scanned = 0
  private var number = 0

  /// Opens a file, compressed or not.
  init(_ source: FeedSource, limits: FeedLimits) throws(FeedError) {
    metered = CountedBytes(try source.open().bytes, path: source.path, limit: limits.sourceBytes)
    path = source.path
    maximumBytes = limits.recordBytes
    maximumPassed = limits.lineBytes
    var bytes = try PeekedBytes(metered, count: SourceStream.prefixBytes)
    if let compression = Compression(prefix: bytes.prefix) {
      bytes = try PeekedBytes(
        try compression.expanding(bytes, path: source.path, limits: limits),
        count: SourceStream.prefixBytes)
    }
    bytes.skip(bytes.prefix.markLength)
    window = InputWindow(bytes)
  }

  /// The path, hash and size of the file, complete after the last line.
  var digest: SourceDigest { metered.digest }

  /// The next line that is not blank; nil after the last.
  mutating func next() throws(FeedError) -> Line? {
    while true {
      let rest = window[scanned..<window.end]
      let found = rest.place(of: 0x0A).map { scanned + $0 - rest.startIndex }
      guard let end = found ?? (window.ended ? window.end : nil) else {
        scanned = window.end
        try checkLine(upTo: scanned)
        // The bytes of a long line are dropped.
        let isLong = window.end - start > maximumBytes
        _ = try window.fill(keeping: isLong ? window.end : start)
        continue
      }
      guard end > start || found != nil else { return nil }
      try checkLine(upTo: end)
      number += 1
      let count = end - start
      let line = window[start..<end]
      start = found == nil ? end : end + 1
      scanned = start
      if count > maximumBytes { return Line(bytes: nil, number: number, count: count) }
      let trimmed = line.trimmed
      if !trimmed.isEmpty { return Line(bytes: Array(trimmed), number: number, count: count) }
    }
  }

  /// Ends reading at a line that is too long to be passed over.
  private func checkLine(upTo end: Int) throws(FeedError) {
    guard end - start <= maximumPassed else {
      throw FeedError(
        .tooLarge, path: path, place: RecordPlace(line: number + 1),
        "the line has more than \(maximumPassed) bytes (limit line_bytes)")
    }
  }
}
