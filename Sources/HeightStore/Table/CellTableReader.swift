import LayoutPrimitives

/// Reads all cells of a store, once, in the order of the file.
package struct CellTableReader {
  private let reader: StoreReader
  private var tables: [RecordTable]
  private var otherVersions: [[CellTable.CellPlace: StoredVersion]]
  private var classes: [CellTable.Class] = []
  private var shapes = ShapeTable()
  private var feedNumbers: [Int64: Int] = [:]
  private var classNumbers: [CellTable.Class: Int32] = [:]
  /// The record of each cell number, for the lists.
  private var records = CellNumbers()
  private let codecs: [TemplateID: FrameCodec]
  private let frameBytes: Int

  /// Reads the cells.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - frameBytes: Memory up to which frames that no other cell has are kept.
  /// - Throws: `StoreError.corrupt` for a damaged row, or counts that the catalog contradicts.
  package init(_ reader: StoreReader, frameBytes: Int) throws {
    self.reader = reader
    cells = CellTable(feeds: [], classes: [], shapes: ShapeTable())
    self.frameBytes = frameBytes
    codecs = reader.catalog.templates.mapValues { FrameCodec(template: $0) }
    let catalog = reader.catalog
    tables = catalog.feeds.map {
      RecordTable(count: $0.records, environments: $0.environments.count)
    }
    otherVersions = catalog.feeds.map { _ in [:] }
    for (place, feed) in catalog.feeds.enumerated() { feedNumbers[feed.id] = place }
    try readShapes()
    try readCells()
    shapes.finish()
    let feeds = catalog.feeds.enumerated().map { place, feed in
      CellTable.Feed(
        records: tables[place], environments: feed.environments.map(\.id),
        otherVersions: otherVersions[place])
    }
    cells = CellTable(feeds: feeds, classes: classes, shapes: shapes)
    tables = []
  }

  /// The cells.
  package private(set) var cells: CellTable

  private mutating func readShapes() throws {
    let bytes = RowBytes()
    let row = try reader.connection.prepare("SELECT \(ShapeRow.columns) FROM shapes")
    while try row.step() {
      let template = TemplateID(rawValue: row.int(ShapeRow.template))
      guard ShapeRow.isWhole(row, bytes), let codec = codecs[template],
        shapes.add(
          number: row.int(ShapeRow.id), template: template, codec, row.blob(ShapeRow.frames))
      else { throw reader.corrupt("shape \(row.int(ShapeRow.id))") }
    }
  }

  private mutating func readCells() throws {
    let bytes = RowBytes()
    let row = try reader.connection.prepare("SELECT \(CellRow.columns) FROM cells")
    let columns = reader.catalog.feeds.map { $0.environments.map(\.id) }
    var counts = columns.map { [Int](repeating: 0, count: $0.count) }
    while try row.step() {
      guard CellRow.isWhole(row, bytes) else {
        throw reader.corrupt(
          "cell \(row.int(CellRow.id)), of record '\(row.text(CellRow.recordID))'")
      }
      let environment = EnvironmentID(rawValue: row.int(CellRow.environment))
      guard let feed = feedNumbers[row.int(CellRow.feed)],
        let column = columns[feed].firstIndex(of: environment)
      else { throw reader.corrupt("cell \(row.int(CellRow.id)) is of no known feed") }
      try add(row, feed: feed, column: column)
      counts[feed][column] += 1
    }
    for (feed, counts) in zip(reader.catalog.feeds, counts) {
      for (environment, count) in zip(feed.environments, counts)
      where count != environment.cells + environment.failed {
        throw reader.corrupt(
          "feed '\(feed.name)' has \(count) of \(environment.cells + environment.failed) cells in "
            + environment.environment.key)
      }
    }
  }

  private mutating func add(_ row: PreparedStatement, feed: Int, column: Int) throws {
    let version = CellRow.storedVersion(row)
    let known = tables[feed].count
    guard
      let record = tables[feed].insert(
        UnsafeRawBufferPointer(row.textBytes(CellRow.recordID)), version: version)
    else { throw reader.corrupt("feed \(row.int(CellRow.feed)) has too many records") }
    guard tables[feed][record, column].cellClass < 0 else {
      throw reader.corrupt("record '\(row.text(CellRow.recordID))' has two cells")
    }
    if record < known, tables[feed].version(of: record) != version {
      otherVersions[feed][CellTable.CellPlace(record: record, column: column)] = version
    }
    tables[feed][record, column] = try self.row(row)
    records.set(row.int(CellRow.id), to: UInt32(record))
  }

  private mutating func row(_ row: PreparedStatement) throws -> CellTable.Row {
    let template = TemplateID(rawValue: row.int(CellRow.template))
    var (kind, shape) = (CellTable.Kind.height, Int32(-1))
    if !row.isNull(CellRow.errorCode) {
      kind = .failed
    } else if let stored = CellRow.shapeID(row) {
      guard let place = shapes.place(ofNumber: stored, template: template) else {
        throw reader.corrupt("the frames of cell \(row.int(CellRow.id)), shape \(stored)")
      }
      (kind, shape) = (.shape, place)
    } else if !row.isNull(CellRow.frames), shapes.memoryBytes < frameBytes {
      guard let codec = codecs[template],
        let place = shapes.add(template: template, codec, row.blob(CellRow.frames))
      else { throw reader.corrupt("the frames of cell \(row.int(CellRow.id))") }
      (kind, shape) = (.shape, place)
    } else if !row.isNull(CellRow.frames) || !row.isNull(CellRow.heightRuns) {
      kind = .inFile
    }
    let number = try number(
      CellTable.Class(
        kind: kind, template: template, caveats: Caveats(rawValue: Int(row.int(CellRow.caveats))),
        findings: FindingSet(row)))
    return CellTable.Row(
      exactHeight: row.double(CellRow.exactHeight),
      height: Int32(truncatingIfNeeded: row.int(CellRow.height)), shape: shape, cellClass: number)
  }

  private mutating func number(_ cellClass: CellTable.Class) throws -> Int32 {
    // Cells of one class often come one after another.
    if let last = classes.last, last == cellClass { return Int32(classes.count - 1) }
    if let known = classNumbers[cellClass] { return known }
    guard reader.catalog.templates[cellClass.template] != nil,
      let number = Int32(exactly: classes.count)
    else { throw reader.corrupt("a cell has an unknown template") }
    classes.append(cellClass)
    classNumbers[cellClass] = number
    return number
  }

  /// The records of a list's cells in order, whose heights must be the list's.
  ///
  /// - Parameters:
  ///   - list: A list of the feed in an environment.
  ///   - feed: The feed's place in the catalog.
  ///   - column: The environment's column.
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
  package func records(of list: StoredList, feed: Int, column: Int) throws -> [UInt32] {
    var found: [UInt32] = []
    found.reserveCapacity(list.count)
    for index in list.chunks.indices {
      let chunk = try reader.chunk(index, of: list)
      for (place, number) in chunk.cellIDs.enumerated() {
        let height = chunk.heightsBefore[place + 1] - chunk.heightsBefore[place]
        guard let record = records[number],
          Int(cells.feeds[feed].row(Int(record), column: column).height) == height
        else {
          throw reader.corrupt("cell \(number) of list '\(list.description.name)'")
        }
        found.append(record)
      }
    }
    return found
  }
}

/// The record of each cell number: an array, as numbers have few gaps, and a table for the others.
private struct CellNumbers {
  private var dense: [UInt32] = []
  private var sparse: [Int64: UInt32] = [:]
  private var count = 0

  mutating func set(_ number: Int64, to record: UInt32) {
    count += 1
    // Numbers come in ascending order; at most three in four places stay empty.
    guard number >= 0, number < Int64(count) * 4 + 4096 else {
      sparse[number] = record
      return
    }
    while dense.count <= Int(number) { dense.append(.max) }
    dense[Int(number)] = record
  }

  subscript(number: Int64) -> UInt32? {
    if number >= 0, number < Int64(dense.count), dense[Int(number)] != .max {
      return dense[Int(number)]
    }
    return sparse[number]
  }
}
