import StructuredDocuments
import XMLDocuments

/// The changes of a feed, from a file with one change per line.
///
/// A line is `{"put":RECORD}`, `{"put":RECORD,"before":ID}` or `{"delete":ID}`. Blank lines are
/// skipped. Lines that are not a valid change are counted in `failures`.
public struct FeedChanges: Sendable {
  /// The lines that are not a valid change for the same reason.
  public struct Failures: Sendable {
    /// The failure of the first of these lines.
    public let first: RecordFailure
    /// Number of these lines.
    public fileprivate(set) var count: Int
  }

  /// The changes, in the order of the file.
  public let changes: [FeedChange]
  /// The lines that are not a valid change: one entry per code, in order of first occurrence.
  public let failures: [Failures]
  /// The path, hash and size of the file.
  public let source: SourceDigest

  /// Reads all changes of a file.
  ///
  /// - Parameters:
  ///   - source: The file, which may be compressed.
  ///   - limits: The limits of the file, of each line, and of the memory for all changes. A line
  ///     may be as large as a record.
  ///   - imageSizes: The sizes of pictures for records that do not give them; `nil` for none.
  /// - Throws: `FeedError` if the file cannot be read or the changes need more memory than the
  ///   limit.
  public init(
    source: FeedSource, limits: FeedLimits = FeedLimits(), imageSizes: ImageSizes? = nil
  ) throws(FeedError) {
    var lines = try ChangeLines(source, limits: limits)
    let decoder = ChangeDecoder(path: source.path, limits: limits, imageSizes: imageSizes)
    var changes: [FeedChange] = []
    var failures: [Failures] = []
    var memory = 0
    while let line = try lines.next() {
      let change: FeedChange
      do throws(RecordFailure) {
        change = try decoder.change(line)
      } catch {
        if let index = failures.firstIndex(where: { $0.first.code == error.code }) {
          failures[index].count += 1
        } else {
          failures.append(Failures(first: error, count: 1))
        }
        continue
      }
      memory += change.memoryBytes
      guard memory <= limits.changeBytes else {
        throw FeedError(
          .tooLarge, path: source.path, location: RecordLocation(line: line.number),
          "the changes need more than \(limits.changeBytes) bytes of memory (limit change_bytes); "
            + "build the whole feed")
      }
      changes.append(change)
    }
    self.changes = changes
    self.failures = failures
    self.source = lines.digest
  }
}

extension FeedChange {
  /// Approximate memory for the change and for its application, in bytes.
  fileprivate var memoryBytes: Int {
    let own = 4 * MemoryLayout<FeedChange>.stride
    return switch kind {
    case .put(let record, let before):
      own + record.memoryBytes + record.id.utf8.count + (before?.utf8.count ?? 0)
    case .delete(let id): own + 2 * id.utf8.count
    }
  }
}

/// One change of a feed.
public struct FeedChange: Sendable {
  /// The kind of a change.
  public enum Kind: Sendable {
    /// Adds a record, or moves and replaces the record with the same id.
    ///
    /// It comes directly before the record with the id `before`, or first if that is `nil`. If
    /// `before` is its own id, it keeps its position.
    case put(FeedRecord, before: String?)
    /// Removes the record with an id.
    case delete(String)
  }

  /// The kind of this change.
  public let kind: Kind
  /// The line of the file, from 1.
  public let line: Int
}

/// Decodes the lines of a file of changes.
struct ChangeDecoder {
  private static let put = RecordsPath(steps: [.key("put")])
  private static let advice =
    "a change is {\"put\":RECORD}, {\"put\":RECORD,\"before\":\"ID\"} or {\"delete\":\"ID\"}"

  private let path: String
  private let lines: JSONRecordDecoder
  private let records: JSONRecordDecoder
  private let imageSizes: ImageSizes?

  init(path: String, limits: FeedLimits, imageSizes: ImageSizes?) {
    self.path = path
    self.imageSizes = imageSizes
    let shape = RecordShape.native(NativeRecord(limits: limits))
    records = JSONRecordDecoder(shape: shape, path: path, limits: limits, convertsHTML: true)
    // The line contains the record, so its depth may be one more.
    var deeper = limits
    deeper.jsonDepth = min(limits.jsonDepth + 1, 1024)
    lines = JSONRecordDecoder(shape: shape, path: path, limits: deeper, convertsHTML: true)
  }

