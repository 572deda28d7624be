import Heights
import HeightStore
import LayoutPrimitives
import Testing

@Suite struct LookupListTests {
  /// Computed from heights of 50, 55 and 60 points, spacing 8, insets 4 and 24.
  ///
  /// Tops 4, 4 + 50 + 8 = 62, 62 + 55 + 8 = 125; the whole 125 + 60 + 24 = 209.
  @Test func offsetsAreInPoints() throws {
    let fixture = try LookupFixture()
    let list = try list(fixture, records: 3)
    #expect(try (0...3).map { try list.offset(of: $0) } == [4, 62, 125, 209])
    #expect(try (0..<3).map { try list.height(at: $0) } == [50, 55, 60])
    #expect(list.extent == 209)
    #expect(
      try [-5, 4, 61.9, 62, 124.9, 125, 9_999].map { try list.index(atOffset: $0) }
        == [0, 0, 0, 1, 1, 2, 2])
  }

  @Test func layoutsComeByPosition() throws {
    let fixture = try LookupFixture()
    let list = try list(fixture, records: 20)
    for index in 0..<20 {
      #expect(try list.layout(at: index) == LookupFixture.layout(index, 0))
      #expect(try list.position(of: try list.cell(at: index)) == index)
    }
    #expect(try list.hits(5..<8).map(\.cell.recordID) == ["r5", "r6", "r7"])
    var seen: [String] = []
    try list.forEach { index, hit in
      #expect(index == seen.count)
      seen.append(hit.cell.recordID)
    }
    #expect(seen == (0..<20).map { "r\($0)" })
  }

  @Test func positionsOutsideAreErrors() throws {
    let fixture = try LookupFixture()
    let list = try list(fixture, records: 2)
    let error = ListError.outOfRange(list: "feed", index: 2, count: 2)
    #expect(throws: error) { try list.layout(at: 2) }
    #expect(throws: error) { try list.height(at: 2) }
    #expect(throws: ListError.self) { try list.offset(of: 3) }
    #expect(throws: ListError.self) { try list.offset(of: -1) }
    #expect(throws: ListError.self) { try list.hits(1..<4) }
  }

  @Test func anUnknownListNamesThoseThatExist() throws {
    let fixture = try LookupFixture()
    try fixture.build(environments: ["390@2x/L/ltr/en/uikit"])
    let lookup = try HeightLookup(store: fixture.store)
    let scope = try #require(try lookup.scopes(feed: "home").get().first)
    let error = #expect(throws: ListError.self) { try lookup.list("best", in: scope) }
    #expect(error?.description == "feed 'home' has no list 'best'; have feed")
  }

  @Test func aListStaysOnItsGeneration() throws {
    let fixture = try LookupFixture()
    let old = try list(fixture, records: 3)
    let new = try list(fixture, records: 2, shift: 5)
    #expect(old.count == 3)
    #expect(try old.layout(at: 1) == LookupFixture.layout(1, 0))
    #expect(try new.layout(at: 1) == LookupFixture.layout(1, 0, shift: 5))
  }

  private func list(
    _ fixture: LookupFixture, records: Int, shift: Int = 0
  ) throws -> LookupList {
    try fixture.build(
      records: records, environments: ["390@2x/L/ltr/en/uikit"], shift: shift)
    let lookup = try HeightLookup(store: fixture.store)
    return try lookup.list(in: try #require(try lookup.scopes(feed: "home").get().first))
  }
}
