#if canImport(HeightStore)
import Dispatch
import HeightStore
import LayoutPrimitives
import Synchronization

/// Reads all cells of a store once, in the order of the file.
struct CellTableReader {
  private let reader: StoreReader
  /// The record number of each cell number, with which lists are read.
  private let records: CellNumbers

  let cells: CellTable

  /// Reads all cells.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - frameBytes: Size of all frames in memory, in bytes, from which on the frames of single
  ///     cells are left in the file.
  ///   - threads: Maximum number of threads; it does not affect the result.
  /// - Throws: `StoreError.corrupt` if a row is damaged, or if the counts differ from those in the
  ///   catalog.
  init(_ reader: StoreReader, frameBytes: Int, threads: Int) throws {
    self.reader = reader
    (cells, records) = try CellBatches(reader, threads: threads)
      .merged { try CellTableBuilder(reader, frameBytes: frameBytes) }
      .finished()
  }

  /// The record numbers of a list, in list order; the heights of the list are checked against the
  /// cells.
  ///
  /// - Parameters:
  ///   - list: A list of the feed in one environment.
  ///   - feed: The index of the feed in the catalog.
  ///   - column: The column of the environment.
  /// - Throws: `StoreError.corrupt` if a chunk is damaged or contradicts the cells.
  func records(of list: StoredList, feed: Int, column: Int) throws -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(list.count)
    try reader.forEachCell(of: list) { number, height in
      guard let record = records[number],
        Int(cells.feeds[feed].row(Int(record), column: column).height) == height
      else { throw reader.corrupt("cell \(number) of list '\(list.description.name)'") }
      result.append(record)
    }
    return result
  }
}

/// Combines the batches of a store's cells, in order, into a `CellTable`.
struct CellTableBuilder: Sendable {
  private let path: String
  private let catalog: StoreCatalog
  private let codecs: [TemplateID: FrameCodec]
  private let frameBytes: Int
  private var tables: [RecordTable]
  private var otherVersions: [[CellTable.CellKey: StoredVersion]]
  private var counts: [[Int]]
  private var classes: [CellClass] = []
  private var classNumbers: [CellClass: Int32] = [:]
  private var shapes = ShapeTable()
  private var records = CellNumbers()

  /// Reads the shapes of the store; no cells are added yet.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - frameBytes: Size of all frames in memory, in bytes, from which on the frames of single
  ///     cells are left in the file.
  /// - Throws: `StoreError.corrupt` if a shape is damaged.
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

  /// Number of cells whose slots are read ahead; few enough for the smallest cache of a processor.
  private static let cellsReadAhead = 64

  /// The number that each class of a batch has in `classes`; -1 if it has none yet.
  private struct ClassMap {
    var numbers: [Int32]
    /// The numbers of the same classes for cells whose frames are only in the file.
    var inFile: [Int32]

    init(_ batch: CellBatch) {
      numbers = [Int32](repeating: -1, count: batch.classes.count)
      inFile = numbers
    }
  }

