import ScrollSimulation
import Testing

@testable import ScrollReports

@Suite struct JUnitReportTests {
  @Test func aRunIsACaseThatFailsByItsThresholds() throws {
    let runs = try [
      SampleRun(thresholds: ["hitch.count<1", "frames.dropped<1", "hitch.count<9"]),
      SampleRun(device: .phone, thresholds: ["hitch.count<9"]), SampleRun(strategy: .manual),
    ].map { try $0.run }
    let lines = JUnitReport(runs, title: "a <feed>").lines
    #expect(lines[0] == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    #expect(
      lines[2]
        == "<testsuite name=\"a &lt;feed&gt;\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">"
    )
    let failed = "FAIL hitch.count&lt;1: hitch.count was 1 at 100/read-drag/stored/fixed"
    #expect(
      Array(lines[3...5]) == [
        "<testcase classname=\"read-drag\" name=\"100/read-drag/stored/fixed\">",
        "<failure message=\"\(failed), and 1 more\">", failed,
      ])
    // Frame 2 starts at tick 2 of 10 ms; it takes 12 ms, of which 1 is its own.
    #expect(lines[7] == "the worst frame, at 0.020 s, has the new cell 'id-4' (5.5 ms)")
    #expect(lines[8] == "</failure>")
    #expect(
      Array(lines.suffix(5)) == [
        "<testcase classname=\"read-drag\" name=\"100/read-drag/manual/fixed\">",
        "<skipped message=\"no threshold is about this run\"/>", "</testcase>", "</testsuite>",
        "</testsuites>",
      ])
  }

  @Test func runsThatDoNotAgreeAreErrors() throws {
    let run = try SampleRun(
      costs: "measured", frames: [(0, 2)], arrivals: [:], thresholds: ["frameDurationCpuMs.max<3"],
      iterations: [[4], [2], [4]]
    ).run
    #expect(run.thresholds.map(\.verdict) == [.inconclusive])
    let lines = JUnitReport([run], title: "feed").lines
    #expect(lines[2].contains("failures=\"0\" errors=\"1\""))
    #expect(lines.contains { $0.hasPrefix("<error message=\"open frameDurationCpuMs.max&lt;3") })
  }

  @Test func resultsOfDevicesAreCasesToo() throws {
    let runs = try DeviceResults(of: DeviceResultFixtures.xctest, source: "a.json").runs
    let thresholds = try ["hitch.count<1", "frameOverrunMs.P99<0"].map {
      try Threshold(parsing: $0, strategies: ScrollStrategy.names)
    }
    let judgement = ImportJudgement(of: runs, thresholds: thresholds, budgets: [])
    let lines = JUnitReport(runs, judgement, title: "a.json").lines
    #expect(
      lines[2]
        == "<testsuite name=\"a.json\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"1\">")
    #expect(
      lines[3]
        == "<testcase classname=\"Test Phone\" name=\"FeedUITests/testReadDrag120Hz() "
        + "(Scroll_DraggingAndDeceleration)\">")
    // No run has the metric, which is no success.
    #expect(
      lines.contains(
        "<error message=\"no test of these files answers frameOverrunMs.P99&lt;0\">"))
  }

  @Test func noNameLeavesItsAttribute() throws {
    let device = DeviceModel(name: "a\"/><b>&\u{1B}\u{FFFF}", governor: .fixed)
    let text = JUnitReport([try SampleRun(device: device).run], title: "feed").lines.joined()
    #expect(text.contains("stored/a&quot;/&gt;&lt;b&gt;&amp;\\u{1B}\u{FFFD}\">"))
  }
}
