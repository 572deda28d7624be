import FeedRecords
import HeightStore
import LayoutPrimitives

/// One pass over the records of a feed, in the order of the feed.
protocol RecordPass: ~Copyable {
  /// The feed's name.
  var feed: String { get }
  /// Number of records, failed ones included.
  var records: Int { get }
  /// Unreadable records, and sources that ended early.
  var failedRecords: Int { get }
  /// Records with a repeated id, of which the first is kept.
  var duplicates: Int { get }
  /// The part of the records that is built; `nil` for all.
  var shard: ShardNumber? { get }
  /// Position in the feed of the last record, from 0.
  var position: Int { get }
  /// Problems of the feed.
  var problems: ProblemGroups { get }
  /// The reading progress.
  var progress: ReadingProgress { get }
  /// The source files, complete after the last record.
  var sources: [SourceFile] { get }

  /// Begins after the writer has begun the feed.
  mutating func begin(_ writer: GenerationWriter, _ keys: FeedKeys) throws
  /// The next record; `nil` after the last.
  mutating func nextItem() throws -> PassItem?
  /// The counts for a merge; `nil` when all records are built.
  func shardCounts(
    _ feed: FeedInput, _ environments: [Environment], of configuration: BuildConfiguration
  ) throws -> ShardFeed?
}

/// A record of a pass.
enum PassItem {
  /// A record to lay out unless its cells are up to date.
  case record(FeedRecord)
  /// The cells of a record that is unchanged, by environment.
  case kept([ExistingCell])
}

/// An unchanged record in a batch.
struct KeptRecord {
  /// Number of items of the batch that come before it.
  let itemsBefore: Int
  /// Its cells by environment.
  let cells: [ExistingCell]
}

extension FeedPass: RecordPass {
  mutating func begin(_ writer: GenerationWriter, _ keys: FeedKeys) throws {}

  mutating func nextItem() throws -> PassItem? { try next().map { .record($0) } }
}
