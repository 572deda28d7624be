import LayoutPrimitives
import Testing

@Suite struct FindingSetTests {
  @Test(arguments: [[], [0], [7, 8], [63, 64], [3, 127, 128, 700]])
  func bytesReadBackAsTheSameSet(_ numbers: [Int]) {
    var set = FindingSet()
    for number in numbers.reversed() { set.insert(number) }
    #expect(Array(set.numbers) == numbers)
    #expect(FindingSet(bytes: set.bytes) == set)
    #expect(set.bytes.count == (numbers.last.map { $0 / 8 + 1 } ?? 0))
    #expect(set.isEmpty == numbers.isEmpty)
    #expect((0..<800).filter(set.contains) == numbers)
  }
}
