import LayoutPrimitives

/// How much of a feed is held at once: so many batches a worker, but in all no more bytes than
/// there are for any number of workers.
///
/// Where a batch ends does not show in what is built.
struct BatchBudget {
  /// Records a batch: large enough that handing it over costs nothing against laying it out.
  static let records = 64
  /// Batches a worker may be ahead of the writer.
  static let batchesPerWorker = 3
  /// Bytes that workers keep for texts such as they have seen, about.
  private static let scratchBytes = 16 << 20
  /// Such bytes for each byte of a record.
  private static let scratchPerByte = 100
  /// Bytes of records and of their cells in all batches, about.
  static let bytes = 16 << 20

  /// Batches that may be in flight.
  private let batches: Int
  /// Bytes after which a batch ends; one record may go beyond.
  private let batchBytes: Int
  /// Bytes in flight.
  private var held = 0

  init(workers: Int) {
    batches = max(workers, 1) * Self.batchesPerWorker
    batchBytes = max(Self.bytes / batches, 1)
  }

  /// Whether one more batch may be read, of so many that are in flight.
  func hasRoom(beside batchesInFlight: Int) -> Bool {
    batchesInFlight == 0 || (batchesInFlight < batches && held < Self.bytes)
  }

  /// Whether a batch is to be handed over.
  func isFull(records: Int, bytes: Int) -> Bool {
    records >= Self.records || bytes >= batchBytes
  }

  /// Of so many workers how many, from the first, lay out records of so many bytes.
  ///
  /// A worker keeps the room that its longest text took. So the longer a record the fewer workers
  /// see its like, and all of them together need little more than two.
  static func workers(for longestRecord: Int, of count: Int) -> Int {
    min(count, max(scratchBytes / (max(longestRecord, 1) * scratchPerByte), 2))
  }

  /// Notes a batch that was read.
  mutating func take(_ bytes: Int) { held += bytes }

  /// Notes a batch that was written.
  mutating func release(_ bytes: Int) { held -= bytes }

  /// Bytes that the cells of one record take until they are written, about.
  static func cellBytes(views: Int, labels: Int, environments: Int) -> Int {
    let layout =
      MemoryLayout<WorkResult>.stride + views * MemoryLayout<PixelRect>.stride
      + labels * MemoryLayout<LabelLines>.stride
    return environments * layout
  }
}
