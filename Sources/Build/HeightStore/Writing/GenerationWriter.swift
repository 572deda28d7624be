public import LayoutPrimitives

/// Writes the next generation of a store into a staging file, which replaces the store at the end.
///
/// The staging file begins as a copy of the last generation, or is the staging file of a build that
/// was killed. For each feed of the plan:
/// 1. call `begin(feed:)`;
/// 2. for each cell call `find`, and then `reuse` or `write`;
/// 3. call `append` for each cell of each list;
/// 4. call `endFeed`.
///
/// The published store is unchanged until `finish`. The type is a class because it owns a database
/// connection. Only one thread may use it at a time.
public final class GenerationWriter {
  /// Path of the published store.
  public let store: String
  /// Number of the new generation.
  public let number: Int
  /// Whether the writer continues the staging file of a build that was killed.
  let isResumed: Bool
  /// The parts of the published store that the build could not use.
  public private(set) var losses: BaseLosses

  private let plan: GenerationPlan
  private let lock: BuildLock
  private let file: StagingFile
  private let staging: StagingDatabase
  private let failpoint: ((Failpoint) throws -> Void)?
  /// The catalog of the published store; nil if there is none.
  private let base: StoreCatalog?
  /// Number of the published generation; nil if there is none.
  private let previous: Int?
  private let lastPublishedCell: Int64
  private var feed: OpenFeed?
  private var lists: OpenLists
  private var finished: [String] = []
  /// Numbers of cells that `finish` deletes; until then a resumed build can still count the cells.
  private var pendingDeletions: [Int64] = []
  private var nextCell: Int64
  private var insertions = 0
  /// Number of cells that were written or reused in the finished feeds.
  private var finishedCells = 0

  /// Opens the staging file: a new one, or the staging file of a build that was killed.
  ///
  /// - Parameters:
  ///   - lock: The lock of the store, which this process holds.
  ///   - plan: The plan of the build.
  ///   - failpoint: Called at each `Failpoint`; a test stops the build by throwing an error or by
  ///     exiting.
  /// - Throws: `StoreError.invalid` if the plan repeats a feed or has none; `.otherShard` if the
  ///   store is another shard; other errors if the store cannot be read or the staging file cannot
  ///   be created.
  public init(
    lock: BuildLock, plan: GenerationPlan, failpoint: ((Failpoint) throws -> Void)? = nil
  ) throws {
    guard !plan.feeds.isEmpty, Set(plan.feeds).count == plan.feeds.count,
      !plan.feeds.contains("")
    else { throw StoreError.invalid("a build names each of its feeds once: \(plan.feeds)") }
    self.lock = lock
    self.plan = plan
    self.failpoint = failpoint
    store = lock.store
    file = StagingFile(store: lock.store)
    let buildBase = try BuildBase(store: store)
    base = buildBase.catalog
    // Numbers never repeat, even if another program has replaced the store.
    number = max(buildBase.number, try StoreGenerations.greatestNumber(store: store)) + 1
    previous = buildBase.number > 0 ? buildBase.number : nil
    losses = BaseLosses(
      earlierVersion: buildBase.earlierVersion,
      feeds: buildBase.earlierFeeds.filter { !plan.feeds.contains($0) })
    if buildBase.catalog != nil, buildBase.shard != plan.shard {
      throw StoreError.otherShard(path: store, found: buildBase.shard, wanted: plan.shard)
    }
    let boot = BootIdentity.current()
    let resumedCell =
      plan.resumesStaging
      ? try BuildJournal.resume(
        file, base: buildBase, boot: boot, feeds: plan.feeds, shard: plan.shard) : nil
    isResumed = resumedCell != nil
    try StoreGenerations.sweep(store: store)
    if resumedCell == nil {
      try file.sweep()
      if buildBase.catalog != nil {
        try FileOperations.copy(store, to: file.path)
      } else {
        try file.makeEmpty()
      }
    }
    staging = try StagingDatabase(
      file, plan: plan, isNew: resumedCell == nil && buildBase.catalog == nil)
    lastPublishedCell = resumedCell ?? staging.lastCell
    nextCell = staging.lastCell + 1
    lists = OpenLists(plan.settings)
    try staging.begin(
      BuildJournal(
        base: buildBase.number, baseChecksum: buildBase.checksum, boot: boot, feeds: plan.feeds,
        lastCell: lastPublishedCell))
  }

  /// The feed in the published generation; nil if the generation does not have it.
  package func published(feed name: String) -> FeedEntry? { base?.feed(named: name) }

  /// The names of the feeds of the published generation.
  package var publishedFeeds: [String] { base?.feeds.map(\.name) ?? [] }

