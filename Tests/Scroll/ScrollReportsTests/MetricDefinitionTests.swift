import ScrollSimulation
import Testing

@testable import ScrollReports

@Suite struct MetricDefinitionTests {
  @Test func everyMetricIsDefinedOnce() {
    #expect(MetricDefinition.all.map(\.path).sorted() == SimulationReport.metricPaths.sorted())
    #expect(MetricDefinition.all.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.hasSuffix(".") })
  }

  @Test func anUnknownMetricSaysNothing() {
    #expect(MetricDefinition.of("later.metric").direction == .neutral)
  }
}
