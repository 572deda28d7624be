/// The changes of a feed, from a file with one a line.
///
/// A line is `{"put":RECORD}`, `{"put":RECORD,"before":ID}` or `{"delete":ID}`. Blank lines are
/// skipped, and a line that is no change is counted.
public struct FeedChanges: Sendable {
  /// Lines that are no change, of one code.
  public struct Failures: Sendable {
    /// The first of them.
    public let first: RecordFailure
    /// Their number.
    public fileprivate(set) var count: Int
  }

  /// The changes, in the order of the file.
  public let changes: [FeedChange]
  /// The lines that are no change by code, in order of first occurrence.
  public let failures: [Failures]
  /// The identity of the file.
  public let source: SourceDigest

  /// Reads every change.
  ///
  /// - Parameters:
  ///   - source: The file, which may be compressed.
  ///   - limits: The limits of the file, of a line as of a record, and of all changes.
  ///   - imageSizes: Sizes of pictures, for records that do not say them.
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
        if let known = failures.firstIndex(where: { $0.first.code == error.code }) {
          failures[known].count += 1
        } else {
          failures.append(Failures(first: error, count: 1))
        }
        continue
      }
      memory += change.memoryBytes
      guard memory <= limits.changeBytes else {
        throw FeedError(
          .tooLarge, path: source.path, place: RecordPlace(line: line.number),
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
  /// Approximate size in memory with what applying it needs, in bytes.
  fileprivate var memoryBytes: Int {
    let own = 4 * MemoryLayout<FeedChange>.stride
    return switch kind {
    case .put(let record, let before):
      own + record.memoryBytes + record.id.utf8.count + (before?.utf8.count ?? 0)
    case .delete(let id): own + 2 * id.utf8.count
    }
  }
}
