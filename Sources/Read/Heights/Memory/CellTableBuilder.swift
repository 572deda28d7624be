#if canImport(HeightStore)
import Dispatch
import HeightStore
import LayoutPrimitives
import Synchronization

/// Reads all cells of a store, once, in the order of the file.
struct CellTableReader {
  private let reader: StoreReader
  /// The record of each cell number, for the lists.
  private let records: CellNumbers

  /// The cells.
  let cells: CellTable

  /// Reads the cells.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - frameBytes: Memory limit for frames that belong to one cell, in bytes.
  ///   - threads: Maximum number of threads; the outcome does not depend on it.
  /// - Throws: `StoreError.corrupt` for a damaged row, or counts that the catalog contradicts.
  init(_ reader: StoreReader, frameBytes: Int, threads: Int) throws {
    self.reader = reader
    (cells, records) = try CellBatches(reader, threads: threads)
      .merged { try CellTableBuilder(reader, frameBytes: frameBytes) }
      .finished()
  }

  /// The records of a list's cells in order, whose heights must be the list's.
  ///
  /// - Parameters:
  ///   - list: A list of the feed in an environment.
  ///   - feed: The feed's index in the catalog.
  ///   - column: The environment's column.
  /// - Throws: `StoreError.corrupt` for a damaged chunk.
  func records(of list: StoredList, feed: Int, column: Int) throws -> [UInt32] {
    var found: [UInt32] = []
    found.reserveCapacity(list.count)
    try reader.forEachCell(of: list) { number, height in
      guard let record = records[number],
        Int(cells.feeds[feed].row(Int(record), column: column).height) == height
      else { throw reader.corrupt("cell \(number) of list '\(list.description.name)'") }
      found.append(record)
    }
    return found
  }
}

/// Combines the batches of a store's cells, one after the other.
struct CellTableBuilder: Sendable {
  private let path: String
  private let catalog: StoreCatalog
  private let codecs: [TemplateID: FrameCodec]
  private let frameBytes: Int
  private var tables: [RecordTable]
  private var otherVersions: [[CellTable.CellPlace: StoredVersion]]
  private var counts: [[Int]]
  private var classes: [CellClass] = []
  private var classNumbers: [CellClass: Int32] = [:]
  private var shapes = ShapeTable()
  private var records = CellNumbers()

  /// Reads the shapes that cells share.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - frameBytes: Memory limit for frames that belong to one cell, in bytes.
  /// - Throws: `StoreError.corrupt` for a damaged shape.
  init(_ reader: StoreReader, frameBytes: Int) throws {
    path = reader.path
    catalog = reader.catalog
    self.frameBytes = frameBytes
    codecs = reader.catalog.templates.mapValues { FrameCodec(template: $0) }
    tables = catalog.feeds.map {
      RecordTable(count: $0.records, environments: $0.environments.count)
    }
    otherVersions = catalog.feeds.map { _ in [:] }
    counts = catalog.feeds.map { [Int](repeating: 0, count: $0.environments.count) }
    try reader.forEachShape { number, template, frames in
      guard let codec = codecs[template],
        shapes.add(number: number, template: template, codec, frames)
      else { throw reader.corrupt("shape \(number)") }
    }
  }

  /// Few enough that the read-ahead fits in the smallest cache.
  private static let cellsReadAhead = 64

  /// The numbers of a batch's classes; -1 for one without a cell so far.
  private struct ClassMap {
    var known: [Int32]
    /// With frames that are left in the file.
    var inFile: [Int32]

    init(_ batch: CellBatch) {
      known = [Int32](repeating: -1, count: batch.classes.count)
      inFile = known
    }
  }

