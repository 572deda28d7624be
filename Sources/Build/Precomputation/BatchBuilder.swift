import AutoLayout
import CellTemplates
public import FeedRecords
import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// Builds and publishes one generation of a store.
///
/// A build reads the records in order, lays them out in batches on workers, and writes them in the
/// order of the feed. The result therefore does not depend on the number of workers. Reading,
/// layout and writing overlap: `RecordStream` reads ahead. `BatchBudget` bounds the records in the
/// batches.
public struct BatchBuilder {
  let configuration: BuildConfiguration
  let pools: [WorkerPool]
  /// The index in `pools` of each feed's worker pool, in the order of the feeds.
  let poolOfFeed: [Int]
  let progress: (any BuildProgress)?
  var summary = BuildSummary()
  /// Returns whether the deadline has passed; `nil` without a deadline.
  private let isDue: (() -> Bool)?
  /// The pictures whose size was needed but unknown, in the records built so far.
  public private(set) var missingSizes: MissingSizes
  /// Number of bytes read from the feeds that are already built.
  private var bytesRead = 0

  /// Prepares a build, without reading or writing.
  ///
  /// - Parameters:
  ///   - configuration: Feeds, templates, environments, fonts, store and limits.
  ///   - progress: Receives the progress of the build.
  ///   - trace: Records the work of each worker in a separate lane.
  ///   - isDue: Returns whether the deadline has passed. It is called before each feed and after
  ///     each batch; `nil` means that there is no deadline.
  /// - Throws: `TextError` if a template's font is missing.
  public init(
    _ configuration: BuildConfiguration, progress: (any BuildProgress)? = nil,
    trace: TraceRecorder? = nil, isDue: (() -> Bool)? = nil
  ) throws(TextError) {
    self.isDue = isDue
    self.configuration = configuration
    self.progress = progress
    missingSizes = MissingSizes(limits: configuration.missingSizes ?? MissingSizes.Limits())
    (pools, poolOfFeed) = try WorkerPool.pools(for: configuration, trace: trace)
  }

  /// Builds every feed and publishes the generation.
  ///
  /// If it throws, the published store is unchanged.
  ///
  /// - Throws: `BuildError` if nothing may be published, or if a signal or the deadline stopped the
  ///   build; `StoreError` if the store cannot be written.
  public mutating func run() async throws -> BuildSummary {
    let lock = try BuildLock(
      store: configuration.store, startedUTC: configuration.createdUTC)
    defer { withExtendedLifetime(lock) {} }
    if let changes = configuration.changes { return try await apply(changes, lock) }
    // The writer reports an unreadable store, because it can decide which feeds to build again.
    let stored = Result { try StoredFeeds(store: configuration.store) }
    if !configuration.allowsDrops, case .success(let stored) = stored {
      let drops = stored.drops(of: configuration)
      guard drops.isEmpty else {
        throw BuildError.drops(
          drops, alternative: drops.lazy.compactMap(\.alternative).first)
      }
    }
    let writer = try GenerationWriter(lock: lock, plan: plan)
    do {
      _ = try stored.get()
      for (feed, pool) in zip(configuration.feeds, poolOfFeed) {
        if isDue?() == true { throw Stop.deadline }
        let pass = try FeedPass(feed, of: configuration)
        try await build(feed, pass, pools[pool], writer)
      }
      warnOfUnusedRules(beside: writer.publishedFeeds)
      summary.generation = try writer.finish()
      summary.losses = writer.losses
    } catch let stop as Stop {
      // The staging file is kept, so that the next build of these feeds can use its cells.
      throw stop.error(cells: try writer.suspend())
    } catch {
      // This error is ignored: the next build removes a remaining staging file.
      do { try writer.abandon() } catch _ {}
      throw error
    }
    return await finished()
  }

  /// Applies changes to a stored feed and publishes the generation.
  private mutating func apply(
    _ changes: FeedChanges, _ lock: BuildLock
  ) async throws -> BuildSummary {
    let target = try ChangeTarget(configuration, pools.first)
    // A staging file may contain cells of a build that was not published.
    var plan = plan
    plan.resumesStaging = false
    let writer = try GenerationWriter(lock: lock, plan: plan)
    do {
      let pass = try ChangePass(changes, to: target.entry, in: target.reader)
      try await build(target.feed, pass, target.pool, writer, storedPaths: target.entry.paths)
      summary.generation = try writer.finish()
      summary.losses = writer.losses
    } catch {
      // This error is ignored: the next build removes a remaining staging file.
      do { try writer.abandon() } catch _ {}
      guard let stop = error as? Stop else { throw error }
      throw stop.error(cells: 0)
    }
    return await finished()
  }

