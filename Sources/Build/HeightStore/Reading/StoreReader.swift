import LayoutPrimitives
import SQLiteDatabase

/// Reads one published generation, even after another one has replaced it.
///
/// It is a class because it owns a database connection. Only one thread may use it at a time.
public final class StoreReader {
  /// Path of the store.
  public let path: String
  /// The content of the store, except its cells.
  public let catalog: StoreCatalog
  /// The shard whose records the store contains; nil if it contains all records.
  public let shard: ShardNumber?

  // reason: an option
  /// Whether the cells that are read have the lines of their labels.
  public var readsLines = false

  let connection: ReadConnection
  package let access: StoreAccess
  private let identity: FileIdentity
  /// The file, to detect changes while it is read with system calls; nil if it is mapped into
  /// memory.
  package let file: WatchedFile?
  private let byKey: PreparedStatement
  private let byNumber: PreparedStatement
  private let byShape: PreparedStatement
  private let byChunk: PreparedStatement
  private let byPage: PreparedStatement
  private var chunks = ChunkCache()
  private var shapes = ShapeCache()
  private var index = IndexState.unknown

  /// What `checkMiss` knows about the index: nothing, that it led to all cells of one record, or
  /// that it leads to all cells.
  private enum IndexState {
    case unknown, searchedOnce, whole
  }
  private let codecs: [TemplateID: FrameCodec]
  private let lineCodecs: [TemplateID: LineCodec]
  private let bytes = RowBytes()

  /// Opens the store at a path.
  ///
  /// - Throws: `StoreError.missing`, `.notAStore`, `.newerVersion`, `.olderVersion`, `.corrupt`,
  ///   `.unreadable`.
  public init(path: String, access: StoreAccess = .mapped) throws {
    file = access == .calls ? try WatchedFile(path: path) : nil
    guard let identity = try file?.identity ?? FileOperations.identity(path) else {
      throw StoreError.missing(path: path)
    }
    self.path = path
    self.access = access
    self.identity = identity
    connection = try ReadConnection(path: path, isMapped: access == .mapped)
    let isShard = try StoreHeader.check(connection)
    catalog = try StoreCatalog.read(connection)
    shard = isShard ? try ShardTables.number(connection) : nil
    connection.limitSteps(false)
    let columns = "SELECT \(CellRow.columns) FROM cells "
    byKey = try connection.prepare(
      columns + "WHERE feed_id = ? AND environment_id = ? AND record_id = ?")
    byNumber = try connection.prepare(columns + "NOT INDEXED WHERE cell_id = ?")
    byShape = try connection.prepare(
      "SELECT \(ShapeRow.columns) FROM shapes WHERE shape_id = ?")
    byChunk = try connection.prepare(
      "SELECT \(ChunkRow.columns) FROM list_chunks WHERE chunk_id = ?")
    byPage = try connection.prepare(
      "SELECT \(ListPageRow.columns) FROM list_places WHERE list_id = ? AND page = ?")
    codecs = catalog.templates.mapValues { FrameCodec(template: $0) }
    lineCodecs = catalog.templates.mapValues { LineCodec(template: $0) }
  }

  /// Empties the cache of frames, and limits it to a share of the usual size.
  ///
  /// - Parameter readers: Number of readers in this process that share the usual size.
  func share(with readers: Int) {
    shapes = ShapeCache(maximumFrames: ShapeCache.maximumFrames / max(1, readers))
  }

  /// Whether the file at `path` was replaced, removed or changed in place after it was opened.
  public func isReplaced() throws -> Bool {
    try FileOperations.identity(path) != identity
  }

  /// Checks that the file was not changed while it was read with system calls.
  ///
  /// - Throws: `StoreError.unreadable` if the file was changed in place.
  package func checkUnchanged() throws { try file?.check() }

  /// The cell of a record in an environment; nil if there is none.
  ///
  /// - Throws: `StoreError.corrupt` if the row is damaged.
  public func cell(
    feed: FeedEntry, environment: EnvironmentID, recordID: String
  ) throws -> StoredCell? {
    var id = recordID
    return try id.withUTF8 { text in
      try byKey.bind(feed.id, at: 1)
      try byKey.bind(environment.rawValue, at: 2)
      try byKey.bind(text: text, at: 3)
      defer { byKey.reset() }
      return try byKey.step() ? decode(byKey, recordID: recordID) : nil
    }
  }

  /// Checks that the index does not hide cells of a record that was not found in the given feeds.
  ///
  /// A damaged page of the index may hide cells. The first call searches all cells for the record.
  /// The second call compares the whole index with the cells, so that later calls need no check.
  ///
  /// - Throws: `StoreError.corrupt` if the index hides cells.
  public func checkMiss(of recordID: String, in feeds: [FeedEntry]) throws {
    switch index {
    case .whole: return
    case .searchedOnce:
      try CellAudit.checkIndex(connection.database, connection.errors)
      index = .whole
    case .unknown:
      index = .searchedOnce
      let rows = try connection.prepare(
        "SELECT feed_id, environment_id FROM cells NOT INDEXED WHERE record_id = ?")
      var id = recordID
      try id.withUTF8 { text in
        try rows.bind(text: text, at: 1)
        while try rows.step() {
          guard let feed = feeds.first(where: { $0.id == rows.int(0) }) else { continue }
          let environment = EnvironmentID(rawValue: rows.int(1))
          guard try cell(feed: feed, environment: environment, recordID: recordID) != nil else {
            throw corrupt("its index does not lead to all cells of feed '\(feed.name)'")
          }
        }
      }
    }
  }