  /// Adds the cells of the next batch.
  ///
  /// - Throws: `StoreError.corrupt` for a cell that contradicts others.
  mutating func add(_ batch: CellBatch) throws {
    var map = ClassMap(batch)
    try batch.bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: batch.cells.count, by: Self.cellsReadAhead) {
        let cells = batch.cells[start..<min(start + Self.cellsReadAhead, batch.cells.count)]
        // Cells of one feed mostly follow each other; the slots of other feeds are read when
        // required.
        let feed = cells.first?.feed ?? 0
        tables[Int(feed)].readAhead(cells.lazy.map(\.hash))
        for cell in cells { try add(cell, bytes, of: batch, &map) }
      }
    }
  }

  private mutating func add(
    _ cell: CellBatch.Cell, _ bytes: UnsafeRawBufferPointer, of batch: CellBatch,
    _ map: inout ClassMap
  ) throws {
    let (feed, column) = (Int(cell.feed), Int(cell.column))
    let known = tables[feed].count
    let version = UnsafeRawBufferPointer(rebasing: bytes[cell.version])
    let record = tables[feed].insert(
      UnsafeRawBufferPointer(rebasing: bytes[cell.id]), hash: cell.hash, version: version,
      isHash: cell.versionIsHash)
    guard let record else { throw corrupt("feed \(feed) has too many records") }
    if record < known {
      guard tables[feed][record, column].cellClass < 0 else {
        throw corrupt("record '\(tables[feed].id(of: record))' has two cells")
      }
      if !tables[feed].has(record, version: version, isHash: cell.versionIsHash) {
        otherVersions[feed][CellTable.CellPlace(record: record, column: column)] = StoredVersion(
          stored: version, isHash: cell.versionIsHash)
      }
    }
    let shape = try shape(of: cell, batch.classes[Int(cell.cellClass)], bytes)
    tables[feed][record, column] = CellTable.Row(
      exactHeight: cell.exactHeight, height: cell.height, shape: shape ?? -1,
      cellClass: try number(of: cell, of: batch, isInFile: shape == nil, &map))
    records.set(cell.number, to: UInt32(truncatingIfNeeded: record))
    counts[feed][column] += 1
  }

  /// The position of a cell's frames in `shapes`.
  ///
  /// - Returns: -1 for a cell without frames, nil if the frames exceed the memory limit.
  private mutating func shape(
    of cell: CellBatch.Cell, _ cellClass: CellClass, _ bytes: UnsafeRawBufferPointer
  ) throws -> Int32? {
    guard cellClass.kind == .shape else { return -1 }
    if let stored = cell.shape {
      guard let place = shapes.place(ofNumber: stored, template: cellClass.template) else {
        throw corrupt("the frames of cell \(cell.number), shape \(stored)")
      }
      return place
    }
    guard shapes.memoryBytes < frameBytes else { return nil }
    let data = UnsafeRawBufferPointer(rebasing: bytes[cell.frames])
    guard let codec = codecs[cellClass.template],
      let place = shapes.add(template: cellClass.template, codec, data)
    else { throw corrupt("the frames of cell \(cell.number)") }
    return place
  }

  /// The number of a cell's class; numbers are in the order in which the cells first have them.
  private mutating func number(
    of cell: CellBatch.Cell, of batch: CellBatch, isInFile: Bool, _ map: inout ClassMap
  ) throws -> Int32 {
    let place = Int(cell.cellClass)
    let mapped = isInFile ? map.inFile[place] : map.known[place]
    if mapped >= 0 { return mapped }
    let found = batch.classes[place]
    let made = try number(
      CellClass(
        kind: isInFile ? .inFile : found.kind, template: found.template, caveats: found.caveats,
        findings: found.findings))
    if isInFile { map.inFile[place] = made } else { map.known[place] = made }
    return made
  }

  private mutating func number(_ cellClass: CellClass) throws -> Int32 {
    if let known = classNumbers[cellClass] { return known }
    guard catalog.templates[cellClass.template] != nil, let number = Int32(exactly: classes.count)
    else { throw corrupt("a cell has an unknown template") }
    classes.append(cellClass)
    classNumbers[cellClass] = number
    return number
  }

  /// The table, and the record of each cell number.
  ///
  /// - Throws: `StoreError.corrupt` for counts that the catalog contradicts.
  consuming func finished() throws -> (CellTable, CellNumbers) {
    for (feed, counts) in zip(catalog.feeds, counts) {
      for (environment, count) in zip(feed.environments, counts)
      where count != environment.cells + environment.failed {
        throw corrupt(
          "feed '\(feed.name)' has \(count) of \(environment.cells + environment.failed) cells in "
            + environment.environment.key)
      }
    }
    shapes.finish()
    let feeds = catalog.feeds.enumerated().map { place, feed in
      CellTable.Feed(
        records: tables[place], environments: feed.environments.map(\.id),
        otherVersions: otherVersions[place])
    }
    return (CellTable(feeds: feeds, classes: classes, shapes: shapes), records)
  }

  private func corrupt(_ detail: String) -> StoreError { .corrupt(path: path, detail: detail) }
}

/// The record of each cell number: an array, as numbers have few gaps, and a table for the others.
struct CellNumbers: Sendable {
  private var dense: [UInt32] = []
  private var sparse: [Int64: UInt32] = [:]
  private var count = 0

