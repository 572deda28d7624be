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
  private(set) var unusedShapes: [Int64] = []

  private let errors: StoreErrors

  /// Reads and checks the cells.
  ///
  /// - Parameters:
  ///   - catalog: The catalog of the staging file.
  ///   - names: The replaced feeds.
  ///   - indexIsNew: Whether the index was created after the rows were written.
  /// - Throws: `StoreError.verificationFailed` at the first contradiction in a replaced feed;
  ///   `StoreError.corrupt` for damage elsewhere.
  init(
    _ catalog: StoreCatalog, connection: Connection, errors: StoreErrors, feeds names: [String],
    indexIsNew: Bool
  ) throws {
    self.errors = errors
    feeds = catalog.feeds.filter { names.contains($0.name) }.map { Feed(entry: $0) }
    let templates = catalog.templates.mapValues {
      (bytes: FrameCodec(template: $0).byteCount, labels: $0.labels.count, hash: Self.hash($0))
    }
    let bytes = RowBytes()
    var shapes = try AuditedShapes(
      templates.mapValues(\.bytes), connection: connection, errors: errors, bytes)
    let environments = catalog.environments.mapValues {
      (hash: ContentHash(of: $0.key), isRange: $0.isRange)
    }
    // The rows are read in the order in which the file stores them.
    let rows = try PreparedStatement(
      "SELECT \(CellRow.columns) FROM cells NOT INDEXED ORDER BY cell_id",
      on: connection, errors: errors)
    var keys = ContentDigest()
    let indices = Dictionary(zip(feeds.map(\.entry.id), feeds.indices)) { first, _ in first }
    while try rows.step() {
      let number = rows.int(CellRow.id)
      if !indexIsNew { keys.add(Self.keyHash(rows, CellRow.feed, CellRow.recordID, number, bytes)) }
      let feed = indices[rows.int(CellRow.feed)]
      guard CellRow.isWhole(rows, bytes) else {
        if feed != nil { throw failed("cell \(number) is not what was written") }
        throw damaged(number, rows, catalog)
      }
      let template = TemplateID(rawValue: rows.int(CellRow.template))
      guard let frames = shapes.frames(of: rows, template) else {
        if feed != nil { throw failed("the frames of cell \(number) are not what was written") }
        throw damaged(number, rows, catalog)
      }
      guard let feed else { continue }
      let environment = EnvironmentID(rawValue: rows.int(CellRow.environment))
      let isFailed = !rows.isNull(CellRow.errorCode)
      guard let template = templates[template],
        let (environmentHash, isRange) = environments[environment],
        (feeds[feed].entry.keepsFrames && !isFailed && !isRange) == (frames != .none),
        (isRange && !isFailed) == !rows.isNull(CellRow.heightRuns),
        (feeds[feed].entry.keepsLines && !isFailed && !isRange && template.labels > 0)
          == !rows.isNull(CellRow.lineFragments)
      else { throw failed("cell \(number) contradicts its template or environment") }
      feeds[feed].counts[environment, default: CellCounts()].add(failed: isFailed)
      feeds[feed].digest.add(
        Self.hash(rows, environmentHash, template.hash, frames, bytes))
    }
    unusedShapes = shapes.unused
    for feed in feeds { try check(feed) }
    try AuditedLists.check(catalog, connection: connection, errors: errors, bytes)
    // A new index needs no check.
    if !indexIsNew { try Self.checkIndex(connection, errors, has: keys, bytes) }
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
    try checkIndex(connection, errors, has: keys, bytes)
  }

  private static func checkIndex(
    _ connection: Connection, _ errors: StoreErrors, has keys: ContentDigest, _ bytes: RowBytes
  ) throws {
    let indexed = "INDEXED BY \(StoreSchema.cellIndex) ORDER BY 1, 2, 3"
    guard try self.keys(indexed, connection, errors, bytes) == keys else {
      throw StoreError.corrupt(
        path: errors.store, detail: "its index does not lead to all of its cells")
    }
  }

  /// Digest of the keys of all cells, read from the table or from the index.
  private static func keys(
    _ way: String, _ connection: Connection, _ errors: StoreErrors, _ bytes: RowBytes
  ) throws -> ContentDigest {
    let rows = try PreparedStatement(
      "SELECT feed_id, environment_id, record_id, cell_id FROM cells " + way, on: connection,
      errors: errors)
    var keys = ContentDigest()
    while try rows.step() { keys.add(keyHash(rows, 0, 2, rows.int(3), bytes)) }
    return keys
  }

  /// Hash of a cell's key and number; `feed` is a column, and the next column is the environment.
  private static func keyHash(
    _ row: PreparedStatement, _ feed: Int32, _ recordID: Int32, _ number: Int64, _ bytes: RowBytes
  ) -> ContentHash {
    bytes.reset()
    bytes.append(row.int(feed))
    bytes.append(row.int(feed + 1))
    bytes.append(number)
    bytes.append(text: row.textBytes(recordID))
    return bytes.hash
  }

  /// The error for a damaged cell of a feed that the build does not replace.
  private func damaged(
    _ number: Int64, _ row: PreparedStatement, _ catalog: StoreCatalog
  ) -> StoreError {
    let feed = catalog.feeds.first { $0.id == row.int(CellRow.feed) }
    let owner = feed.map { "of feed '\($0.name)', which a build that names it computes anew" }
    return .corrupt(path: errors.store, detail: "cell \(number) \(owner ?? "of no feed")")
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

  private func failed(_ detail: String) -> StoreError {
    .verificationFailed(path: errors.path, detail: detail)
  }
}

