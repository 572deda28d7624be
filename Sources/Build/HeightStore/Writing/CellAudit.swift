import LayoutPrimitives
import SQLiteDatabase

/// Reads back all cells, checks their checksums, and compares the replaced feeds with the catalog.
struct CellAudit {
  /// A replaced feed, with the digest and the counts of the cells that were read.
  struct Feed {
    let entry: FeedEntry
    var digest = ContentDigest()
    var counts: [EnvironmentID: CellCounts] = [:]
  }

  /// The replaced feeds, by name.
  private(set) var feeds: [Feed]
  /// The numbers of the shapes that no cell uses.
  let unusedShapes: [Int64]

  private let errors: StoreErrors

  /// Reads and checks the cells.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the staging file.
  ///   - connection: A connection to the file. With several threads, its transaction must be
  ///     committed, because the other threads read the file.
  ///   - names: The replaced feeds.
  ///   - indexIsNew: Whether the index was created after the rows were written.
  ///   - threads: Maximum number of threads, up to `ParallelReading.maximumThreads`; it does not
  ///     affect the result.
  /// - Throws: `StoreError.verificationFailed` at the first contradiction in a replaced feed;
  ///   `StoreError.corrupt` for damage elsewhere.
  init(
    _ catalog: StoreCatalog, connection: Connection, errors: StoreErrors, feeds names: [String],
    indexIsNew: Bool, threads: Int = 1
  ) throws {
    let threads = min(max(1, threads), ParallelReading.maximumThreads)
    self.errors = errors
    feeds = catalog.feeds.filter { names.contains($0.name) }.map { Feed(entry: $0) }
    let basis = try AuditBasis(
      catalog, feeds: feeds.map(\.entry), connection: connection, errors: errors,
      countsKeys: !indexIsNew)
    let parts = try Self.parts(
      catalog, connection, errors, indexIsNew: indexIsNew, threads: threads)
    let results = ParallelReading.results(
      of: parts.count, threads: threads, path: errors.path, connection: connection
    ) { number, connection in
      try Self.read(parts[number], catalog, basis, connection)
    }
    var all = AuditedCells(basis)
    for (part, result) in zip(parts, results) {
      if case .cells = part, case .cells(let cells) = try result.get() { all.add(cells) }
    }
    unusedShapes = basis.shapes.unused(all.usesShape)
    for index in feeds.indices {
      (feeds[index].digest, feeds[index].counts) = all.feeds[index]
      try check(feeds[index])
    }
    for (part, result) in zip(parts, results) {
      if case .lists = part { _ = try result.get() }
    }
    for case .keys(let keys) in try results.map({ try $0.get() }) where keys != all.keys {
      throw Self.incompleteIndex(errors)
    }
  }

  /// A part of the file that one thread reads.
  private enum Part: Sendable {
    case cells(ClosedRange<Int64>)
    case lists
    case index
  }

  /// What was read of a part.
  private enum PartResult: Sendable {
    case cells(AuditedCells)
    case lists
    /// The digest of the keys in the index.
    case keys(ContentDigest)
  }

  /// Number of ranges of cells per thread; with several, threads end at nearly the same time.
  private static let rangesPerThread = 4

  /// The parts of a file; those that cannot be divided come first.
  private static func parts(
    _ catalog: StoreCatalog, _ connection: Connection, _ errors: StoreErrors, indexIsNew: Bool,
    threads: Int
  ) throws -> [Part] {
    let cells = catalog.feeds.flatMap(\.environments).reduce(0) { $0 &+ $1.cells &+ $1.failed }
    let ranges = try NumberRanges(
      connection, errors: errors, cells: cells,
      width: max(NumberRanges.usualWidth, Int64(cells / (threads * rangesPerThread))))
    // A new index needs no check.
    let first: [Part] = indexIsNew ? [.lists] : [.index, .lists]
    return first + (0..<ranges.count).map { .cells(ranges[$0]) }
  }

  private static func read(
    _ part: Part, _ catalog: StoreCatalog, _ basis: AuditBasis, _ connection: Connection
  ) throws -> PartResult {
    let bytes = RowBytes()
    switch part {
    case .cells(let numbers):
      var cells = AuditedCells(basis)
      try cells.read(numbers, connection, bytes)
      return .cells(cells)
    case .lists:
      try AuditedLists.check(catalog, connection: connection, errors: basis.errors, bytes)
      return .lists
    case .index: return .keys(try indexedKeys(connection, basis.errors, bytes))
    }
  }

