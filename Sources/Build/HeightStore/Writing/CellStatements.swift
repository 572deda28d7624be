import LayoutPrimitives
import SQLiteDatabase

/// The prepared statements that find, write and delete cells, with their buffers.
final class CellStatements {
  let insertion: PreparedStatement
  let update: PreparedStatement
  private let search: PreparedStatement
  private let keys: PreparedStatement
  private let deletion: PreparedStatement
  let shapes: ShapeStatements
  private let numbers: PreparedStatement
  private let maximumFrameBytes: Int
  private let errors: StoreErrors
  let bytes = RowBytes()
  private var frames: [UInt8] = []
  private var lines: [UInt8] = []
  private var heightRuns: [UInt8] = []

  init(
    on connection: Connection, errors: StoreErrors,
    settings: StoreSettings
  ) throws {
    func prepare(_ sql: String) throws -> PreparedStatement {
      try connection.prepare(sql, errors: errors)
    }
    maximumFrameBytes = settings.maximumFrameBytes
    self.errors = errors
    // Both statements bind the columns in the order of the table.
    insertion = try prepare(
      "INSERT INTO cells(\(CellRow.columns)) "
        + "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    update = try prepare(
      "UPDATE cells SET feed_id = ?2, environment_id = ?3, template_id = ?4, record_id = ?5, "
        + "version = ?6, fingerprint = ?7, trust = ?8, height = ?9, exact_height = ?10, "
        + "frames = ?11, shape_id = ?12, line_fragments = ?13, height_runs = ?14, "
        + "findings = ?15, error_code = ?16, error_message = ?17, checksum = ?18 "
        + "WHERE cell_id = ?1")
    search = try prepare(
      "SELECT \(CellRow.columns) FROM cells "
        + "WHERE feed_id = ? AND environment_id = ? AND record_id = ?")
    keys = try prepare(
      "SELECT feed_id, environment_id, record_id FROM cells NOT INDEXED WHERE cell_id = ?")
    deletion = try prepare("DELETE FROM cells WHERE cell_id = ?")
    shapes = try ShapeStatements(
      on: connection, errors: errors, maximumShapes: settings.maximumShapes)
    numbers = try prepare("SELECT cell_id, record_id FROM cells WHERE feed_id = ?")
  }

  /// Reads the stored shapes of the feed's templates.
  func begin(_ feed: OpenFeed) throws {
    for (template, codec) in feed.codecs { try shapes.load(template, codec: codec) }
  }

  /// Counts a reused cell for the choice of shapes; a failed cell is not counted.
  func pass(_ cell: ExistingCell) {
    if cell.failure == nil { shapes.pass(cell.template) }
  }

  /// Inserts a cell with a number, or replaces the row that has this number.
  func write(
    _ cell: NewCell, feed: OpenFeed, codec: FrameCodec, number: Int64, replacing: Bool
  ) throws {
    let isRange = feed.environments[cell.environment]?.isRange ?? false
    let storage = try storage(cell, codec, keepsFrames: feed.keepsFrames && !isRange)
    try encodeLines(of: cell, feed, isRange: isRange)
    try encodeRuns(of: cell, isRange: isRange)
    let row = RowWriter(replacing ? update : insertion, bytes)
    try row.put(number)
    try row.put(feed.id)
    try row.put(cell.environment.rawValue)
    try row.put(cell.template.rawValue)
    // SQLite reads these bytes when the statement runs, so that they must stay valid until then.
    var id = cell.recordID
    try id.withUTF8 { id in
      try row.put(text: id)
      switch StoredVersion(cell.version) {
      case .hash(let hash):
        try withUnsafeBytes(of: hash.stored) { version in
          try row.put(blob: version)
          try run(row, cell, storage)
        }
      case .text(var version):
        try version.withUTF8 { version in
          try row.put(text: version)
          try run(row, cell, storage)
        }
      }
    }
  }

  private func run(_ row: RowWriter, _ cell: NewCell, _ storage: FrameStorage) throws {
    try withUnsafeBytes(of: cell.fingerprint.stored) { fingerprint in
      try row.put(blob: fingerprint)
      switch cell.outcome {
      case .layout(let layout): try run(row, layout, storage)
      case .failure(let failure): try run(row, failure)
      }
    }
  }

  /// Where the frames of a cell are stored: nowhere, in its row, or in the shape with a number.
  private enum FrameStorage {
    case nowhere
    /// In the row of the cell; the buffer contains the bytes.
    case row
    case shape(Int64)
  }

  /// Encodes the frames into the buffer, and finds or creates their shape.
  private func storage(
    _ cell: NewCell, _ codec: FrameCodec, keepsFrames: Bool
  ) throws -> FrameStorage {
    guard keepsFrames, case .layout(let layout) = cell.outcome else { return .nowhere }
    guard codec.byteCount <= maximumFrameBytes else {
      throw StoreError.invalid(
        "the frames of a cell take \(codec.byteCount) bytes, the limit is \(maximumFrameBytes)")
    }
    try codec.encode(frames: layout.frames, lines: layout.labels, into: &frames)
    let shape = try frames.withUnsafeBytes { try shapes.shape(of: $0, cell.template) }
    return shape.map { .shape($0) } ?? .row
  }

