import PairedBenchmark
import Testing

struct AllocationCounterTests {
  private let sink = Sink()

  /// An array of a length unknown to the compiler, so that it is on the heap.
  @inline(never)
  private func array(of count: Int) -> [Int] { [Int](repeating: 7, count: count) }

  #if os(Linux) && canImport(Glibc)
  @Test func allocationsCanBeCountedHere() {
    #expect(AllocationCounter() != nil)
  }

  @Test func everyArrayCountsAtLeastOnce() throws {
    let counter = try #require(AllocationCounter())
    let before = counter.count
    for length in 1...100 { sink.take(array(of: length).count) }
    #expect(counter.count - before >= 100)
  }

  @Test func aSumOfIntegersCountsNothing() throws {
    let counter = try #require(AllocationCounter())
    let before = counter.count
    for number in 0..<1000 { sink.take(number) }
    #expect(counter.count == before)
  }

  @Test func allocationsOfMeasuredWorkAreCounted() throws {
    let nothing = CPUClock.thread.measure { sink.take(1) }
    #expect(nothing.allocations == 0)
    let arrays = CPUClock.thread.measure {
      for length in 1...10 { sink.take(array(of: length).count) }
    }
    #expect(try #require(arrays.allocations) >= 10)
  }
  #endif

  /// Other threads do part of what the process does, and each counts its own.
  @Test func allocationsOfAProcessAreUnknown() {
    #expect(CPUClock.process.measure { sink.take(array(of: 3).count) }.allocations == nil)
  }
}
