import CellTemplates
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The workers for feeds with the same templates and environments.
struct WorkerPool: Sendable {
  /// In the order of `TemplateSelector.plans`.
  let templates: [StoredTemplate]
  /// The environments with states.
  let environments: [Environment]
  let workers: [LayoutWorker]

  /// Approximate size of a record's cells, in bytes.
  var cellBytes: Int {
    // At most one run for each width.
    let runs = environments.reduce(0) { $0 + ($1.widthPixels?.count ?? 0) }
    return runs * MemoryLayout<HeightRuns.Run>.size + frameBytes
  }

  private var frameBytes: Int {
    templates.map {
      BatchBudget.cellBytes(
        views: $0.views.count, labels: $0.labels.count, environments: environments.count)
    }.max() ?? 0
  }

  /// Creates one pool per set of templates and environments.
  ///
  /// - Returns: The pools, and the index of each feed's pool.
  static func pools(
    for configuration: BuildConfiguration, trace: TraceRecorder?
  ) throws(TextError) -> (pools: [WorkerPool], ofFeeds: [Int]) {
    var pools: [WorkerPool] = []
    var ofFeeds: [Int] = []
    for feed in configuration.feeds {
      let choice = configuration.templates(of: feed)
      let templates = choice.plans.map { StoredTemplate($0) }
      let environments = configuration.environments(of: feed)
      if let known = pools.firstIndex(where: {
        $0.templates == templates && $0.environments == environments
      }) {
        ofFeeds.append(known)
        continue
      }
      ofFeeds.append(pools.count)
      var workers: [LayoutWorker] = []
      for number in 0..<configuration.jobs {
        // Workers are numbered over all pools, for distinct lanes in a trace.
        let lane = trace?.lane("worker \(pools.count * configuration.jobs + number + 1)")
        workers.append(
          try LayoutWorker(
            configuration, templates: choice, environments: environments, trace: lane))
      }
      pools.append(
        WorkerPool(templates: templates, environments: environments, workers: workers))
    }
    return (pools, ofFeeds)
  }
}

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
