import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives

/// A pass that applies changes to a stored feed and reads only the changed records.
struct ChangePass: RecordPass {
  let feed: String
  private(set) var records = 0
  private(set) var failedRecords = 0
  let duplicates = 0
  let shard: ShardNumber? = nil
  let hasAllRecords = false
  var position: Int { records - 1 }
  private(set) var problems = ProblemGroups()

  private let changes: FeedChanges
  private let storedSources: [SourceFile]
  private let store: String
  /// The stored records, in the order of the feed.
  private var stored: FeedOrder
  /// The order after the changes; `nil` until `begin` is called.
  private var order: ChangedOrder?
  private var writer: GenerationWriter?
  private var environments: [EnvironmentID] = []
  /// Items to return before the next stored record, in reverse order.
  private var ahead: [PassItem] = []

  /// Prepares the pass.
  ///
  /// - Throws: `BuildError.changesRefused` if the store does not have the order of the feed.
  init(_ changes: FeedChanges, to entry: FeedEntry, in reader: StoreReader) throws {
    feed = entry.name
    store = reader.path
    storedSources = entry.sources
    self.changes = changes
    guard let stored = try FeedOrder(reader, feed: entry) else {
      throw BuildError.changesRefused(
        feed: entry.name,
        reason:
          "so many of its records failed, or have cells in ranges of widths alone, that their "
          + "places are not stored")
    }
    self.stored = stored
    for failures in changes.failures {
      let first = failures.first
      records += failures.count
      failedRecords += failures.count
      problems.add(
        code: first.code.rawValue, location: "\(first.path):\(first.location.line ?? 0)",
        message: first.message, count: failures.count)
    }
  }

  var progress: ReadingProgress {
    ReadingProgress(
      records: records, bytesRead: changes.source.bytes, bytesExpected: changes.source.bytes)
  }

  var sources: [SourceFile] {
    let source = changes.source
    return Self.sources(
      storedSources,
      with: SourceFile(
        path: source.path, hash: source.hash, bytes: source.bytes, isChanges: true))
  }

  /// Maximum number of change files that the store lists; the list is loaded whenever the store is
  /// opened.
  static let maximumFiles = 100

  /// Adds a change file to the stored sources; it replaces an earlier change file of the same path.
  ///
  /// - Returns: The stored sources of records, then the last `maximumFiles` change files.
  static func sources(_ stored: [SourceFile], with file: SourceFile) -> [SourceFile] {
    let files = stored.filter { $0.isChanges && $0.path != file.path } + [file]
    return stored.filter { !$0.isChanges } + files.suffix(maximumFiles)
  }

  func shardCounts(
    _ feed: FeedInput, _ environments: [Environment], of configuration: BuildConfiguration
  ) -> ShardFeed? { nil }

  mutating func begin(_ writer: GenerationWriter, _ keys: FeedKeys) throws {
    guard let first = keys.environments.first else { return }
    let (feed, store) = (feed, store)
    var order = ChangedOrder { id in
      switch try writer.find(recordID: id, environment: first) {
      case .none: nil
      case .cell(let cell): cell.reference.cellID
      case .damaged: throw Self.damage(id, feed: feed, store)
      }
    }
    for change in changes.changes {
      if let unknown = try order.apply(change.kind) {
        problems.add(
          code: "CH0438", location: "\(changes.source.path):\(change.line)",
          message: "feed '\(feed)' has no record '\(unknown)' to delete or to put another before")
      }
    }
    ahead = order.records(of: ChangedOrder.top).reversed().map { .record($0) }
    self.order = order
    self.writer = writer
    environments = keys.environments
  }

  mutating func nextItem() throws -> PassItem? {
    while ahead.isEmpty {
      guard let order, let number = try stored.next() else { return nil }
      if order.keeps(number) {
        if let record = order.update(of: number) {
          ahead.append(.record(record))
        } else {
          ahead.append(.kept(try cells(at: number)))
        }
      }
      ahead += order.records(of: number).reversed().map { .record($0) }
    }
    records += 1
    return ahead.popLast()
  }

  /// The cells of an unchanged record, by environment.
  private func cells(at number: Int64) throws -> [ExistingCell] {
    guard let writer, let first = environments.first,
      let id = try writer.recordID(ofCell: number, environment: first)
    else {
      throw StoreError.corrupt(path: store, detail: "cell \(number) of feed '\(feed)' is gone")
    }
    return try environments.map { environment in
      guard case .cell(let cell) = try writer.find(recordID: id, environment: environment) else {
        throw Self.damage(id, feed: feed, store)
      }
      return cell
    }
  }

  private static func damage(_ id: String, feed: String, _ store: String) -> StoreError {
    .corrupt(
      path: store,
      detail: "a cell of record '\(id)' in feed '\(feed)', which changes cannot lay out again; "
        + "build the whole feed")
  }
}

/// The stored feed that changes are applied to.
struct ChangeTarget {
  let feed: FeedInput
  let entry: FeedEntry
  let reader: StoreReader
  let pool: WorkerPool

  /// Finds the stored feed, and checks that a full build would reuse all cells of unchanged
  /// records.
  ///
  /// - Throws: `BuildError.changesRefused`; `StoreError` if the store cannot be read.
  init(_ configuration: BuildConfiguration, _ pool: WorkerPool?) throws {
    guard let feed = configuration.feeds.first, configuration.feeds.count == 1, let pool else {
      throw StoreError.invalid("changes are those of one feed")
    }
    func refuse(_ reason: String) -> BuildError { .changesRefused(feed: feed.name, reason: reason) }
    guard let reader = try StoreReader.published(configuration.store),
      let entry = reader.catalog.feed(named: feed.name)
    else { throw refuse("the store \(configuration.store) does not have it") }
    let selector = configuration.templates(of: feed)
    let differences = try FeedInputs(of: configuration, selector).differences(from: entry.inputs)
    guard differences.isEmpty else {
      throw refuse("since its last build there changed " + differences.joined(separator: ", "))
    }
    if let template = selector.templates.first(where: \.readsClock) {
      throw refuse("template '\(template.name)' reads the clock, so that any cell may change")
    }
    guard entry.environments.map(\.environment.key) == pool.environments.map(\.key) else {
      throw refuse("it is stored for other environments than it would be built for")
    }
    let lists = entry.lists.map(\.description.name).filter { $0 != ListDescription.feedOrder }
    if let list = lists.first ?? feed.lists.first?.description.name {
      throw refuse("the order of its list '\(list)' needs all records")
    }
    self.feed = feed
    self.entry = entry
    self.reader = reader
    self.pool = pool
  }
}
