import Foundation
import Testing

@testable import FeedRecords

@Suite struct DuplicateFilterTests {
  private var folder: String { FileManager.default.temporaryDirectory.path }

  /// A small generator, so that every run of the test asks the same.
  private struct Drawn {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  @Test(arguments: [1, 10, 1000, 1 << 20])
  func agreesWithASetWhateverFitsInMemory(_ memory: Int) throws {
    let filter = DuplicateFilter(directory: folder, memoryEntries: memory)
    var known: Set<String> = []
    var drawn = Drawn(state: 7)
    for _ in 0..<(memory == 1 ? 600 : 20_000) {
      let id = "id-\(drawn.next(below: 9000))"
      #expect(try filter.insert(id) == known.insert(id).inserted)
    }
  }

  @Test func runsAreMergedSoThatFewFilesAreOpen() throws {
    let filter = DuplicateFilter(directory: folder, memoryEntries: 16)
    for number in 0..<2048 { #expect(try filter.insert("\(number)")) }
    // 128 runs of 16 become two: 8 × 8 × 2 = 128.
    #expect(filter.runCount == 2)
    for number in stride(from: 0, to: 2048, by: 37) {
      #expect(try !filter.insert("\(number)"))
    }
  }

  @Test func aFolderThatIsNotThereIsSaid() {
    let filter = DuplicateFilter(directory: "/nowhere/at/all", memoryEntries: 2)
    let error = #expect(throws: FeedError.self) {
      for number in 0..<3 { _ = try filter.insert("\(number)") }
    }
    #expect(error?.code == .temporary)
    #expect(error?.message.contains("TMPDIR") == true)
  }
}
