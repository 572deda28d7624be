import LayoutPrimitives

/// Reads one published generation; it keeps its file when another takes the path.
///
/// A class for its open database and its prepared statements, hence for one thread at a time.
public final class StoreReader {
  /// Path that it was opened at.
  public let path: String
  /// All besides the cells.
  public let catalog: StoreCatalog

  private let connection: ReadConnection
  private let identity: FileIdentity
  private let byKey: PreparedStatement
  private let byNumber: PreparedStatement
  private let codecs: [TemplateID: FrameCodec]

  /// Opens the store that is at a path now.
  ///
  /// - Throws: `StoreError.missing`, `.notAStore`, `.newerVersion`, `.corrupt`, `.unreadable`.
  public init(path: String) throws {
    guard let identity = try FileOperations.identity(path) else {
      throw StoreError.missing(path: path)
    }
    self.path = path
    self.identity = identity
    connection = try ReadConnection(path: path)
    try StoreHeader.check(connection)
    catalog = try StoreCatalog.read(connection)
    let columns =
      "SELECT cell_id, environment_id, template_id, version, fingerprint, trust, height, "
      + "exact_height, frames, error_code, error_message, record_id FROM cells "
    byKey = try connection.prepare(
      columns + "WHERE feed_id = ? AND environment_id = ? AND record_id = ?")
    byNumber = try connection.prepare(columns + "WHERE cell_id = ?")
    codecs = catalog.templates.mapValues { FrameCodec(template: $0) }
  }

  /// Whether another file, or none, is at the path by now.
  public func isReplaced() throws -> Bool {
    try FileOperations.identity(path) != identity
  }

  /// The cell of a record in an environment; nil when there is none.
  ///
  /// - Throws: `StoreError.corrupt` when the row contradicts its template.
  public func cell(
    feed: FeedEntry, environment: EnvironmentID, recordID: String
  ) throws -> StoredCell? {
    var id = recordID
    return try id.withUTF8 { text in
      byKey.bind(feed.id, at: 1)
      byKey.bind(environment.rawValue, at: 2)
      byKey.bind(text: text, at: 3)
      defer { byKey.reset() }
      return try byKey.step() ? decode(byKey, recordID: recordID) : nil
    }
  }

  /// The cell of an insertion number; nil when there is none.
  ///
  /// - Throws: `StoreError.corrupt` when the row contradicts its template.
  public func cell(number: Int64) throws -> StoredCell? {
    byNumber.bind(number, at: 1)
    defer { byNumber.reset() }
    return try byNumber.step() ? decode(byNumber, recordID: byNumber.text(11)) : nil
  }

  /// Reads the order and heights of a list in one environment.
  ///
  /// - Throws: `StoreError.corrupt` when the chunks contradict each other.
  public func offsets(of list: ListEntry, environment: FeedEnvironment) throws -> ListOffsets {
    var cells: [Int64] = []
    var heights: [Int32] = []
    // A damaged count must not decide how much memory is asked for.
    let expected = min(max(0, environment.cells), 1 << 22)
    cells.reserveCapacity(expected)
    heights.reserveCapacity(expected)
    let statement = try connection.prepare(
      "SELECT first_position, cells, height_sum, cell_ids, heights FROM list_chunks "
        + "WHERE list_id = ? AND environment_id = ? ORDER BY chunk")
    statement.bind(list.id.rawValue, at: 1)
    statement.bind(environment.id.rawValue, at: 2)
    while try statement.step() {
      let ids = statement.blob(3)
      let sizes = statement.blob(4)
      let count = sizes.count / 4
      guard statement.int(0) == cells.count, statement.int(1) == count,
        ids.count == count * 8, sizes.count == count * 4
      else { throw corrupt("a chunk of list '\(list.description.name)'") }
      var sum: Int64 = 0
      for index in 0..<count {
        let id = ids.loadUnaligned(fromByteOffset: index * 8, as: Int64.self)
        let size = sizes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)
        cells.append(Int64(littleEndian: id))
        heights.append(Int32(littleEndian: size))
        sum += Int64(Int32(littleEndian: size))
      }
      guard sum == statement.int(2) else {
        throw corrupt("the height sum of a chunk of list '\(list.description.name)'")
      }
    }
    // The feed's own order holds every cell of the environment; other lists may leave some out.
    if list.description.name == ListDescription.feedOrder, cells.count != environment.cells {
      throw corrupt("list 'feed' has \(cells.count) of \(environment.cells) cells")
    }
    do {
      return try ListOffsets(
        description: list.description, stepsPerPoint: environment.environment.stepsPerPoint,
        cellIDs: cells, heights: heights)
    } catch {
      throw corrupt("list '\(list.description.name)': \(error)")
    }
  }

  private func decode(_ row: PreparedStatement, recordID: String) throws -> StoredCell {
    let template = TemplateID(rawValue: row.int(2))
    guard let codec = codecs[template] else {
      throw corrupt("cell \(row.int(0)) has an unknown template")
    }
    return StoredCell(
      cellID: row.int(0), recordID: recordID, version: row.text(3),
      environment: EnvironmentID(rawValue: row.int(1)), template: template,
      fingerprint: try Fingerprint(stored: row.blob(4)) ?? refuse(row, "fingerprint"),
      outcome: try outcome(row, codec))
  }

  private func outcome(_ row: PreparedStatement, _ codec: FrameCodec) throws -> CellOutcome {
    if !row.isNull(9) {
      return .failure(CellFailure(code: row.text(9), message: row.text(10)))
    }
    let bytes = row.blob(8)
    guard bytes.count == codec.byteCount else { return try refuse(row, "frames") }
    return .layout(
      CellLayout(
        height: Int(row.int(6)), exactHeight: row.double(7), frames: codec.frames(bytes),
        labels: codec.lines(bytes), trust: Trust(rawValue: Int(row.int(5)))))
  }

  private func refuse<Value>(_ row: PreparedStatement, _ what: String) throws -> Value {
    throw corrupt("the \(what) of cell \(row.int(0))")
  }

  private func corrupt(_ detail: String) -> StoreError {
    .corrupt(path: path, detail: detail)
  }
}
