import LayoutPrimitives

/// Bounds the records in memory, per worker and in total.
///
/// The result of a build does not depend on the sizes of batches.
struct BatchBudget {
  /// Maximum number of records in a batch.
  static let records = 64
  /// Maximum number of unchanged records in a batch, which need no worker.
  static let keptRecords = 512
  /// Maximum number of pending batches per worker.
  static let batchesPerWorker = 3
  /// Approximate memory for long texts over all workers, in bytes.
  private static let scratchBytes = 16 << 20
  /// Memory for each byte of a record's text, in bytes.
  private static let scratchPerByte = 100
  /// Approximate size of records and cells in all batches, in bytes.
  static let bytes = 16 << 20

  /// Maximum number of pending batches.
  private let batches: Int
  /// Size after which a batch is closed, in bytes.
  private let batchBytes: Int
  /// Size of the pending batches, in bytes.
  private var held = 0

  init(workers: Int) {
    batches = max(workers, 1) * Self.batchesPerWorker
    batchBytes = max(Self.bytes / batches, 1)
  }

  /// Whether another batch may be read.
  func hasRoom(beside batchesInFlight: Int) -> Bool {
    batchesInFlight == 0 || (batchesInFlight < batches && held < Self.bytes)
  }

  /// Whether a batch is complete.
  func isFull(records: Int, bytes: Int) -> Bool {
    records >= Self.records || bytes >= batchBytes
  }

  /// The number of workers that lay out records of a size.
  ///
  /// A worker keeps the memory of its longest text, so that long records use few workers.
  static func workers(for longestRecord: Int, of count: Int) -> Int {
    min(count, max(scratchBytes / (max(longestRecord, 1) * scratchPerByte), 2))
  }

  /// Adds a batch that was read.
  mutating func take(_ bytes: Int) { held += bytes }

  /// Removes a batch that was written.
  mutating func release(_ bytes: Int) { held -= bytes }

  /// Approximate size of a record's cells, in bytes.
  static func cellBytes(views: Int, labels: Int, environments: Int) -> Int {
    let layout =
      MemoryLayout<WorkResult>.stride + views * MemoryLayout<PixelRect>.stride
      + labels * MemoryLayout<LabelLines>.stride
    return environments * layout
  }
}
