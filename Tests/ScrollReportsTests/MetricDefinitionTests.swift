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

  @Test(arguments: [
    (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (12.345, 2, "12.35"),
    (1e17, 2, "1e+17"), (.infinity, 1, "-"), (99.999, 1, "100.0"), (7, 0, "7"), (1.005, 3, "1.005"),
  ])
  func numbersHaveFixedDigits(number: Double, digits: Int, text: String) {
    #expect(number.fixed(digits) == text)
  }
}
