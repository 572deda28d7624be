import PairedBenchmark
import Testing

struct ContestTests {
  /// Records which side was called, in order.
  private final class Journal {
    var entries = ""
  }

  @Test func sidesAreWarmedUpAndThenBeginInTurn() async throws {
    let journal = Journal()
    let contest = Contest(
      operations: 1,
      subject: {
        journal.entries += "s"
        return Measurement(nanoseconds: 1, allocations: 3)
      },
      reference: {
        journal.entries += "r"
        return Measurement(nanoseconds: 2)
      })
    let comparison = try await contest.run(pairs: 3)
    #expect(journal.entries == "sr" + "sr" + "rs" + "sr")
    let pair = Comparison.Pair(
      subject: Measurement(nanoseconds: 1, allocations: 3), reference: Measurement(nanoseconds: 2))
    #expect(comparison.pairs == Array(repeating: pair, count: 3))
  }

  @Test func workOnThisThreadTakesItsTime() {
    let sink = Sink()
    let taken = CPUClock.thread.measure { for number in 0..<100_000 { sink.take(number) } }
    #expect(taken.cost > 0)
  }
}
