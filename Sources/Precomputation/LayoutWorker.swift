import AutoLayout
import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// One record with what the last generation knows of it in each environment.
struct WorkItem: Sendable {
  var record: FeedRecord
  /// Fingerprints of the stored cells, `nil` where there is none; shape `[environments]`.
  var known: [Fingerprint?]
}

/// What became of one record in one environment.
enum WorkResult: Sendable {
  /// Nothing it depends on changed: the stored cell, in the template of an index, stays.
  case unchanged(template: Int)
  /// Laid out anew in the template of an index, or failed.
  case made(Fingerprint, template: Int, CellOutcome)
}

/// What became of a batch.
struct BatchResult: Sendable {
  /// For each record one result an environment.
  var cells: [[WorkResult]] = []
  /// What the records answered; one a template.
  var paths: [PathTally]
}

/// One worker of a build: an engine per template and direction and a word cache, all long-lived.
///
/// An actor, because its engines and caches are used by one batch at a time.
actor LayoutWorker {
  private let templates: TemplateChoice
  private let environments: [Environment]
  /// Shape `[templates][environments]`.
  private let fingerprints: [[CellFingerprint]]
  private let measurer: TextMeasurer
  /// One a template.
  private var layouters: [CellLayouter]
  private let trace: TraceLane?
  /// One a template, of no records.
  private let noPaths: [PathTally]

  init(
    _ configuration: BuildConfiguration, templates: TemplateChoice, environments: [Environment],
    trace: TraceLane?
  ) throws(TextError) {
    self.templates = templates
    self.environments = environments
    self.trace = trace
    noPaths = templates.templates.map { PathTally($0) }
    measurer = try TextMeasurer(
      library: configuration.fonts,
      limits: configuration.textLimits.shared(among: configuration.jobs))
    var fingerprints: [[CellFingerprint]] = []
    layouters = []
    for plan in templates.plans {
      var row: [CellFingerprint] = []
      for environment in environments {
        row.append(
          try CellFingerprint(
            template: plan.template, fonts: configuration.fonts, environment: environment,
            limits: configuration.textLimits, formats: configuration.formats))
      }
      fingerprints.append(row)
      var layouter = CellLayouter(
        plan: plan, measurer: measurer, formats: configuration.formats)
      layouter.verifiesPrograms = configuration.verifiesPrograms
      if let trace {
        layouter.instrument = CellInstrument(
          template: plan.template, trace: trace, examines: false, clock: trace.now)
      }
      layouters.append(layouter)
    }
    self.fingerprints = fingerprints
  }

  /// Lays out a batch.
  func run(_ batch: [WorkItem]) -> BatchResult {
    var result = BatchResult(paths: noPaths)
    result.cells = batch.map { item -> [WorkResult] in
      let template = templates.plans.count > 1 ? templates.index(for: item.record) : 0
      guard let first = fingerprints[template].first else { return [] }
      let start = trace?.now()
      defer {
        if let start { trace?.span("record", since: start, [.init("id", .text(item.record.id))]) }
      }
      result.paths[template].begin()
      let content = first.content(of: item.record, version: item.record.version) { path, text in
        result.paths[template].note(path, text: text, of: item.record)
      }
      var isBound = false
      return environments.indices.map { index -> WorkResult in
        let fingerprint = fingerprints[template][index].fingerprint(content: content)
        if fingerprint == item.known[index] { return .unchanged(template: template) }
        do throws(CellError) {
          if !isBound { layouters[template].bind(item.record) }
          isBound = true
          let layout = try layouters[template].boundCellLayout(in: environments[index])
          return .made(fingerprint, template: template, .layout(layout))
        } catch {
          return .made(
            fingerprint, template: template,
            .failure(CellFailure(code: error.code, message: error.description)))
        }
      }
    }
    return result
  }

  /// The worker's share of the summary.
  func account() -> WorkerAccount {
    WorkerAccount(
      enginesCreated: layouters.reduce(0) { $0 + $1.enginesCreated },
      engines: layouters.reduce(into: EngineStatistics()) { $0 += $1.statistics },
      text: measurer.statistics)
  }
}

extension TextLimits {
  /// The limits of one of several workers, whose caches together are as large for any number of
  /// them: those of two for prepared texts, and those of eight for words.
  ///
  /// What a cache keeps never decides what is measured.
  func shared(among workers: Int) -> TextLimits {
    var limits = self
    limits.paragraphCacheBytes = paragraphCacheBytes * 2 / max(workers, 2)
    limits.wordCacheEntries = max(wordCacheEntries * 8 / max(workers, 8), 16)
    return limits
  }
}

/// What one worker did.
struct WorkerAccount: Sendable {
  var enginesCreated: Int
  var engines: EngineStatistics
  var text: TextStatistics
}