  /// Parses a line as a change.
  ///
  /// - Throws: `RecordFailure` if the line is not a change.
  func change(_ line: ChangeLines.Line) throws(RecordFailure) -> FeedChange {
    let location = RecordLocation(line: line.number)
    guard let bytes = line.bytes else {
      throw RecordFailure(
        .tooLarge, path: path, location: location,
        "the line has \(line.count) bytes, more than \(lines.limits.recordBytes) (limit "
          + "record_bytes)")
    }
    let members = try lines.object(bytes[...], location: location).members
    let keys = members.map(\.key)
    switch keys.sorted() {
    case ["delete"]:
      guard let id = members[0].value.string, !id.isEmpty else {
        throw notAChange(location, "\"delete\" is no id")
      }
      return FeedChange(kind: .delete(id), line: line.number)
    case ["put"], ["before", "put"]:
      var before: String?
      if let member = members.first(where: { $0.key == "before" }) {
        guard let id = member.value.string, !id.isEmpty else {
          throw notAChange(location, "\"before\" is no id")
        }
        before = id
      }
      let record = try record(bytes, location: location)
      return FeedChange(kind: .put(record, before: before), line: line.number)
    default:
      throw notAChange(
        location,
        keys.isEmpty ? "the object is empty" : "the object has other members than a change")
    }
  }

  /// Decodes the record in the member `put` of a line.
  private func record(
    _ bytes: [UInt8], location: RecordLocation
  ) throws(RecordFailure) -> FeedRecord {
    let splitter = JSONSplitter(path: Self.put, start: (0, 1))
    guard case .value(let slice) = splitter.next(bytes[...], at: 0, ended: true) else {
      throw notAChange(location, "\"put\" is no record")
    }
    switch records.decode(bytes[slice.range], location: location) {
    case .record(var record):
      record.imageSizes = imageSizes
      return record
    case .failure(let failure): throw failure
    }
  }

  private func notAChange(_ location: RecordLocation, _ found: String) -> RecordFailure {
    RecordFailure(.notAChange, path: path, location: location, "\(found); \(Self.advice)")
  }
}

/// The lines of a file of changes that are not blank.
struct ChangeLines {
  /// A line that is not blank, or that is too long to be read.
  struct Line {
    /// The line's bytes without white space at the ends; `nil` for a line beyond the limit.
    var bytes: [UInt8]?
    /// The line's number, from 1.
    var number: Int
    /// The line's size in bytes.
    var count: Int
  }

  private let window: InputWindow
  private let metered: CountedBytes
  private let path: String
  /// Maximum size of a line that is read, in bytes.
  private let maximumBytes: Int
  /// Maximum size of a line that is skipped, in bytes.
  private let maximumPassed: Int
  /// Byte offset of the next line.
  private var start = 0
  /// Byte offset at which the search for the end of that line continues.
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

  /// The next line that is not blank; `nil` after the last.
  mutating func next() throws(FeedError) -> Line? {
    while true {
      let rest = window[scanned..<window.end]
      let lineEnd = rest.firstIndex(ofByte: 0x0A).map { scanned + $0 - rest.startIndex }
      guard let end = lineEnd ?? (window.ended ? window.end : nil) else {
        scanned = window.end
        try checkLine(upTo: scanned)
        // The bytes of a long line are dropped.
        let isLong = window.end - start > maximumBytes
        _ = try window.fill(keeping: isLong ? window.end : start)
        continue
      }
      guard end > start || lineEnd != nil else { return nil }
      try checkLine(upTo: end)
      number += 1
      let count = end - start
      let line = window[start..<end]
      start = lineEnd == nil ? end : end + 1
      scanned = start
      if count > maximumBytes { return Line(bytes: nil, number: number, count: count) }
      let trimmed = line.trimmed
      if !trimmed.isEmpty { return Line(bytes: Array(trimmed), number: number, count: count) }
    }
  }

  /// Throws when a line is too long even to be skipped.
  private func checkLine(upTo end: Int) throws(FeedError) {
    guard end - start <= maximumPassed else {
      throw FeedError(
        .tooLarge, path: path, location: RecordLocation(line: number + 1),
        "the line has more than \(maximumPassed) bytes (limit line_bytes)")
    }
  }
}
