import CellTemplates
public import HeightStore
import LayoutPrimitives

/// Merges the shards of a build into one store, which equals that of one build of all records.
///
/// The cells are written record by record in the order of the feed, with the writer of every build.
/// Digests, cell numbers and shapes are therefore those of one build.
public struct ShardMerge {
  /// Records between two questions for an interruption.
  private static let recordsPerStep = 4_096

  private let configuration: MergeConfiguration
  private let shards: ShardSet
  private let progress: (any BuildProgress)?
  private var summary = BuildSummary()

  /// Opens the shards and compares them, without writing.
  ///
  /// - Throws: `ShardError` for shards that do not fit together; `StoreError` for a file that is no
  ///   shard.
  public init(
    _ configuration: MergeConfiguration, progress: (any BuildProgress)? = nil
  ) throws {
    self.configuration = configuration
    self.progress = progress
    shards = try ShardSet(paths: configuration.shards)
    for feed in shards.feeds {
      try ShardError.check(configuration.lists[feed.name]?.named ?? [], of: feed.name)
    }
  }

  /// The names of the feeds, in the order of the build.
  public var feeds: [String] { shards.feeds.map(\.name) }

  /// The keys of the first feed's environments, in the order of the build.
  public var environments: [String] {
    shards.feeds.first?.entries.first?.environments.map(\.environment.key) ?? []
  }

  /// Merges every feed and publishes the generation.
  ///
  /// If it throws, the published store is unchanged.
  ///
  /// - Throws: `BuildError` if nothing may be published, `ShardError`, `StoreError`.
  public mutating func run() throws -> BuildSummary {
    let lock = try BuildLock(store: configuration.store, startedUTC: configuration.createdUTC)
    defer { withExtendedLifetime(lock) {} }
    let catalog = shards.shards.first?.catalog
    // An unreadable store is reported by the writer, which can decide what to build again.
    if !configuration.allowsDrops,
      case .success(let stored) = Result(catching: { try StoredFeeds(store: configuration.store) })
    {
      let drops = shards.feeds.compactMap { feed in
        stored.drop(
          of: feed.name, environments: feed.entries[0].environments.map(\.environment.key),
          templates: feed.entries[0].templates.compactMap { catalog?.templates[$0]?.name })
      }
      guard drops.isEmpty else {
        throw BuildError.drops(drops, alternative: "build the shards with it too")
      }
    }
    let engine = catalog?.generation.engineVersion
    let writer = try GenerationWriter(
      lock: lock,
      plan: GenerationPlan(
        feeds: feeds, createdUTC: configuration.createdUTC,
        engineVersion: engine ?? EngineVersion.current, settings: configuration.storeSettings))
    do {
      for feed in shards.feeds {
        if let signal = try merge(feed, writer) {
          // The staging file remains for the next merge.
          throw BuildError.interrupted(signal: signal, cells: try writer.suspend())
        }
      }
      summary.generation = try writer.finish()
      summary.losses = writer.losses
    } catch let error as BuildError {
      if case .interrupted = error { throw error }
      try Self.abandon(writer, error)
    } catch {
      try Self.abandon(writer, error)
    }
    summary.shards = shards.shards.count
    summary.environments = shards.feeds.map { $0.entries[0].environments.count }.max() ?? 0
    summary.templates = catalog?.templates.count ?? 0
    return summary
  }

  /// Throws the original error.
  ///
  /// A remaining staging file is removed by the next build.
  private static func abandon(_ writer: GenerationWriter, _ error: any Error) throws -> Never {
    do { try writer.abandon() } catch _ {}
    throw error
  }

  /// Merges one feed into the open generation.
  ///
  /// - Returns: The signal that stops the merge; `nil` for none.
  private mutating func merge(_ feed: ShardSet.Feed, _ writer: GenerationWriter) throws -> Int? {
    let (entry, catalog) = (feed.entries[0], shards.shards[0].catalog)
    let keys = try writer.begin(
      feed: FeedDescription(
        name: feed.name, sources: entry.sources,
        environments: entry.environments.map(\.environment),
        templates: entry.templates.compactMap { catalog.templates[$0] },
        keepsFrames: entry.keepsFrames, inputs: entry.inputs, arguments: entry.arguments))
    let list = try writer.makeList(
      configuration.lists[feed.name]?.own ?? ListDescription(name: ListDescription.feedOrder))
    var merge = try FeedMerge(
      feed, of: shards.shards, keys: keys, list: list,
      lists: try ListBuilder(configuration.lists[feed.name]?.named ?? []))
    var records = 0
    while try merge.writeRecord(writer) {
      records += 1
      if records % Self.recordsPerStep == 0, let signal = progress?.interruption() { return signal }
    }
    if let signal = progress?.interruption() { return signal }
    try merge.writeLists(writer)
    let found = merge.tally.findings
    try writer.note(findings: found.findings)
    try writer.note(paths: Self.paths(feed))
    let ended = try writer.endFeed(records: merge.goodRecords)
    var tolerance = configuration.tolerance
    tolerance.maximumRemoved =
      configuration.maximumRemoved[feed.name] ?? tolerance.maximumRemoved
    try merge.outcome.check(tolerance, ended, refused: found.refused(by: tolerance))
    summary.add(merge, found, removedCells: ended.removedCells)
    return nil
  }

