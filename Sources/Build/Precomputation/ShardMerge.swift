public import CellTemplates
public import HeightStore
import LayoutPrimitives

/// Merges the shards of a build into one store, which equals the store that one build of all
/// records writes.
///
/// The cells are written record by record in the order of the feed, by the same writer as in a
/// build. Digests, cell numbers and shapes are therefore the same too.
public struct ShardMerge {
  /// Number of records between two checks for an interruption.
  private static let recordsPerStep = 4_096

  private let configuration: MergeConfiguration
  private let shards: ShardSet
  private let progress: (any BuildProgress)?
  private var summary = BuildSummary()

  /// Opens the shards and checks that they belong together; nothing is written yet.
  ///
  /// - Throws: `ShardError` if the shards do not belong together, or if they do not have what the
  ///   lists need; `StoreError` if a file is not a shard.
  public init(
    _ configuration: MergeConfiguration, progress: (any BuildProgress)? = nil
  ) throws {
    self.configuration = configuration
    self.progress = progress
    shards = try ShardSet(paths: configuration.shards)
    for feed in shards.feeds {
      let needs = (configuration.lists[feed.name]?.named ?? []).needs(configuration.formats)
      guard ListNeeds(needs).areMet(by: feed.counts.first?.lists ?? "") else {
        throw ShardError.otherLists(feed: feed.name)
      }
    }
  }

