package import FeedRecords
package import HeightStore
import LayoutPrimitives
import TextMeasurement

/// One pass over the records of a feed, with its problems.
struct FeedPass: ~Copyable {
  /// The feed's name.
  let feed: String
  /// Number of records, failed ones included.
  private(set) var records = 0
  /// Position of the last record that was read, from 0, among all records of the feed.
  ///
  /// Records of other shards are counted.
  private(set) var position = -1
  /// The part of the records that is passed; `nil` for all.
  let shard: ShardNumber?
  /// Unreadable records, and sources that ended early.
  private(set) var failedRecords = 0
  /// Records with a repeated id, of which the first is kept.
  private(set) var duplicates = 0
  /// Problems of the feed.
  private(set) var problems = ProblemGroups()

  private var reader: FeedReader
  private let seen = DuplicateFilter()
  private let allowsPartial: Bool
  private var isDone = false
  /// Position of the first problem of each code.
  private var firstProblems: [String: Int] = [:]

  /// Opens the feed, before anything is written.
  ///
  /// - Throws: `BuildError.source`.
  init(_ feed: FeedInput, of configuration: BuildConfiguration) throws(BuildError) {
    self.feed = feed.name
    shard = configuration.shard
    allowsPartial = configuration.tolerance.allowPartial
    do throws(FeedError) {
      reader = try FeedReader(
        sources: feed.sources, mapping: feed.mapping, format: feed.format,
        limits: configuration.feedLimits, imageSizes: configuration.imageSizes)
    } catch {
      throw .source(feed: feed.name, error)
    }
  }

  /// The reading progress.
  var progress: ReadingProgress { reader.progress }

  /// The source files, complete after the last record.
  var sources: [SourceFile] {
    reader.digests.map { SourceFile(path: $0.path, hash: $0.hash, bytes: $0.bytes) }
  }

  /// The next record with a new id; `nil` after the last.
  ///
  /// - Throws: `BuildError.source` for a truncated or invalid source, unless it is tolerated.
  mutating func next() throws(BuildError) -> FeedRecord? {
    while !isDone {
      let item: FeedItem?
      do throws(FeedError) {
        item = try reader.next()
      } catch {
        try leave(error)
        continue
      }
      guard let item else {
        isDone = true
        for warning in reader.warnings { note(warning) }
        break
      }
      if let record = try accept(item) { return record }
    }
    return nil
  }

  /// Counts an item, and returns a record with a new id.
  private mutating func accept(_ item: FeedItem) throws(BuildError) -> FeedRecord? {
    position += 1
    switch item {
    case .failure(let failure):
      guard ownsUnidentified else { return nil }
      records += 1
      failedRecords += 1
      note(
        failure.code.rawValue, place: "\(failure.path): \(failure.place)", failure.message)
      return nil
    case .record(let record):
      if let shard, !shard.contains(record.id) { return nil }
      records += 1
      guard try isNew(record) else {
        duplicates += 1
        note(
          "CH0430", place: "record '\(record.id)'",
          "another record of the feed has this id; the first one is kept")
        return nil
      }
      return record
    }
  }

  /// Whether records without an id are counted here, by the first shard.
  private var ownsUnidentified: Bool { shard.map { $0.index == 1 } ?? true }

  private mutating func note(_ code: String, place: String, _ message: String, count: Int = 1) {
    problems.add(code: code, place: place, message: message, count: count)
    firstProblems[code] = firstProblems[code] ?? max(0, position)
  }

  /// The counts for a merge; `nil` when all records are passed.
  func shardCounts(
    _ feed: FeedInput, _ environments: [Environment], of configuration: BuildConfiguration
  ) throws -> ShardFeed? {
    guard shard != nil else { return nil }
    let rule = try ReuseRule(
      configuration.templates(of: feed), environments: environments, of: configuration)
    return ShardFeed(
      records: records, unreadable: failedRecords, duplicates: duplicates,
      fonts: configuration.fonts.fingerprint, basis: rule.basis.description,
      problems: problems.groups.map { group in
        ShardProblem(
          first: firstProblems[group.code] ?? 0, code: group.code, place: group.firstPlace,
          message: group.message, count: group.count)
      })
  }

  private func isNew(_ record: FeedRecord) throws(BuildError) -> Bool {
    do throws(FeedError) {
      return try seen.isFirst(record)
    } catch {
      throw .source(feed: feed, error)
    }
  }

  /// Continues after a truncated or invalid source, if it is tolerated.
  private mutating func leave(_ error: FeedError) throws(BuildError) {
    guard allowsPartial, !error.isMissing else { throw .source(feed: feed, error) }
    note(error)
    while true {
      do throws(FeedError) {
        isDone = try !reader.leaveSource()
        if isDone { for warning in reader.warnings { note(warning) } }
        return
      } catch {
        guard !error.isMissing else { throw .source(feed: feed, error) }
        note(error)
      }
    }
  }

  /// Adds a warning on a source.
  private mutating func note(_ warning: FeedWarning) {
    guard ownsUnidentified else { return }
    note(
      warning.code.rawValue, place: "\(warning.path): \(warning.place)", warning.message,
      count: warning.count)
  }

  /// Adds an error of a source.
  private mutating func note(_ error: FeedError) {
    guard ownsUnidentified else { return }
    failedRecords += 1
    note(error.code.rawValue, place: "\(error.path): \(error.place)", error.message)
  }
}

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
  /// Number of items of the batch before it.
  let itemsBefore: Int
  /// Its cells by environment.
  let cells: [ExistingCell]
}

extension FeedPass: RecordPass {
  mutating func begin(_ writer: GenerationWriter, _ keys: FeedKeys) throws {}

  mutating func nextItem() throws -> PassItem? { try next().map { .record($0) } }
}

extension DuplicateFilter {
  /// Whether the id of a record is new.
  ///
  /// - Throws: `FeedError` of code `temporary` for an error of the temporary file.
  package func isFirst(_ record: FeedRecord) throws(FeedError) -> Bool {
    try isFirst(id: record.id)
  }

  /// Whether an id is new.
  ///
  /// - Throws: `FeedError` of code `temporary` for an error of the temporary file.
  package func isFirst(id: String) throws(FeedError) -> Bool {
    do {
      return try insert(id)
    } catch {
      throw FeedError(
        .temporary, path: "ids",
        "a temporary file cannot be used: \(error.reason); free some space, or name another folder"
          + " with TMPDIR")
    }
  }
}
