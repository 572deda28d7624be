import CellTemplates
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The workers that lay out the feeds of one template.
struct TemplateCrew: Sendable {
  let template: StoredTemplate
  /// What the template is laid out for, with its states.
  let environments: [Environment]
  let workers: [LayoutWorker]

  /// One crew for every template that a build's feeds name.
  ///
  /// - Returns: The crews, and for every feed the index of its own.
  static func crews(
    for configuration: BuildConfiguration, trace: TraceRecorder?
  ) throws(TextError) -> (crews: [TemplateCrew], ofFeeds: [Int]) {
    var crews: [TemplateCrew] = []
    var ofFeeds: [Int] = []
    for feed in configuration.feeds {
      let plan = configuration.template(of: feed)
      let template = StoredTemplate(plan)
      if let known = crews.firstIndex(where: { $0.template == template }) {
        ofFeeds.append(known)
        continue
      }
      ofFeeds.append(crews.count)
      let environments = configuration.environments.withStates(of: plan.template)
      var workers: [LayoutWorker] = []
      for number in 0..<configuration.jobs {
        // A worker is numbered over all crews, so that each has a row of its own in a trace.
        let lane = trace?.lane("worker \(crews.count * configuration.jobs + number + 1)")
        workers.append(
          try LayoutWorker(
            configuration, template: plan, environments: environments, trace: lane))
      }
      crews.append(TemplateCrew(template: template, environments: environments, workers: workers))
    }
    return (crews, ofFeeds)
  }
}
