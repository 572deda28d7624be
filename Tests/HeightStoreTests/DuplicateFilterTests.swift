import Testing

@testable import HeightStore

@Suite struct DuplicateFilterTests {
  /// A small generator, so that every run of the test asks the same.
  private struct Drawn {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  @Test(arguments: [0, 1, 10, 1000, 1 << 20])
  func agreesWithASetWhateverFitsInMemory(_ memory: Int) throws {
    let filter = DuplicateFilter(memoryEntries: memory)
    var known: Set<String> = []
    var drawn = Drawn(state: 7)
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
