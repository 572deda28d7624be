import PairedBenchmark
import Testing

struct ComparisonTests {
  private let comparison = Comparison(
    pairs: [.init(subject: 10, reference: 40), .init(subject: 20, reference: 20)], operations: 10)

  @Test func aRatioIsTakenPairByPair() {
    #expect(comparison.ratios(.timesFaster) == [4, 1])
    #expect(comparison.ratios(.timesAsLong) == [0.25, 1])
  }

  @Test func timesAreThoseOfOneOperation() {
    #expect(comparison.subjectNanoseconds == 1.5)
    #expect(comparison.referenceNanoseconds == 3)
  }

  @Test func theMedianStandsInTheMiddle() {
    #expect(median([3, 1, 2]) == 2)
    #expect(median([4, 1, 2, 3]) == 2.5)
    #expect(median([7]) == 7)
  }

  @Test func nothingHasNoMedian() {
    #expect(median([]).isNaN)
  }
}
