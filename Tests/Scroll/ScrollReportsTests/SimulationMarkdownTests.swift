import ScrollReports
import ScrollSimulation
import Testing

@Suite struct SimulationMarkdownTests {
  @Test func everyRunIsARow() throws {
    let runs = try [
      SampleRun(thresholds: ["hitch.count<1", "hitch.count<9"]),
      SampleRun(strategy: .estimate(44), device: .phone),
    ].map { try $0.run }
    let lines = SimulationMarkdown(runs).lines
    #expect(lines[0].hasPrefix("| Run | Device | Grade | Hitch ms/s | Dropped | P99 ms |"))
    #expect(
      lines[2]
        == "| 100/read-drag/stored | fixed | critical | 200.0 | 1 | 11.76 | 12.00 | 1.76 | 0 | 0 "
        + "| ✗ 1/2 |")
    #expect(lines[3].hasPrefix("| 100/read-drag/estimate:44 | schedutil-lite/1 | critical |"))
    #expect(
      lines.contains(
        "- ✗ `hitch.count<1` was 1.000 at `100/read-drag/stored/fixed`; the worst frame, at 0.020 s, "
          + "has the new cell 'id-4' (5.5 ms)"))
    // Each row has as many bars as the first.
    #expect(Set(lines.prefix(4).map { $0.filter { $0 == "|" }.count }) == [12])
  }

  @Test func namesCannotBeMarkup() throws {
    let device = DeviceModel(name: "a|b*<i>`", governor: .fixed)
    let lines = SimulationMarkdown([
      try SampleRun(device: device, thresholds: ["hitch.count<1"]).run
    ]).lines
    #expect(lines[2].contains("| a\\|b\\*\\<i\\>\\` |"))
    #expect(lines.contains { $0.contains(" at `100/read-drag/stored/a|b*<i>'`; the ") })
  }

  @Test func breachesAreBounded() throws {
    let run = try SampleRun(thresholds: (1...25).map { "hitch.count<0.\($0)" }).run
    let lines = SimulationMarkdown([run]).lines
    #expect(lines.count { $0.hasPrefix("- ✗") } == 20)
    #expect(lines.contains("- and 5 more"))
  }
}
