import TestSupport
import Testing

@testable import HeightStore

@Suite struct DuplicateFilterTests {
  @Test(arguments: [0, 1, 10, 1000, 1 << 20])
  func agreesWithASetWhateverFitsInMemory(_ memory: Int) throws {
    let filter = DuplicateFilter(memoryEntries: memory)
    var known: Set<String> = []
    var drawn = TestRandom(seed: 7)
    for _ in 0..<20_000 {
      let id = "id-\(drawn.next(below: 9000))"
      #expect(try filter.insert(id) == known.insert(id).inserted)
    }
  }

  @Test func aTableThatCannotGrowIsSaid() {
    let filter = DuplicateFilter(memoryEntries: 2, maxPages: 4)
    let error = #expect(throws: DuplicateFilter.Failure.self) {
      for number in 0..<10_000 { _ = try filter.insert("\(number)") }
    }
    #expect(error?.reason.contains("full") == true)
  }
}
