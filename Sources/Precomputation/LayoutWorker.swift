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
  /// Nothing it depends on changed: the stored cell stays.
  case unchanged
  /// Laid out anew, or failed.
  case made(Fingerprint, CellOutcome)
}

/// One worker of a build: an engine per template and direction and a word cache, all long-lived.
///
/// An actor, because its engines and caches are used by one batch at a time.
actor LayoutWorker {
  private let environments: [Environment]
  private let fingerprints: [CellFingerprint]
  private let measurer: TextMeasurer
  private var layouter: CellLayouter
  private let trace: TraceLane?

  init(
    _ configuration: BuildConfiguration, template: TemplatePlan, environments: [Environment],
    trace: TraceLane?
  ) throws(TextError) {
    self.environments = environments
    self.trace = trace
    var fingerprints: [CellFingerprint] = []
    for environment in environments {
      fingerprints.append(
        try CellFingerprint(
          template: template.template, fonts: configuration.fonts, environment: environment,
          limits: configuration.textLimits))
    }
    self.fingerprints = fingerprints
    measurer = try TextMeasurer(library: configuration.fonts, limits: configuration.textLimits)
    layouter = CellLayouter(plan: template, measurer: measurer)
    layouter.verifiesPrograms = configuration.verifiesPrograms
    if let trace {
      layouter.instrument = CellInstrument(
        template: template.template, trace: trace, examines: false,
        clock: trace.now)
    }
  }

  /// Lays out a batch; for each record one result an environment.
  func run(_ batch: [WorkItem]) -> [[WorkResult]] {
    batch.map { item -> [WorkResult] in
      guard let first = fingerprints.first else { return [] }
      let start = trace?.now()
      defer {
        if let start { trace?.span("record", since: start, [.init("id", .text(item.record.id))]) }
      }
      let content = first.content(of: item.record, version: item.record.version)
      var isBound = false
      return environments.indices.map { index -> WorkResult in
        let fingerprint = fingerprints[index].fingerprint(content: content)
        if fingerprint == item.known[index] { return .unchanged }
        do throws(CellError) {
          if !isBound { layouter.bind(item.record) }
          isBound = true
          let layout = try layouter.boundCellLayout(in: environments[index])
          return .made(fingerprint, .layout(layout))
        } catch {
          return .made(
            fingerprint, .failure(CellFailure(code: error.code, message: error.description)))
        }
      }
    }
  }

  /// The worker's share of the summary.
  func account() -> WorkerAccount {
    WorkerAccount(
      enginesCreated: layouter.enginesCreated, engines: layouter.statistics,
      text: measurer.statistics)
  }
}

/// What one worker did.
struct WorkerAccount: Sendable {
  var enginesCreated: Int
  var engines: EngineStatistics
  var text: TextStatistics
}
