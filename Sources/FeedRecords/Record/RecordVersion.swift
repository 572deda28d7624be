import LayoutPrimitives

/// What tells the versions of a record apart; its text is made when somebody asks for it.
enum RecordVersion: Sendable {
  /// What the feed says: one of the record's texts.
  case given
  /// When the record last changed.
  case date(FeedDate)
  /// A hash of the record as it stands in the feed, or of what was read of it.
  case hash(ContentHash)
  /// The hash of the bytes that the record holds.
  case heldBytes
}
