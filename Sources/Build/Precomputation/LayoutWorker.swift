import AutoLayout
import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// A record with its stored cells, shared to avoid copies.
final class WorkItem: Sendable {
  let record: FeedRecord
  /// The stored cells; shape `[environments]`.
  let stored: [FoundCell]
  /// Its cells that an interrupted build left in `STORE.unfinished`; shape `[environments]`.
  let unfinished: [StoredCell?]
  /// Position of the record in the feed, from 0.
  let position: Int

  init(record: FeedRecord, position: Int, stored: [FoundCell], unfinished: [StoredCell?]) {
    self.record = record
    self.position = position
    self.stored = stored
    self.unfinished = unfinished
  }
}

/// The result of a record in an environment, with the index of its template.
enum WorkResult: Sendable {
  /// The stored cell is reused.
  case reused(template: Int)
  /// The cell of an interrupted build is written as it is.
  case resumed(StoredCell, template: Int)
  /// The cell was laid out or failed.
  case computed(Fingerprint, template: Int, CellOutcome)
}

/// The result of a batch.
struct BatchResult: Sendable {
  /// Shape `[records][environments]`.
  var cells: [[WorkResult]] = []
  /// Paths with values, by template.
  var paths: [PathTally]
  /// Addresses of pictures of unknown size, by the indices of their records.
  var unsized: [(record: Int, addresses: [String])] = []
}

/// A worker of a build, with long-lived engines and caches.
///
/// It is an actor because its engines and caches serve one batch at a time.
actor LayoutWorker {
  private let environments: [Environment]
  private let rule: ReuseRule
  private let measurer: TextMeasurer
  /// By template.
  private var layouters: [CellLayouter]
  private let trace: TraceLane?
  /// Empty tallies, by template.
  private let noPaths: [PathTally]
  /// The sides of pictures that layouts need, by template; `nil` if none are listed.
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
      if let trace {
        layouter.instrument = CellInstrument(
          template: plan.template, trace: trace, examines: false, clock: trace.now)
      }
      layouters.append(layouter)
    }
  }

  /// Lays out a batch.
  func run(_ batch: [WorkItem]) -> BatchResult {
    var result = BatchResult(paths: noPaths)
    result.cells = batch.enumerated().map { number, item -> [WorkResult] in
      let template = rule.template(of: item.record)
      let start = trace?.now()
      defer {
        if let start { trace?.span("record", since: start, [.init("id", .text(item.record.id))]) }
      }
      result.paths[template].begin()
      let decisions = rule.decisions(
        of: item.record, template: template, stored: item.stored.map(\.fingerprint)
      ) { path, text in
        result.paths[template].note(path, text: text, of: item.record)
      }
      var isBound = false
      let cells = decisions.indices.map { index -> WorkResult in
        let environment = environments[index]
        guard case .computed(let fingerprint) = decisions[index] else {
          return .reused(template: template)
        }
        if let known = item.unfinished[index], known.fingerprint == fingerprint {
          return .resumed(known, template: template)
        }
        do throws(CellError) {
          if !isBound { layouters[template].bind(item.record) }
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

  /// Whether a cell of a record, laid out or reused, depends on an unknown size.
  private static func lacksSize(_ cells: [WorkResult], _ stored: [FoundCell]) -> Bool {
    zip(cells, stored).contains { cell, stored in
      switch (cell, stored) {
      case (.computed(_, _, .layout(let layout)), _): layout.caveats.contains(.sizeUnknown)
      case (.reused, .cell(let cell)): cell.caveats.contains(.sizeUnknown)
      case (.resumed(let cell, _), _):
        if case .layout(let layout) = cell.outcome {
          layout.caveats.contains(.sizeUnknown)
        } else {
          false
        }
      default: false
      }
    }
  }

  /// The statistics of the worker.
  func account() -> WorkerAccount {
    WorkerAccount(
      enginesCreated: layouters.reduce(0) { $0 + $1.enginesCreated },
      engines: layouters.reduce(into: EngineStatistics()) { $0 += $1.statistics },
      text: measurer.statistics)
  }
}

extension TextLimits {
  /// The limits of one of several workers, whose caches have a bounded total size.
  ///
  /// The size of a cache does not affect results.
  func shared(among workers: Int) -> TextLimits {
    var limits = self
    limits.paragraphCacheBytes = paragraphCacheBytes * 2 / max(workers, 2)
    limits.wordCacheEntries = max(wordCacheEntries * 8 / max(workers, 8), 16)
    return limits
  }
}

/// The statistics of a worker.
struct WorkerAccount: Sendable {
  var enginesCreated: Int
  var engines: EngineStatistics
  var text: TextStatistics
}
