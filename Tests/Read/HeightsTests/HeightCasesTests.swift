import HeightCases
import Heights
import HeightStore
import LayoutPrimitives
import Testing

/// The table of cases against the store's file and the store in memory.
@Suite struct HeightCasesTests {
  let fixture: LookupFixture
  let cases: HeightCases

  init() throws {
    fixture = try LookupFixture()
    cases = try HeightCases()
    try cases.build(store: fixture.store)
  }

  @Test func everyWidthOfARangeHasItsHeight() throws {
    try #require(cases.ranges.count == 2)
    let lookup = try HeightLookup(store: fixture.store)
    for range in cases.ranges {
      let parts = try #require(EnvironmentParts(key: range.environment))
      for (id, width, height) in range.heights {
        var found: Double?
        if case .hit(let hit) = try lookup.lookup(
          id: id, feed: HeightCases.rangeFeed, environment: parts.key(width: width.plainDecimal))
        {
          found = hit.scope.grid.points(hit.layout.height)
        }
        #expect(HeightCases.isSame(found, height), "\(id) at \(width) in \(range.environment)")
      }
    }
  }

  /// Lists that read a chunk when it is needed, and those that have their cells in memory.
  @Test func everyListAnswersAlike() throws {
    try #require(cases.lists.count == 10)
    let snapshot = try GenerationSnapshot(store: fixture.store)
    for list in cases.lists {
      let scope = try snapshot.file.scopes(feed: list.name, environment: list.environment).get()[0]
      #expect(try list.differences(of: snapshot.file.list(list.list, in: scope)) == [])
      #expect(try list.differences(of: snapshot.file.list(list.list, in: scope).heights()) == [])
      let snapshotCells = try #require(snapshot.cells(of: scope))
      #expect(try list.differences(of: snapshotCells.list(list.list)) == [])
    }
  }

  /// The check finds an answer that is another.
  @Test func aWrongAnswerIsFound() throws {
    let lookup = try HeightLookup(store: fixture.store)
    let gaps = try #require(cases.lists.first { $0.name == "gaps" })
    let lines = try #require(cases.lists.first { $0.name == "lines" })
    let scope = try lookup.scopes(feed: lines.name, environment: lines.environment).get()[0]
    #expect(try gaps.differences(of: lookup.list(in: scope)).count > 10)
  }
}