  /// Encodes the lines of labels into the buffer, which remains empty if they are not stored.
  private func encodeLines(of cell: NewCell, _ feed: OpenFeed, isRange: Bool) throws {
    lines.removeAll(keepingCapacity: true)
    guard feed.keepsLines, !isRange, case .layout(let layout) = cell.outcome,
      let codec = feed.lineCodecs[cell.template]
    else { return }
    try codec.store(layout, into: &lines)
    guard lines.count <= maximumFrameBytes else {
      throw StoreError.invalid(
        "the lines of a cell take \(lines.count) bytes, the limit is \(maximumFrameBytes)")
    }
  }

  /// Encodes the heights of a range of widths into the buffer.
  private func encodeRuns(of cell: NewCell, isRange: Bool) throws {
    guard case .layout(let layout) = cell.outcome else { return }
    guard (layout.heights != nil) == isRange else {
      throw StoreError.invalid(
        "a cell of '\(cell.recordID)' has "
          + (isRange ? "no heights for the widths of its range" : "heights of several widths"))
    }
    guard let runs = layout.heights else { return }
    guard runs.storedBytes <= maximumFrameBytes else {
      throw StoreError.invalid(
        "the heights of a cell take \(runs.storedBytes) bytes, the limit is \(maximumFrameBytes)")
    }
    runs.encode(into: &heightRuns)
  }

  private func run(_ row: RowWriter, _ layout: CellLayout, _ storage: FrameStorage) throws {
    try row.put(Int64(layout.caveats.rawValue))
    try row.put(Int64(layout.height))
    // SQLite stores whole numbers as integers, which have no negative zero; adding 0 removes it
    // here.
    try row.put(layout.exactHeight + 0)
    try frames.withUnsafeBytes { frames in
      if case .row = storage { try row.put(blob: frames) } else { try row.putNull() }
      if case .shape(let shape) = storage { try row.put(shape) } else { try row.putNull() }
      try lines.withUnsafeBytes { lines in
        if lines.isEmpty { try row.putNull() } else { try row.put(blob: lines) }
        if layout.heights == nil {
          try row.putNull()
          try finish(row, layout.findings)
        } else {
          try heightRuns.withUnsafeBytes { runs in
            try row.put(blob: runs)
            try finish(row, layout.findings)
          }
        }
      }
    }
  }

