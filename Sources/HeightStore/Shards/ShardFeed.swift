/// The counts of a feed in one shard, which a merge adds up.
public struct ShardFeed: Hashable, Sendable {
  /// Number of records of this shard, unreadable and repeated ones included.
  public var records: Int
  /// Records that cannot be read and sources that end early, which are all counted by shard 1.
  public var unreadable: Int
  /// Records with a repeated id, of which the first is kept.
  public var duplicates: Int
  /// Hash of the fonts.
  public var fonts: String
  /// Hash of everything that a cell depends on besides its record.
  public var basis: String
  /// The problems of records and sources, in order of first occurrence.
  public var problems: [ShardProblem]

  /// Creates the counts.
  public init(
    records: Int, unreadable: Int, duplicates: Int, fonts: String, basis: String,
    problems: [ShardProblem]
  ) {
    self.records = records
    self.unreadable = unreadable
    self.duplicates = duplicates
    self.fonts = fonts
    self.basis = basis
    self.problems = problems
  }
}

/// One kind of problem with the records of a shard.
public struct ShardProblem: Hashable, Sendable {
  /// Position in the feed of the record of the first occurrence, from 0.
  public var first: Int
  /// Stable code.
  public var code: String
  /// The first occurrence.
  public var place: String
  /// The message of the first occurrence.
  public var message: String
  /// Number of occurrences.
  public var count: Int

  /// Creates a problem.
  public init(first: Int, code: String, place: String, message: String, count: Int) {
    self.first = first
    self.code = code
    self.place = place
    self.message = message
    self.count = count
  }
}