  /// The feeds whose shards were built for lists, and that have none in the configuration; with the
  /// names of the lists.
  public var feedsWithoutLists: [(feed: String, lists: String)] {
    shards.feeds.compactMap { feed in
      let text = feed.counts.first?.lists ?? ""
      guard !text.isEmpty, (configuration.lists[feed.name]?.named ?? []).isEmpty else {
        return nil
      }
      // The names are before the last colon.
      return (feed.name, text.split(separator: ": ").dropLast().joined(separator: ": "))
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
  /// - Throws: `BuildError` if nothing may be published, or if a signal stopped the merge;
  ///   `ShardError` if the shards' records overlap or lack cells; `StoreError`.
  public mutating func run() throws -> BuildSummary {
    let lock = try BuildLock(store: configuration.store, startedUTC: configuration.createdUTC)
    defer { withExtendedLifetime(lock) {} }
    let catalog = shards.shards.first?.catalog
    // The writer reports an unreadable store, because it can decide which feeds to build again.
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
          // The staging file is kept, so that the next merge can use its cells.
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

  /// Abandons the generation and throws the original error.
  ///
  /// An error of abandoning is ignored: the next build removes a remaining staging file.
  private static func abandon(_ writer: GenerationWriter, _ error: any Error) throws -> Never {
    do { try writer.abandon() } catch _ {}
    throw error
  }

  /// Merges the shards of one feed into the open generation.
  ///
  /// - Returns: The signal that stops the merge; `nil` if the feed is finished.
  private mutating func merge(_ feed: ShardSet.Feed, _ writer: GenerationWriter) throws -> Int? {
    let (entry, catalog) = (feed.entries[0], shards.shards[0].catalog)
    let keys = try writer.begin(
      feed: FeedDescription(
        name: feed.name, sources: entry.sources,
        environments: entry.environments.map(\.environment),
        templates: entry.templates.compactMap { catalog.templates[$0] },
        keepsFrames: entry.keepsFrames, keepsLines: entry.keepsLines, inputs: entry.inputs,
        arguments: entry.arguments))
    let list = try writer.makeList(
      configuration.lists[feed.name]?.own ?? ListDescription(name: ListDescription.feedOrder))
    let named = configuration.lists[feed.name]?.named ?? []
    var merge = try FeedMerge(
      feed, of: shards.shards, keys: keys, list: list,
      lists: try ListBuilder(named, formats: configuration.formats))
    var records = 0
    while try merge.writeRecord(writer) {
      records += 1
      if records % Self.recordsPerStep == 0, let signal = progress?.interruption() { return signal }
    }
    if let signal = progress?.interruption() { return signal }
    try merge.writeLists(writer) {
      if let signal = progress?.interruption() {
        throw BuildError.interrupted(signal: signal, cells: 0)
      }
    } layouter: {
      try layouter(entry, feed)
    }
    let paths = Self.paths(feed)
    var feedFindings = merge.tally.findings(
      lost: writer.published(feed: feed.name).map { published in
        LostValue.all(
          before: published, now: paths.map { ($0.path, merge.goodRecords, $0.records) },
          isWhole: true)
      } ?? [])
    if let cells = merge.listCells { feedFindings.add(cells.findings) }
    try writer.record(findings: feedFindings.findings)
    try writer.record(paths: Self.sum(paths + (merge.listCells?.seenPaths ?? [])))
    let ended = try writer.endFeed(records: merge.goodRecords)
    var tolerance = configuration.tolerance
    tolerance.maximumRemoved =
      configuration.maximumRemoved[feed.name] ?? tolerance.maximumRemoved
    try merge.outcome.check(tolerance, ended, refused: feedFindings.refused(by: tolerance))
    summary.add(merge, feedFindings, removedCells: ended.removedCells)
    summary.check(ended, of: feed.name)
    return nil
  }

  /// The layouter for the cells that lists of a feed have besides those of records.
  ///
  /// - Throws: `ShardError.otherLists` if the shards were built with other templates or fonts.
  private func layouter(
    _ entry: FeedEntry, _ feed: ShardSet.Feed
  ) throws -> (layouter: RecordLayouter, templates: TemplateSelector) {
    guard let made = try configuration.layout?(entry) else {
      throw ShardError.otherLists(feed: feed.name)
    }
    var (layout, input) = made
    layout.keepsFrames = entry.keepsFrames
    layout.keepsLines = entry.keepsLines
    input.lists = configuration.lists[feed.name]?.named ?? []
    let templates = layout.templates(of: input)
    let environments = try entry.environments.map { try Environment(parsing: $0.environment.key) }
    let rule = try ReuseRule(templates, environments: environments, of: layout)
    let catalog = shards.shards[0].catalog
    guard feed.counts.first?.basis == rule.basis.description,
      templates.plans.map({ StoredTemplate($0).hash })
        == entry.templates.compactMap({ catalog.templates[$0]?.hash })
    else { throw ShardError.otherLists(feed: feed.name) }
    return (
      try RecordLayouter(ofListCells: layout, templates: templates, environments: environments),
      templates
    )
  }

  /// The paths that have values in the records of all shards, with the sums of their counts.
  private static func paths(_ feed: ShardSet.Feed) -> [SeenPath] {
    sum(feed.entries.flatMap(\.paths))
  }

  /// The sums of the counts of equal paths.
  private static func sum(_ paths: [SeenPath]) -> [SeenPath] {
    var records: [String: Int] = [:]
    for path in paths { records[path.path, default: 0] += path.records }
    return records.sorted { $0.key < $1.key }.map { SeenPath(path: $0.key, records: $0.value) }
  }
}

/// The inputs, the store and the tolerated errors of a merge.
public struct MergeConfiguration {
  /// Paths of the shards, in any order.
  public var shards: [String]
  /// Path of the store to publish.
  public var store: String
  /// The tolerated errors; the counts of all shards are added before the check.
  public var tolerance: Tolerance
  /// Maximum number of removed records, by feed; other feeds use `Tolerance.maximumRemoved`.
  public var maximumRemoved: [String: Tolerance.Bound]
  /// The lists, by feed: `own` is the list in feed order, `named` are the other lists.
  public var lists: [String: (own: ListDescription, named: [NamedList])] = [:]
  /// The time zone and the clock of formats.
  public var formats = FormatSettings()
  /// Returns what the cells of lists are laid out with: fonts, limits and rules, and the feed with
  /// its template; `nil` if no list has cells besides those of records.
  public var layout: ((FeedEntry) throws -> (BuildConfiguration, FeedInput))?
  /// Whether the merge may drop environments and templates of a stored feed.
  ///
  /// If not, a merge that would drop any of them throws `BuildError.drops`.
  public var allowsDrops = false
  /// The settings of the store's writer.
  public var storeSettings: StoreSettings
  /// The time of the merge, in RFC 3339 format and UTC; it affects no digest.
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

/// The state of one feed while its shards are merged in the order of the feed.
struct FeedMerge {
  /// Maximum size of the frames that all shards of the feed keep in memory, in bytes.
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
  private let shards: [ShardReader]
  /// The findings of the cells that lists have besides those of records; `nil` for none.
  private(set) var listCells: FeedTally?
  private var cells: ShardedCells
  private var recordsWithFailures = 0
  private var cellProblems = ProblemGroups()

  init(
    _ feed: ShardSet.Feed, of shards: [ShardReader], keys: FeedKeys, list: ListID,
    lists: ListBuilder?
  ) throws {
    self.feed = feed
    self.lists = lists
    self.shards = shards
    self.keys = keys
    self.list = list
    cells = try ShardedCells(feed, of: shards, keptShapeBytes: Self.keptShapeBytes)
    tally = ShardTally(feed.entries, shards: shards)
  }

  /// Number of records; failed records and records with a repeated id are included.
  var records: Int { feed.counts.reduce(0) { $0 + $1.records } }

  /// Number of records that repeat an earlier id.
  var duplicates: Int { feed.counts.reduce(0) { $0 + $1.duplicates } }

  /// The counts that the tolerance checks.
  var outcome: FeedOutcome {
    FeedOutcome(
      feed: feed.name, records: records, goodRecords: goodRecords,
      failedRecords: feed.counts.reduce(recordsWithFailures) { $0 + $1.unreadable },
      problems: problems, caveats: caveats)
  }

  /// The problems of the records in the order of the feed, then the problems of the cells.
  var problems: ProblemGroups {
    var all = ProblemGroups()
    for problem in feed.counts.flatMap(\.problems).sorted(by: { $0.first < $1.first }) {
      all.add(
        code: problem.code, location: problem.location, message: problem.message,
        count: problem.count)
    }
    all.add(cellProblems)
    return all
  }

  /// Writes the cells of the next record.
  ///
  /// - Returns: `false`, and nothing is written, if no record is left.
  mutating func writeRecord(_ writer: GenerationWriter) throws -> Bool {
    guard let first = try cells.next() else { return false }
    tally.begin(template: first.template, shard: first.shard)
    var isGood = true
    var references: [CellReference] = []
    var cell = first
    var values: [(list: String, values: ListValues)] = []
    if lists != nil, let position = first.row.position {
      values = try shards[first.shard].listValues(
        of: feed.entries[first.shard], position: position)
    }
    while true {
      let reference = try write(cell, writer, &isGood)
      if lists != nil { references.append(reference) }
      guard cell.environment + 1 < keys.environments.count, let next = try cells.next() else {
        break
      }
      cell = next
    }
    try lists?.add(id: first.recordID, references, values)
    if isGood {
      goodRecords += 1
      firstID = firstID ?? first.recordID
    } else {
      recordsWithFailures += 1
    }
    return true
  }

  private mutating func write(
    _ entry: ShardedCells.Cell, _ writer: GenerationWriter, _ isGood: inout Bool
  ) throws -> CellReference {
    let (cell, id, template) = (entry.row, entry.recordID, entry.template)
    let key = keys.environments[entry.environment]
    let existing = try writer.find(recordID: id, environment: key)
    let isKnown = existing.fingerprint != nil && existing.fingerprint == cell.fingerprint
    if let failure = cell.failure {
      failed += 1
      isGood = false
      cellProblems.add(
        code: failure.code, location: "record '\(id)'", message: failure.message)
    } else {
      if isKnown { reused += 1 } else { computed += 1 }
      let caveats = cell.caveats
      self.caveats.count(caveats)
      tally.count(cell.findings, template: template, record: id, environment: entry.environment)
    }
    let reference: CellReference
    if isKnown, case .cell(let stored) = existing {
      reference = try writer.reuse(stored)
    } else {
      reference = try writer.copy(
        cell, environment: key, template: keys.templates[template], over: existing)
    }
    tally.count(height: reference.height, template: template, environment: entry.environment)
    try writer.append(reference, to: list, environment: key)
    return reference
  }

  /// Writes the named lists; call it after the last record.
  ///
  /// - Parameters:
  ///   - check: Throws an error if the merge must stop; it is called before each cell of a list.
  ///   - layouter: Creates the layouter for lists with cells of their own.
  mutating func writeLists(
    _ writer: GenerationWriter, check: () throws -> Void,
    layouter: () throws -> (layouter: RecordLayouter, templates: TemplateSelector)
  ) throws {
    guard let lists else { return }
    let environments = feed.entries[0].environments.map(\.environment)
    let (name, keys) = (feed.name, keys)
    var cells: ListCellWriter?
    cellProblems.add(
      try lists.write(writer, feed: name, keys, environments: environments) { record, list in
        try check()
        if cells == nil {
          let made = try layouter()
          cells = ListCellWriter(
            feed: name, keys, environments, layouter: made.layouter,
            tally: FeedTally(
              feed: name, made.templates, environments: environments.map(\.key)))
        }
        return try cells?.write(record, of: list, writer) ?? []
      })
    guard let cells else { return }
    listCells = cells.tally
    computed += cells.computed
    reused += cells.reused
    caveats.add(cells.caveats)
  }
}

extension BuildSummary {
  mutating func add(_ feed: FeedMerge, _ feedFindings: FeedFindings, removedCells: Int) {
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
    findings.append(feedFindings)
  }
}

/// Counts the findings of a merged feed's cells; the shards supply the texts of the findings.
struct ShardTally {
  private let feed: String
  private let environments: [String]
  private let templates: [String]
  /// The stored findings; shape `[shards][templates]`.
  private let shardFindings: [[[Finding]]]
  /// Number of records; shape `[shards][templates]`.
  private var records: [[Int]]
  /// The counts of findings, by template.
  private var tallies: [FindingTally]
  private var heights: HeightTally

  init(_ entries: [FeedEntry], shards: [ShardReader]) {
    let keys = entries.first?.environments.map(\.environment.key) ?? []
    feed = entries.first?.name ?? ""
    environments = keys
    let catalog = shards.first?.catalog
    templates = entries.first?.templates.compactMap { catalog?.templates[$0]?.name } ?? []
    shardFindings = entries.map { entry in
      entry.templates.indices.map { template in
        entry.findings.filter { $0.template == template }
      }
    }
    records = entries.map { $0.templates.map { _ in 0 } }
    tallies = templates.map { _ in FindingTally(environments: keys.count) }
    heights = HeightTally(templates: templates.count, environments: keys.count)
  }

  /// Counts a record before its cells.
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

  /// Notes the height of a cell, in steps; `nil` for a failed cell.
  mutating func count(height: Int?, template: Int, environment: Int) {
    heights.note(height: height, template: template, environment: environment)
  }

  /// The findings, equal to the findings of one build of all records.
  ///
  /// Findings about lost values have no location, because shards contain no template documents.
  func findings(lost: [LostValue]) -> FeedFindings {
    FeedFindings(
      feed: feed, environments: environments, templates: templates, tallies: tallies,
      ofFeed: lost.map(finding) + heights.findings(environments, templates: templates)
    ) { template in
      tallies[template].findings(environments) { number in
        shardFindings.lazy.flatMap { $0[template] }.first {
          $0.position == number && $0.sample != nil
        }
      } + everywhere(template)
    }
  }

  /// The finding about a lost value, with the counts of all shards.
  private func finding(_ lost: LostValue) -> Finding {
    var finding = lost.finding
    finding.records = tallies.reduce(0) { $0 + $1.records }
    finding.cells = tallies.reduce(0) { $0 + $1.cells }
    return finding
  }

  /// The findings about the whole template and about paths without values, if all shards have them.
  private func everywhere(_ template: Int) -> [Finding] {
    let tally = tallies[template]
    let others = shardFindings.indices.filter { records[$0][template] > 0 }.map { shard in
      shardFindings[shard][template].filter { $0.sample == nil && $0.kind != .flat }.map {
        finding in
        var finding = finding
        // The text contains a count of one shard, which must become the count of all shards.
        finding.message = finding.message.replacing(
          "absent in \(finding.records) of \(finding.records) records",
          with: "absent in \(tally.records) of \(tally.records) records")
        return finding
      }
    }
    guard let first = others.first else { return [] }
    var position = others.compactMap { $0.map(\.position).min() }.min() ?? 0
    let everywhere = first.filter { $0.kind != .cut }.compactMap { words -> Finding? in
      let same = others.compactMap { findings in findings.first { $0.isSame(as: words) } }
      guard same.count == others.count else { return nil }
      var finding = tally.everywhere(words, position: position, environments)
      if same.contains(where: { $0.severity == .note }) { finding.severity = .note }
      position += 1
      return finding
    }
    return everywhere
      + Self.cut(others.flatMap(\.self)).enumerated().map { index, finding in
        var finding = finding
        finding.position = position + index
        return finding
      }
  }

  /// The findings about lists that are cut, in document order, with the counts of all shards that
  /// have them.
  private static func cut(_ findings: [Finding]) -> [Finding] {
    var sums: [Finding] = []
    for finding in findings where finding.kind == .cut {
      guard let index = sums.firstIndex(where: finding.isSame) else {
        sums.append(finding)
        continue
      }
      sums[index].records += finding.records
      sums[index].cells += finding.cells
      for environment in finding.environments {
        let match = sums[index].environments.firstIndex { $0.key == environment.key }
        if let match { sums[index].environments[match].cells += environment.cells }
      }
    }
    return sums.sorted {
      ($0.location?.line ?? 0, $0.view ?? "") < ($1.location?.line ?? 0, $1.view ?? "")
    }
  }
}

extension Finding {
  /// Whether two shards describe the same finding.
  fileprivate func isSame(as other: Finding) -> Bool {
    (code, word, view, location) == (other.code, other.word, other.view, other.location)
      && message == other.message
  }
}
