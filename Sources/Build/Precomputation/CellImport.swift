import CellTemplates
public import FeedRecords
public import HeightStore
import LayoutPrimitives
import TextMeasurement

/// Writes the cells that `layout --cells store` printed into a store, like a build of their
/// records.
///
/// If the lines carry a `position`, they are sorted by it; otherwise they keep their order. All
/// lines are read before anything is written.
public struct CellImport {
  private let configuration: ImportConfiguration
  private let progress: (any BuildProgress)?
  private let sorter: LineSorter
  private var reader = CellLineReader()
  private var hasher = ContentHasher()
  private var bytes = 0
  private var summary = BuildSummary()
  private var problems = ProblemGroups()
  /// The heights of the written cells; nil before the cells are written.
  private var heights: HeightTally?

  /// Number of lines between two checks for an interruption.
  private static let linesPerStep = 4_096

  /// Prepares an import, without reading or writing.
  ///
  /// - Throws: `StoreError` if a temporary file cannot be created.
  public init(
    _ configuration: ImportConfiguration, progress: (any BuildProgress)? = nil
  ) throws {
    self.configuration = configuration
    self.progress = progress
    sorter = try LineSorter()
  }

  /// Reads all lines, writes the feed and publishes the generation.
  ///
  /// - Parameter next: Returns the next line that is not blank, with its line number; nil at the
  ///   end.
  /// - Returns: The summary, and the keys of the environments.
  /// - Throws: `CellImportError` if a line is not one of `layout --cells store` or the output ends
  ///   early; `BuildError` if nothing may be published, or if a signal stopped the import;
  ///   `StoreError`. The published store is then unchanged.
  public mutating func run(
    _ next: () throws -> (number: Int, bytes: [UInt8])?
  ) throws -> (summary: BuildSummary, environments: [String]) {
    try sort(next)
    guard let description = reader.description else { throw CellImportError("there is no line") }
    let lock = try BuildLock(store: configuration.store, startedUTC: configuration.createdUTC)
    defer { withExtendedLifetime(lock) {} }
    // The writer reports an unreadable store, because it can decide which feeds to build again.
    if !configuration.allowsDrops,
      case .success(let stored) = Result(catching: { try StoredFeeds(store: configuration.store) }),
      let drop = stored.drop(
        of: configuration.feed, environments: description.environments.map(\.key),
        templates: description.templates.map(\.name))
    {
      throw BuildError.drops([drop], alternative: "lay the cells out with it too")
    }
    let writer = try GenerationWriter(
      lock: lock,
      plan: GenerationPlan(
        feeds: [configuration.feed], createdUTC: configuration.createdUTC,
        engineVersion: description.engineVersion, settings: configuration.storeSettings))
    do {
      try write(description, writer)
      summary.generation = try writer.finish()
      summary.losses = writer.losses
    } catch {
      // This error is ignored: the next build removes a remaining staging file.
      do { try writer.abandon() } catch _ {}
      throw error
    }
    summary.environments = description.environments.count
    summary.templates = description.templates.count
    return (summary, description.environments.map(\.key))
  }

  /// Reads, checks and sorts all lines.
  private mutating func sort(_ next: () throws -> (number: Int, bytes: [UInt8])?) throws {
    var block: (cells: Int, unreadable: Int)?
    var hasPositions: Bool?
    var position: Int64 = -1
    var last = 0
    while let (number, line) = try next() {
      last = number
      if number % Self.linesPerStep == 0, let signal = progress?.interruption() {
        throw BuildError.interrupted(signal: signal, cells: 0)
      }
      hasher.update(line)
      hasher.update([UInt8(ascii: "\n")])
      bytes += line.count + 1
      let read = try reader.read(line, number: number)
      switch read.line {
      case .header:
        guard block == nil else {
          throw CellImportError(
            line: number, "an output begins before the eof of the one before it")
        }
        block = (0, 0)
        continue
      case .end(let count):
        let environments = reader.description?.environments.count ?? 1
        guard let ended = block, count >= ended.unreadable,
          ended.cells.quotientAndRemainder(dividingBy: max(environments, 1))
            == (count - ended.unreadable, 0)
        else {
          throw CellImportError(
            line: number,
            "eof says \(count) records, before it stand \(block?.cells ?? 0) cells in "
              + "\(environments) environments and \(block?.unreadable ?? 0) other errors")
        }
        block = nil
        continue
      case .chunk:
        throw CellImportError(line: number, "it is neither a cell nor an error")
      case .cell, .unreadable: break
      }
      guard let open = block else {
        throw CellImportError(line: number, "it follows the eof of its output")
      }
      var environment = 0
      switch read.line {
      case .cell(let cell):
        block?.cells = open.cells + 1
        environment = cell.environment
        guard hasPositions ?? (read.position != nil) == (read.position != nil) else {
          throw CellImportError(line: number, "some cells have a position and others have none")
        }
        hasPositions = read.position != nil
      case .unreadable(let code, let message):
        block?.unreadable = open.unreadable + 1
        summary.records += 1
        summary.failedRecords += 1
        problems.add(code: code, location: "line \(number)", message: message)
        continue
      case .header, .end, .chunk: continue
      }
      if environment == 0 { position += 1 }
      try sorter.add(
        line, position: read.position ?? position, part: environment, number: number)
    }
    guard block == nil else {
      throw CellImportError(line: last, "it is the last one, and an eof is missing")
    }
  }

