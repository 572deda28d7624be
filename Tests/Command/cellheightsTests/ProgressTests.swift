import FeedRecords
import Testing

@testable import cellheights

@Suite struct ProgressTests {
  private func line(
    _ records: Int, _ read: Int, of expected: Int?, after seconds: Double
  ) -> String {
    ProgressLine(
      state: ReadingProgress(records: records, bytesRead: read, bytesExpected: expected),
      seconds: seconds
    ).text
  }

  @Test func aLineHasRateShareAndTimeLeft() {
    // A quarter in 20 s leaves three quarters for 60 s.
    #expect(
      line(10_000, 25_000_000, of: 100_000_000, after: 20)
        == "10 000 records, 500 a second, 1.3 MB/s, 25 %, 1 min 00 s left")
    #expect(
      line(1, 999_999, of: 1_000_000, after: 1)
        == "1 record, 1 a second, 1.0 MB/s, 99 %, 0 s left")
  }

  @Test func withoutASizeThereIsTheTimeThatWentBy() {
    #expect(
      line(900, 3_000_000, of: nil, after: 90) == "900 records, 10 a second, 0.0 MB/s, 1 min 30 s")
    #expect(line(0, 0, of: nil, after: 3) == "0 records, 0 a second, 3 s")
    #expect(line(0, 0, of: 0, after: 3) == "0 records, 0 a second, 3 s")
  }

  @Test func whenAllIsReadNothingIsPromised() {
    #expect(
      line(64, 1_000_000, of: 1_000_000, after: 2)
        == "64 records, 32 a second, 0.5 MB/s, all read, 2 s")
  }

  @Test func simulationsTellTheirRunsAndFrames() {
    var progress = SimulationProgress(
      expected: [300, 100], printer: ProgressPrinter(isTerminal: false))
    for _ in 0..<290 { progress.countFrame() }
    progress.endRun()
    // A run of more frames than expected does not exceed its total.
    for _ in 0..<50 { progress.countFrame() }
    #expect(
      progress.line(seconds: 35)
        == "1 of 2 runs, 340 frames, 10 a second, 87 %, 5 s left")
    #expect(
      SimulationProgress(expected: [0]).line(seconds: 0)
        == "0 of 1 run, 0 frames, 0 a second, 0 %")
  }

  @Test func absurdTimesDoNotTrap() {
    #expect(line(1, 1, of: Int.max, after: 1e9).hasSuffix("days left"))
    #expect(line(Int.max / 2, Int.max, of: Int.max, after: 1).contains("all read"))
  }

  @Test(
    arguments: [
      (0.4, "0 s"), (59.4, "59 s"), (59.6, "1 min 00 s"), (3599.4, "59 min 59 s"),
      (3600, "1 h 00 min"), (7500, "2 h 05 min"), (1e30, "days"), (.infinity, "days"),
    ] as [(Double, String)])
  func durationsReadAsPeopleSayThem(_ seconds: Double, _ text: String) {
    #expect(ProgressLine.duration(seconds) == text)
  }

  @Test func aTerminalIsWrittenToTenTimesASecondAtMost() {
    var schedule = ProgressSchedule(isTerminal: true)
    let shown = (0..<3000).filter { schedule.isDue(at: Double($0) / 1000) }
    #expect(shown.first == 500)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 - $0 >= 100 })
    #expect(shown.count == 25)
  }

  @Test func elsewhereALineComesEveryHalfMinute() {
    var schedule = ProgressSchedule(isTerminal: false)
    let shown = (0..<200).filter { schedule.isDue(at: Double($0)) }
    #expect(shown == [30, 60, 90, 120, 150, 180])
  }
}
