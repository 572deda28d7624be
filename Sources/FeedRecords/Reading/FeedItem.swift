/// What a reader gives for each record of a feed.
public enum FeedItem: Sendable {
  /// A record.
  case record(FeedRecord)
  /// A record that could not be read, boxed because it is rare and large.
  indirect case failure(RecordFailure)
}

/// Gives the records of one source, one at a time.
protocol RecordCursor: AnyObject {
  /// The next record or failure, `nil` after the last.
  func next() throws(FeedError) -> FeedItem?
}