  /// The cell with a number; nil if there is none.
  ///
  /// - Throws: `StoreError.corrupt` if the row is damaged.
  public func cell(number: Int64) throws -> StoredCell? {
    try byNumber.bind(number, at: 1)
    defer { byNumber.reset() }
    return try byNumber.step() ? decode(byNumber, recordID: byNumber.text(CellRow.recordID)) : nil
  }

  /// Reads a chunk of a list, and caches it.
  ///
  /// - Parameter index: The index of the chunk in `list.chunks`.
  /// - Throws: `StoreError.corrupt` if the chunk is missing or damaged, or belongs to another list.
  func chunk(_ index: Int, of list: StoredList) throws -> ListChunk {
    let entry = list.chunks[index]
    if let cached = chunks[entry.chunk] { return cached }
    try byChunk.bind(entry.chunk, at: 1)
    defer { byChunk.reset() }
    guard try byChunk.step(), ChunkRow.isWhole(byChunk, bytes),
      byChunk.int(ChunkRow.list) == list.id.rawValue,
      byChunk.int(ChunkRow.environment) == list.environment.rawValue,
      byChunk.int(ChunkRow.cells) == Int64(entry.cells),
      byChunk.int(ChunkRow.heightSum) == Int64(entry.heightSum), let chunk = ListChunk(byChunk)
    else { throw corrupt("chunk \(entry.chunk) of list '\(list.description.name)'") }
    chunks.insert(chunk, number: entry.chunk)
    return chunk
  }

  /// The number of the chunk that contains a cell; 0 if the list does not contain the cell.
  func chunkNumber(_ list: ListID, page: Int64, at index: Int) throws -> Int64 {
    try byPage.bind(list.rawValue, at: 1)
    try byPage.bind(page, at: 2)
    defer { byPage.reset() }
    guard try byPage.step() else { return 0 }
    guard ListPageRow.isWhole(byPage, bytes) else {
      throw corrupt("page \(page) of the places of list \(list.rawValue)")
    }
    return ListPageRow.chunk(byPage, at: index)
  }

  func decode(_ row: PreparedStatement, recordID: String) throws -> StoredCell {
    guard CellRow.isWhole(row, bytes),
      let fingerprint = Fingerprint(stored: row.blob(CellRow.fingerprint))
    else {
      throw corrupt("cell \(row.int(CellRow.id)), of record '\(recordID)'")
    }
    let template = TemplateID(rawValue: row.int(CellRow.template))
    guard let codec = codecs[template] else {
      throw corrupt("cell \(row.int(CellRow.id)) has an unknown template")
    }
    return StoredCell(
      cellID: row.int(CellRow.id), recordID: recordID, version: CellRow.versionText(row),
      environment: EnvironmentID(rawValue: row.int(CellRow.environment)), template: template,
      fingerprint: fingerprint, outcome: try outcome(row, codec, template),
      hasFrames: !row.isNull(CellRow.frames) || !row.isNull(CellRow.shape))
  }

  private func outcome(
    _ row: PreparedStatement, _ codec: FrameCodec, _ template: TemplateID
  ) throws -> CellOutcome {
    if let failure = CellFailure(row) { return .failure(failure) }
    var layout = CellLayout(
      height: Int(row.int(CellRow.height)), exactHeight: row.double(CellRow.exactHeight),
      frames: [], labels: [], caveats: Caveats(rawValue: Int(row.int(CellRow.caveats))),
      findings: FindingSet(row))
    if let number = CellRow.shapeID(row) {
      let shape = try shapes[number] ?? decodeShape(number)
      guard let shape, shape.template == template else {
        throw corrupt("the frames of cell \(row.int(CellRow.id)), shape \(number)")
      }
      (layout.frames, layout.labels) = (shape.frames, shape.labels)
    } else if !row.isNull(CellRow.frames) {
      let frames = row.blob(CellRow.frames)
      guard frames.count == codec.byteCount else {
        throw corrupt("the frames of cell \(row.int(CellRow.id))")
      }
      (layout.frames, layout.labels) = (codec.frames(frames), codec.lines(frames))
    }
    if readsLines, !row.isNull(CellRow.lineFragments), let codec = lineCodecs[template] {
      guard
        let lines = codec.decode(
          row.blob(CellRow.lineFragments), frames: layout.frames, counts: layout.labels)
      else { throw corrupt("the lines of cell \(row.int(CellRow.id))") }
      layout.lineFragments = lines
    }
    if !row.isNull(CellRow.heightRuns) {
      guard let heights = HeightRuns(stored: row.blob(CellRow.heightRuns)) else {
        throw corrupt("the heights of cell \(row.int(CellRow.id))")
      }
      layout.heights = heights
    }
    return .layout(layout)
  }

