import GRDB
import LayoutPrimitives

/// Writes the next generation of a store beside it, and puts it in the store's place at the end.
///
/// It starts as a copy of the last generation, or with what a killed build of the same feeds left,
/// and replaces the feeds of its plan one after the other: `begin(feed:)`, then for each cell
/// `find` and `reuse`, or `write`, then its lists, then `endFeed`. Until `finish` the published
/// store is not touched, whatever happens. GRDB makes and asks the tables; cells go through
/// SQLite's C interface on the same connection. A class for its open database, hence for one
/// thread at a time.
public final class GenerationWriter {
  /// Path of the published store.
  public let store: String
  /// Number that the generation will have.
  public let number: Int
  /// Whether it goes on from what a killed build left.
  public let isResumed: Bool
  /// What of the published store could not be used.
  public internal(set) var losses = BaseLosses()

  let plan: GenerationPlan
  let side: SideFile
  let errors: SQLiteErrors
  let failpoint: ((Failpoint) throws -> Void)?
  let queue: DatabaseQueue
  /// What the store says of itself while the build runs; nil for a first build.
  let base: StoreCatalog?
  /// Cells beyond this number are not of the published generation.
  let lastPublishedCell: Int64
  private let lock: BuildLock
  /// nil once the side file is closed.
  var statements: CellStatements?
  var feed: OpenFeed?
  var finished: [String] = []
  /// Cells that go at the end: until then a build that takes this file up still sees what the
  /// published generation had, and counts rightly what vanished.
  var doomed: [Int64] = []
  var hasIndex: Bool
  var pending: [ListKey: PendingChunks] = [:]
  /// A buffer for the hashes of list entries.
  let listBytes = RowBytes()
  private var nextCell: Int64
  private var insertions = 0
  private var uncommitted = 0

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
    let side = SideFile(store: lock.store)
    let errors = SQLiteErrors(path: side.path, store: lock.store, writing: true)
    self.side = side
    self.errors = errors
    let found = try BuildBase(store: store)
    base = found.catalog
    number = found.number + 1
    losses.earlierVersion = found.earlierVersion
    losses.feeds = found.earlierFeeds.filter { !plan.feeds.contains($0) }
    let boot = BootIdentity.current()
    let taken = try BuildNote.takeUp(side, base: found, boot: boot, feeds: plan.feeds)
    isResumed = taken != nil
    if taken == nil {
      try side.sweep()
      if found.catalog != nil { try side.copyStore() } else { try side.makeEmpty() }
    }
    let queue = try errors.translating { try side.open(settings: plan.settings) }
    self.queue = queue
    let isNew = taken == nil && found.catalog == nil
    let opened = try errors.translating {
      try queue.inDatabase { db in
        if isNew { try StoreSchema.create(db) }
        let last = try Int64.fetchOne(db, sql: "SELECT max(cell_id) FROM cells") ?? 0
        guard last < Int64.max / 2 else {
          throw StoreError.corrupt(path: lock.store, detail: "a cell of number \(last)")
        }
        let note = BuildNote(
          base: found.number, baseChecksum: found.checksum, boot: boot, feeds: plan.feeds,
          lastCell: taken ?? last)
        try note.write(db)
        guard let handle = db.sqliteConnection else {
          throw StoreError.writeFailed(path: errors.path, reason: "the connection is closed")
        }
        let statements = try CellStatements(
          on: handle, errors: errors, maximumFrameBytes: plan.settings.maximumFrameBytes)
        let hasIndex = try StoreSchema.hasCellIndex(db)
        try db.execute(sql: "BEGIN IMMEDIATE")
        return (statements: statements, last: last, note: note, hasIndex: hasIndex)
      }
    }
    statements = opened.statements
    lastPublishedCell = opened.note.lastCell
    nextCell = opened.last + 1
    hasIndex = opened.hasIndex
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
    if case .damaged(let number) = found { losses.damagedCells.insert(number) }
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
    open.seen.insert(cell.reference.cellID)
    open.reused += 1
    open.count(cell.environment, failed: cell.errorCode != nil)
    return cell.reference
  }

  /// Writes a cell.
  ///
  /// - Parameter found: What `find` said of its key; the cell is written over it.
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
    open.seen.insert(reference.cellID)
    open.written += 1
    open.count(cell.environment, failed: reference.height == nil)
    try didWrite()
    return reference
  }

  /// Gives up: closes and removes the side file, and leaves the published store as it is.
  public func abandon() throws {
    statements = nil
    try errors.translating { try queue.close() }
    try side.sweep()
  }

  /// The feed that is open.
  func writing() throws -> (OpenFeed, CellStatements) {
    guard let statements else { throw StoreError.invalid("the build has ended") }
    guard let feed else { throw StoreError.invalid("no feed was begun") }
    return (feed, statements)
  }

  /// The number that the next new cell gets.
  var firstNewCell: Int64 { nextCell }

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

  private func didWrite() throws {
    insertions += 1
    uncommitted += 1
    if uncommitted >= plan.settings.cellsPerTransaction {
      uncommitted = 0
      try errors.translating {
        try queue.inDatabase { try $0.execute(sql: "COMMIT; BEGIN IMMEDIATE") }
      }
    }
    try failpoint?(.afterInsert(insertions))
  }
}
