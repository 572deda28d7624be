import LayoutPrimitives

/// Reads all cells of a store, once, in the order of the file.
package struct CellTableReader {
  private let reader: StoreReader
  private var tables: [RecordTable]
  private var otherVersions: [[CellTable.CellPlace: StoredVersion]]
  private var classes: [CellTable.Class] = []
  private var shapes = ShapeTable()
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
  ///   - threads: At most so many read at once.
  /// - Throws: `StoreError.corrupt` for a damaged row, or counts that the catalog contradicts.
  package init(_ reader: StoreReader, frameBytes: Int, threads: Int) throws {
    self.reader = reader
    cells = CellTable(feeds: [], classes: [], shapes: ShapeTable())
    self.frameBytes = frameBytes
    codecs = reader.catalog.templates.mapValues { FrameCodec(template: $0) }
    let catalog = reader.catalog
    tables = catalog.feeds.map {
      RecordTable(count: $0.records, environments: $0.environments.count)
    }
    otherVersions = catalog.feeds.map { _ in [:] }
    try readShapes()
    try readCells(threads: threads)
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

  private mutating func readCells(threads: Int) throws {
    let catalog = reader.catalog
    var counts = catalog.feeds.map { [Int](repeating: 0, count: $0.environments.count) }
    try CellBatches(reader, threads: threads).forEach { batch in
      for cell in batch.cells {
        try add(cell, of: batch)
        counts[cell.feed][cell.column] += 1
      }
    }
    for (feed, counts) in zip(catalog.feeds, counts) {
      for (environment, count) in zip(feed.environments, counts)
      where count != environment.cells + environment.failed {
        throw reader.corrupt(
          "feed '\(feed.name)' has \(count) of \(environment.cells + environment.failed) cells in "
            + environment.environment.key)
      }
    }
  }

  private mutating func add(_ cell: CellBatch.Cell, of batch: CellBatch) throws {
    let (feed, column) = (cell.feed, cell.column)
    let known = tables[feed].count
    let record = batch.with(cell.id) { tables[feed].insert($0, version: cell.version) }
    guard let record else { throw reader.corrupt("feed \(feed) has too many records") }
    guard tables[feed][record, column].cellClass < 0 else {
      throw reader.corrupt("record '\(tables[feed].id(of: record))' has two cells")
    }
    if record < known, tables[feed].version(of: record) != cell.version {
      otherVersions[feed][CellTable.CellPlace(record: record, column: column)] = cell.version
    }
    let (kind, shape) = try frames(of: cell, batch)
    let number = try number(
      CellTable.Class(
        kind: kind, template: cell.template, caveats: cell.caveats, findings: cell.findings))
    tables[feed][record, column] = CellTable.Row(
      exactHeight: cell.exactHeight, height: cell.height, shape: shape, cellClass: number)
    records.set(cell.number, to: UInt32(record))
  }

  /// The kind of a cell, and the place of its frames in `shapes`.
  private mutating func frames(
    of cell: CellBatch.Cell, _ batch: CellBatch
  ) throws -> (CellTable.Kind, Int32) {
    if cell.isFailed { return (.failed, -1) }
    switch cell.frames {
    case .none: return (.height, -1)
    case .inFile: return (.inFile, -1)
    case .shape(let stored):
      guard let place = shapes.place(ofNumber: stored, template: cell.template) else {
        throw reader.corrupt("the frames of cell \(cell.number), shape \(stored)")
      }
      return (.shape, place)
    case .own(let bytes):
      guard shapes.memoryBytes < frameBytes else { return (.inFile, -1) }
      let place = batch.with(bytes) { data in
        codecs[cell.template].flatMap { shapes.add(template: cell.template, $0, data) }
      }
      guard let place else { throw reader.corrupt("the frames of cell \(cell.number)") }
      return (.shape, place)
    }
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
