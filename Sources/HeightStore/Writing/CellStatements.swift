import LayoutPrimitives

/// The prepared statements of the writing path, and the buffer that frames are encoded in.
final class CellStatements {
  private let insertion: PreparedStatement
  private let update: PreparedStatement
  private let search: PreparedStatement
  private let chunk: PreparedStatement
  private let deletion: PreparedStatement
  private let numbers: PreparedStatement
  private let maximumFrameBytes: Int
  private var frames: [UInt8] = []

  init(on connection: OpaquePointer, errors: SQLiteErrors, maximumFrameBytes: Int) throws {
    func prepare(_ sql: String) throws -> PreparedStatement {
      try PreparedStatement(sql, on: connection, errors: errors)
    }
    self.maximumFrameBytes = maximumFrameBytes
    insertion = try prepare(
      "INSERT INTO cells(feed_id, environment_id, template_id, record_id, version, fingerprint, "
        + "trust, height, exact_height, frames, error_code, error_message, cell_id) "
        + "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    update = try prepare(
      "UPDATE cells SET feed_id = ?, environment_id = ?, template_id = ?, record_id = ?, "
        + "version = ?, fingerprint = ?, trust = ?, height = ?, exact_height = ?, frames = ?, "
        + "error_code = ?, error_message = ? WHERE cell_id = ?")
    search = try prepare(
      "SELECT cell_id, template_id, version, fingerprint, trust, height, error_code FROM cells "
        + "WHERE feed_id = ? AND environment_id = ? AND record_id = ?")
    chunk = try prepare("INSERT INTO list_chunks VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
    deletion = try prepare("DELETE FROM cells WHERE cell_id = ?")
    numbers = try prepare("SELECT cell_id, record_id FROM cells WHERE feed_id = ?")
  }

  /// Writes a cell as a new row, or over an old one of the same key.
  func write(
    _ cell: NewCell, feed: Int64, codec: FrameCodec, number: Int64, replacing: Bool
  ) throws {
    let statement = replacing ? update : insertion
    statement.bind(feed, at: 1)
    statement.bind(cell.environment.rawValue, at: 2)
    statement.bind(cell.template.rawValue, at: 3)
    statement.bind(number, at: 13)
    // What is bound by address must live until the statement has run.
    var id = cell.recordID
    var version = cell.version
    try id.withUTF8 { id in
      statement.bind(text: id, at: 4)
      try version.withUTF8 { version in
        statement.bind(text: version, at: 5)
        try withUnsafeBytes(of: cell.fingerprint.stored) { fingerprint in
          statement.bind(blob: fingerprint, at: 6)
          switch cell.outcome {
          case .layout(let layout): try run(statement, layout, codec)
          case .failure(let failure): try run(statement, failure)
          }
        }
      }
    }
  }

  private func run(
    _ statement: PreparedStatement, _ layout: CellLayout, _ codec: FrameCodec
  ) throws {
    guard codec.byteCount <= maximumFrameBytes else {
      throw StoreError.invalid(
        "the frames of a cell take \(codec.byteCount) bytes, the limit is \(maximumFrameBytes)")
    }
    try codec.encode(frames: layout.frames, lines: layout.labels, into: &frames)
    statement.bind(Int64(layout.trust.rawValue), at: 7)
    statement.bind(Int64(layout.height), at: 8)
    statement.bind(layout.exactHeight, at: 9)
    statement.bindNull(at: 11)
    statement.bindNull(at: 12)
    try frames.withUnsafeBytes { bytes in
      statement.bind(blob: bytes, at: 10)
      try statement.run()
    }
  }

  private func run(_ statement: PreparedStatement, _ failure: CellFailure) throws {
    statement.bind(0 as Int64, at: 7)
    statement.bindNull(at: 8)
    statement.bindNull(at: 9)
    statement.bindNull(at: 10)
    var code = failure.code
    var message = failure.message
    try code.withUTF8 { code in
      statement.bind(text: code, at: 11)
      try message.withUTF8 { message in
        statement.bind(text: message, at: 12)
        try statement.run()
      }
    }
  }

  /// The row of a key.
  func find(feed: Int64, environment: EnvironmentID, recordID: String) throws -> ExistingCell? {
    var id = recordID
    return try id.withUTF8 { id in
      search.bind(feed, at: 1)
      search.bind(environment.rawValue, at: 2)
      search.bind(text: id, at: 3)
      defer { search.reset() }
      guard try search.step(), let fingerprint = Fingerprint(stored: search.blob(3)) else {
        return nil
      }
      return ExistingCell(
        reference: CellReference(
          cellID: search.int(0), height: search.isNull(5) ? nil : Int(search.int(5))),
        template: TemplateID(rawValue: search.int(1)), version: search.text(2),
        fingerprint: fingerprint, trust: Trust(rawValue: Int(search.int(4))),
        errorCode: search.isNull(6) ? nil : search.text(6), environment: environment)
    }
  }

  /// Writes one chunk of a list.
  func write(_ pending: PendingChunks, list: ListID, environment: EnvironmentID) throws {
    chunk.bind(list.rawValue, at: 1)
    chunk.bind(environment.rawValue, at: 2)
    chunk.bind(Int64(pending.index), at: 3)
    chunk.bind(Int64(pending.first), at: 4)
    chunk.bind(Int64(pending.cellIDs.count), at: 5)
    chunk.bind(pending.heights.reduce(0) { $0 + Int64(Int32(littleEndian: $1)) }, at: 6)
    try pending.cellIDs.withUnsafeBytes { cells in
      chunk.bind(blob: cells, at: 7)
      try pending.heights.withUnsafeBytes { heights in
        chunk.bind(blob: heights, at: 8)
        try chunk.run()
      }
    }
  }

  /// The numbers and record ids of a feed's cells that a set leaves out.
  func cells(of feed: Int64, notIn seen: CellSet) throws -> [(number: Int64, recordID: String)] {
    numbers.bind(feed, at: 1)
    defer { numbers.reset() }
    var left: [(number: Int64, recordID: String)] = []
    while try numbers.step() {
      let number = numbers.int(0)
      if !seen.contains(number) { left.append((number, numbers.text(1))) }
    }
    return left
  }

  /// Deletes a cell.
  func delete(number: Int64) throws {
    deletion.bind(number, at: 1)
    try deletion.run()
  }
}
