import ScrollSimulation
import Testing

@testable import ScrollReports

@Suite struct ImportMarkdownTests {
  private let runs = [
    ImportedRun(
      format: .macrobenchmark, source: "a.json", test: "Feed.read|Drag", device: "Acme One",
      metrics: ["frames.presented": 412, "frameOverrunMs.P99": 2.6], notes: ["one"]),
    ImportedRun(
      format: .xctest, source: "a.json", test: "other", metrics: ["hitch.count": 1],
      notes: ["one"]),
  ]

  private func judgement(_ thresholds: String...) throws -> ImportJudgement {
    ImportJudgement(
      of: runs,
      thresholds: try thresholds.map { try Threshold(parsing: $0, strategies: ["stored"]) },
      budgets: [])
  }

  @Test func everyTestIsARow() throws {
    let lines = ImportMarkdown(runs, try judgement("frameOverrunMs.P99<=0", "hitch.count<9")).lines
    #expect(
      Array(lines[2...]) == [
        "| Feed.read\\|Drag | Acme One | 412 | - | - | - | - | - | 2.60 | ✗ 0/1 |",
        "| other |  | - | - | 1 | - | - | - | - | ✓ 1/1 |", "", "Breached budgets:", "",
        "- ✗ `frameOverrunMs.P99<=0` was 2.600 at `Feed.read|Drag on Acme One`", "", "Note: one.",
      ])
    #expect(Set(lines.prefix(2).map { $0.filter { $0 == "|" }.count }) == [11])
  }

  @Test func aPageHasNoFramesAndNoGrades() throws {
    let page = SimulationPage(runs, try judgement("frameOverrunMs.P99<=0"), title: "a.json")
      .text(withoutScripts: ["| Test |"])
    #expect(page.contains("<h1>Scroll results of devices</h1>"))
    #expect(page.contains("\"device\":\"Acme One\",\"setting\":\"from a.json\""))
    #expect(page.contains("\"count\":0,\"frames\":null"))
    #expect(!page.contains("\"grade\"") && !page.contains("Simulated frame by frame"))
    // A threshold that a test does not answer is not shown as broken by it.
    #expect(page.components(of: "\"passed\":false") == 1)
  }
}
