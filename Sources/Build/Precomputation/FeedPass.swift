package import FeedRecords
package import HeightStore
import LayoutPrimitives
import TextMeasurement

/// Reads the records of a feed once, and collects the problems of records and sources.
struct FeedPass: ~Copyable {
  let feed: String
  /// Number of records read so far for this shard, unreadable and repeated records included.
  private(set) var records = 0
  /// Position of the last record that was read, from 0; -1 before the first record.
  ///
  /// Records of other shards, unreadable records and repeated records have a position too.
  private(set) var position = -1
  /// The shard whose records `next` returns; `nil` for all records.
  let shard: ShardNumber?
  /// Number of unreadable records, plus the sources that ended early.
  private(set) var failedRecords = 0
  /// Number of records that repeat an earlier id; the first record with the id is kept.
  private(set) var duplicates = 0
  /// The problems of sources and records.
  private(set) var problems = ProblemGroups()

  private let stream: RecordStream
  /// The reading of the piece after `piece`; `nil` if it was not begun.
  private var nextPiece: Task<RecordStream.Piece, Never>?
  /// The last piece that was read, without its items.
  private var piece = RecordStream.Piece()
  /// The items of the piece that were not returned yet, in reverse order.
  private var items: [FeedItem] = []
  private let seen = DuplicateFilter()
  private let allowsPartial: Bool
  /// Whether ids that begin like those of lists' own cells are refused.
  private let reservesIDs: Bool
  private var isDone = false
  /// Position of the first record with a problem, by code of the problem.
  private var firstProblems: [String: Int] = [:]

  /// Opens the feed; nothing is written yet.
  ///
  /// - Throws: `BuildError.source`.
  init(_ feed: FeedInput, of configuration: BuildConfiguration) throws(BuildError) {
    self.feed = feed.name
    shard = configuration.shard
    allowsPartial = configuration.tolerance.allowPartial
    reservesIDs = feed.lists.reserveIDs
    do throws(FeedError) {
      stream = try RecordStream(feed, of: configuration)
    } catch {
      throw .source(feed: feed.name, error)
    }
  }

  /// The number of records and bytes read so far.
  var progress: ReadingProgress { piece.progress }

  /// The source files, after the last record.
  private(set) var sources: [SourceFile] = []

  /// Returns the next record of the shard whose id is new; `nil` after the last record.
  ///
  /// - Throws: `BuildError.source` for a missing source; also for a truncated or invalid source,
  ///   except if the tolerance allows partial sources.
  mutating func next() async throws(BuildError) -> FeedRecord? {
    while !isDone {
      while let item = items.popLast() {
        if let record = try accept(item) { return record }
      }
      if let error = piece.error {
        piece.error = nil
        try await leave(error)
      } else if piece.isLast {
        await end()
      } else {
        await read()
      }
    }
    return nil
  }

  deinit { nextPiece?.cancel() }

  /// Waits for the next piece, and begins to read the piece after it.
  private mutating func read() async {
    let stream = stream
    // A task of its own is not cancelled with the build's.
    piece = await (nextPiece ?? Task { await stream.next() }).value
    items = piece.items
    piece.items = []
    let hasMore = !piece.isLast && piece.error == nil
    nextPiece = hasMore ? Task { await stream.next() } : nil
  }

  /// Ends the pass with the warnings and the files of all sources.
  private mutating func end() async {
    isDone = true
    for warning in await stream.warnings { addProblem(warning) }
    sources = await stream.digests.map {
      SourceFile(path: $0.path, hash: $0.hash, bytes: $0.bytes)
    }
  }

  /// Counts an item; returns its record if the record's id is new, or else `nil`.
  private mutating func accept(_ item: FeedItem) throws(BuildError) -> FeedRecord? {
    position += 1
    switch item {
    case .failure(let failure):
      guard ownsUnidentified else { return nil }
      records += 1
      failedRecords += 1
      addProblem(
        failure.code.rawValue, location: "\(failure.path): \(failure.location)", failure.message)
      return nil
    case .record(let record):
      if let shard, !shard.contains(record.id) { return nil }
      records += 1
      guard try isNew(record) else {
        duplicates += 1
        addProblem(
          "CH0430", location: "record '\(record.id)'",
          "another record of the feed has this id; the first one is kept")
        return nil
      }
      if reservesIDs, ListCellID.isReserved(record.id) {
        failedRecords += 1
        addProblem(
          "CH0474", location: "record '\(record.id)'",
          "ids that begin with \(ListCellID.prefixes.joined(separator: ", ")) belong to the cells of "
            + "lists; give the record another id")
        return nil
      }
      return record
    }
  }

  /// Whether this pass counts the problems that belong to no id, such as unreadable records.
  ///
  /// Among shards, only the first one counts them.
  private var ownsUnidentified: Bool { shard.map { $0.index == 1 } ?? true }

