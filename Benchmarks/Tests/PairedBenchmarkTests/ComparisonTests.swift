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

  @Test(arguments: [([3.0, 1, 2], 2.0), ([4, 1, 2, 3], 2.5), ([7], 7)])
  func theMedianStandsInTheMiddle(values: [Double], middle: Double) {
    #expect(median(values) == middle)
  }

  @Test func nothingHasNoMedian() {
    #expect(median([]).isNaN)
  }
}
