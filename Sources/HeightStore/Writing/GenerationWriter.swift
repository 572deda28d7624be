import LayoutPrimitives

/// Writes the next generation of a store into a staging file, which replaces the store at the end.
///
/// It begins with a copy of the last generation, or with the staging file of a killed build. For
/// each feed of the plan, call `begin(feed:)`; then for each cell `find`, and `reuse` or `write`;
/// then `append` for its lists; then `endFeed`. Until `finish` the published store is unchanged. It
/// is a class because it owns a database connection, and must be used by one thread at a time.
public final class GenerationWriter {
  /// Path of the published store.
  public let store: String
  /// Number of the new generation.
  public let number: Int
  /// Whether it continues the staging file of a killed build.
  let isResumed: Bool
  /// The parts of the published store that could not be used.
  public private(set) var losses: BaseLosses

  private let plan: GenerationPlan
  private let lock: BuildLock
  private let file: StagingFile
  private let staging: StagingDatabase
  private let failpoint: ((Failpoint) throws -> Void)?
  /// The catalog of the published store; nil for a first build.
  private let base: StoreCatalog?
  /// Greatest cell number of the published generation.
  private let lastPublishedCell: Int64
  private var feed: OpenFeed?
  private var lists: OpenLists
  private var finished: [String] = []
  /// Cells that are deleted in `finish`, so that a resumed build can still count them.
  private var pendingDeletions: [Int64] = []
  private var nextCell: Int64
  private var insertions = 0

