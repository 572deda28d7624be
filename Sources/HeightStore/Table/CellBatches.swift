import Dispatch
import LayoutPrimitives
import Synchronization

/// All cells of a store in the order of their numbers, read by several threads.
struct CellBatches {
  private let reader: StoreReader
  private let threads: Int
  private let places: CellBatch.Places

  /// Cell numbers in a batch, which takes some 15 MB.
  static let numbersPerBatch: Int64 = 1 << 16

  /// - Parameter threads: At most so many read at once.
  init(_ reader: StoreReader, threads: Int) {
    self.reader = reader
    self.threads = max(1, threads)
    places = CellBatch.Places(reader.catalog)
  }

  /// Calls `body` with each batch.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged cell.
  func forEach(_ body: (CellBatch) throws -> Void) throws {
    let bounds = try reader.connection.prepare("SELECT min(cell_id), max(cell_id) FROM cells")
    guard try bounds.step(), !bounds.isNull(0) else { return }
    let (first, last) = (bounds.int(0), bounds.int(1))
    let (distance, isBeyond) = last.subtractingReportingOverflow(first)
    guard first >= 0, !isBeyond else { throw reader.corrupt("a cell has a negative number") }
    let batches = distance / Self.numbersPerBatch + 1
    for wave in stride(from: Int64(0), to: batches, by: threads) {
      let ranges = (wave..<min(batches, wave + Int64(threads))).map { batch in
        let start = first + batch * Self.numbersPerBatch
        return start...(batch == batches - 1 ? last : start + Self.numbersPerBatch - 1)
      }
      for batch in try read(ranges) { try body(batch) }
    }
  }

  /// Reads a wave of batches, each with a connection of its own.
  private func read(_ ranges: [ClosedRange<Int64>]) throws -> [CellBatch] {
    guard ranges.count > 1 else { return try ranges.map { try CellBatch(reader, $0, places) } }
    let (path, catalog, known) = (reader.path, reader.catalog.checksum, places)
    let results = Mutex([Result<CellBatch, any Error>?](repeating: nil, count: ranges.count))
    DispatchQueue.concurrentPerform(iterations: ranges.count) { index in
      let result = Result<CellBatch?, any Error> {
        let other = try StoreReader(path: path)
        // Another generation may be at the path by now.
        return other.catalog.checksum == catalog
          ? try CellBatch(other, ranges[index], known) : nil
      }
      results.withLock { $0[index] = result.transposed }
    }
    return try zip(results.withLock { $0 }, ranges).map { result, range in
      try result?.get() ?? CellBatch(reader, range, places)
    }
  }
}

extension Result where Success == CellBatch? {
  /// Nil for a success without a value.
  fileprivate var transposed: Result<CellBatch, Failure>? {
    switch self {
    case .success(let batch): batch.map { .success($0) }
    case .failure(let error): .failure(error)
    }
  }
}
