import CellHeightsClient
import Heights
import Testing

@Suite struct WidthRangeTests {
  let fixture: ClientFixture

  init() throws { fixture = try ClientFixture() }

  @Test func everyWidthOfTheRangeHasItsHeight() async throws {
    let ids = ClientFixture.ids(0..<300)
    try fixture.publish(ids)
    let heights = try await fixture.open()
    let range = try await heights.widths(feed: "home", environment: ClientFixture.range)
    #expect(range.ids.sorted() == ids.sorted() && range.widths == 280...300)
    #expect(range.generation == heights.generation && range.feed == "home")
    for id in [ids[0], ids[120], ids[299]] {
      for width in 280...300 {
        let expected = ClientFixture.height(id, atWidth: width)
        #expect(range.height(ofID: id, atWidth: Double(width)) == Double(expected))
      }
      #expect(range.height(ofID: id, atWidth: 279) == nil)
      #expect(range.height(ofID: id, atWidth: 301) == nil)
      #expect(range.height(ofID: id, atWidth: 290.5) == nil)
      #expect(range.height(ofID: id, atWidth: .nan) == nil)
    }
    #expect(range.height(ofID: "none", atWidth: 290) == nil)
    #expect(range.caveats(ofID: ids[0]) == [] && range.caveats(ofID: "none") == [])
    await #expect(throws: SourceError.singleWidth(environment: ClientFixture.key)) {
      try await heights.widths(feed: "home", environment: ClientFixture.key)
    }
    await #expect(throws: SourceError.unknownFeed(asked: "away", known: ["home"])) {
      try await heights.widths(feed: "away", environment: ClientFixture.range)
    }
    await #expect(throws: SourceError.self) {
      try await heights.widths(feed: "home", environment: "1..2@1x/L/ltr/en/uikit")
    }
  }
}
