import FeedRecords
import Foundation
import Testing
import TextMeasurement

@testable import Precomputation

/// How much a build holds at once.
@Suite struct BatchBudgetTests {
  /// The peak of memory for records of a size, read and written as in a build.
  private func peak(workers: Int, bytes: Int, records: Int) -> (held: Int, batches: Int) {
    var budget = BatchBudget(workers: workers)
    var pending: [Int] = []
    var (held, most, batches, left) = (0, 0, 0, records)
    while left > 0 || !pending.isEmpty {
      while left > 0, budget.hasRoom(beside: pending.count) {
        var (count, size) = (0, 0)
        while left > 0, !budget.isFull(records: count, bytes: size) {
          (count, size, left) = (count + 1, size + bytes, left - 1)
        }
        budget.add(size)
        pending.append(size)
        held += size
        most = max(most, held)
        batches += 1
      }
      let size = pending.removeFirst()
      budget.release(size)
      held -= size
    }
    return (most, batches)
  }

  @Test(
    "S3: what is in flight is bounded in bytes for any number of workers",
    arguments: [1, 2, 16, 256])
  func bytesInFlightAreBounded(_ workers: Int) {
    for bytes in [100, 2_000, 50_000, 1 << 20, 30 << 20] {
      let peak = peak(workers: workers, bytes: bytes, records: 2_000)
      // The record that fills a batch may go beyond what is left.
      #expect(peak.held < BatchBudget.bytes + BatchBudget.bytes / 3 + bytes, "\(bytes)")
    }
  }

  @Test("S3: small records go in batches of 64") func smallRecordsGoInWholeBatches() {
    #expect(peak(workers: 16, bytes: 2_000, records: 6_400).batches == 100)
  }

  @Test("S3: the words' and texts' caches of many workers are those of few")
  func cachesAreShared() {
    let limits = TextLimits()
    #expect(limits.shared(among: 1) == limits)
    #expect(limits.shared(among: 2) == limits)
    for workers in [16, 256] {
      let shared = limits.shared(among: workers)
      #expect(shared.paragraphCacheBytes * workers <= 2 * limits.paragraphCacheBytes)
      #expect(shared.wordCacheBytes * workers <= 8 * limits.wordCacheBytes)
      #expect(shared.textUnits == limits.textUnits)
    }
  }

  @Test("S3: the longer a record the fewer workers see its like")
  func longRecordsGoToFewWorkers() {
    #expect(BatchBudget.workers(for: 2_000, of: 16) == 16)
    #expect(BatchBudget.workers(for: 40_000, of: 16) == 4)
    for bytes in [200_000, 1 << 20, 1 << 40] {
      #expect(BatchBudget.workers(for: bytes, of: 16) == 2)
      #expect(BatchBudget.workers(for: bytes, of: 1) == 1)
    }
  }

  @Test("S3: a record knows about how many bytes it takes") func recordsTellTheirBytes() throws {
    let long = String(repeating: "x", count: 100_000)
    func bytes(_ source: String) throws -> Int {
      var reader = try FeedReader(
        source: FeedSource(bytes: Array(source.utf8), name: "f"),
        format: source.hasPrefix("{") ? .ndjson : nil)
      guard case .record(let record)? = try reader.next() else { return 0 }
      return record.memoryBytes
    }
    #expect(try bytes(#"{"id":"1","content_text":"\#(long)"}"# + "\n") > 100_000)
    #expect(try bytes(#"{"id":"1","other":{"a":"\#(long)"}}"# + "\n") > 100_000)
    let html = "<item><description>\(long)</description></item>"
    #expect(try bytes("<rss><channel>\(html)</channel></rss>") > 100_000)
    // Two bytes a number as written, many times as much as a tree.
    let numbers = [String](repeating: "1", count: 50_000).joined(separator: ",")
    #expect(try bytes(#"{"id":"1","other":[\#(numbers)]}"# + "\n") > 500_000)
    #expect(try bytes(#"{"id":"1"}"# + "\n") < 1_000)
  }
}