  private mutating func write(_ description: CellsDescription, _ writer: GenerationWriter) throws {
    let lists = try ListBuilder(
      configuration.lists?.named ?? [],
      formats: configuration.lists?.layout.formats ?? FormatSettings())
    let layout = try configuration.lists.map { try ListLayout($0, configuration.feed, description) }
    let templates = description.templates + (layout?.others ?? [])
    let keys = try writer.begin(
      feed: FeedDescription(
        name: configuration.feed,
        sources: [
          SourceFile(path: configuration.source, hash: hasher.finish().description, bytes: bytes)
        ],
        environments: description.environments, templates: templates,
        keepsLines: description.hasLines))
    let list = try writer.makeList(configuration.list)
    heights = HeightTally(
      templates: description.templates.count, environments: description.environments.count)
    let seen = DuplicateFilter()
    var good = 0
    var record: (id: String, position: Int64, cells: [ImportedCell])?
    var last: (id: String, position: Int64)?
    var lines = 0
    while let (position, number, line) = try sorter.next() {
      lines += 1
      if lines % Self.linesPerStep == 0, let signal = progress?.interruption() {
        throw BuildError.interrupted(signal: signal, cells: 0)
      }
      guard case .cell(let cell) = try reader.read(line, number: number).line else { continue }
      if cell.environment == 0, let last, last.position == position {
        throw CellImportError(
          line: number,
          "records '\(last.id)' and '\(cell.recordID)' both have position \(position); give each "
            + "record a position of its own")
      }
      var current = record ?? (cell.recordID, position, [])
      guard current.id == cell.recordID, current.position == position,
        current.cells.count == cell.environment
      else {
        throw CellImportError(
          line: number,
          "record '\(cell.recordID)' at position \(position) has not one cell for each environment")
      }
      last = (current.id, position)
      current.cells.append(cell)
      guard current.cells.count == keys.environments.count else {
        record = current
        continue
      }
      record = nil
      if try write(current.cells, seen, keys, list, lists, writer) { good += 1 }
    }
    if let record {
      throw CellImportError("record '\(record.id)' has not one cell for each environment")
    }
    if let lists, let layout {
      try write(lists, layout, description, keys, writer)
    }
    let ended = try writer.endFeed(records: good)
    summary.removed += ended.removedCells
    summary.problems = problems
    let outcome = FeedOutcome(
      feed: configuration.feed, records: summary.records, goodRecords: good,
      failedRecords: summary.failedRecords, problems: problems, caveats: summary.caveats)
    let findings = FeedFindings(
      feed: configuration.feed, environments: description.environments.map(\.key),
      templates: description.templates.map(\.name),
      ofFeed: heights?.findings(
        description.environments.map(\.key), templates: description.templates.map(\.name)) ?? [])
    try outcome.check(
      configuration.tolerance, ended, refused: findings.refused(by: configuration.tolerance))
    summary.feeds = [outcome.counts]
  }

  /// Writes the named lists, with what they need of the records.
  private mutating func write(
    _ lists: ListBuilder, _ layout: ListLayout, _ description: CellsDescription,
    _ keys: FeedKeys, _ writer: GenerationWriter
  ) throws {
    try configuration.lists?.records { try lists.add(valuesOf: $0) }
    var cells = ListCellWriter(
      feed: configuration.feed, keys, description.environments, layouter: layout.layouter,
      tally: FeedTally(
        feed: configuration.feed, layout.templates,
        environments: description.environments.map(\.key)))
    problems.add(
      try lists.write(
        writer, feed: configuration.feed, keys, environments: description.environments
      ) { record, list in try cells.write(record, of: list, writer) })
    summary.computed += cells.computed
    summary.reused += cells.reused
    summary.caveats.add(cells.caveats)
  }

