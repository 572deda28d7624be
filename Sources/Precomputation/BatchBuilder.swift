import AutoLayout
import CellTemplates
public import FeedRecords
import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// Builds and publishes one generation of a store.
///
/// Records are read one after the other, laid out by workers in batches and written in the order of
/// the feed, so that neither the number of workers nor their pace shows in the result. Reading,
/// layout and writing overlap; `BatchBudget` says how many records are held in memory.
public struct BatchBuilder {
  let configuration: BuildConfiguration
  let crews: [WorkerPool]
  /// For every feed the index of its crew.
  let crewOfFeed: [Int]
  let progress: (any BuildProgress)?
  var summary = BuildSummary()
  /// Bytes of the feeds before the one that is being built.
  private var bytesRead = 0

  /// Prepares a build; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - configuration: Feeds, templates, environments, fonts, store and limits.
  ///   - progress: Is told how far the build has come.
  ///   - trace: Where the workers note what they do and how long it takes; a lane each.
  public init(
    _ configuration: BuildConfiguration, progress: (any BuildProgress)? = nil,
    trace: TraceRecorder? = nil
  ) throws(TextError) {
    self.configuration = configuration
    self.progress = progress
    (crews, crewOfFeed) = try WorkerPool.crews(for: configuration, trace: trace)
  }

  /// Builds every feed and publishes the generation.
  ///
  /// - Throws: `BuildError` when nothing may be published, `StoreError` when the store cannot be
  ///   written; the published store is then as it was.
  public mutating func run() async throws -> BuildSummary {
    let lock = try BuildLock(
      store: configuration.store, startedUTC: configuration.createdUTC)
    defer { withExtendedLifetime(lock) {} }
    let writer = try GenerationWriter(
      lock: lock,
      plan: GenerationPlan(
        feeds: configuration.feeds.map(\.name), createdUTC: configuration.createdUTC,
        engineVersion: EngineVersion.current, settings: configuration.storeSettings))
    do {
      for (feed, crew) in zip(configuration.feeds, crewOfFeed) {
        try await build(feed, crews[crew], writer)
      }
      summary.generation = try writer.finish()
      summary.losses = writer.losses
    } catch BuildError.interrupted(let signal) {
      // The side file stays: the next build of these feeds goes on from it.
      throw BuildError.interrupted(signal: signal)
    } catch {
      // What stopped the build is what its caller must hear; a side file left over is swept later.
      do { try writer.abandon() } catch _ {}
      throw error
    }
    summary.environments = crews.map(\.environments.count).max() ?? 0
    summary.templates = Set(crews.flatMap(\.templates).map(\.hash)).count
    summary.workers = configuration.jobs
    for worker in crews.flatMap(\.workers) {
      let account = await worker.account()
      summary.enginesCreated += account.enginesCreated
      summary.engines += account.engines
      summary.text += account.text
    }
    return summary
  }

  /// Builds one feed into the open generation.
  private mutating func build(
    _ feed: FeedInput, _ crew: WorkerPool, _ writer: GenerationWriter
  ) async throws {
    let pass = try FeedPass(feed, of: configuration)
    let (environments, workers) = (crew.environments, crew.workers)
    let keys = try writer.begin(
      feed: FeedDescription(
        name: feed.name, sources: [],
        environments: try environments.map {
          try StoredEnvironment(
            key: $0.key, stepsPerPoint: $0.grid.stepsPerPoint, state: $0.state)
        },
        templates: crew.templates))
    let list = try writer.makeList(ListDescription(name: ListDescription.feedOrder))
    var feedBuild = FeedBuild(
      pass, keys: keys, list: list,
      findings: FeedFindings(
        feed: feed.name, plans: configuration.templates(of: feed).plans,
        environments: environments.map(\.key)))
    var pending: [(batch: Batch, results: Task<BatchResult, Never>)] = []
    var budget = BatchBudget(workers: workers.count)
    let cellBytes = crew.cellBytes
    var turn = 0
    var isDone = false
    while !isDone || !pending.isEmpty {
      while !isDone, budget.hasRoom(beside: pending.count) {
        let batch = try nextBatch(
          &feedBuild, writer, budget, cellBytes: cellBytes, isDone: &isDone)
        guard !batch.items.isEmpty else { break }
        budget.take(batch.bytes)
        let worker = workers[
          turn % BatchBudget.workers(for: batch.longestRecord, of: workers.count)]
        turn += 1
        pending.append((batch, Task { await worker.run(batch.items) }))
      }
      guard !pending.isEmpty else { break }
      let (batch, task) = pending.removeFirst()
      try feedBuild.write(batch.items, await task.value, writer)
      budget.release(batch.bytes)
      if let progress { progress.report(state(of: feedBuild, feed)) }
      if let signal = progress?.interruption() { throw BuildError.interrupted(signal: signal) }
    }
    try writer.note(sources: feedBuild.pass.sources)
    try writer.note(findings: feedBuild.findings.stored(keys))
    try writer.note(paths: feedBuild.findings.seenPaths)
    let removed = try writer.endFeed(records: feedBuild.goodRecords)
    var tolerance = configuration.tolerance
    tolerance.maximumRemoved = feed.maximumRemoved ?? tolerance.maximumRemoved
    try feedBuild.check(tolerance, removed)
    bytesRead += feedBuild.pass.progress.bytesRead
    summary.add(feedBuild, removedCells: removed.removedCells)
  }

  /// How far the whole build is.
  private func state(of build: borrowing FeedBuild, _ feed: FeedInput) -> ReadingProgress {
    let reading = build.pass.progress
    // The sizes of feeds that are not opened yet are not known.
    let isLast = feed.name == configuration.feeds.last?.name
    return ReadingProgress(
      records: summary.records + build.pass.records, bytesRead: bytesRead + reading.bytesRead,
      bytesExpected: isLast ? reading.bytesExpected.map { bytesRead + $0 } : nil)
  }

  /// Records that go to a worker together, and the bytes that they and their cells take, about.
  private struct Batch {
    var items: [WorkItem] = []
    var bytes = 0
    var longestRecord = 0
  }

  /// Reads the next records of a feed, and what is stored of them.
  ///
  /// - Parameter cellBytes: What the cells of a record take.
  private func nextBatch(
    _ feed: inout FeedBuild, _ writer: GenerationWriter, _ budget: BatchBudget, cellBytes: Int,
    isDone: inout Bool
  ) throws -> Batch {
    var batch = Batch()
    while !budget.isFull(records: batch.items.count, bytes: batch.bytes) {
      guard let record = try feed.pass.next() else {
        isDone = true
        break
      }
      let bytes = record.memoryBytes
      batch.bytes += bytes + cellBytes
      batch.longestRecord = max(batch.longestRecord, bytes)
      batch.items.append(
        WorkItem(
          record: record,
          stored: try feed.keys.environments.map {
            try writer.find(recordID: record.id, environment: $0)
          }))
    }
    return batch
  }
}

/// Hears how far a build is, and may ask it to stop.
public protocol BuildProgress {
  /// So many records are written, and so much of the sources is read.
  func report(_ progress: ReadingProgress)

  /// The signal that asks the build to stop, if one came.
  func interruption() -> Int?
}
