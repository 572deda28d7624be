import AutoLayout
import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// A record with its stored cells; a class, so that batches do not copy it.
final class WorkItem: Sendable {
  let record: FeedRecord
  /// The results of the search for the record's stored cells; shape `[environments]`.
  let stored: [FoundCell]
  /// Position of the record in the feed, from 0; -1 for a cell of a list that is not a record's.
  let position: Int

  init(record: FeedRecord, position: Int, stored: [FoundCell]) {
    self.record = record
    self.position = position
    self.stored = stored
  }
}

/// The result of a record in one environment, with the index of its template.
enum WorkResult: Sendable {
  /// The stored cell is reused.
  case reused(template: Int)
  /// The cell was laid out or failed.
  case computed(Fingerprint, template: Int, CellOutcome)

  /// The index of the template.
  var template: Int {
    switch self {
    case .reused(let template), .computed(_, let template, _): template
    }
  }
}

/// The results of the records of one batch.
struct BatchResult: Sendable {
  /// The results of cells; shape `[records][environments]`.
  var cells: [[WorkResult]] = []
  /// The counts of paths with values, by template.
  var paths: [PathTally]
  /// The addresses of pictures of unknown size, with the index of the record in the batch.
  var unsized: [(record: Int, addresses: [String])] = []
}

/// A worker of a build.
///
/// It is an actor because its engines and caches serve one batch at a time.
actor LayoutWorker {
  private let layouter: RecordLayouter

  init(
    _ configuration: BuildConfiguration, templates: TemplateSelector, environments: [Environment],
    trace: TraceLane?
  ) throws(TextError) {
    layouter = try RecordLayouter(
      configuration, templates: templates, environments: environments, trace: trace)
  }

  func run(_ batch: [WorkItem]) -> BatchResult { layouter.run(batch) }

  func account() -> WorkerAccount { layouter.account() }
}

/// Lays out records, with long-lived engines and caches; it is a class because it owns them.
final class RecordLayouter {
  /// Creates a layouter for the cells that lists have besides those of records.
  ///
  /// Ranges of widths, which are the last environments of a feed, have no lists and no such cells.
  convenience init(
    ofListCells configuration: BuildConfiguration, templates: TemplateSelector,
    environments: [Environment]
  ) throws(TextError) {
    try self.init(
      configuration, templates: templates,
      environments: environments.filter { $0.lastWidth == nil }, trace: nil)
  }

  private let environments: [Environment]
  private let rule: ReuseRule
  private let measurer: TextMeasurer
  /// The layouters, by template.
  private var layouters: [CellLayouter]
  private let trace: TraceLane?
  /// The texts of the current record at the paths of its template.
  private var texts: [String?] = []
  /// Empty tallies, by template.
  private let noPaths: [PathTally]
  /// The picture dimensions that layouts need, by template; `nil` if the build lists no pictures.
  private let pictureSides: [PictureSides]?

  init(
    _ configuration: BuildConfiguration, templates: TemplateSelector, environments: [Environment],
    trace: TraceLane?
  ) throws(TextError) {
    self.environments = environments
    self.trace = trace
    pictureSides = configuration.missingSizes.map { _ in
      templates.templates.map { PictureSides($0) }
    }
    noPaths = templates.templates.map { PathTally($0) }
    measurer = try TextMeasurer(
      library: configuration.fonts,
      limits: configuration.textLimits.shared(among: configuration.jobs),
      shaping: configuration.shaping)
    rule = try ReuseRule(templates, environments: environments, of: configuration)
    layouters = []
    for plan in templates.plans {
      var layouter = CellLayouter(
        plan: plan, measurer: measurer, formats: configuration.formats)
      layouter.verifiesPrograms = configuration.verifiesPrograms
      layouter.keepsLines = configuration.keepsLines
      if let trace {
        layouter.instrument = CellInstrument(
          template: plan.template, trace: trace, examines: false, clock: trace.now)
      }
      layouters.append(layouter)
    }
  }

  func run(_ batch: [WorkItem]) -> BatchResult {
    var result = BatchResult(paths: noPaths)
    result.cells = batch.enumerated().map { number, item -> [WorkResult] in
      let template = rule.template(of: item.record)
      let start = trace?.now()
      defer {
        if let start { trace?.span("record", since: start, [.init("id", .text(item.record.id))]) }
      }
      result.paths[template].begin()
      texts.removeAll(keepingCapacity: true)
      let decisions = rule.decisions(
        of: item.record, template: template, stored: item.stored.map(\.fingerprint)
      ) { path, text in
        texts.append(text)
        result.paths[template].note(path, text: text, of: item.record)
      }
      var isBound = false
      let cells = decisions.indices.map { index -> WorkResult in
        let environment = environments[index]
        guard case .computed(let fingerprint) = decisions[index] else {
          return .reused(template: template)
        }
        do throws(CellError) {
          if !isBound { layouters[template].bind(item.record, texts: texts) }
          isBound = true
          let layout = try layouters[template].boundCellLayout(in: environment)
          return .computed(fingerprint, template: template, .layout(layout))
        } catch {
          return .computed(
            fingerprint, template: template,
            .failure(CellFailure(code: error.code, message: error.description)))
        }
      }
      if let sides = pictureSides?[template], !sides.isEmpty {
        let addresses = sides.unsizedPictures(
          of: item.record, isUnknown: Self.lacksSize(cells, item.stored))
        if !addresses.isEmpty { result.unsized.append((number, addresses)) }
      }
      return cells
    }
    return result
  }

  /// Whether a cell of the record depends on a picture size that is unknown.
  private static func lacksSize(_ cells: [WorkResult], _ stored: [FoundCell]) -> Bool {
    zip(cells, stored).contains { cell, stored in
      switch (cell, stored) {
      case (.computed(_, _, .layout(let layout)), _): layout.caveats.contains(.sizeUnknown)
      case (.reused, .cell(let cell)): cell.caveats.contains(.sizeUnknown)
      default: false
      }
    }
  }

  func account() -> WorkerAccount {
    WorkerAccount(
      enginesCreated: layouters.reduce(0) { $0 + $1.enginesCreated },
      engines: layouters.reduce(into: EngineStatistics()) { $0 += $1.statistics },
      text: measurer.statistics)
  }
}

extension TextLimits {
  /// The limits for one of several workers, with smaller caches if there are many workers.
  ///
  /// The paragraph caches of all workers together are at most as large as those of two workers
  /// would be, and the word caches as those of eight; 4,096 bytes are the minimum per worker. The
  /// size of a cache does not affect results.
  func shared(among workers: Int) -> TextLimits {
    var limits = self
    limits.paragraphCacheBytes = paragraphCacheBytes * 2 / max(workers, 2)
    limits.wordCacheBytes = max(wordCacheBytes * 8 / max(workers, 8), 4_096)
    return limits
  }
}

struct WorkerAccount: Sendable {
  var enginesCreated: Int
  var engines: EngineStatistics
  var text: TextStatistics
}
