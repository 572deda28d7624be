import LayoutPrimitives

/// Writes the next generation of a store beside it, and puts it in the store's place at the end.
///
/// It starts as a copy of the last generation, or with what a killed build of the same feeds left,
/// and replaces the feeds of its plan one after the other: `begin(feed:)`, then for each cell
/// `find` and `reuse`, or `write`, then its lists, then `endFeed`. Until `finish` the published
/// store is not touched, whatever happens. A class for its open database, hence for one thread at a
/// time.
public final class GenerationWriter {
  /// Path of the published store.
  public let store: String
  /// Number that the generation will have.
  public let number: Int
  /// Whether it goes on from what a killed build left.
  public let isResumed: Bool
  /// What of the published store could not be used.
  public private(set) var losses: BaseLosses

  private let plan: GenerationPlan
  private let lock: BuildLock
  private let side: StagingFile
  private let staging: StagingDatabase
  private let failpoint: ((Failpoint) throws -> Void)?
  /// What the store says of itself while the build runs; nil for a first build.
  private let base: StoreCatalog?
  /// Cells beyond this number are not of the published generation.
  private let lastPublishedCell: Int64
  private var feed: OpenFeed?
  private var lists: PendingLists
  private var finished: [String] = []
  /// Cells that go at the end: until then a build that takes this file up still sees what the
  /// published generation had, and counts rightly what vanished.
  private var pendingDeletions: [Int64] = []
  private var nextCell: Int64
  private var insertions = 0

