import LayoutPrimitives

/// Reads one published generation, also after another one has replaced it.
///
/// It is a class because it owns a database connection, and must be used by one thread at a time.
public final class StoreReader {
  /// Path of the store.
  public let path: String
  /// The content besides the cells.
  public let catalog: StoreCatalog

  let connection: ReadConnection
  private let identity: FileIdentity
  private let byKey: PreparedStatement
  private let byNumber: PreparedStatement
  private let byShape: PreparedStatement
  private var shapes = ShapeCache()
  private let codecs: [TemplateID: FrameCodec]
  /// A scratch buffer.
  private let bytes = RowBytes()

  /// Opens the store at a path.
  ///
  /// - Throws: `StoreError.missing`, `.notAStore`, `.newerVersion`, `.olderVersion`, `.corrupt`,
  ///   `.unreadable`.
  public init(path: String) throws {
    guard let identity = try FileOperations.identity(path) else {
      throw StoreError.missing(path: path)
    }
    self.path = path
    self.identity = identity
    connection = try ReadConnection(path: path)
    try StoreHeader.check(connection)
    catalog = try StoreCatalog.read(connection)
    connection.limitSteps(false)
    let columns = "SELECT \(CellRow.columns) FROM cells "
    byKey = try connection.prepare(
      columns + "WHERE feed_id = ? AND environment_id = ? AND record_id = ?")
    byNumber = try connection.prepare(columns + "NOT INDEXED WHERE cell_id = ?")
    byShape = try connection.prepare(
      "SELECT \(ShapeRow.columns) FROM shapes WHERE shape_id = ?")
    codecs = catalog.templates.mapValues { FrameCodec(template: $0) }
  }

  /// Whether the file at the path was replaced or removed.
  public func isReplaced() throws -> Bool {
    try FileOperations.identity(path) != identity
  }

  /// The cell of a record in an environment; nil for none.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged row.
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

  /// The cell of a number; nil for none.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged row.
  public func cell(number: Int64) throws -> StoredCell? {
    try byNumber.bind(number, at: 1)
    defer { byNumber.reset() }
    return try byNumber.step() ? decode(byNumber, recordID: byNumber.text(CellRow.recordID)) : nil
  }

  /// Reads the order and heights of a list in one environment.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged or missing chunk.
  public func offsets(of list: ListEntry, environment: FeedEnvironment) throws -> ListOffsets {
    let name = list.description.name
    var cells: [Int64] = []
    var heights: [Int32] = []
    let totals = list.totals[environment.id]
    // A damaged count must not determine the allocated memory.
    let expected = min(max(0, totals?.cells ?? 0), 1 << 22)
    cells.reserveCapacity(expected)
    heights.reserveCapacity(expected)
    let statement = try connection.prepare(
      "SELECT \(ChunkRow.columns) FROM list_chunks "
        + "WHERE list_id = ? AND environment_id = ? ORDER BY chunk")
    try statement.bind(list.id.rawValue, at: 1)
    try statement.bind(environment.id.rawValue, at: 2)
    var chunks = 0
    var sum: Int64 = 0
    while try statement.step() {
      guard ChunkRow.isWhole(statement, bytes), statement.int(ChunkRow.chunk) == chunks,
        statement.int(ChunkRow.first) == cells.count
      else { throw corrupt("chunk \(chunks) of list '\(name)'") }
      chunks += 1
      sum += ChunkRow.forEachCell(statement) { cell, height in
        cells.append(cell)
        heights.append(height)
      }
    }
    guard cells.count == totals?.cells ?? 0, sum == totals?.heightSum ?? 0 else {
      throw corrupt("list '\(name)' has \(cells.count) of \(totals?.cells ?? 0) cells")
    }
    // The list in feed order has every cell of the environment.
    if name == ListDescription.feedOrder, cells.count != environment.cells {
      throw corrupt("list 'feed' has \(cells.count) of \(environment.cells) cells")
    }
    do {
      return try ListOffsets(
        description: list.description, stepsPerPoint: environment.environment.stepsPerPoint,
        cellIDs: cells, heights: heights)
    } catch {
      throw corrupt("list '\(name)': \(error)")
    }
  }

  /// Validates and decodes a row.
  private func decode(_ row: PreparedStatement, recordID: String) throws -> StoredCell {
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
    return .layout(layout)
  }

  /// Reads a shape and keeps it; nil for none that is intact.
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

  private func corrupt(_ detail: String) -> StoreError {
    .corrupt(path: path, detail: detail)
  }
}
