import PairedBenchmark
import Testing

struct ProcessMemoryTests {
  private let sink = Sink()

  #if os(Linux) && canImport(Glibc)
  @Test func aLargeArrayIsSeenInTheHeap() throws {
    let before = try #require(ProcessMemory.current().heap)
    let array = [UInt64](repeating: 7, count: 4 << 20)
    let during = try #require(ProcessMemory.current().heap)
    sink.take(Int(array[array.count / 2]))
    // 32 MB; other tests may free what they had in the meantime.
    #expect(during - before > 24 << 20)
  }

  @Test func thePeakIsNoLessThanWhatIsResident() throws {
    let memory = ProcessMemory.current()
    #expect(try #require(memory.peak) >= (try #require(memory.resident)))
  }
  #endif
}