  /// Notes the rules whose template no record of the feeds has.
  ///
  /// - Parameter stored: The names of all published feeds.
  private mutating func warnOfUnusedRules(beside stored: [String]) {
    // A shard has only some of the records. Other feeds may have records that fit.
    guard configuration.shard == nil,
      Set(stored).isSubset(of: configuration.feeds.map(\.name))
    else { return }
    for (rule, plan) in configuration.rules
    where !summary.findings.contains(where: { $0.hasRecords(of: plan.template) }) {
      summary.problems.add(
        code: "CH0448", location: "rule '\(rule.text)'",
        message:
          "no record of the feeds fits it, so that the template '\(plan.template.name)' is not "
          + "used")
    }
  }

  private var plan: GenerationPlan {
    var settings = configuration.storeSettings
    settings.verificationThreads = configuration.jobs
    return GenerationPlan(
      feeds: configuration.feeds.map(\.name), createdUTC: configuration.createdUTC,
      engineVersion: EngineVersion.current, settings: settings, shard: configuration.shard)
  }

  /// Completes the summary with the workers' statistics and returns it.
  private mutating func finished() async -> BuildSummary {
    summary.environments = pools.map(\.environments.count).max() ?? 0
    summary.templates = Set(pools.flatMap(\.templates).map(\.hash)).count
    summary.workers = configuration.jobs
    if !configuration.keepsFrames {
      summary.omittedFrameBytes = pools.flatMap(\.templates).map(\.frameBytes).max()
    }
    for worker in pools.flatMap(\.workers) {
      let account = await worker.account()
      summary.enginesCreated += account.enginesCreated
      summary.engines += account.engines
      summary.text += account.text
    }
    return summary
  }

  /// The reason why a build stops between two batches.
  private enum Stop: Error {
    case signal(Int)
    case deadline

    /// - Parameter cells: The number of cells that the next build can use.
    func error(cells: Int) -> BuildError {
      switch self {
      case .signal(let signal): .interrupted(signal: signal, cells: cells)
      case .deadline: .overdue(cells: cells)
      }
    }
  }

  /// Builds one feed into the open generation.
  ///
  /// - Parameter storedPaths: The paths with values that the store has for the feed, for records
  ///   that the pass does not read; `nil` if the pass reads all records.
  /// - Throws: `Stop` if a signal or the deadline came first; the errors of `run`.
  private mutating func build<Pass: RecordPass & ~Copyable>(
    _ feed: FeedInput, _ pass: consuming Pass, _ pool: WorkerPool, _ writer: GenerationWriter,
    storedPaths: [SeenPath]? = nil
  ) async throws {
    let (environments, workers) = (pool.environments, pool.workers)
    let templates = configuration.templates(of: feed)
    let stored = try environments.map {
      try StoredEnvironment(key: $0.key, stepsPerPoint: $0.grid.stepsPerPoint, state: $0.state)
    }
    let keys = try writer.begin(
      feed: FeedDescription(
        name: feed.name, sources: [], environments: stored,
        templates: pool.templates, keepsFrames: configuration.keepsFrames,
        keepsLines: configuration.keepsLines,
        inputs: try FeedInputs(of: configuration, templates).text,
        arguments: feed.arguments))
    let list = try writer.makeList(feed.list)
    var feedBuild = FeedBuild(
      pass, keys: keys, list: list,
      tally: FeedTally(
        feed: feed.name, templates, environments: environments.map(\.key)),
      lists: try ListBuilder(feed.lists, formats: configuration.formats))
    if let storedPaths { feedBuild.set(stored: storedPaths) }
    try feedBuild.pass.begin(writer, keys)
    var pending: [(batch: Batch, results: Task<BatchResult, Never>)] = []
    var budget = BatchBudget(workers: workers.count)
    let cellBytes = pool.cellBytes
    var turn = 0
    var isDone = false
    while !isDone || !pending.isEmpty {
      while !isDone, budget.hasRoom(beside: pending.count) {
        let batch = try await nextBatch(
          &feedBuild, writer, budget, cellBytes: cellBytes, isDone: &isDone)
        guard !batch.isEmpty else { break }
        budget.add(batch.bytes)
        let worker = workers[
          turn % BatchBudget.workers(for: batch.longestRecord, of: workers.count)]
        turn += 1
        pending.append((batch, Task { await worker.run(batch.items) }))
      }
      guard !pending.isEmpty else { break }
      let (batch, task) = pending.removeFirst()
      let results = await task.value
      for (record, addresses) in results.unsized {
        missingSizes.add(addresses, record: batch.items[record].record.id)
      }
      try feedBuild.write(batch.items, results, kept: batch.kept, writer)
      budget.release(batch.bytes)
      if let progress { progress.report(state(of: feedBuild, feed)) }
      if let signal = progress?.interruption() { throw Stop.signal(signal) }
      if !(isDone && pending.isEmpty), isDue?() == true { throw Stop.deadline }
    }
    // A shard has only some records of a list, so that only the merge can write the list.
    if configuration.shard == nil {
      let (progress, isDue) = (progress, isDue)
      try feedBuild.writeLists(writer, environments: stored) {
        if let signal = progress?.interruption() { throw Stop.signal(signal) }
        if isDue?() == true { throw Stop.deadline }
      } layouter: {
        try RecordLayouter(
          ofListCells: configuration, templates: templates, environments: environments)
      }
    }
    try writer.record(sources: feedBuild.pass.sources)
    // A shard has only some of the records, so that only the merge can tell what is lost.
    let feedFindings = feedBuild.tally.findings(
      after: configuration.shard == nil ? writer.published(feed: feed.name) : nil)
    try writer.record(findings: feedFindings.findings)
    try writer.record(paths: feedBuild.tally.seenPaths)
    if let counts = try feedBuild.pass.shardCounts(feed, environments, of: configuration) {
      try writer.record(shard: counts)
    }
    let removed = try writer.endFeed(records: feedBuild.goodRecords)
    // A shard has only some of the counts, so that only the merge can check the tolerance.
    if configuration.shard == nil {
      var tolerance = configuration.tolerance
      tolerance.maximumRemoved = feed.maximumRemoved ?? tolerance.maximumRemoved
      try feedBuild.outcome.check(tolerance, removed, refused: feedFindings.refused(by: tolerance))
    }
    bytesRead += feedBuild.pass.progress.bytesRead
    summary.add(feedBuild, feedFindings, removedCells: removed.removedCells)
    summary.check(removed, of: feed.name)
  }

