import PairedBenchmark
import Testing

struct ComparisonTests {
  private let comparison = Comparison(
    pairs: [
      .init(
        subject: Measurement(nanoseconds: 10, allocations: 0),
        reference: Measurement(nanoseconds: 40, allocations: 5)),
      .init(
        subject: Measurement(nanoseconds: 20, allocations: 4),
        reference: Measurement(nanoseconds: 20)),
    ], operations: 10)

  @Test func aRatioIsTakenPairByPair() {
    #expect(comparison.ratios(.timesFaster) == [4, 1])
    #expect(comparison.ratios(.timesAsLong) == [0.25, 1])
  }

  @Test func timesAreThoseOfOneOperation() {
    #expect(comparison.subjectCost == 1.5)
    #expect(comparison.referenceCost == 3)
  }

  @Test func allocationsAreThoseOfOneOperationInTheWorstSample() {
    #expect(comparison.subjectAllocations == 0.4)
  }

  @Test func allocationsThatOneSampleDidNotCountAreUnknown() {
    #expect(comparison.referenceAllocations == nil)
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
