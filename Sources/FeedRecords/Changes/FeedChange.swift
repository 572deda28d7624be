/// One change of a feed.
public struct FeedChange: Sendable {
  /// What is changed.
  public enum Kind: Sendable {
    /// The record is written directly before another one, or at the top of the feed.
    case put(FeedRecord, before: String?)
    /// The record of an id is removed.
    case delete(String)
  }

  /// What is changed.
  public let kind: Kind
  /// The line of the file, from 1.
  public let line: Int
}
