/// The records of a stored feed in feed order, each as the number of its cell in the first
/// environment.
///
/// One chunk of the list in feed order is read at a time.
public struct FeedOrder {
  private let reader: StoreReader
  private let list: StoredList?
  /// The records without a cell in the list, by position: those whose cell in the first environment
  /// failed, or all records if that environment is a range of widths.
  private let failed: [(position: Int64, cell: Int64)]
  private var nextFailed = 0
  private var nextListed = 0

  /// Begins before the first record.
  ///
  /// - Returns: nil if the positions of the records that are in no list are not stored because there
  ///   are too many. A feed of ranges of widths alone has no lists.
  /// - Throws: `StoreError.corrupt` if the order contradicts the counts of the feed.
  public init?(_ reader: StoreReader, feed: FeedEntry) throws {
    guard let bytes = feed.failedPositions else { return nil }
    self.reader = reader
    let first = feed.environments.first
    let isRange = first?.environment.isRange == true
    let (listed, others) =
      isRange
      ? (0, (first?.recordCells ?? 0) + (first?.failed ?? 0))
      : (first?.recordCells ?? 0, first?.failed ?? 0)
    // Earlier programs stored no positions for a range.
    if isRange, bytes.isEmpty, others > 0 { return nil }
    let entry = feed.lists.first { $0.description.name == ListDescription.feedOrder }
    if let first, let entry, !isRange {
      list = try reader.list(entry, environment: first)
    } else {
      list = nil
    }
    guard let entries = FailedPositions.entries(bytes), entries.count == others,
      list?.count ?? 0 == listed,
      entries.last.map({ $0.position < Int64(entries.count + listed) }) ?? true
    else { throw reader.corrupt("the order of feed '\(feed.name)'") }
    failed = entries
  }

  /// Number of records.
  public var count: Int { failed.count + (list?.count ?? 0) }

  /// The cell number of the next record in the first environment; nil after the last record.
  ///
  /// - Throws: `StoreError.corrupt` if a chunk is damaged.
  public mutating func next() throws -> Int64? {
    if nextFailed < failed.count, failed[nextFailed].position == Int64(nextFailed + nextListed) {
      defer { nextFailed += 1 }
      return failed[nextFailed].cell
    }
    guard let list, nextListed < list.count else { return nil }
    defer { nextListed += 1 }
    return try reader.cell(at: nextListed, of: list)
  }
}

/// The positions of the records without a cell in the list in feed order in the first environment:
/// the cell failed, or the environment is a range of widths, which has no list.
///
/// Together with the list in feed order, they give the order of all records.
struct FailedPositions: Hashable, Sendable {
  /// Size of an entry in bytes: the position and the cell number, each a little-endian Int64.
  static let entryBytes = 16

  /// The entries, in ascending order of positions; nil if there are more than the maximum.
  private(set) var bytes: [UInt8]? = []
  private let maximum: Int
  private var records: Int64 = 0

  /// Creates positions without entries.
  ///
  /// - Parameter maximum: Maximum number of entries.
  init(maximum: Int) { self.maximum = maximum }

  /// Adds the next record, given its cell in the first environment; only a cell that is not in the
  /// list makes an entry.
  mutating func add(_ cell: CellReference, isListed: Bool) {
    defer { records += 1 }
    guard !isListed, let count = bytes?.count else { return }
    guard count / Self.entryBytes < maximum else {
      bytes = nil
      return
    }
    for number in [records, cell.cellID] {
      withUnsafeBytes(of: number.littleEndian) { bytes?.append(contentsOf: $0) }
    }
  }

  /// Decodes entries; nil if the positions do not ascend or the last entry is incomplete.
  static func entries(_ bytes: [UInt8]) -> [(position: Int64, cell: Int64)]? {
    guard bytes.count % entryBytes == 0 else { return nil }
    var entries: [(position: Int64, cell: Int64)] = []
    entries.reserveCapacity(bytes.count / entryBytes)
    var last: Int64 = -1
    for start in stride(from: 0, to: bytes.count, by: entryBytes) {
      let (position, cell) = bytes.withUnsafeBytes {
        (
          Int64(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Int64.self)),
          Int64(littleEndian: $0.loadUnaligned(fromByteOffset: start + 8, as: Int64.self))
        )
      }
      guard position > last else { return nil }
      last = position
      entries.append((position, cell))
    }
    return entries
  }
}
