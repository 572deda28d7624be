import Testing

@testable import HeightStore

@Suite struct ContentDigestTests {
  @Test func theOrderOfInsertionDoesNotShow() throws {
    let forwards = try StoreFixture()
    let backwards = try StoreFixture()
    let records = StoreFixture.records(40)
    let first = try forwards.build("home", records).0
    let second = try backwards.build("home", records.reversed()).0
    #expect(first.digest == second.digest)
    #expect(first.digest.count == 32)
  }

  @Test func aHistoryOfPatchesDoesNotShow() throws {
    let patched = try StoreFixture()
    let fresh = try StoreFixture()
    try patched.build("home", StoreFixture.records(40, first: 5))
    try patched.build("news", StoreFixture.records(9))
    let first = try patched.build("home", StoreFixture.records(30)).0
    try fresh.build("home", StoreFixture.records(30))
    let second = try fresh.build("news", StoreFixture.records(9)).0
    #expect(first.digest == second.digest)
  }

  @Test func everyPartOfACellShows() throws {
    var seen: Set<String> = []
    for change in 0..<4 {
      let fixture = try StoreFixture()
      var records = StoreFixture.records(4)
      if change == 1 { records[0].id = "other" }
      if change == 2 { records[0].seed += 700 }  // the same height, other frames
      if change == 3 { records.removeLast() }
      seen.insert(try fixture.build(change == 9 ? "x" : "home", records).0.digest)
    }
    #expect(seen.count == 4)
  }

  @Test func neighboringTextsDoNotRunTogether() {
    let left = RowBytes()
    left.append(name: "ab")
    left.append(name: "c")
    let right = RowBytes()
    right.append(name: "a")
    right.append(name: "bc")
    #expect(left.hash != right.hash)
  }
}
