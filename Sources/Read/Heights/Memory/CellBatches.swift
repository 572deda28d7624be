#if canImport(HeightStore)
import Dispatch
import HeightStore
import LayoutPrimitives
import Synchronization

/// All cells of a store in the order of their numbers, read by several threads.
///
/// Each thread reads the next batch that nobody reads. Batches are put together in order, each by
/// whatever thread comes when it is its turn, while the others read on; so the outcome does not
/// depend on the number of threads.
struct CellBatches {
  private let reader: StoreReader
  private let threads: Int
  private let places: CellBatch.Places

  private let numbersPerBatch: Int64

  /// Batches of a thread that are read and not yet put together.
  private static let waitingPerThread = 2

  /// - Parameters:
  ///   - reader: The store.
  ///   - threads: At most so many read at once.
  ///   - numbersPerBatch: Cell numbers in a batch; more where numbers have large gaps.
  init(
    _ reader: StoreReader, threads: Int, numbersPerBatch: Int64 = NumberRanges.usualWidth
  ) {
    self.reader = reader
    self.threads = max(1, threads)
    self.numbersPerBatch = max(1, numbersPerBatch)
    places = CellBatch.Places(reader.catalog)
  }

  /// Reads all batches and puts them together.
  ///
  /// - Parameter makeBuilder: Makes what puts them together.
  /// - Throws: `StoreError.corrupt` for damage, the first in the order of the cells.
  func merged(_ makeBuilder: () throws -> CellTableBuilder) throws -> CellTableBuilder {
    let ranges = try NumberRanges(reader, width: numbersPerBatch)
    let merge = BatchMerge(
      ranges, places: places, builder: try makeBuilder(), room: threads * Self.waitingPerThread)
    let readers = min(threads, ranges.count)
    if readers > 1 {
      let (path, access, catalog) = (reader.path, reader.access, reader.catalog.checksum)
      DispatchQueue.concurrentPerform(iterations: readers) { _ in
        // Another generation may be at the path by now, or none; then the rest is read below.
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

/// The work that threads share; a class because all have the same.
private final class BatchMerge: Sendable {
  /// Batches on their way.
  private struct Progress {
    /// The next one to read.
    var unread = 0
    /// The next one to put together.
    var due = 0
    /// Those that were read and are not put together.
    var waiting: [Int: Result<CellBatch, any Error>] = [:]
    /// What ended the work.
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

  /// Reads batches until there is none left.
  func read(_ reader: StoreReader) {
    // The one who waits next must see the end too.
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

  /// Puts together what is due, unless another thread does.
  private func mergeWhatIsDue() {
    // The other thread looks again after it has let go of the lock, and so finds a batch that came
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
