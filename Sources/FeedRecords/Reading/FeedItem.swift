public import LayoutPrimitives

/// What a reader gives for each record of a feed.
public enum FeedItem: Sendable {
  /// A record.
  case record(FeedRecord)
  /// A record that could not be read; it is rare and large, so it does not make every item large.
  indirect case failure(RecordFailure)
}

/// What a reader gives that passes over records whose hash is known.
public enum FeedStep: Sendable {
  /// A record that was read, or could not be.
  case read(FeedItem)
  /// A record that was not parsed, because its hash is known.
  case unchanged(ContentHash, RecordPlace)
}

/// Tells whether the hash of a record's bytes, and of what it inherits, is known.
typealias KnownHashes = (ContentHash) -> Bool

/// Gives the records of one source, one at a time.
protocol RecordCursor: AnyObject {
  /// The next record or failure, `nil` after the last.
  ///
  /// - Parameter isKnown: Asked before a record is parsed; `nil` to parse all.
  func next(skipping isKnown: KnownHashes?) throws(FeedError) -> FeedStep?

  /// The next record where it can be had without ado: bytes that are held already, and nothing wrong
  /// with them. `nil` says nothing but that `next` has to be asked.
  func readyRecord() -> FeedRecord?
}

extension RecordCursor {
  func readyRecord() -> FeedRecord? { nil }
}
