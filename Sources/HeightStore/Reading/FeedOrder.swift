/// The records of a stored feed in order, by the numbers of their cells in the first environment.
///
/// It reads one chunk of the list in feed order at a time.
public struct FeedOrder {
  private let reader: StoreReader
  private let list: StoredList?
  /// Records without a height in the first environment.
  private let failed: [(position: Int64, cell: Int64)]
  private var nextFailed = 0
  private var nextListed = 0

  /// Begins at the first record.
  ///
  /// - Returns: nil if too many records failed for their places to be stored, or the first
  ///   environment is a range, which has no list.
  /// - Throws: `StoreError.corrupt` for an order that contradicts the feed's counts.
  public init?(_ reader: StoreReader, feed: FeedEntry) throws {
    guard let bytes = feed.failedPlaces, feed.environments.first?.environment.isRange != true
    else { return nil }
    self.reader = reader
    let first = feed.environments.first
    let entry = feed.lists.first { $0.description.name == ListDescription.feedOrder }
    if let first, let entry {
      list = try reader.list(entry, environment: first)
    } else {
      list = nil
    }
    guard let entries = FailedPlaces.entries(bytes), entries.count == first?.failed ?? 0,
      list?.count ?? 0 == first?.cells ?? 0,
      entries.last.map({ $0.position < Int64(entries.count + (first?.cells ?? 0)) }) ?? true
    else { throw reader.corrupt("the order of feed '\(feed.name)'") }
    failed = entries
  }

  /// Number of records.
  public var count: Int { failed.count + (list?.count ?? 0) }

  /// The cell of the next record; nil after the last.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
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
