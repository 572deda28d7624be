import HeightCases
import Heights
import HeightStore
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

  @Test func everySourceAnswersAlike() async throws {
    try #require(cases.lists.count == 6 && cases.ranges.count == 2)
    #expect(try await cases.differences(of: HeightLookup(store: fixture.store)) == [])
    #expect(try await cases.differences(of: GenerationSnapshot(store: fixture.store)) == [])
  }

  /// Lists that read a chunk when it is needed, and those that have their cells in memory.
  @Test func everyListAnswersAlike() throws {
    let snapshot = try GenerationSnapshot(store: fixture.store)
    for list in cases.lists {
      let scope = try snapshot.file.scopes(feed: list.name, environment: list.environment).get()[0]
      #expect(try list.differences(of: snapshot.file.list(in: scope)) == [])
      let place = try #require(snapshot.place(of: scope))
      #expect(try list.differences(of: place.list()) == [])
    }
  }

  /// The check finds an answer that is another.
  @Test func aWrongAnswerIsFound() async throws {
    let lookup = try HeightLookup(store: fixture.store)
    let gaps = try #require(cases.lists.first { $0.name == "gaps" })
    let lines = try #require(cases.lists.first { $0.name == "lines" })
    #expect(try gaps.differences(of: lookup.list(lines.listName)).count > 10)
  }
}