  /// Checks a whole published store: pages, checksums, frames, counts, digests, lists and index.
  ///
  /// - Parameter path: The path of the store in errors.
  /// - Throws: `StoreError.corrupt` at the first contradiction.
  static func checkPublished(
    _ catalog: StoreCatalog, connection: Connection, path: String
  ) throws {
    let errors = StoreErrors(path: path, writing: false)
    let pages = try PreparedStatement("PRAGMA quick_check(1)", on: connection, errors: errors)
    guard try pages.step(), pages.text(0) == "ok" else {
      throw StoreError.corrupt(path: path, detail: "SQLite says: \(pages.text(0))")
    }
    do {
      let audit = try CellAudit(
        catalog, connection: connection, errors: errors, feeds: catalog.feeds.map(\.name),
        indexIsNew: false)
      guard let feed = audit.feeds.first(where: { $0.digest.text != $0.entry.digest }) else {
        return
      }
      throw StoreError.corrupt(
        path: path, detail: "the cells of feed '\(feed.entry.name)' have another digest")
    } catch StoreError.verificationFailed(_, let detail) {
      throw StoreError.corrupt(path: path, detail: detail)
    }
  }

  /// Checks that the index contains the keys of all cells.
  static func checkIndex(_ connection: Connection, _ errors: StoreErrors) throws {
    let bytes = RowBytes()
    let keys = try self.keys("NOT INDEXED", connection, errors, bytes)
    guard try indexedKeys(connection, errors, bytes) == keys else {
      throw incompleteIndex(errors)
    }
  }

  private static func incompleteIndex(_ errors: StoreErrors) -> StoreError {
    .corrupt(path: errors.store, detail: "its index does not lead to all of its cells")
  }

  private static func indexedKeys(
    _ connection: Connection, _ errors: StoreErrors, _ bytes: RowBytes
  ) throws -> ContentDigest {
    try keys("INDEXED BY \(StoreSchema.cellIndex) ORDER BY 1, 2, 3", connection, errors, bytes)
  }

  /// Digest of the keys of all cells, read from the table or from the index.
  private static func keys(
    _ way: String, _ connection: Connection, _ errors: StoreErrors, _ bytes: RowBytes
  ) throws -> ContentDigest {
    let rows = try PreparedStatement(
      "SELECT feed_id, environment_id, record_id, cell_id FROM cells " + way, on: connection,
      errors: errors)
    var keys = ContentDigest()
    while try rows.step() { keys.add(AuditedCells.keyHash(rows, 0, 2, rows.int(3), bytes)) }
    return keys
  }

  /// Hash of a cell's content; the cell's number is not part of it.
  static func hash(
    _ row: PreparedStatement, _ environment: ContentHash, _ template: ContentHash,
    _ frames: AuditedFrames, _ bytes: RowBytes
  ) -> ContentHash {
    bytes.reset()
    bytes.append(environment)
    bytes.append(template)
    bytes.append(text: row.textBytes(CellRow.recordID))
    if row.isBlob(CellRow.version) {
      bytes.append(blob: row.blob(CellRow.version))
    } else {
      bytes.append(text: row.textBytes(CellRow.version))
    }
    bytes.append(row.int(CellRow.caveats))
    bytes.append(row.int(CellRow.height))
    bytes.append(row.double(CellRow.exactHeight))
    if case .hash(let hash) = frames { bytes.append(hash) } else { bytes.appendNull() }
    if !row.isNull(CellRow.lineFragments) { bytes.append(blob: row.blob(CellRow.lineFragments)) }
    if !row.isNull(CellRow.heightRuns) { bytes.append(blob: row.blob(CellRow.heightRuns)) }
    bytes.append(text: row.textBytes(CellRow.errorCode))
    return bytes.hash
  }

  /// Hash of a template's name and views.
  static func hash(_ template: StoredTemplate) -> ContentHash {
    let values = RowBytes()
    values.append(name: template.name)
    for view in template.views {
      values.append(name: view.id)
      values.append(view.isLabel ? 1 : 0 as Int64)
    }
    return values.hash
  }

  /// Checks the counts in the catalog, and the list in feed order, against the cells that were
  /// read.
  ///
  /// Both are checked for each environment.
  private func check(_ feed: Feed) throws {
    let (name, list) = (
      feed.entry.name,
      feed.entry.lists.first { $0.description.name == ListDescription.feedOrder }
    )
    var counted = 0
    for expected in feed.entry.environments {
      let actual = feed.counts[expected.id] ?? CellCounts()
      let listed = list?.totals[expected.id]?.cells ?? 0
      guard actual.cells == expected.cells, actual.failed == expected.failed else {
        throw failed("feed '\(name)' has \(actual.cells) cells instead of \(expected.cells)")
      }
      guard listed == (expected.environment.isRange ? 0 : expected.recordCells) else {
        throw failed(
          "the list of feed '\(name)' has \(listed) of its \(expected.recordCells) cells")
      }
      counted += actual.cells + actual.failed
    }
    let all = feed.counts.values.reduce(0) { $0 + $1.cells + $1.failed }
    guard counted == all else {
      throw failed("feed '\(name)' has \(all - counted) cells of unknown environments")
    }
  }

  private func failed(_ detail: String) -> StoreError { errors.verificationFailed(detail) }
}
