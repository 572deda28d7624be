import Testing

@testable import WebDemo

@Suite struct SingleFontTests {
  private func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) }
  }

  /// A collection of two faces of one table each, which lie after each other.
  private var collection: [UInt8] {
    func face(_ offset: Int, _ length: Int) -> [UInt8] {
      [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + Array("name".utf8) + number(7) + number(offset)
        + number(length)
    }
    let head = Array("ttcf".utf8) + number(0x0001_0000) + number(2) + number(20) + number(48)
    return head + face(76, 5) + face(84, 4) + [1, 2, 3, 4, 5, 0, 0, 0] + [6, 7, 8, 9]
  }

  @Test func aFaceOfACollectionBecomesAFileOfItsOwn() throws {
    let first = try #require(SingleFont.face(0, of: collection))
    #expect(Array(first[20..<28]) == number(28) + number(5))
    #expect(Array(first[28...]) == [1, 2, 3, 4, 5, 0, 0, 0])
    let second = try #require(SingleFont.face(1, of: collection))
    #expect(Array(second[28...]) == [6, 7, 8, 9])
  }

  @Test func aFileOfOneFaceStaysAsItIs() {
    #expect(SingleFont.face(0, of: [0, 1, 0, 0, 9]) == [0, 1, 0, 0, 9])
  }

  @Test func brokenCollectionsHaveNoFace() {
    #expect(SingleFont.face(2, of: collection) == nil)
    #expect(SingleFont.face(-1, of: collection) == nil)
    for length in 4..<collection.count {
      _ = SingleFont.face(1, of: Array(collection[..<length]))
    }
    var far = collection
    far[16] = 0xFF
    #expect(SingleFont.face(1, of: far) == nil)
    far = collection
    far[48 + 20] = 0xFF
    #expect(SingleFont.face(1, of: far) == nil)
  }
}