  /// Begins to replace a feed, which is open until `endFeed`.
  ///
  /// - Returns: The row numbers of the feed's environments and templates, in order.
  /// - Throws: `StoreError.invalid` if another feed is open, if the feed is not in the plan or was
  ///   already written, or if an environment or a template is repeated.
  public func begin(feed description: FeedDescription) throws -> FeedKeys {
    guard feed == nil, plan.feeds.contains(description.name),
      !finished.contains(description.name)
    else {
      throw StoreError.invalid("feed '\(description.name)' cannot be begun now")
    }
    guard Set(description.environments.map(\.key)).count == description.environments.count,
      Set(description.templates.map(\.hash)).count == description.templates.count
    else {
      throw StoreError.invalid("feed '\(description.name)' names an environment or template twice")
    }
    let seen = CellSet(below: nextCell)
    let open = try staging.inDatabase { db in
      let (tables, isKnown) = try FeedTables.emptied(db, feed: description.name)
      return OpenFeed(
        id: tables.feed, keys: try tables.write(description), description: description,
        hadCells: isKnown && staging.hadIndex, seen: seen,
        maximumFailedPositions: plan.settings.maximumFailedPositions)
    }
    try staging.cells().begin(open)
    try staging.shard?.begin(feed: open.id)
    feed = open
    return open.keys
  }

  /// Finds the stored cell of a record in an environment.
  ///
  /// The number of a damaged row is added to `losses`.
  ///
  /// - Throws: `StoreError.corrupt` if the index leads to the row of another cell.
  public func find(recordID: String, environment: EnvironmentID) throws -> FoundCell {
    let (feed, statements) = try writing()
    guard feed.hadCells else { return .none }
    let cell = try statements.find(feed: feed.id, environment: environment, recordID: recordID)
    if case .damaged(let number) = cell { losses.add(damagedCell: number) }
    return cell
  }

  /// The record id of a stored cell; nil if the cell does not belong to the open feed and
  /// environment.
  public func recordID(ofCell number: Int64, environment: EnvironmentID) throws -> String? {
    let (feed, statements) = try writing()
    return try statements.recordID(ofCell: number, feed: feed.id, environment: environment)
  }

  /// Reuses a stored cell unchanged.
  ///
  /// - Parameters:
  ///   - cell: The stored cell.
  ///   - isListCell: Whether the cell is not that of a record.
  /// - Throws: `StoreError.duplicateCell` if this build has already written or reused the cell.
  @discardableResult
  public func reuse(_ cell: ExistingCell, isListCell: Bool = false) throws -> CellReference {
    let (open, statements) = try writing()
    guard !open.seen.contains(cell.reference.cellID) else {
      throw duplicate(cell.reference.recordID, cell.environment)
    }
    statements.pass(cell)
    open.mark(
      cell.reference.cellID, cell.environment, failed: cell.failure != nil, isReused: true,
      isListCell: isListCell)
    return cell.reference
  }

  /// Writes a cell.
  ///
  /// In a new store, `find` finds nothing, and `finish` detects duplicate cells instead of this
  /// method.
  ///
  /// - Parameters:
  ///   - cell: The cell of a record in an environment.
  ///   - existing: The result of `find`; the cell that it describes is replaced.
  ///   - isListCell: Whether the cell is not that of a record.
  /// - Throws: `StoreError.duplicateCell` if this build has already written or reused the cell;
  ///   `.invalid` if the environment, the template or the number of frames does not fit the feed;
  ///   `.writeFailed`.
  @discardableResult
  public func write(
    _ cell: NewCell, over existing: FoundCell = .none, isListCell: Bool = false
  ) throws -> CellReference {
    let (open, statements) = try writing()
    guard let codec = open.codecs[cell.template],
      open.environments.index(forKey: cell.environment) != nil,
      !cell.recordID.isEmpty
    else {
      throw StoreError.invalid(
        "a cell of '\(cell.recordID)' in feed '\(open.name)' without id, or with an environment "
          + "or a template that the feed was not begun with")
    }
    let old = existing.number
    if let old, open.seen.contains(old) {
      throw duplicate(cell.recordID, cell.environment)
    }
    let reference = CellReference(
      recordID: cell.recordID, cellID: old ?? nextCell,
      height: try cell.outcome.storableHeight())
    try statements.write(
      cell, feed: open, codec: codec, number: reference.cellID, replacing: old != nil)
    try didWrite(reference, cell.environment, open, isNew: old == nil, isListCell: isListCell)
    return reference
  }

