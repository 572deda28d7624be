import TestSupport
import Testing

@testable import HeightStore

@Suite struct CellSetTests {
  @Test func agreesWithASet() {
    var random = TestRandom(seed: 4)
    var cells = CellSet(below: 20_000)
    var oracle: Set<Int64> = []
    for _ in 0..<3_000 {
      let cell = Int64.random(in: 0..<20_000, using: &random)
      cells.insert(cell)
      oracle.insert(cell)
    }
    for cell in 0..<Int64(20_000) {
      #expect(cells.contains(cell) == oracle.contains(cell))
    }
    #expect(cells.contains(20_000))
  }

  @Test func extremeNumbersCostNothing() {
    var cells = CellSet(below: .max)
    for cell: Int64 in [Int64.min, -1, 0, Int64.max - 1] {
      #expect(!cells.contains(cell))
      cells.insert(cell)
      #expect(cells.contains(cell))
    }
  }
}