/// The frames of a cell that was read back.
enum AuditedFrames: Hashable, Sendable {
  /// The cell failed, or stores no frames.
  case none
  /// The hash of the frames, which are in the cell's row or in a shape.
  case hash(ContentHash)
}

/// The shapes of a staging file, used while its cells are read back.
struct AuditedShapes {
  private struct Shape {
    let template: TemplateID
    let hash: ContentHash
    var isUsed = false
  }

  /// Size of a cell's frames by template, in bytes.
  private let sizes: [TemplateID: Int]
  /// The intact shapes, by number.
  private var shapes: [Int64: Shape] = [:]
  private var damaged: [Int64] = []

  init(
    _ sizes: [TemplateID: Int], connection: Connection, errors: StoreErrors, _ bytes: RowBytes
  ) throws {
    self.sizes = sizes
    let rows = try PreparedStatement(
      "SELECT \(ShapeRow.columns) FROM shapes ORDER BY shape_id", on: connection, errors: errors)
    while try rows.step() {
      let number = rows.int(ShapeRow.id)
      let template = TemplateID(rawValue: rows.int(ShapeRow.template))
      let frames = rows.blob(ShapeRow.frames)
      guard ShapeRow.isWhole(rows, bytes), frames.count == sizes[template] else {
        damaged.append(number)
        continue
      }
      shapes[number] = Shape(template: template, hash: ContentHash(bytes: frames))
    }
  }

  /// The frames of a cell; marks the cell's shape as used.
  ///
  /// - Returns: nil if the shape is damaged or belongs to another template, or if the frames have
  ///   another size than the template's.
  mutating func frames(of row: PreparedStatement, _ template: TemplateID) -> AuditedFrames? {
    if let number = CellRow.shapeID(row) {
      guard let shape = shapes[number], shape.template == template else { return nil }
      if !shape.isUsed { shapes[number]?.isUsed = true }
      return .hash(shape.hash)
    }
    guard !row.isNull(CellRow.frames) else { return AuditedFrames.none }
    let frames = row.blob(CellRow.frames)
    return frames.count == sizes[template] ? .hash(ContentHash(bytes: frames)) : nil
  }

  /// The numbers of the shapes that no cell uses, in ascending order; damaged shapes are included.
  var unused: [Int64] {
    (shapes.filter { !$0.value.isUsed }.map(\.key) + damaged).sorted()
  }
}
