import CellTemplates
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The workers that feeds with the same templates and environments share.
struct WorkerPool: Sendable {
  /// The templates, in the order of `TemplateSelector.plans`.
  let templates: [StoredTemplate]
  /// The environments, with states.
  let environments: [Environment]
  let workers: [LayoutWorker]

  /// Approximate size of all cells of one record, in bytes.
  var cellBytes: Int {
    // A range of widths has at most one run of equal heights per width.
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
  /// - Returns: The pools, and the index of the pool of each feed, in the order of the feeds.
  static func pools(
    for configuration: BuildConfiguration, trace: TraceRecorder?
  ) throws(TextError) -> (pools: [WorkerPool], ofFeeds: [Int]) {
    var pools: [WorkerPool] = []
    var ofFeeds: [Int] = []
    for feed in configuration.feeds {
      let choice = configuration.templates(of: feed)
      let templates = choice.plans.map { StoredTemplate($0) }
      let environments = configuration.environments(of: feed)
      if let index = pools.firstIndex(where: {
        $0.templates == templates && $0.environments == environments
      }) {
        ofFeeds.append(index)
        continue
      }
      ofFeeds.append(pools.count)
      var workers: [LayoutWorker] = []
      for number in 0..<configuration.jobs {
        // Workers are numbered over all pools, so that each worker has a separate lane in a trace.
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

/// The limits of the records and cells in memory, per worker and in total.
///
/// The result of a build does not depend on the sizes of batches.
struct BatchBudget {
  /// Maximum number of records in a batch.
  static let records = 64
  /// Maximum number of unchanged records in a batch; they need no worker.
  static let keptRecords = 512
  /// Maximum number of pending batches per worker.
  static let batchesPerWorker = 3
  /// Approximate memory that all workers together may use to lay out long texts, in bytes.
  private static let scratchBytes = 16 << 20
  /// Approximate memory that a layout needs per byte of a record's text, in bytes.
  private static let scratchPerByte = 100
  /// Maximum approximate size of the records and cells in all batches, in bytes.
  static let bytes = 16 << 20

  /// Maximum number of pending batches.
  private let batches: Int
  /// Size at which a batch is complete, in bytes.
  private let batchBytes: Int
  /// Size of the pending batches, in bytes.
  private var held = 0

  init(workers: Int) {
    batches = max(workers, 1) * Self.batchesPerWorker
    batchBytes = max(Self.bytes / batches, 1)
  }

  /// Whether another batch may be read while a number of batches is pending.
  func hasRoom(beside batchesInFlight: Int) -> Bool {
    batchesInFlight == 0 || (batchesInFlight < batches && held < Self.bytes)
  }

  /// Whether a batch with a number of records and bytes is complete.
  func isFull(records: Int, bytes: Int) -> Bool {
    records >= Self.records || bytes >= batchBytes
  }

  /// The number of workers that may lay out records when the longest record has the given size.
  ///
  /// A worker keeps the memory that its longest text needed. Long records therefore use few
  /// workers, but at least two if there are two.
  static func workers(for longestRecord: Int, of count: Int) -> Int {
    min(count, max(scratchBytes / (max(longestRecord, 1) * scratchPerByte), 2))
  }

  /// Adds the size of a batch that was read.
  mutating func add(_ bytes: Int) { held += bytes }

  /// Subtracts the size of a batch that was written.
  mutating func release(_ bytes: Int) { held -= bytes }

  /// Approximate size of all cells of one record, in bytes.
  static func cellBytes(views: Int, labels: Int, environments: Int) -> Int {
    let layout =
      MemoryLayout<WorkResult>.stride + views * MemoryLayout<PixelRect>.stride
      + labels * MemoryLayout<LabelLines>.stride
    return environments * layout
  }
}