  private func finish(_ row: RowWriter, _ findings: FindingSet) throws {
    func finish(_ findings: UnsafeRawBufferPointer) throws {
      try row.put(blob: findings)
      try row.putNull()
      try row.putNull()
      try row.run()
    }
    guard !findings.isEmpty else {
      return try finish(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    try findings.bytes.withUnsafeBytes(finish)
  }

  private func run(_ row: RowWriter, _ failure: CellFailure) throws {
    try row.put(0 as Int64)
    for _ in CellRow.height...CellRow.heightRuns { try row.putNull() }
    try row.put(blob: UnsafeRawBufferPointer(start: nil, count: 0))
    var code = failure.code
    var message = failure.message
    try code.withUTF8 { code in
      try row.put(text: code)
      try message.withUTF8 { message in
        try row.put(text: message)
        try row.run()
      }
    }
  }

  /// Finds the cell with a key.
  ///
  /// - Throws: `StoreError.corrupt` if the index leads to a row with another key.
  func find(feed: Int64, environment: EnvironmentID, recordID: String) throws -> FoundCell {
    var id = recordID
    return try id.withUTF8 { text in
      try search.bind(feed, at: 1)
      try search.bind(environment.rawValue, at: 2)
      try search.bind(text: text, at: 3)
      defer { search.reset() }
      guard try search.step() else { return .none }
      let number = search.int(CellRow.id)
      let template = TemplateID(rawValue: search.int(CellRow.template))
      guard CellRow.isWhole(search, bytes),
        CellRow.shapeID(search).map({ shapes.isKnown($0, of: template) }) ?? true,
        let fingerprint = Fingerprint(stored: search.blob(CellRow.fingerprint))
      else {
        try checkKey(number, feed: feed, environment: environment, recordID: recordID)
        return .damaged(number: number)
      }
      let height = search.isNull(CellRow.height) ? nil : Int(search.int(CellRow.height))
      return .cell(
        ExistingCell(
          reference: CellReference(recordID: recordID, cellID: number, height: height),
          template: template, fingerprint: fingerprint,
          caveats: Caveats(rawValue: Int(search.int(CellRow.caveats))),
          findings: FindingSet(search), failure: CellFailure(search), environment: environment,
          storedVersion: CellRow.storedVersion(search)))
    }
  }

  /// Checks the key columns of a damaged row before the row is replaced.
  ///
  /// The query that found the row took the key from the index.
  private func checkKey(
    _ number: Int64, feed: Int64, environment: EnvironmentID, recordID: String
  ) throws {
    try keys.bind(number, at: 1)
    defer { keys.reset() }
    guard try keys.step(), keys.int(0) == feed, keys.int(1) == environment.rawValue,
      keys.text(2) == recordID
    else {
      throw StoreError.corrupt(
        path: errors.store, detail: "cell \(number) is not that of record '\(recordID)'")
    }
  }

  /// The record id of a cell; nil if the cell does not belong to the feed and the environment.
  func recordID(ofCell number: Int64, feed: Int64, environment: EnvironmentID) throws -> String? {
    try keys.bind(number, at: 1)
    defer { keys.reset() }
    guard try keys.step(), keys.int(0) == feed, keys.int(1) == environment.rawValue else {
      return nil
    }
    return keys.text(2)
  }

  /// The numbers and record ids of the feed's cells whose numbers are not in a set.
  func cells(of feed: Int64, notIn seen: CellSet) throws -> [(number: Int64, recordID: String)] {
    try numbers.bind(feed, at: 1)
    defer { numbers.reset() }
    var left: [(number: Int64, recordID: String)] = []
    while try numbers.step() {
      let number = numbers.int(0)
      if !seen.contains(number) { left.append((number, numbers.text(1))) }
    }
    return left
  }

  /// Number of records that have no cell in the open feed once the given cells are removed.
  func recordsWithout(
    cells removed: [(number: Int64, recordID: String)], _ open: OpenFeed
  ) throws -> Int {
    var gone: Set<String> = []
    for cell in removed where !gone.contains(cell.recordID) {
      let remains = try open.keys.environments.contains { environment in
        switch try find(feed: open.id, environment: environment, recordID: cell.recordID) {
        case .none: return false
        case .cell(let existing): return open.seen.contains(existing.reference.cellID)
        case .damaged(let number): return open.seen.contains(number)
        }
      }
      if !remains { gone.insert(cell.recordID) }
    }
    return gone.count
  }

  func delete(number: Int64) throws {
    try deletion.bind(number, at: 1)
    try deletion.run()
  }
}

extension CellStatements {
  /// Copies the row of the current cell of a shard, without decoding it.
  func copy(
    _ source: ShardCells, feed: OpenFeed, environment: EnvironmentID, template: TemplateID,
    codec: FrameCodec, number: Int64, replacing: Bool
  ) throws {
    let cell = source.row
    let frames = try source.frames()
    guard frames.map({ $0.count == codec.byteCount }) ?? true else {
      throw source.corrupt("the frames of cell \(cell.int(CellRow.id))")
    }
    let isFailed = source.isFailed
    let isRange = feed.environments[environment]?.isRange ?? false
    guard isFailed == (frames == nil) || !feed.keepsFrames || isRange,
      isRange == !cell.isNull(CellRow.heightRuns) || isFailed
    else {
      throw source.corrupt("cell \(cell.int(CellRow.id)) has no frames")
    }
    var shape: Int64?
    if let frames, feed.keepsFrames { shape = try shapes.shape(of: frames, template) }
    let row = RowWriter(replacing ? update : insertion, bytes)
    try row.put(number)
    try row.put(feed.id)
    try row.put(environment.rawValue)
    try row.put(template.rawValue)
    try row.put(text: cell.textBytes(CellRow.recordID))
    if cell.isBlob(CellRow.version) {
      try row.put(blob: cell.blob(CellRow.version))
    } else {
      try row.put(text: cell.textBytes(CellRow.version))
    }
    try row.put(blob: cell.blob(CellRow.fingerprint))
    try row.put(cell.int(CellRow.caveats))
    if isFailed {
      for _ in CellRow.height...CellRow.heightRuns { try row.putNull() }
      try row.put(blob: cell.blob(CellRow.findings))
      try row.put(text: cell.textBytes(CellRow.errorCode))
      try row.put(text: cell.textBytes(CellRow.errorMessage))
    } else {
      try row.put(cell.int(CellRow.height))
      try row.put(cell.double(CellRow.exactHeight) + 0)
      if let frames, shape == nil, feed.keepsFrames {
        try row.put(blob: frames)
      } else {
        try row.putNull()
      }
      if let shape { try row.put(shape) } else { try row.putNull() }
      if cell.isNull(CellRow.lineFragments) {
        try row.putNull()
      } else {
        try row.put(blob: cell.blob(CellRow.lineFragments))
      }
      if isRange { try row.put(blob: cell.blob(CellRow.heightRuns)) } else { try row.putNull() }
      try row.put(blob: cell.blob(CellRow.findings))
      try row.putNull()
      try row.putNull()
    }
    try row.run()
  }
}
