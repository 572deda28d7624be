import CellTemplates
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The workers for feeds with the same templates and environments.
struct WorkerPool: Sendable {
  /// In the order of `TemplateSelector.plans`.
  let templates: [StoredTemplate]
  /// The environments with states.
  let environments: [Environment]
  let workers: [LayoutWorker]

  /// Approximate size of a record's cells, in bytes.
  var cellBytes: Int {
    // At most one run for each width.
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
  /// - Returns: The pools, and the index of each feed's pool.
  static func pools(
    for configuration: BuildConfiguration, trace: TraceRecorder?
  ) throws(TextError) -> (pools: [WorkerPool], ofFeeds: [Int]) {
    var pools: [WorkerPool] = []
    var ofFeeds: [Int] = []
    for feed in configuration.feeds {
      let choice = configuration.templates(of: feed)
      let templates = choice.plans.map { StoredTemplate($0) }
      let environments = configuration.environments(of: feed)
      if let known = pools.firstIndex(where: {
        $0.templates == templates && $0.environments == environments
      }) {
        ofFeeds.append(known)
        continue
      }
      ofFeeds.append(pools.count)
      var workers: [LayoutWorker] = []
      for number in 0..<configuration.jobs {
        // Workers are numbered over all pools, for distinct lanes in a trace.
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
