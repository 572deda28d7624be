import ScrollReports
import ScrollSimulation
import Testing

@Suite struct SimulationTableTests {
  private let pair = [
    SampleRun(thresholds: ["hitch.count<1", "hitch.count<9"]),
    SampleRun(
      device: .phone, frames: [(0, 2), (1, 4), (2, 22), (5, 3)],
      thresholds: ["hitch.count<1", "hitch.count<9"]),
  ]

  private func lines(_ samples: [SampleRun]) throws -> [String] {
    SimulationTable(try samples.map { try $0.run }).lines
  }

  @Test func thresholdsComeFirst() throws {
    let lines = try lines(pair)
    #expect(
      Array(lines.prefix(5)) == [
        "thresholds", "  ✗ hitch.count<1  breached by 2 of 2 runs",
        "      100/read-drag/stored/fixed  1", "      100/read-drag/stored/schedutil-lite/1  1",
        "  ✓ hitch.count<9  2 runs, nearest 1 at 100/read-drag/stored/fixed",
      ])
  }

  @Test func devicesStandSideBySide() throws {
    let lines = try lines(pair)
    let start = try #require(lines.firstIndex { $0.hasPrefix("read-drag at 100 Hz") })
    #expect(
      Array(lines[start..<start + 4]) == [
        "read-drag at 100 Hz, ios, costs phone/1, prefetch none, pool 10",
        "            | fixed                            "
          + "| schedutil-lite/1                 |",
        "  strategy  | hitch ms/s      dropped  P99 ms  "
          + "| hitch ms/s      dropped  P99 ms  | jumps  layouts",
        "  stored    | 200.0 critical        1    11.8  "
          + "| 333.3 critical        2    21.5  | 0            0",
      ])
  }

  /// "26.9 critical ✓" reads as good, though the threshold is kept.
  @Test func aGradeStandsWithoutATick() throws {
    let lines = try lines([SampleRun(thresholds: ["hitch.count<9"])])
    #expect(lines.contains { $0.hasPrefix("  ✓ hitch.count<9") })
    #expect(lines.filter { $0.contains("critical") }.allSatisfy { !$0.contains("✓") })
  }

  @Test func theWorstRunShowsItsFrames() throws {
    var kept = pair
    for index in kept.indices { kept[index].thresholds = ["hitch.count<9"] }
    let lines = try lines(kept)
    let start = try #require(
      lines.firstIndex(of: "worst frames of 100/read-drag/stored/schedutil-lite/1"))
    #expect(lines[start + 2].contains("0.020"))
    #expect(lines[start + 2].hasSuffix("id-4 10.5, id-5 10.5  layout 10.5, text 10.5, frame 1.0"))
  }

  @Test func theFirstRunThatBreachesComesBeforeTheWorst() throws {
    #expect(try lines(pair).contains("worst frames of 100/read-drag/stored/fixed"))
    var second = pair
    second[0].thresholds = []
    #expect(
      try lines(second).contains("worst frames of 100/read-drag/stored/schedutil-lite/1"))
  }

  @Test func aRunWithoutItsPairLeavesAGap() throws {
    let lines = try lines([pair[0], SampleRun(strategy: .manual, device: .phone)])
    #expect(lines.contains { $0.hasPrefix("  stored    | 200.0 critical") })
    #expect(lines.contains { $0.hasPrefix("  manual    |                ") })
  }

  @Test func idsCannotCommandATerminal() throws {
    let lines = try lines([SampleRun(ids: [4: "\u{1B}[2J", 5: String(repeating: "x", count: 90)])])
    #expect(lines.contains { $0.contains("\\u{1B}[2J 5.5, xxxxxxx…xxxxxxxxxxxxxxxx 5.5") })
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test func noRunsAreNoLines() {
    #expect(SimulationTable([]).lines.isEmpty)
  }
}
