import LayoutPrimitives
import Testing

@testable import ScrollSimulation

@Suite struct EstimatedListTests {
  @Test func offsetsAreSumsOfWhatIsKnown() throws {
    let list = EstimatedList(
      heights: [10, 20, 30], estimate: 100, spacing: 8,
      insets: Insets(top: 5, leading: 0, bottom: 7, trailing: 0))
    #expect(try (0...3).map { try list.offset(of: $0) } == [5, 113, 221, 328])
    #expect(try list.height(at: 1) == nil)
    _ = try list.layout(at: 1)
    #expect(try list.height(at: 1) == 20)
    #expect(try (0...3).map { try list.offset(of: $0) } == [5, 113, 141, 248])
  }

  /// A height becomes known without the work of a layout.
  @Test func aRevealedCellIsNotLaidOut() throws {
    let exact = ScriptedList(heights: [10, 20, 30], makesEngines: true)
    for scale in [1.0, 2.625, 64] {
      let list = EstimatedList(
        of: exact, estimate: 100,
        spacing: ListSpacing(grid: PixelGrid(stepsPerPoint: scale), spacing: 0))
      try list.reveal(1)
      #expect(try list.height(at: 1).map { abs($0 - 20) < 0.2 } == true)
      #expect(try list.height(at: 0) == nil)
    }
    #expect(exact.enginesCreated == 0)
    #expect(throws: ScrolledListError.index(3, count: 3)) {
      try EstimatedList(heights: [10, 20, 30], estimate: 100).reveal(3)
    }
  }

  /// Against plain sums, for every count up to 40 and every pixel.
  @Test func indexesAreFoundAtEveryOffset() throws {
    for count in 1...40 {
      let heights = (0..<count).map { ($0 * 7919) % 5 }
      let list = EstimatedList(heights: heights, estimate: 3)
      for index in stride(from: 0, to: count, by: 2) { _ = try list.layout(at: index) }
      let known = (0..<count).map { $0 % 2 == 0 ? heights[$0] : 3 }
      let tops = (0..<count).map { Double(known[..<$0].reduce(0, +)) }
      for offset in stride(from: -2.0, through: 130, by: 0.5) {
        #expect(try list.index(atOffset: offset) == tops.lastIndex { $0 <= offset } ?? 0)
      }
      #expect(try (0..<count).map { try list.offset(of: $0) } == tops)
    }
  }

  @Test func anEdgeFindsItsOwnCellAtAnyScale() throws {
    for scale in [1.0, 2, 2.625, 3, 64] {
      let list = EstimatedList(
        of: ScriptedList(heights: Array(repeating: 10, count: 300)), estimate: 10.3,
        spacing: ListSpacing(grid: PixelGrid(stepsPerPoint: scale), spacing: 0))
      for index in 0..<300 {
        #expect(try list.index(atOffset: list.offset(of: index)) == index)
      }
    }
  }

  @Test func anEmptyListHasNoIndex() throws {
    let list = EstimatedList(heights: [], estimate: 10)
    #expect(try list.index(atOffset: 0) == nil)
    #expect(try list.offset(of: 0) == 0)
    #expect(throws: ScrolledListError.index(0, count: 0)) { try list.layout(at: 0) }
  }
}