  private mutating func addProblem(
    _ code: String, location: String, _ message: String, count: Int = 1
  ) {
    problems.add(code: code, location: location, message: message, count: count)
    firstProblems[code] = firstProblems[code] ?? max(0, position)
  }

  /// The counts that a merge needs; `nil` if the build is not a shard.
  func shardCounts(
    _ feed: FeedInput, _ environments: [Environment], of configuration: BuildConfiguration
  ) throws -> ShardFeed? {
    guard shard != nil else { return nil }
    let rule = try ReuseRule(
      configuration.templates(of: feed), environments: environments, of: configuration)
    return ShardFeed(
      records: records, unreadable: failedRecords, duplicates: duplicates,
      fonts: configuration.fonts.fingerprint, basis: rule.basis.description,
      lists: feed.lists.needs(configuration.formats),
      problems: problems.groups.map { group in
        ShardProblem(
          first: firstProblems[group.code] ?? 0, code: group.code, location: group.firstLocation,
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

  /// Notes the error of a truncated or invalid source, and continues with the next source.
  ///
  /// - Throws: The error, if the build does not allow partial sources or the source is missing.
  private mutating func leave(_ error: FeedError) async throws(BuildError) {
    guard allowsPartial, !error.isMissing else { throw .source(feed: feed, error) }
    addProblem(error)
    while true {
      do throws(FeedError) {
        if try await !stream.leaveSource() { await end() }
        return
      } catch {
        guard !error.isMissing else { throw .source(feed: feed, error) }
        addProblem(error)
      }
    }
  }

  /// Adds a warning about a source to the problems.
  private mutating func addProblem(_ warning: FeedWarning) {
    guard ownsUnidentified else { return }
    addProblem(
      warning.code.rawValue, location: "\(warning.path): \(warning.location)", warning.message,
      count: warning.count)
  }

  /// Adds an error of a source to the problems.
  private mutating func addProblem(_ error: FeedError) {
    guard ownsUnidentified else { return }
    failedRecords += 1
    addProblem(error.code.rawValue, location: "\(error.path): \(error.location)", error.message)
  }
}

/// A pass over the records of a feed, in the order of the feed.
protocol RecordPass: ~Copyable {
  var feed: String { get }
  /// Number of records read so far, unreadable and repeated records included.
  var records: Int { get }
  /// Number of unreadable records, plus the sources that ended early.
  var failedRecords: Int { get }
  /// Number of records that repeat an earlier id; the first record with the id is kept.
  var duplicates: Int { get }
  /// The shard that is built; `nil` for all records.
  var shard: ShardNumber? { get }
  /// Whether the records come from the sources of the whole feed, and not from changes.
  var hasAllRecords: Bool { get }
  /// Position of the last record that was read, from 0.
  var position: Int { get }
  /// The problems of sources and records.
  var problems: ProblemGroups { get }
  /// The number of records and bytes read so far.
  var progress: ReadingProgress { get }
  /// The source files, after the last record.
  var sources: [SourceFile] { get }

  /// Prepares the pass; the build calls it after the writer has begun the feed.
  mutating func begin(_ writer: GenerationWriter, _ keys: FeedKeys) throws
  /// Returns the next item; `nil` after the last record.
  mutating func nextItem() async throws -> PassItem?
  /// The counts that a merge needs; `nil` if the build is not a shard.
  func shardCounts(
    _ feed: FeedInput, _ environments: [Environment], of configuration: BuildConfiguration
  ) throws -> ShardFeed?
}

/// A record that a pass returns.
enum PassItem {
  /// A record whose cells are laid out if they are not up to date.
  case record(FeedRecord)
  /// An unchanged record, as its stored cells in the order of the environments.
  case kept([ExistingCell])
}

/// An unchanged record of a batch.
struct KeptRecord {
  /// Number of changed records in the batch that precede this record.
  let itemsBefore: Int
  /// The stored cells of the record, by environment.
  let cells: [ExistingCell]
}

extension FeedPass: RecordPass {
  var hasAllRecords: Bool { true }

  mutating func begin(_ writer: GenerationWriter, _ keys: FeedKeys) throws {}

  mutating func nextItem() async throws -> PassItem? { try await next().map { .record($0) } }
}

extension DuplicateFilter {
  /// Returns whether the id of a record is new, and remembers it.
  ///
  /// - Throws: `FeedError` with the code `temporary` if a temporary file fails.
  package func isFirst(_ record: FeedRecord) throws(FeedError) -> Bool {
    try isFirst(id: record.id)
  }

  /// Returns whether an id is new, and remembers it.
  ///
  /// - Throws: `FeedError` with the code `temporary` if a temporary file fails.
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
