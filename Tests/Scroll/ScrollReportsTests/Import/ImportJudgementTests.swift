import ScrollSimulation
import Testing

@testable import ScrollReports

@Suite struct ImportJudgementTests {
  private func threshold(_ text: String) throws -> Threshold {
    try Threshold(
      parsing: text, strategies: ["stored"], devices: ["fixed", ImportedRun.deviceModel])
  }

  private func run(_ test: String, _ metrics: [String: Double]) -> ImportedRun {
    ImportedRun(
      format: .macrobenchmark, source: "a.json", test: test, device: "Acme One", metrics: metrics)
  }

  private func judgement(
    _ thresholds: [String], budgets: [String] = [], _ runs: ImportedRun...
  ) throws -> ImportJudgement {
    ImportJudgement(
      of: runs, thresholds: try thresholds.map(threshold), budgets: try budgets.map(threshold))
  }

  @Test func everyTestIsAsked() throws {
    let found = try judgement(
      ["frameOverrunMs.P99<=0"], run("a", ["frameOverrunMs.P99": -1]),
      run("b", ["frameOverrunMs.P99": 1]))
    #expect(found.verdicts.map { $0.map(\.isBreached) } == [[false], [true]])
    #expect(found.isBreached && found.unanswered.isEmpty)
    #expect(
      found.verdicts[1][0].description
        == "FAIL frameOverrunMs.P99<=0: frameOverrunMs.P99 was 1 at b on Acme One")
  }

  @Test func aMissingMetricIsABreachOnlyOfTheTestThatIsNamed() throws {
    let here = run("testReadDrag", ["hitch.count": 1])
    let general = try judgement(["hitch.total_ms<9"], here, run("other", ["hitch.total_ms": 3]))
    #expect(!general.isBreached && general.unanswered.isEmpty)
    #expect(
      general.verdicts[0][0].description
        == "none hitch.total_ms<9: hitch.total_ms is not in this file")
    for named in ["@/read-drag", "@///imported", "@///imported:Acme One"] {
      let found = try judgement(["hitch.total_ms<9 \(named)"], here)
      #expect(found.isBreached && found.unanswered.isEmpty, "\(named)")
    }
    #expect(try !judgement(["hitch.count<9 @///imported:Other"], here).unanswered.isEmpty)
  }

  @Test func aThresholdThatNoTestAnswersIsTold() throws {
    let here = run("testReadDrag", ["hitch.count": 1])
    for text in [
      "hitch.total_ms<9", "hitch.count<9 @120", "hitch.count<9 @/flick-medium",
      "hitch.count<9 @///fixed", "engines.created==0",
    ] {
      let found = try judgement([text], here)
      #expect(found.unanswered.map(\.text) == [text])
      #expect(!found.isBreached && found.simulatedOnly.isEmpty)
    }
  }

  /// One list of budgets serves simulations and devices.
  @Test func budgetsOfSimulationsAreLeftOut() throws {
    let found = try judgement(
      [],
      budgets: [
        "hitch.count<9 @///fixed", "engines.created==0", "hitch.count<9", "hitch.max_ms<1",
      ],
      run("a", ["hitch.count": 1]))
    #expect(found.simulatedOnly.count == 3)
    #expect(found.verdicts[0].map(\.result.passed) == [true])
    #expect(found.unanswered.isEmpty)
    #expect(try judgement([], budgets: ["hitch.total_ms<1"], run("a", [:])).unanswered.count == 1)
  }

  @Test func everyMetricOfAFormatIsOneOfReports() {
    for path in ImportedRun.metricPaths { #expect(SimulationReport.metricPaths.contains(path)) }
  }
}