  /// Copies the current cell of a shard.
  ///
  /// - Parameters:
  ///   - source: The cells of the shard.
  ///   - environment: The number of the cell's environment in this store.
  ///   - template: The number of the cell's template in this store.
  ///   - existing: The result of `find`; the cell that it describes is replaced.
  /// - Throws: The errors of `write`.
  package func copy(
    _ source: ShardCells, environment: EnvironmentID, template: TemplateID,
    over existing: FoundCell = .none
  ) throws -> CellReference {
    let (open, statements) = try writing()
    guard let codec = open.codecs[template],
      open.environments.index(forKey: environment) != nil
    else { throw StoreError.invalid("a cell of an environment or a template of another feed") }
    let old = existing.number
    let recordID = source.recordID
    if let old, open.seen.contains(old) { throw duplicate(recordID, environment) }
    let reference = CellReference(
      recordID: recordID, cellID: old ?? nextCell, height: source.height)
    try statements.copy(
      source, feed: open, environment: environment, template: template, codec: codec,
      number: reference.cellID, replacing: old != nil)
    try didWrite(reference, environment, open, isNew: old == nil)
    return reference
  }

  /// Counts a written cell, and commits the transaction if it is full.
  private func didWrite(
    _ cell: CellReference, _ environment: EnvironmentID, _ open: OpenFeed, isNew: Bool,
    isListCell: Bool = false
  ) throws {
    if isNew { nextCell += 1 }
    open.mark(
      cell.cellID, environment, failed: cell.height == nil, isReused: false,
      isListCell: isListCell)
    insertions += 1
    try staging.didWriteCell()
    try failpoint?(.afterInsert(insertions))
  }

  /// Stores the position of a record's cell in the whole feed, which a merge needs.
  ///
  /// - Parameters:
  ///   - position: The position of the record; calls must be in ascending order.
  ///   - environment: The index of the environment in the environments of the feed.
  /// - Throws: `StoreError.invalid` if the store is not a shard.
  package func record(position: Int, environment: Int, of cell: CellReference) throws {
    let (open, _) = try writing()
    guard let shard = staging.shard else { throw StoreError.invalid("the store is no shard") }
    try shard.write(
      feed: open.id, position: Int64(position), environment: Int64(environment),
      cell: cell.cellID)
  }

  /// Stores what a list needs of a record, for a merge.
  ///
  /// - Parameters:
  ///   - position: The position of the record.
  ///   - list: The name of the list.
  ///   - values: What the list needs.
  /// - Throws: `StoreError.invalid` if the store is not a shard.
  package func record(position: Int, list: String, _ values: ListValues) throws {
    let (open, _) = try writing()
    guard let shard = staging.shard else { throw StoreError.invalid("the store is no shard") }
    try shard.write(feed: open.id, position: Int64(position), list: list, values)
  }

  /// Stores the counts of the open feed's records in this shard; call it after the last position.
  ///
  /// - Throws: `StoreError.invalid` if the store is not a shard.
  package func record(shard counts: ShardFeed) throws {
    let (open, _) = try writing()
    guard let shard = staging.shard else { throw StoreError.invalid("the store is no shard") }
    let positions = shard.end()
    try staging.inDatabase {
      try ShardTables.write(counts, positions: positions, feed: open.id, to: $0)
    }
  }

  /// Begins a list of the open feed; a stored list of the same name is replaced.
  ///
  /// - Throws: `StoreError.invalid` if the spacing or an inset is out of range, or if this build
  ///   has already made the list; `.writeFailed`.
  public func makeList(_ list: ListDescription) throws -> ListID {
    let (open, _) = try writing()
    let insets = list.insets
    guard
      [list.spacing, insets.top, insets.leading, insets.bottom, insets.trailing].allSatisfy({
        $0.isFinite && abs($0) < 1_000_000
      }), list.spacing >= 0
    else {
      throw StoreError.invalid("list '\(list.name)' has a spacing or an inset out of range")
    }
    if let separator = list.shape?.separator {
      guard separator.height > 0, separator.height < 1_000_000, abs(separator.inset) < 1_000_000
      else { throw StoreError.invalid("list '\(list.name)' has a separator out of range") }
    }
    let made = try staging.inDatabase { try FeedTables(db: $0, feed: open.id).make(list) }
    try lists.begin(made, list, try staging.lists())
    open.didMake(made, name: list.name)
    return made
  }

  /// Appends a cell to a list; a failed cell, or a cell of a range of widths, is not appended.
  ///
  /// Pass failed cells anyway: the positions of failed records come from the list in feed order.
  /// Per list and environment, one chunk is kept in memory.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - list: A list of the open feed.
  ///   - environment: The environment of the cell.
  ///   - isOutside: Whether the cell is in no section: the header or the footer of the list.
  public func append(
    _ cell: CellReference, to list: ListID, environment: EnvironmentID, isOutside: Bool = false
  ) throws {
    guard let feed else { throw StoreError.invalid("no feed was begun") }
    feed.add(cell, in: list, environment)
    guard let height = cell.height, feed.hasLists(in: environment) else { return }
    try lists.append(
      (cell.cellID, height, cell.recordID), to: list, environment: environment,
      isOutside: isOutside, try staging.lists())
  }

