import FeedRecords
import Testing

@Suite struct BadInputTests {
  private func code(_ text: String, _ limits: FeedLimits = FeedLimits()) -> FeedError.Code? {
    Reading(text, limits: limits).error?.code
  }

  @Test func aMissingFileIsMissing() {
    let error = Reading(FeedSource(path: "/nowhere/at/all.json")).error
    #expect(error?.code == .missing)
    #expect(error?.isMissing == true)
  }

  @Test func aDirectoryIsUnreadable() {
    #expect(Reading(FeedSource(path: "/")).error?.code == .unreadable)
  }

  @Test(arguments: ["", " \n", "\u{FEFF}"])
  func nothingIsAnError(_ text: String) {
    #expect(code(text) == .empty)
  }

  @Test(arguments: ["hello", "<html><p>x</p></html>", "{\"a\": 1}", "a,b\n1,2"])
  func whatIsNoFeedIsRefused(_ text: String) {
    #expect(code(text) == .notAFeed)
  }

  @Test(arguments: [
    #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1"}"#,
    #"[{"id": "1"}, {"id": "2", "tit"#, #"[{"id": "1"},"#, "[",
    "{\"id\":\"1\"}\n{\"id\":\"2\",\"title\":\"cut o",
    "<rss><channel><item><title>x</title></item>", "<rss", "<rss><channel>\n<item>\n<",
    "<rss><channel><title>a</title>\n<item><media height=\"900\"/",
  ])
  func aSourceThatEndsEarlySaysSo(_ text: String) {
    #expect(code(text) == .truncated)
  }

  @Test func recordsBeforeTheEndOfATruncatedArrayAreGiven() {
    let reading = Reading(#"[{"id": "1", "title": "a"}, {"id": "2", "tit"#)
    #expect(reading.records.map(\.id) == ["1"])
    #expect(reading.error?.location.byteOffset != nil)
  }

  @Test func recordsBeforeTheEndOfATruncatedFeedAreGiven() {
    let reading = Reading(
      #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1"}, {"id": "2", "ti"#)
    #expect(reading.records.map(\.id) == ["1"])
    #expect(reading.error?.code == .truncated)
  }

  @Test(arguments: ["spoiled {", "[1]", "x"])
  func aSpoiledSecondLineFailsAlone(_ line: String) {
    let reading = Reading("{\"id\":\"1\"}\n\(line)\n{\"id\":\"3\"}\n")
    #expect(reading.records.map(\.id) == ["1", "3"])
    #expect(reading.failures.map(\.location.line) == [2])
  }

  @Test(arguments: ["[{\"id\": \"1\"} {\"id\": \"2\"}]", "[{\"id\": \"1\"}] x"])
  func brokenJSONIsAnError(_ text: String) {
    #expect(code(text) == .invalidJSON)
  }

  @Test(arguments: ["<rss></rss>x", "<rss><a></b></rss>", "<rss><a b></rss>"])
  func brokenXMLIsNotTakenForTruncated(_ text: String) {
    #expect(code(text) == .invalidXML)
  }

  @Test func brokenXMLTellsItsLine() {
    let error = Reading("<rss>\n<channel>\n<item></wrong></channel></rss>").error
    #expect(error?.code == .invalidXML)
    #expect(error?.location.line == 3)
  }

  @Test func aRecordBeyondTheLimitFailsAlone() {
    let long = String(repeating: "x", count: 300)
    let limits = FeedLimits(recordBytes: 200)
    let json = Reading(
      "[{\"id\":\"1\",\"title\":\"\(long)\"},{\"id\":\"2\",\"title\":\"b\"}]", limits: limits)
    #expect(json.failures.map(\.code) == [.tooLarge])
    #expect(json.records.map(\.id) == ["2"])
    let item = "<item><guid>1</guid><description>\(long)</description></item>"
    let xml = Reading(
      "<rss><channel>\(item)<item><guid>2</guid></item></channel></rss>", limits: limits)
    #expect(xml.failures.map(\.code) == [.tooLarge])
    #expect(xml.records.map(\.id) == ["2"])
  }

  @Test func tooManyRecordsStopTheReader() {
    #expect(code(#"[{"id": "1"}, {"id": "2"}]"#, FeedLimits(records: 1)) == .tooLarge)
  }

  @Test func deepJSONFailsAlone() {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let reading = Reading("[{\"id\":\"1\",\"title\":\"a\",\"x\":\(deep)},{\"id\":\"2\"}]")
    #expect(reading.failures.map(\.code) == [.tooDeep])
    #expect(reading.records.map(\.id) == ["2"])
    #expect(code(String(repeating: "[", count: 100_000)) != nil)
  }

  @Test func deepXMLIsHostile() {
    #expect(code("<rss>" + String(repeating: "<a>", count: 5000)) == .hostile)
  }

  @Test func entitiesThatGrowAreHostile() {
    var text = "<!DOCTYPE rss [<!ENTITY a0 \"ha\">"
    for n in 1...20 { text += "<!ENTITY a\(n) \"&a\(n - 1);&a\(n - 1);&a\(n - 1);\">" }
    text += "]><rss><channel><item><title>&a20;</title></item></channel></rss>"
    let reading = Reading(text)
    #expect(reading.failures.map(\.code) == [.expansion])
    #expect(reading.failures.first?.location.line == 1)
  }

  @Test func externalEntitiesAreNotLoaded() {
    let reading = Reading(
      """
      <!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>
      <rss><channel><item><title>a&f;b</title></item></channel></rss>
      """)
    #expect(reading.records.first?.title == "ab")
  }

  @Test func anEntityOfTheDocumentsOwnIsReplaced() {
    let reading = Reading(
      "<!DOCTYPE rss [<!ENTITY e \"é\">]><rss><channel><item><title>a&e;b</title></item></channel></rss>"
    )
    #expect(reading.records.first?.title == "aéb")
  }

  @Test func anErrorIsOneSentenceWithItsPlaceAndCode() {
    let error = Reading("[{\"id\": \"1\"},\n", name: "feed.json").error
    #expect(
      error?.description
        == "feed.json:2: the JSON ends early; fetch the feed again (byte 14) [CH0406]")
  }

  @Test func severalSourcesAreOneFeedAndABrokenOneStopsIt() throws {
    let sources = [
      "[{\"id\":\"1\"}]", "<rss><channel><item><guid>2</guid></item></channel></rss>", "",
    ]
    .map { FeedSource(bytes: Array($0.utf8), name: "s") }
    var reader = try FeedReader(sources: sources)
    var ids: [String] = []
    #expect(throws: FeedError.self) {
      while let item = try reader.next() {
        if case .record(let record) = item { ids.append(record.id) }
      }
    }
    #expect(ids == ["1", "2"])
    let after = try reader.next()
    #expect(after.map { _ in true } == nil)
  }
}