  /// The paths with values in the records of all shards.
  private static func paths(_ feed: ShardSet.Feed) -> [SeenPath] {
    var records: [String: Int] = [:]
    for path in feed.entries.flatMap(\.paths) { records[path.path, default: 0] += path.records }
    return records.sorted { $0.key < $1.key }.map { SeenPath(path: $0.key, records: $0.value) }
  }
}

/// The configuration of a merge.
public struct MergeConfiguration: Sendable {
  /// Paths of the shards, in any order.
  public var shards: [String]
  /// Path of the store to publish.
  public var store: String
  /// The tolerated errors, over all shards.
  public var tolerance: Tolerance
  /// Maximum number of removed records by feed; others have that of the tolerance.
  public var maximumRemoved: [String: Tolerance.Bound]
  /// The lists by feed: its own spacing and insets, and further lists.
  public var lists: [String: (own: ListDescription, named: [NamedList])] = [:]
  /// Whether environments and templates of a stored feed may be dropped.
  public var allowsDrops = false
  /// Settings of the store's writer.
  public var storeSettings: StoreSettings
  /// The time of the merge, RFC 3339 in UTC; not part of any digest.
  public var createdUTC: String

  /// Creates a configuration.
  public init(
    shards: [String], store: String, tolerance: Tolerance = Tolerance(),
    maximumRemoved: [String: Tolerance.Bound] = [:],
    storeSettings: StoreSettings = StoreSettings(), createdUTC: String
  ) {
    self.shards = shards
    self.store = store
    self.tolerance = tolerance
    self.maximumRemoved = maximumRemoved
    self.storeSettings = storeSettings
    self.createdUTC = createdUTC
  }
}

/// One feed while its shards are merged: the cells in the order of the feed, and counts.
struct FeedMerge {
  /// Maximum size of the frames that all shards together keep in memory, in bytes.
  private static let keptShapeBytes = 64 << 20

  let keys: FeedKeys
  private(set) var tally: ShardTally
  private(set) var goodRecords = 0
  private(set) var firstID: String?
  private(set) var computed = 0
  private(set) var reused = 0
  private(set) var failed = 0
  private(set) var caveats = CaveatCounts()

  private let feed: ShardSet.Feed
  private let list: ListID
  private let lists: ListBuilder?
  private var cells: ShardedCells
  private var recordsWithFailures = 0
  private var cellProblems = ProblemGroups()

  init(
    _ feed: ShardSet.Feed, of shards: [ShardReader], keys: FeedKeys, list: ListID,
    lists: ListBuilder?
  ) throws {
    self.feed = feed
    self.lists = lists
    self.keys = keys
    self.list = list
    cells = try ShardedCells(feed, of: shards, keptShapeBytes: Self.keptShapeBytes)
    tally = ShardTally(feed.entries, shards: shards)
  }

  /// Number of records, failed and repeated ones included.
  var records: Int { feed.counts.reduce(0) { $0 + $1.records } }

  /// Records with a repeated id.
  var duplicates: Int { feed.counts.reduce(0) { $0 + $1.duplicates } }

  /// The counts that a tolerance judges.
  var outcome: FeedOutcome {
    FeedOutcome(
      feed: feed.name, records: records, goodRecords: goodRecords,
      failedRecords: feed.counts.reduce(recordsWithFailures) { $0 + $1.unreadable },
      problems: problems, caveats: caveats)
  }

  /// Problems of the records in the order of the feed, then those of cells.
  var problems: ProblemGroups {
    var all = ProblemGroups()
    for problem in feed.counts.flatMap(\.problems).sorted(by: { $0.first < $1.first }) {
      all.add(
        code: problem.code, place: problem.place, message: problem.message, count: problem.count)
    }
    all.add(cellProblems)
    return all
  }

  /// Writes the cells of the next record.
  ///
  /// - Returns: Whether there was one.
  mutating func writeRecord(_ writer: GenerationWriter) throws -> Bool {
    guard let first = try cells.next() else { return false }
    tally.begin(template: first.template, shard: first.shard)
    var isGood = true
    var references: [CellReference] = []
    var cell = first
    while true {
      let reference = try write(cell, writer, &isGood)
      if lists != nil { references.append(reference) }
      guard cell.environment + 1 < keys.environments.count, let next = try cells.next() else {
        break
      }
      cell = next
    }
    try lists?.add(id: first.recordID, references)
    if isGood {
      goodRecords += 1
      firstID = firstID ?? first.recordID
    } else {
      recordsWithFailures += 1
    }
    return true
  }