  /// Adds the cells of the next batch.
  ///
  /// - Throws: `StoreError.corrupt` if a cell contradicts other cells.
  mutating func add(_ batch: CellBatch) throws {
    var map = ClassMap(batch)
    try batch.bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: batch.cells.count, by: Self.cellsReadAhead) {
        let cells = batch.cells[start..<min(start + Self.cellsReadAhead, batch.cells.count)]
        // Consecutive cells are mostly of one feed. The slots of cells of other feeds are not read
        // ahead.
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
    let count = tables[feed].count
    let version = UnsafeRawBufferPointer(rebasing: bytes[cell.version])
    let record = tables[feed].insert(
      UnsafeRawBufferPointer(rebasing: bytes[cell.id]), hash: cell.hash, version: version,
      isHash: cell.versionIsHash)
    guard let record else { throw corrupt("feed \(feed) has too many records") }
    if record < count {
      guard tables[feed][record, column].cellClass < 0 else {
        throw corrupt("record '\(tables[feed].id(of: record))' has two cells")
      }
      if !tables[feed].has(record, version: version, isHash: cell.versionIsHash) {
        otherVersions[feed][CellTable.CellKey(record: record, column: column)] = StoredVersion(
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

  /// The index of a cell's frames in `shapes`.
  ///
  /// - Returns: -1 if the cell has no frames; nil if its frames exceed the memory limit.
  private mutating func shape(
    of cell: CellBatch.Cell, _ cellClass: CellClass, _ bytes: UnsafeRawBufferPointer
  ) throws -> Int32? {
    guard cellClass.kind == .shape else { return -1 }
    if let stored = cell.shape {
      guard let index = shapes.index(ofNumber: stored, template: cellClass.template) else {
        throw corrupt("the frames of cell \(cell.number), shape \(stored)")
      }
      return index
    }
    guard shapes.memoryBytes < frameBytes else { return nil }
    let data = UnsafeRawBufferPointer(rebasing: bytes[cell.frames])
    guard let codec = codecs[cellClass.template],
      let index = shapes.add(template: cellClass.template, codec, data)
    else { throw corrupt("the frames of cell \(cell.number)") }
    return index
  }

  /// The number of a cell's class; classes are numbered in the order of their first cells.
  private mutating func number(
    of cell: CellBatch.Cell, of batch: CellBatch, isInFile: Bool, _ map: inout ClassMap
  ) throws -> Int32 {
    let index = Int(cell.cellClass)
    let mapped = isInFile ? map.inFile[index] : map.numbers[index]
    if mapped >= 0 { return mapped }
    let original = batch.classes[index]
    let made = try number(
      CellClass(
        kind: isInFile ? .inFile : original.kind, template: original.template,
        caveats: original.caveats,
        findings: original.findings))
    if isInFile { map.inFile[index] = made } else { map.numbers[index] = made }
    return made
  }

  private mutating func number(_ cellClass: CellClass) throws -> Int32 {
    if let existing = classNumbers[cellClass] { return existing }
    guard catalog.templates[cellClass.template] != nil, let number = Int32(exactly: classes.count)
    else { throw corrupt("a cell has an unknown template") }
    classes.append(cellClass)
    classNumbers[cellClass] = number
    return number
  }

  /// The table, and the record number of each cell number.
  ///
  /// - Throws: `StoreError.corrupt` if the counts differ from those in the catalog.
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
    let feeds = catalog.feeds.enumerated().map { index, feed in
      CellTable.Feed(
        records: tables[index], environments: feed.environments.map(\.id),
        otherVersions: otherVersions[index])
    }
    return (CellTable(feeds: feeds, classes: classes, shapes: shapes), records)
  }

  private func corrupt(_ detail: String) -> StoreError { .corrupt(path: path, detail: detail) }
}

/// The record number of each cell number.
///
/// Most are in an array, because there are few gaps; numbers after a large gap are in a dictionary.
struct CellNumbers: Sendable {
  private var dense: [UInt32] = []
  private var sparse: [Int64: UInt32] = [:]
  private var count = 0

  mutating func set(_ number: Int64, to record: UInt32) {
    count += 1
    // Numbers are set in ascending order, so that at most three of four elements are unused.
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

/// Reads all cells of a store with several threads, in batches in the order of cell numbers.
///
/// Each thread takes the next batch that is not read. Batches are combined in order by a thread
/// that is free, while the other threads continue to read. The number of threads does not affect
/// the result.
struct CellBatches {
  private let reader: StoreReader
  private let threads: Int
  private let columns: CellBatch.Columns

  private let numbersPerBatch: Int64

  /// Maximum number of batches per thread that are read but not combined.
  private static let waitingPerThread = 2

  /// Prepares the reading of a store.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - threads: Maximum number of threads.
  ///   - numbersPerBatch: Number of cell numbers per batch; batches are larger if numbers have
  ///     large gaps.
  init(
    _ reader: StoreReader, threads: Int, numbersPerBatch: Int64 = NumberRanges.usualWidth
  ) {
    self.reader = reader
    self.threads = max(1, threads)
    self.numbersPerBatch = max(1, numbersPerBatch)
    columns = CellBatch.Columns(reader.catalog)
  }

  /// Reads all batches and combines them.
  ///
  /// - Parameter makeBuilder: Creates the builder that combines the batches.
  /// - Throws: `StoreError.corrupt` for the first damage in the order of the cells.
  func merged(_ makeBuilder: () throws -> CellTableBuilder) throws -> CellTableBuilder {
    let ranges = try NumberRanges(reader, width: numbersPerBatch)
    let merge = BatchMerge(
      ranges, columns: columns, builder: try makeBuilder(), room: threads * Self.waitingPerThread)
    let readers = min(threads, ranges.count)
    if readers > 1 {
      let (path, access, catalog) = (reader.path, reader.access, reader.catalog.checksum)
      DispatchQueue.concurrentPerform(iterations: readers) { _ in
        // If the store was replaced or removed meanwhile, this thread reads nothing. The code below
        // reads the remaining batches.
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

/// The progress of all threads; a class because the threads share it.
private final class BatchMerge: Sendable {
  /// The state of the batches.
  private struct Progress {
    /// The index of the next batch to read.
    var unread = 0
    /// The index of the next batch to combine.
    var due = 0
    /// The batches that are read but not combined, by index.
    var waiting: [Int: Result<CellBatch, any Error>] = [:]
    /// The error that ended the work.
    var failure: (any Error)?
  }

  private let ranges: NumberRanges
  private let columns: CellBatch.Columns
  private let progress = Mutex(Progress())
  private let merged: Mutex<CellTableBuilder>
  /// Limits the number of batches in memory.
  private let room = DispatchSemaphore(value: 0)

  init(
    _ ranges: NumberRanges, columns: CellBatch.Columns, builder: consuming CellTableBuilder,
    room count: Int
  ) {
    self.ranges = ranges
    self.columns = columns
    merged = Mutex(builder)
    for _ in 0..<count { room.signal() }
  }

  /// Reads batches until all are read or an error occurs.
  func read(_ reader: StoreReader) {
    // Another thread may be waiting for the semaphore; it must wake up to end as well.
    defer { room.signal() }
    while true {
      room.wait()
      guard let index = next() else { return }
      let batch = Result<CellBatch, any Error> {
        try CellBatch(reader, ranges[index], columns, expected: ranges.expectedCells)
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

  /// Combines the batches that are ready, except if another thread is doing so.
  private func mergeWhatIsDue() {
    // The other thread repeats this check after it has released the lock. It therefore finds a
    // batch that was added meanwhile.
    while progress.withLock({ $0.failure == nil && $0.waiting[$0.due] != nil }) {
      let isMine: Void? = merged.withLockIfAvailable { builder in
        while let batch = removeDue() {
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

  private func removeDue() -> Result<CellBatch, any Error>? {
    progress.withLock { progress in
      guard progress.failure == nil, let batch = progress.waiting.removeValue(forKey: progress.due)
      else { return nil }
      progress.due += 1
      return batch
    }
  }

  /// The builder with all batches; call it after all threads have ended.
  func builder() throws -> CellTableBuilder {
    if let failure = progress.withLock({ $0.failure }) { throw failure }
    return merged.withLock { $0 }
  }
}
#endif