  /// The progress of the build over all feeds read so far.
  private func state<Pass: RecordPass & ~Copyable>(
    of build: borrowing FeedBuild<Pass>, _ feed: FeedInput
  ) -> ReadingProgress {
    let reading = build.pass.progress
    // The size of the whole build is known only for the last feed, because the sizes of later feeds
    // are unknown.
    let isLast = feed.name == configuration.feeds.last?.name
    return ReadingProgress(
      records: summary.records + build.pass.records, bytesRead: bytesRead + reading.bytesRead,
      bytesExpected: isLast ? reading.bytesExpected.map { bytesRead + $0 } : nil)
  }

  /// The records of one task for a worker, and the unchanged records between them.
  private struct Batch {
    var kept: [KeptRecord] = []
    var items: [WorkItem] = []
    var bytes = 0
    var longestRecord = 0

    var isEmpty: Bool { kept.isEmpty && items.isEmpty }
  }

  /// Reads the next records of a feed and finds their stored cells.
  ///
  /// - Parameter cellBytes: The approximate size of all cells of one record, in bytes.
  private func nextBatch<Pass: RecordPass & ~Copyable>(
    _ feed: inout FeedBuild<Pass>, _ writer: GenerationWriter, _ budget: BatchBudget,
    cellBytes: Int, isDone: inout Bool
  ) async throws -> Batch {
    var batch = Batch()
    while !budget.isFull(records: batch.items.count, bytes: batch.bytes),
      batch.kept.count < BatchBudget.keptRecords
    {
      guard let item = try await feed.pass.nextItem() else {
        isDone = true
        break
      }
      guard case .record(let record) = item else {
        if case .kept(let cells) = item {
          batch.kept.append(KeptRecord(itemsBefore: batch.items.count, cells: cells))
        }
        continue
      }
      let bytes = record.memoryBytes
      batch.bytes += bytes + cellBytes
      batch.longestRecord = max(batch.longestRecord, bytes)
      let environments = feed.keys.environments
      batch.items.append(
        WorkItem(
          record: record, position: feed.pass.position,
          stored: try environments.map { try writer.find(recordID: record.id, environment: $0) }))
    }
    return batch
  }
}

/// Receives the progress of a build, and can stop it.
public protocol BuildProgress {
  /// Receives the current progress.
  func report(_ progress: ReadingProgress)

  /// The number of the signal that is to stop the build; `nil` if there is none.
  func interruption() -> Int?
}
