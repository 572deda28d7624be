import PairedBenchmark
import Testing

struct ContestTests {
  /// Writes down which side was asked, in order.
  private final class Journal {
    var entries = ""
  }

  @Test func sidesAreWarmedUpAndThenBeginInTurn() async throws {
    let journal = Journal()
    let contest = Contest(
      operations: 1,
      subject: {
        journal.entries += "s"
        return 1
      },
      reference: {
        journal.entries += "r"
        return 2
      })
    let comparison = try await contest.run(pairs: 3)
    #expect(journal.entries == "sr" + "sr" + "rs" + "sr")
    #expect(comparison.pairs == Array(repeating: .init(subject: 1, reference: 2), count: 3))
  }

  @Test func workOnThisThreadTakesItsTime() {
    let sink = Sink()
    let time = CPUClock.thread.time { for number in 0..<100_000 { sink.take(number) } }
    #expect(time > 0)
  }
}