  /// Opens the side file.
  ///
  /// - Parameters:
  ///   - lock: The lock of the store to be written, held.
  ///   - plan: What is to be built.
  ///   - failpoint: Called at each `Failpoint`; a test stops the build by throwing or exiting.
  /// - Throws: `StoreError`: the store is no store of ours, or the side file cannot be made.
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
    side = StagingFile(store: lock.store)
    let found = try BuildBase(store: store)
    base = found.catalog
    number = found.number + 1
    losses = BaseLosses(
      earlierVersion: found.earlierVersion,
      feeds: found.earlierFeeds.filter { !plan.feeds.contains($0) })
    let boot = BootIdentity.current()
    let taken = try BuildJournal.takeUp(side, base: found, boot: boot, feeds: plan.feeds)
    isResumed = taken != nil
    if taken == nil {
      try side.sweep()
      if found.catalog != nil { try side.copyStore() } else { try side.makeEmpty() }
    }
    staging = try StagingDatabase(
      side, settings: plan.settings, isNew: taken == nil && found.catalog == nil)
    lastPublishedCell = taken ?? staging.lastCell
    nextCell = staging.lastCell + 1
    lists = PendingLists(cellsPerChunk: plan.settings.cellsPerChunk)
    try staging.begin(
      BuildJournal(
        base: found.number, baseChecksum: found.checksum, boot: boot, feeds: plan.feeds,
        lastCell: lastPublishedCell))
  }

  /// Begins to replace a feed.
  ///
  /// - Returns: The numbers of its environments and templates, in the order handed in.
  /// - Throws: `StoreError.invalid` for a feed that the plan does not name or that was written
  ///   before, and for keys that repeat.
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
    feed = open
    return open.keys
  }

  /// What the last generation, or the killed build, left of a record in an environment.
  ///
  /// A damaged row is counted in `losses`.
  ///
  /// - Throws: `StoreError.corrupt` when the damage reaches beyond one row.
  public func find(recordID: String, environment: EnvironmentID) throws -> FoundCell {
    let (feed, statements) = try writing()
    guard feed.hadCells else { return .none }
    let found = try statements.find(feed: feed.id, environment: environment, recordID: recordID)
    if case .damaged(let number) = found { losses.add(damagedCell: number) }
    return found
  }

  /// The paths that a feed's records answered in the published generation, sorted.
  public func publishedPaths(ofFeed name: String) -> [SeenPath] {
    base?.paths(ofFeed: name) ?? []
  }

  /// What the published generation says a person should know about a feed's cells.
  public func publishedFindings(ofFeed name: String) -> [StoredFinding] {
    base?.findings(ofFeed: name) ?? []
  }

  /// Takes a cell over as it is.
  ///
  /// - Throws: `StoreError.duplicateCell` when this build has written or reused it before.
  @discardableResult
  public func reuse(_ cell: ExistingCell) throws -> CellReference {
    let (open, _) = try writing()
    guard !open.seen.contains(cell.reference.cellID) else {
      throw duplicate(cell.reference.recordID, cell.environment)
    }
    open.reuse(cell.reference.cellID, cell.environment, failed: cell.errorCode != nil)
    return cell.reference
  }

  /// Writes a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell of a record in an environment.
  ///   - found: What `find` said of its key; the cell is written over it.
  /// - Throws: `StoreError.duplicateCell` when this build has written or reused it before (without
  ///   an index, in a first build, `finish` finds that); `.invalid` for a cell whose environment or
  ///   template the feed has not, or of another shape than its template; `.writeFailed`.
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
      cell, feed: open.id, codec: codec, number: reference.cellID, replacing: old != nil)
    if old == nil { nextCell += 1 }
    open.write(reference.cellID, cell.environment, failed: reference.height == nil)
    insertions += 1
    try staging.didWriteCell()
    try failpoint?(.afterInsert(insertions))
    return reference
  }

  /// Makes a list of the open feed.
  ///
  /// - Returns: The list, to which cells are appended environment by environment, or all at once.
  /// - Throws: `StoreError.invalid` for distances that are no numbers; `.writeFailed`.
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
    return try staging.inDatabase { try FeedTables(db: $0, feed: open.id).make(list) }
  }

  /// Puts a cell at the end of a list; one that failed has no height and is left out.
  ///
  /// Holds one chunk a list and environment in memory.
  public func append(
    _ cell: CellReference, to list: ListID, environment: EnvironmentID
  ) throws {
    guard let height = cell.height else { return }
    let (_, statements) = try writing()
    try lists.append(
      cellID: cell.cellID, height: Int32(clamping: height), recordID: cell.recordID, to: list,
      environment: environment, statements)
  }

  /// Writes the whole order of a list in one environment.
  public func writeList(
    _ list: ListID, environment: EnvironmentID, order: some Sequence<CellReference>
  ) throws {
    for cell in order {
      try append(cell, to: list, environment: environment)
    }
  }

  /// Replaces the open feed's sources by those it was really read from, for whoever reads a pipe
  /// and knows its hash only at the end.
  public func note(sources: [SourceFile]) throws {
    let (open, _) = try writing()
    try staging.inDatabase { db in
      try FeedTables(db: db, feed: open.id).replace(sources: sources)
    }
  }

  /// Notes what a person should know about the open feed's cells, in place of what was noted
  /// before.
  ///
  /// - Throws: `StoreError.invalid` without an open feed, and for a severity, a count, a template or
  ///   an environment that the store does not have; `.writeFailed` for one environment twice.
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
    try staging.inDatabase { db in
      try FeedTables(db: db, feed: open.id).replace(findings: findings)
    }
  }

  /// Notes the paths that the open feed's records answered, in place of what was noted before.
  ///
  /// - Throws: `StoreError.invalid` without an open feed; `.writeFailed` for one path twice.
  public func note(paths: [SeenPath]) throws {
    let (open, _) = try writing()
    try staging.inDatabase { db in
      try FeedTables(db: db, feed: open.id).replace(paths: paths)
    }
  }

  /// Ends the feed: what this build neither wrote nor reused will be gone.
  ///
  /// - Parameter records: Number of the feed's records.
  /// - Returns: What became of its cells.
  public func endFeed(records: Int) throws -> FeedSummary {
    let (open, statements) = try writing()
    try lists.end(statements, staging)
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

  /// Checks what was built, and puts it in the place of the published store.
  ///
  /// - Returns: The generation that readers see from now on.
  /// - Throws: `StoreError`; before the last step the old store is as it was.
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

  /// Syncs, renames, syncs: after each step the path holds the old store or the new one.
  private func publish() throws {
    try failpoint?(.beforeFsync)
    try FileOperations.synchronize(side.path)
    try FileOperations.copyPermissions(of: store, to: side.path)
    try failpoint?(.beforeRename)
    try FileOperations.replace(store, with: side.path)
    try failpoint?(.afterRename)
    try failpoint?(.beforeDirectoryFsync)
    try FileOperations.synchronize(FileOperations.directory(of: store))
  }

  /// Gives up: closes and removes the side file, and leaves the published store as it is.
  public func abandon() throws {
    try staging.close()
    try side.sweep()
  }

  /// The feed that is open.
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