  /// Begins a section of a list with a shape, in all environments; the cells that are appended
  /// later belong to it.
  public func beginSection(in list: ListID) throws {
    guard let feed else { throw StoreError.invalid("no feed was begun") }
    for environment in feed.keys.environments where feed.hasLists(in: environment) {
      lists.beginSection(in: list, environment: environment)
    }
  }

  /// Replaces the sources of the open feed; their hashes may be known only after the last record.
  public func record(sources: [SourceFile]) throws {
    let (open, _) = try writing()
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).replace(sources: sources) }
  }

  /// Replaces the findings of the open feed.
  ///
  /// - Throws: `StoreError.invalid` if no feed is open or a value is invalid; `.writeFailed` if a
  ///   finding repeats an environment.
  public func record(findings: [Finding]) throws {
    let (open, _) = try writing()
    let rows = try findings.map { try FindingRow($0, of: open) }
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).replace(findings: rows) }
  }

  /// Replaces the paths that have values in the records of the open feed.
  ///
  /// - Throws: `StoreError.invalid` if no feed is open; `.writeFailed` if a path is repeated.
  public func record(paths: [SeenPath]) throws {
    let (open, _) = try writing()
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).replace(paths: paths) }
  }

  /// Ends the open feed.
  ///
  /// The feed's cells that were neither written nor reused are removed.
  ///
  /// - Parameter records: Number of the feed's records whose cells all have a layout.
  /// - Returns: The counts of the feed's cells.
  public func endFeed(records: Int) throws -> FeedSummary {
    let (open, statements) = try writing()
    let made = try lists.end(try staging.lists(), staging)
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).removeLists(except: made) }
    let left = open.hadCells ? try statements.cells(of: open.id, notIn: open.seen) : []
    pendingDeletions += left.map(\.number)
    let removed = left.filter { $0.number <= lastPublishedCell }
    let hadListCells = base?.feed(named: open.name)?.hasListCells ?? false
    let gone = try statements.recordsWithout(
      cells: hadListCells ? removed.filter { !ListCellID.isReserved($0.recordID) } : removed, open)
    try staging.inDatabase { db in
      try FeedTables(db: db, feed: open.id).end(
        records: records, generation: number, failedPositions: open.failedPositions,
        counts: open.counts)
    }
    feed = nil
    finished.append(open.name)
    finishedCells += open.written + open.reused
    return FeedSummary(
      written: open.written, reused: open.reused, failed: open.failed, removedCells: removed.count,
      removedRecords: gone,
      previousRecords: base?.feed(named: open.name)?.records ?? 0)
  }

  /// Verifies the staging file and replaces the published store with it.
  ///
  /// - Returns: The published generation.
  /// - Throws: `StoreError.invalid` if a feed of the plan was not written; `.verificationFailed`;
  ///   `.writeFailed`. The published store is unchanged, except if only the steps after its
  ///   replacement failed.
  public func finish() throws -> Generation {
    guard feed == nil, Set(finished) == Set(plan.feeds) else {
      throw StoreError.invalid("feeds of the plan were not written: \(plan.feeds)")
    }
    for cell in pendingDeletions {
      try staging.cells().delete(number: cell)
    }
    let seal = GenerationSeal(plan: plan, number: number, base: base, errors: staging.errors)
    let generation = try staging.inDatabase { try seal.put(on: $0) }
    try staging.close()
    // A generation with the same cells and lists takes the place of the published one, so that
    // builds without a change do not remove the generations that a rollback needs.
    let isSame =
      base?.generation.digest == generation.digest
      && base?.generation.listDigest == generation.listDigest
    let publication = Publication(
      store: store, file: file.path, previous: isSame ? nil : previous,
      keep: plan.settings.keptGenerations, failpoint: failpoint)
    losses.add(unremoved: try publication.run())
    return generation
  }

  /// Commits the written cells and closes the staging file without publishing it.
  ///
  /// The next build of these feeds continues with the file.
  ///
  /// - Returns: Number of cells in the staging file that this build has written or reused.
  public func suspend() throws -> Int {
    let cells = finishedCells + (feed.map { $0.written + $0.reused } ?? 0)
    try staging.commit()
    try staging.close()
    return cells
  }

  /// Removes the staging file; the published store is unchanged.
  public func abandon() throws {
    try staging.close()
    try file.sweep()
  }

  /// The open feed and the statements that write its cells.
  private func writing() throws -> (OpenFeed, CellStatements) {
    let statements = try staging.cells()
    guard let feed else { throw StoreError.invalid("no feed was begun") }
    return (feed, statements)
  }

  private func duplicate(_ recordID: String, _ environment: EnvironmentID) -> StoreError {
    .duplicateCell(
      feed: feed?.name ?? "", id: recordID,
      environment: feed?.environments[environment]?.key ?? "")
  }
}