  private mutating func write(
    _ place: ShardedCells.Cell, _ writer: GenerationWriter, _ isGood: inout Bool
  ) throws -> CellReference {
    let (cell, id, template) = (place.row, place.recordID, place.template)
    let key = keys.environments[place.environment]
    let found = try writer.find(recordID: id, environment: key)
    let isKnown = found.fingerprint != nil && found.fingerprint == cell.fingerprint
    if let failure = cell.failure {
      failed += 1
      isGood = false
      cellProblems.add(
        code: failure.code, place: "record '\(id)'", message: failure.message)
    } else {
      if isKnown { reused += 1 } else { computed += 1 }
      let caveats = cell.caveats
      self.caveats.count(caveats)
      tally.count(cell.findings, template: template, record: id, environment: place.environment)
    }
    let reference: CellReference
    if isKnown, case .cell(let stored) = found {
      reference = try writer.reuse(stored)
    } else {
      reference = try writer.copy(
        cell, environment: key, template: keys.templates[template], over: found)
    }
    try writer.append(reference, to: list, environment: key)
    return reference
  }

  /// Writes the named lists, after the last record.
  mutating func writeLists(_ writer: GenerationWriter) throws {
    try lists?.write(writer, feed: feed.name, keys, &cellProblems)
  }
}

extension BuildSummary {
  mutating func add(_ feed: FeedMerge, _ found: FeedFindings, removedCells: Int) {
    let outcome = feed.outcome
    records += outcome.records
    failedRecords += outcome.failedRecords
    feeds.append(outcome.counts)
    duplicates += feed.duplicates
    computed += feed.computed
    reused += feed.reused
    failed += feed.failed
    removed += removedCells
    firstID = firstID ?? feed.firstID
    caveats.add(feed.caveats)
    problems.add(outcome.problems)
    findings.append(found)
  }
}

/// Counts the findings of a merged feed's cells, whose text comes from the shards.
struct ShardTally {
  private let feed: String
  private let environments: [String]
  /// Names of the templates.
  private let templates: [String]
  /// The findings of each shard by template; shape `[shards][templates]`.
  private let known: [[[Finding]]]
  /// Number of records; shape `[shards][templates]`.
  private var records: [[Int]]
  /// By template.
  private var tallies: [FindingTally]

  init(_ entries: [FeedEntry], shards: [ShardReader]) {
    let keys = entries.first?.environments.map(\.environment.key) ?? []
    feed = entries.first?.name ?? ""
    environments = keys
    let catalog = shards.first?.catalog
    templates = entries.first?.templates.compactMap { catalog?.templates[$0]?.name } ?? []
    known = entries.map { entry in
      entry.templates.indices.map { template in
        entry.findings.filter { $0.template == template }
      }
    }
    records = entries.map { $0.templates.map { _ in 0 } }
    tallies = templates.map { _ in FindingTally(environments: keys.count) }
  }

  /// Begins a record.
  mutating func begin(template: Int, shard: Int) {
    records[shard][template] += 1
    tallies[template].begin()
  }

  /// Counts a cell of the current record.
  mutating func count(
    _ findings: FindingSet, template: Int, record: @autoclosure () -> String, environment: Int
  ) {
    tallies[template].count(findings, record: record(), environment: environment)
  }

  /// The findings, as one build of all records has them.
  var findings: FeedFindings {
    FeedFindings(feed: feed, environments: environments, templates: templates, tallies: tallies) {
      template in
      tallies[template].findings(environments) { number in
        known.lazy.flatMap { $0[template] }.first { $0.position == number && $0.sample != nil }
      } + everywhere(template)
    }
  }

  /// The findings of the template and of paths without a value, which all shards must have.
  private func everywhere(_ template: Int) -> [Finding] {
    let tally = tallies[template]
    let others = known.indices.filter { records[$0][template] > 0 }.map { shard in
      known[shard][template].filter { $0.sample == nil }.map { finding in
        var finding = finding
        // The only count that is part of a text.
        finding.message = finding.message.replacing(
          "absent in \(finding.records) of \(finding.records) records",
          with: "absent in \(tally.records) of \(tally.records) records")
        return finding
      }
    }
    guard let first = others.first else { return [] }
    var position = others.compactMap { $0.map(\.position).min() }.min() ?? 0
    return first.compactMap { words in
      let same = others.compactMap { findings in findings.first { $0.isSame(as: words) } }
      guard same.count == others.count else { return nil }
      var finding = tally.everywhere(words, position: position, environments)
      if same.contains(where: { $0.severity == .note }) { finding.severity = .note }
      position += 1
      return finding
    }
  }
}

extension Finding {
  /// Whether it is the same finding of another shard.
  fileprivate func isSame(as other: Finding) -> Bool {
    (code, word, view, place) == (other.code, other.word, other.view, other.place)
      && message == other.message
  }
}