  /// Opens the staging file.
  ///
  /// - Parameters:
  ///   - lock: The held lock of the store.
  ///   - plan: The plan of the build.
  ///   - failpoint: Called at each `Failpoint`; a test stops the build by throwing or exiting.
  /// - Throws: `StoreError` if the path is no store, or the staging file cannot be created.
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
    let found = try BuildBase(store: store)
    base = found.catalog
    number = found.number + 1
    losses = BaseLosses(
      earlierVersion: found.earlierVersion,
      feeds: found.earlierFeeds.filter { !plan.feeds.contains($0) })
    let boot = BootIdentity.current()
    let taken = try BuildJournal.takeUp(file, base: found, boot: boot, feeds: plan.feeds)
    isResumed = taken != nil
    if taken == nil {
      try file.sweep()
      if found.catalog != nil {
        try FileOperations.copy(store, to: file.path)
      } else {
        try file.makeEmpty()
      }
    }
    staging = try StagingDatabase(
      file, settings: plan.settings, isNew: taken == nil && found.catalog == nil)
    lastPublishedCell = taken ?? staging.lastCell
    nextCell = staging.lastCell + 1
    lists = OpenLists(plan.settings)
    try staging.begin(
      BuildJournal(
        base: found.number, baseChecksum: found.checksum, boot: boot, feeds: plan.feeds,
        lastCell: lastPublishedCell))
  }

  /// Begins to replace a feed.
  ///
  /// - Returns: The numbers of its environments and templates, in order.
  /// - Throws: `StoreError.invalid` for a feed that is not in the plan or was written before, and
  ///   for repeated keys.
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
        hadCells: isKnown && staging.hadIndex, seen: seen)
    }
    try staging.cells().begin(open)
    feed = open
    return open.keys
  }

  /// Finds the existing cell of a record in an environment.
  ///
  /// A damaged row is added to `losses`.
  ///
  /// - Throws: `StoreError.corrupt` if the damage is not limited to one row.
  public func find(recordID: String, environment: EnvironmentID) throws -> FoundCell {
    let (feed, statements) = try writing()
    guard feed.hadCells else { return .none }
    let found = try statements.find(feed: feed.id, environment: environment, recordID: recordID)
    if case .damaged(let number) = found { losses.add(damagedCell: number) }
    return found
  }

  /// Reuses a cell unchanged.
  ///
  /// - Throws: `StoreError.duplicateCell` if this build has written or reused it.
  @discardableResult
  public func reuse(_ cell: ExistingCell) throws -> CellReference {
    let (open, statements) = try writing()
    guard !open.seen.contains(cell.reference.cellID) else {
      throw duplicate(cell.reference.recordID, cell.environment)
    }
    statements.pass(cell)
    open.mark(
      cell.reference.cellID, cell.environment, failed: cell.failure != nil, isReused: true)
    return cell.reference
  }

  /// Writes a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell of a record in an environment.
  ///   - found: The result of `find`, which is replaced.
  /// - Throws: `StoreError.duplicateCell` if this build has written or reused it (without an index
  ///   `finish` detects that), `.invalid` for an unknown environment or template or another shape,
  ///   `.writeFailed`.
  @discardableResult
  public func write(_ cell: NewCell, over found: FoundCell = .none) throws -> CellReference {
    let (open, statements) = try writing()
    guard let codec = open.codecs[cell.template],
      open.environments.index(forKey: cell.environment) != nil,
      !cell.recordID.isEmpty
    else {
      throw StoreError.invalid(
        "a cell of '\(cell.recordID)' in feed '\(open.name)' without id, or with an environment "
          + "or a template that the feed was not begun with")
    }
    let old = found.number
    if let old, open.seen.contains(old) {
      throw duplicate(cell.recordID, cell.environment)
    }
    let reference = CellReference(
      recordID: cell.recordID, cellID: old ?? nextCell,
      height: try storableHeight(cell.outcome))
    try statements.write(
      cell, feed: open, codec: codec, number: reference.cellID, replacing: old != nil)
    if old == nil { nextCell += 1 }
    open.mark(
      reference.cellID, cell.environment, failed: reference.height == nil, isReused: false)
    insertions += 1
    try staging.didWriteCell()
    try failpoint?(.afterInsert(insertions))
    return reference
  }

  /// Creates a list of the open feed.
  ///
  /// - Throws: `StoreError.invalid` for distances out of range, `.writeFailed`.
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
    let made = try staging.inDatabase { try FeedTables(db: $0, feed: open.id).make(list) }
    try lists.begin(made, name: list.name, try staging.lists())
    return made
  }

  /// Appends a cell to a list, unless it failed.
  ///
  /// One chunk per list and environment is kept in memory.
  public func append(
    _ cell: CellReference, to list: ListID, environment: EnvironmentID
  ) throws {
    guard let height = cell.height else { return }
    guard feed != nil else { throw StoreError.invalid("no feed was begun") }
    try lists.append(
      (cell.cellID, Int32(clamping: height), cell.recordID), to: list, environment: environment,
      try staging.lists())
  }

  /// Replaces the sources of the open feed, whose hashes may be known only at the end.
  public func note(sources: [SourceFile]) throws {
    let (open, _) = try writing()
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).replace(sources: sources) }
  }

  /// Replaces the findings of the open feed.
  ///
  /// - Throws: `StoreError.invalid` without an open feed, and for invalid values; `.writeFailed`
  ///   for a repeated environment.
  public func note(findings: [StoredFinding]) throws {
    let (open, _) = try writing()
    for finding in findings {
      guard ["error", "warning", "note"].contains(finding.severity), finding.position >= 0,
        finding.records >= 0, finding.cells >= 0
      else {
        throw StoreError.invalid(
          "a finding of severity '\(finding.severity)' in \(finding.cells) cells of "
            + "\(finding.records) records")
      }
      guard finding.template.map({ open.codecs[$0] != nil }) ?? true,
        finding.environments.allSatisfy({ open.environments[$0.environment] != nil })
      else {
        throw StoreError.invalid(
          "a finding of feed '\(open.name)' with a template or an environment that the feed was "
            + "not begun with")
      }
    }
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).replace(findings: findings) }
  }

  /// Replaces the paths with values in the open feed's records.
  ///
  /// - Throws: `StoreError.invalid` without an open feed; `.writeFailed` for a repeated path.
  public func note(paths: [SeenPath]) throws {
    let (open, _) = try writing()
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).replace(paths: paths) }
  }

  /// Ends the feed, whose other cells are removed.
  ///
  /// - Parameter records: Number of the feed's records.
  /// - Returns: The counts of its cells.
  public func endFeed(records: Int) throws -> FeedSummary {
    let (open, statements) = try writing()
    let made = try lists.end(try staging.lists(), staging)
    try staging.inDatabase { try FeedTables(db: $0, feed: open.id).removeLists(except: made) }
    let left = open.hadCells ? try statements.cells(of: open.id, notIn: open.seen) : []
    pendingDeletions += left.map(\.number)
    let removed = left.filter { $0.number <= lastPublishedCell }
    var gone: Set<String> = []
    for cell in removed where !gone.contains(cell.recordID) {
      let remains = try open.keys.environments.contains { environment in
        switch try statements.find(
          feed: open.id, environment: environment, recordID: cell.recordID)
        {
        case .none: return false
        case .cell(let known): return open.seen.contains(known.reference.cellID)
        case .damaged(let number): return open.seen.contains(number)
        }
      }
      if !remains { gone.insert(cell.recordID) }
    }
    try staging.inDatabase { db in
      try FeedTables(db: db, feed: open.id).end(
        records: records, generation: number, counts: open.counts)
    }
    feed = nil
    finished.append(open.name)
    return FeedSummary(
      written: open.written, reused: open.reused, failed: open.failed, removedCells: removed.count,
      removedRecords: gone.count,
      previousRecords: base?.feed(named: open.name)?.records ?? 0)
  }

  /// Verifies the staging file and replaces the published store.
  ///
  /// - Returns: The published generation.
  /// - Throws: `StoreError`; the old store is unchanged until the last step.
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
    try publish()
    return generation
  }

  /// Syncs, renames and syncs, so that the path always has a complete store.
  private func publish() throws {
    try failpoint?(.beforeFsync)
    try FileOperations.synchronize(file.path)
    try FileOperations.copyPermissions(of: store, to: file.path)
    try failpoint?(.beforeRename)
    try FileOperations.replace(store, with: file.path)
    try failpoint?(.afterRename)
    try failpoint?(.beforeDirectoryFsync)
    try FileOperations.synchronize(FileOperations.directory(of: store))
  }

  /// Removes the staging file, without changing the published store.
  public func abandon() throws {
    try staging.close()
    try file.sweep()
  }

  /// The open feed and the statements.
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

  private func storableHeight(_ outcome: CellOutcome) throws -> Int? {
    guard case .layout(let layout) = outcome else { return nil }
    guard layout.height >= 0, Int32(exactly: layout.height) != nil, layout.exactHeight.isFinite
    else { throw StoreError.invalid("a height of \(layout.height) cannot be stored") }
    return layout.height
  }
}