  mutating func set(_ number: Int64, to record: UInt32) {
    count += 1
    // Numbers are in ascending order; at most three of four slots stay empty.
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

/// All cells of a store in the order of their numbers, read by several threads.
///
/// Each thread takes the next batch. Batches are combined in order, each by the thread that is free
/// at that time, while the others go on reading. The outcome does not depend on the number of
/// threads.
struct CellBatches {
  private let reader: StoreReader
  private let threads: Int
  private let places: CellBatch.Places

  private let numbersPerBatch: Int64

  /// Batches of a thread that are read and not yet combined.
  private static let waitingPerThread = 2

  /// - Parameters:
  ///   - reader: The store.
  ///   - threads: Maximum number of threads.
  ///   - numbersPerBatch: Cell numbers in a batch; more if numbers have large gaps.
  init(
    _ reader: StoreReader, threads: Int, numbersPerBatch: Int64 = NumberRanges.usualWidth
  ) {
    self.reader = reader
    self.threads = max(1, threads)
    self.numbersPerBatch = max(1, numbersPerBatch)
    places = CellBatch.Places(reader.catalog)
  }

  /// Reads all batches and combines them.
  ///
  /// - Parameter makeBuilder: Makes the object that combines them.
  /// - Throws: `StoreError.corrupt` for damage, the first in the order of the cells.
  func merged(_ makeBuilder: () throws -> CellTableBuilder) throws -> CellTableBuilder {
    let ranges = try NumberRanges(reader, width: numbersPerBatch)
    let merge = BatchMerge(
      ranges, places: places, builder: try makeBuilder(), room: threads * Self.waitingPerThread)
    let readers = min(threads, ranges.count)
    if readers > 1 {
      let (path, access, catalog) = (reader.path, reader.access, reader.catalog.checksum)
      DispatchQueue.concurrentPerform(iterations: readers) { _ in
        // Another generation may be at the path now, or none; then the remaining batches are read
        // below.
        guard let other = try? StoreReader(path: path, access: access),
          other.catalog.checksum == catalog
        else { return }
        merge.read(other)
      }
    }
    merge.read(reader)
    return try merge.builder()
  }
}

/// The work that threads share; a class because all use the same.
private final class BatchMerge: Sendable {
  /// Batches on their way.
  private struct Progress {
    /// The next one to read.
    var unread = 0
    /// The next one to put together.
    var due = 0
    /// Those that were read and are not put together.
    var waiting: [Int: Result<CellBatch, any Error>] = [:]
    /// The error that ended the work.
    var failure: (any Error)?
  }

  private let ranges: NumberRanges
  private let places: CellBatch.Places
  private let progress = Mutex(Progress())
  private let merged: Mutex<CellTableBuilder>
  /// Bounds the batches in memory.
  private let room = DispatchSemaphore(value: 0)

  init(
    _ ranges: NumberRanges, places: CellBatch.Places, builder: consuming CellTableBuilder,
    room count: Int
  ) {
    self.ranges = ranges
    self.places = places
    merged = Mutex(builder)
    for _ in 0..<count { room.signal() }
  }

  /// Reads batches until none is left.
  func read(_ reader: StoreReader) {
    // The next waiting thread must be woken at the end, too.
    defer { room.signal() }
    while true {
      room.wait()
      guard let index = next() else { return }
      let batch = Result<CellBatch, any Error> {
        try CellBatch(reader, ranges[index], places, expected: ranges.expectedCells)
      }
      progress.withLock { $0.waiting[index] = batch }
      mergeWhatIsDue()
    }
  }

  private func next() -> Int? {
    progress.withLock { progress in
      guard progress.failure == nil, progress.unread < ranges.count else { return nil }
      progress.unread += 1
      return progress.unread - 1
    }
  }

  /// Combines the batches that are ready, unless another thread does.
  private func mergeWhatIsDue() {
    // The other thread checks again after it has released the lock, and finds a batch that arrived
    // meanwhile.
    while progress.withLock({ $0.failure == nil && $0.waiting[$0.due] != nil }) {
      let isMine: Void? = merged.withLockIfAvailable { builder in
        while let batch = takeDue() {
          do {
            try builder.add(batch.get())
          } catch {
            progress.withLock { $0.failure = error }
          }
          room.signal()
        }
      }
      if isMine == nil { return }
    }
  }

  private func takeDue() -> Result<CellBatch, any Error>? {
    progress.withLock { progress in
      guard progress.failure == nil, let batch = progress.waiting.removeValue(forKey: progress.due)
      else { return nil }
      progress.due += 1
      return batch
    }
  }

  /// The outcome, after all have read.
  func builder() throws -> CellTableBuilder {
    if let failure = progress.withLock({ $0.failure }) { throw failure }
    return merged.withLock { $0 }
  }
}
#endif