  /// Reads a shape, and caches it; nil if it is missing or damaged.
  private func decodeShape(_ number: Int64) throws -> DecodedShape? {
    try byShape.bind(number, at: 1)
    defer { byShape.reset() }
    guard try byShape.step(), ShapeRow.isWhole(byShape, bytes) else { return nil }
    let template = TemplateID(rawValue: byShape.int(ShapeRow.template))
    let frames = byShape.blob(ShapeRow.frames)
    guard let codec = codecs[template], frames.count == codec.byteCount else { return nil }
    let shape = DecodedShape(
      template: template, frames: codec.frames(frames), labels: codec.lines(frames))
    shapes.insert(shape, id: number)
    return shape
  }

  package func corrupt(_ detail: String) -> StoreError {
    .corrupt(path: path, detail: detail)
  }
}

/// The decoded frames and line counts of a shape.
struct DecodedShape: Hashable, Sendable {
  let template: TemplateID
  let frames: [PixelRect]
  let labels: [LabelLines]
}

/// A cache of decoded shapes, which is emptied when the number of frames would exceed a maximum.
struct ShapeCache {
  /// Maximum number of frames; each takes 32 bytes.
  static let maximumFrames = 1 << 18

  private let bound: Int
  private var shapes: [Int64: DecodedShape] = [:]
  private var frames = 0

  init(maximumFrames bound: Int = Self.maximumFrames) {
    self.bound = bound
  }

  subscript(id: Int64) -> DecodedShape? { shapes[id] }

  mutating func insert(_ shape: DecodedShape, id: Int64) {
    // A shape without frames takes some memory too.
    let size = shape.frames.count + 4
    if frames + size > bound {
      shapes.removeAll(keepingCapacity: true)
      frames = 0
    }
    shapes[id] = shape
    frames += size
  }
}

extension StoreReader {
  /// The next cells of a feed in one environment, ordered by the bytes of their record ids.
  ///
  /// - Parameters:
  ///   - id: The last record id of the previous page; nil for the first page.
  ///   - limit: Maximum number of cells; all of them are in memory.
  /// - Returns: Cells, failed ones included; empty after the last cell.
  /// - Throws: `StoreError.corrupt` if a row is damaged.
  package func cells(
    of feed: FeedEntry, in environment: FeedEnvironment, after id: String?, limit: Int
  ) throws -> [StoredCell] {
    // The index of keys has this order, so that SQLite does not sort.
    let row = try connection.prepare(
      "SELECT \(CellRow.columns) FROM cells WHERE feed_id = ? AND environment_id = ? "
        + "AND record_id > ? ORDER BY record_id LIMIT ?")
    try row.bind(feed.id, at: 1)
    try row.bind(environment.id.rawValue, at: 2)
    // No record id is empty, so that the empty id precedes all of them.
    var last = id ?? ""
    return try last.withUTF8 { text in
      try row.bind(text: text, at: 3)
      try row.bind(Int64(limit), at: 4)
      var cells: [StoredCell] = []
      while try row.step() {
        cells.append(try decode(row, recordID: row.text(CellRow.recordID)))
      }
      return cells
    }
  }
}

extension StoreReader {
  /// Maximum numbers of ids that `recordIDs` returns.
  ///
  /// A feed with at most `wholeFeed` records gives all of its ids. A larger feed gives up to
  /// `neighbors` ids before the missing id, and up to `neighbors` ids after it.
  private static let (wholeFeed, neighbors) = (5_000, 200)

  /// Ids of a feed that may resemble an id that the feed does not contain.
  ///
  /// These are all ids of a small feed. In a large feed they are the ids before and after the
  /// missing id, in the order of their bytes.
  ///
  /// - Throws: `StoreError` if the store is damaged.
  public func recordIDs(
    near id: String, feed: FeedEntry, environment: EnvironmentID
  ) throws -> [String] {
    let columns = "SELECT record_id FROM cells WHERE feed_id = ? AND environment_id = ? "
    var ids: [String] = []
    func read(_ condition: String, limit: Int) throws {
      let row = try connection.prepare(columns + condition + " LIMIT \(limit)")
      try row.bind(feed.id, at: 1)
      try row.bind(environment.rawValue, at: 2)
      var id = id
      try id.withUTF8 { text in
        try row.bind(text: text, at: 3)
        while try row.step() { ids.append(row.text(0)) }
      }
    }
    if feed.records <= Self.wholeFeed {
      try read("AND ?3 IS NOT NULL ORDER BY record_id", limit: Self.wholeFeed)
    } else {
      try read("AND record_id < ?3 ORDER BY record_id DESC", limit: Self.neighbors)
      try read("AND record_id >= ?3 ORDER BY record_id", limit: Self.neighbors)
    }
    return ids
  }
}
