/// The result of reading one record of a feed.
public enum FeedItem: Sendable {
  /// A record.
  case record(FeedRecord)
  /// The failure of a record that could not be read.
  indirect case failure(RecordFailure)
}

/// Reads the records of one source, one at a time.
protocol RecordCursor: AnyObject {
  /// Reads the next record or failure; `nil` after the last.
  func next() throws(FeedError) -> FeedItem?
}