  /// Writes the cells of a record.
  ///
  /// - Returns: Whether it is a new record whose cells all have a layout.
  private mutating func write(
    _ cells: [ImportedCell], _ seen: DuplicateFilter, _ keys: FeedKeys, _ list: ListID,
    _ lists: ListBuilder?, _ writer: GenerationWriter
  ) throws -> Bool {
    let id = cells[0].recordID
    summary.records += 1
    guard try seen.isFirst(id: id) else {
      summary.duplicates += 1
      problems.add(
        code: "CH0430", location: "record '\(id)'",
        message: "another record of the feed has this id; the first one is kept")
      return false
    }
    var isGood = true
    var references: [CellReference] = []
    for cell in cells {
      let key = keys.environments[cell.environment]
      let existing = try writer.find(recordID: id, environment: key)
      let isKnown = existing.fingerprint == cell.fingerprint
      switch cell.outcome {
      case .layout(let layout):
        if isKnown { summary.reused += 1 } else { summary.computed += 1 }
        summary.caveats.count(layout.caveats)
      case .failure(let failure):
        summary.failed += 1
        isGood = false
        problems.add(code: failure.code, location: "record '\(id)'", message: failure.message)
      }
      let reference: CellReference
      if isKnown, case .cell(let stored) = existing {
        reference = try writer.reuse(stored)
      } else {
        reference = try writer.write(
          NewCell(
            recordID: id, version: cell.version, environment: key,
            template: keys.templates[cell.template], fingerprint: cell.fingerprint,
            outcome: cell.outcome), over: existing)
      }
      heights?.note(
        height: reference.height, template: cell.template, environment: cell.environment)
      try writer.append(reference, to: list, environment: key)
      if lists != nil { references.append(reference) }
    }
    try lists?.add(id: id, references, [])
    if isGood { summary.firstID = summary.firstID ?? id } else { summary.failedRecords += 1 }
    return isGood
  }
}

/// The layout of the cells that lists of an import have besides those of records.
private struct ListLayout {
  let templates: TemplateSelector
  let layouter: RecordLayouter
  /// The templates that no record has, and the lines therefore do not describe.
  let others: [StoredTemplate]

  /// - Throws: `CellImportError` if the cells were laid out with other templates or fonts.
  init(
    _ lists: ImportedLists, _ feed: String, _ description: CellsDescription
  ) throws {
    var (layout, input) = (lists.layout, lists.input)
    layout.keepsLines = description.hasLines
    input.lists = lists.named
    templates = layout.templates(of: input)
    let stored = templates.plans.map { StoredTemplate($0) }
    guard stored.starts(with: description.templates),
      layout.fonts.fingerprint == description.fonts
    else {
      throw CellImportError(
        "the cells were laid out with other templates or fonts than those of the configuration, "
          + "which its lists need")
    }
    others = Array(stored.dropFirst(description.templates.count))
    layouter = try RecordLayouter(
      ofListCells: layout, templates: templates,
      environments: try description.environments.map { try Environment(parsing: $0.key) })
  }
}

/// The lists of an import besides that in feed order, and what they are made of.
public struct ImportedLists {
  /// The lists.
  public var named: [NamedList]
  /// The fonts, limits and rules with which their cells are laid out.
  public var layout: BuildConfiguration
  /// The feed with its template.
  public var input: FeedInput
  /// Passes each record of the feed to its argument.
  public var records: ((FeedRecord) throws -> Void) throws -> Void

  /// Creates lists.
  public init(
    named: [NamedList], layout: BuildConfiguration, input: FeedInput,
    records: @escaping ((FeedRecord) throws -> Void) throws -> Void
  ) {
    self.named = named
    self.layout = layout
    self.input = input
    self.records = records
  }
}

/// The input, the feed, the store and the tolerated errors of an import.
public struct ImportConfiguration {
  /// The input's path, as written by the user; `-` for standard input.
  public var source: String
  /// Name of the feed whose cells are replaced.
  public var feed: String
  /// Path of the store to publish.
  public var store: String
  /// The tolerated errors.
  public var tolerance: Tolerance
  /// Spacing and insets of the feed's list.
  public var list = ListDescription()
  /// The other lists; `nil` for none.
  public var lists: ImportedLists?
  /// Whether the import may drop environments and templates of the stored feed.
  ///
  /// If not, an import that would drop any of them throws `BuildError.drops`.
  public var allowsDrops = false
  /// The settings of the store's writer.
  public var storeSettings: StoreSettings
  /// The time of the import, in RFC 3339 format and UTC; it affects no digest.
  public var createdUTC: String

  /// Creates a configuration.
  public init(
    source: String, feed: String, store: String, tolerance: Tolerance = Tolerance(),
    storeSettings: StoreSettings = StoreSettings(), createdUTC: String
  ) {
    self.source = source
    self.feed = feed
    self.store = store
    self.tolerance = tolerance
    self.storeSettings = storeSettings
    self.createdUTC = createdUTC
  }
}

/// The reason why cells cannot be imported.
public struct CellImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Number of the input line, from 1; nil if the error concerns the whole input.
  public let line: Int?
  /// The problem, and the remedy if there is one, as text.
  public let detail: String

  package init(line: Int? = nil, _ detail: String) {
    self.line = line
    self.detail = detail
  }

  /// One sentence for standard error: the problem, its location and the remedy.
  public var description: String {
    "CH0725 \(line.map { "line \($0) of the cells" } ?? "the cells"): \(detail); the store is "
      + "unchanged, import takes whole outputs of: cellheights layout --cells store"
  }
}
