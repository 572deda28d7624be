import Testing

@testable import FeedRecords

@Suite struct XMLRecordsTests {
  static func rss(_ items: String...) -> String {
    "<rss xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel>\n"
      + items.joined(separator: "\n") + "\n</channel></rss>"
  }

  @Test func aBrokenRecordFailsAloneWithItsPlace() {
    let text = Self.rss(
      "<item><guid>1</guid></item>", "<item><guid>2</guid>\n<b></c></item>",
      "<item><guid>3</guid><dc:creator>Ann</dc:creator></item>")
    let reading = Reading(text)
    #expect(reading.error == nil)
    #expect(reading.records.map(\.id) == ["1", "3"])
    #expect(reading.records.last?.author == "Ann")
    #expect(reading.failures.map(\.code) == [.invalid])
    #expect(reading.failures.first?.location.number == 2)
    #expect(reading.failures.first?.location.line == 4)
    let start = text.utf8.count - text.split(separator: "<b>")[1].utf8.count - 3
    #expect((reading.failures.first?.location.byteOffset ?? 0) >= start)
    #expect(reading.records.last?.location.line == 5)
  }

  @Test func aStrayAmpersandIsReadAsItselfAndSaid() {
    let reading = Reading(
      Self.rss(
        "<item><guid>1</guid><title>Q&A at AT&T</title><link>https://x.org/?a=1&b=2</link></item>",
        "<item><guid>2</guid><title>R&amp;D <![CDATA[a & b]]></title></item>",
        "<item><guid>3</guid><title>&#X41;&#66;</title></item>"))
    #expect(reading.failures.isEmpty)
    #expect(reading.records.map(\.title) == ["Q&A at AT&T", "R&D a & b", "AB"])
    #expect(reading.records.first?.url == "https://x.org/?a=1&b=2")
    #expect(reading.warnings.map(\.code) == [.repaired])
    #expect(reading.warnings.first?.location.number == 1)
  }

  @Test func aStrayAmpersandInTheChannelDoesNotStopTheFeed() {
    let reading = Reading(
      "<rss><channel><title>A & B</title><description><![CDATA[x & y]]></description>"
        + "\n<item><guid>1</guid></item><link>https://x.org/?a&b</link>\n"
        + "<item><guid>2</guid><x></item></channel></rss>")
    #expect(reading.error == nil)
    #expect(reading.records.map(\.id) == ["1"])
    #expect(reading.warnings.map(\.code) == [.repaired])
    #expect(reading.warnings.map(\.count) == [2])
    // Positions after a repaired part are those of the source.
    #expect(reading.failures.map(\.location.line) == [3])
    #expect((reading.failures.first?.location.byteOffset ?? 0) >= 153)
  }

  @Test func aStarInARecordsPathIsAnyElement() throws {
    for path in ["$.shop.*.product[*]", "$.*.catalog.product[*]", "$.shop.catalog.*[*]"] {
      let mapping = try RecordMapping(
        yaml: "schema: cellheights.mapping/1\nrecords: \"\(path)\"\nid: \"@sku\"\n", path: "m")
      let reading = Reading(
        FeedSource(bytes: Array(Self.catalog.utf8), name: "x"), mapping: mapping)
      #expect(reading.records.map(\.id) == ["p1", "p2"], "\(path)")
    }
  }

  @Test(arguments: ["$.shop.nothing[*]", "$.nothing[*]"])
  func aRecordsPathThatLeadsNowhereIsSaid(_ path: String) throws {
    let mapping = try RecordMapping(
      yaml: "schema: cellheights.mapping/1\nrecords: \"\(path)\"\nid: id\n", path: "shop.yaml")
    let text = path == "$.nothing[*]" ? "{\"items\":[{\"id\":1}]}" : Self.catalog
    let error = Reading(FeedSource(bytes: Array(text.utf8), name: "x"), mapping: mapping).error
    #expect(error?.code == .noRecords)
    #expect(error?.message == "the records path \(path) of mapping shop leads to no record")
  }

  @Test func entitiesOfHTMLNeedNoDeclarationAndUnknownOnesStay() {
    let reading = Reading(
      Self.rss("<item><guid>1</guid><title>a&nbsp;b &foo; &hellip;</title></item>"))
    #expect(reading.records.first?.title == "a\u{A0}b &foo; …")
    #expect(reading.warnings.map(\.code) == [.repaired])
    #expect(reading.warnings.first?.message.contains("&foo;") == true)
  }

  @Test func controlCharactersBecomeReplacementCharacters() {
    let reading = Reading(Self.rss("<item><guid>1</guid><title>a\u{0}b\u{B}c</title></item>"))
    #expect(reading.records.first?.title == "a\u{FFFD}b\u{FFFD}c")
    #expect(reading.warnings.map(\.code) == [.repaired])
  }

  @Test func whiteSpaceMayStandBeforeTheDeclaration() {
    let reading = Reading(
      "\n\n  <?xml version=\"1.0\"?>\n" + Self.rss("<item><guid>1</guid></item>"))
    #expect(reading.error == nil)
    #expect(reading.records.map(\.location.line) == [5])
    #expect(reading.records.map(\.location.byteOffset) == [85])
  }

  @Test("comments may stand before the declaration, which still says the encoding")
  func commentsMayStandBeforeTheDeclaration() {
    let comment = "<!-- made by <?nobody?> \(String(repeating: "- x\n", count: 200)) -->\n"
    var bytes = Array(
      "\(comment)<!----><?xml version='1.0' encoding='iso-8859-2'?><rss><channel><item><title>".utf8
    )
    bytes += [0xB1] + Array("</title></item></channel></rss>".utf8)
    for pieces in [1, 7, nil] {
      let all = told(bytes, pieces: pieces)
      #expect(all.contains { $0.contains("\"title\":\"ą\"") && $0.contains("line 202") }, "\(all)")
    }
    for open in ["<!-- <?xml version='1.0'?>", "<!-- a"] {
      #expect(Reading(open).error?.code == .truncated, "\(open)")
    }
  }

  @Test func aGiantRecordIsPassedOverAndPlacesGoOn() {
    let giant = String(repeating: "long\n", count: 200_000)
    let reading = Reading(
      Self.rss(
        "<item><guid>1</guid></item>",
        "<item><guid>2</guid><description>\(giant)</description></item>",
        "<item><guid>3</guid></item>"), limits: FeedLimits(recordBytes: 1000))
    #expect(reading.records.map(\.id) == ["1", "3"])
    #expect(reading.failures.map(\.code) == [.tooLarge])
    #expect(reading.failures.map(\.location.line) == [3])
    #expect(reading.records.map(\.location.line) == [2, 200_004])
  }

  @Test func recordsInheritWhatStandsAroundThem() {
    let reading = Reading(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://x.org/a/" xml:lang="fr">
      <author><name>Feed Author</name><uri>u</uri></author>
      <entry><id>1</id><link href="b.html"/></entry>
      <entry xml:lang="de"><id>2</id><author><name>Own</name></author></entry>
      </feed>
      """)
    #expect(reading.records.map(\.url) == ["https://x.org/a/b.html", nil])
    #expect(reading.records.map(\.language) == ["fr", "de"])
    #expect(reading.records.map(\.author) == ["Feed Author", "Own"])
  }

  @Test func aRecordThatIsTooLargeHasItsOwnLine() throws {
    let long = "<item><title>\(String(repeating: "x\n", count: 1000))</title></item>"
    let text = Self.rss("<item><guid>1</guid></item>", long, long)
    var reader = try FeedReader(
      source: FeedSource(bytes: Array(text.utf8), name: "x"), limits: FeedLimits(recordBytes: 1000))
    var lines: [Int?] = []
    while let item = try reader.next() {
      if case .failure(let failure) = item { lines.append(failure.location.line) }
    }
    #expect(lines == [3, 1004])
  }

  @Test func whatARecordInheritsIsPartOfItsHash() throws {
    func version(_ attributes: String, _ extra: String = "") -> String? {
      Reading(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" \(attributes)>\(extra)"
          + "<entry><id>1</id></entry></feed>"
      ).records.first?.version
    }
    let all = [
      version(""), version("xml:base=\"https://x.org/\""), version("xml:lang=\"de\""),
      version("xmlns:m=\"urn:m\""), version("", "<author><name>A</name></author>"),
    ]
    #expect(Set(all).count == all.count)
    #expect(version("") == all[0])
    // Data without effect on records does not change them.
    #expect(version("", "<title>Other</title>") == all[0])
  }

  @Test func whatAJSONRecordInheritsIsPartOfItsHashToo() {
    func versions(_ text: String) -> [String] { Reading(text).records.map(\.version) }
    let one = versions("[{\"id\":1,\"title\":\"a\"},{\"id\":2,\"title\":\"b\"}]")
    let lines = versions("{\"id\":1,\"title\":\"a\"}\n{\"id\":2,\"title\":\"b\"}\n")
    #expect(one.count == 2 && one == lines)
    func feed(_ author: String) -> [String] {
      versions(
        "{\"version\":\"https://jsonfeed.org/version/1\",\"author\":{\"name\":\"\(author)\"},"
          + "\"items\":[{\"id\":\"1\"}]}")
    }
    #expect(feed("Ann") != feed("Bea"))
  }

  // MARK: - XML of no known format

  static let catalog = """
    <?xml version="1.0"?>
    <shop><name>S</name><catalog>
      <product sku="p1"><title>Lamp</title><description>Bright &amp; warm</description>
        <image>https://x.org/1.jpg</image></product>
      <product sku="p2"><title>Desk</title><description>Oak</description></product>
    </catalog></shop>
    """

  @Test func xmlOfNoKnownFormatIsReadByRecordPath() throws {
    let mapping = try RecordMapping(
      yaml: """
        schema: cellheights.mapping/1
        records: "$.shop.catalog.product[*]"
        id: "@sku"
        title: title
        content: description
        image: image
        """, path: "shop.yaml")
    let reading = Reading(
      FeedSource(bytes: Array(Self.catalog.utf8), name: "x"), mapping: mapping)
    #expect(reading.error == nil)
    #expect(reading.format == .xml)
    #expect(reading.records.map(\.id) == ["p1", "p2"])
    #expect(reading.records.map(\.contentText) == ["Bright & warm", "Oak"])
    #expect(reading.records.first?.image?.url == "https://x.org/1.jpg")
  }

  @Test func aMappingIsProposedForXMLOfNoKnownFormat() throws {
    let found = try FeedReader.detect(FeedSource(bytes: Array(Self.catalog.utf8), name: "x"))
    #expect(found.format == .xml)
    #expect(found.mapping.records.description == "$.shop.catalog.product[*]")
    let again = try RecordMapping(yaml: found.yaml, path: "again.yaml")
    let source = FeedSource(bytes: Array(Self.catalog.utf8), name: "x")
    #expect(Reading(source, mapping: again).records.map(\.title) == ["Lamp", "Desk"])
    #expect(Reading(source).records.map(\.title) == ["Lamp", "Desk"])
  }

  @Test func anElementOfTextAloneIsARecordWithAText() throws {
    let mapping = try RecordMapping(
      yaml: "schema: cellheights.mapping/1\nrecords: \"$.list.name[*]\"\ntitle: \"#text\"\n",
      path: "list.yaml")
    let source = FeedSource(bytes: Array("<list><name>Ann</name></list>".utf8), name: "x")
    let record = try #require(Reading(source, mapping: mapping).records.first)
    #expect(record.title == "Ann")
    #expect(record.recordJSON.hasSuffix("\"fields\":{\"#text\":\"Ann\"}}"))
  }

  @Test func orderAndJoinsAreForJSON() throws {
    let mapping = try RecordMapping(
      yaml: """
        schema: cellheights.mapping/1
        records: "$.shop.catalog.product[*]"
        order: "$.order[*]"
        id: id
        """, path: "shop.yaml")
    let reading = Reading(
      FeedSource(bytes: Array(Self.catalog.utf8), name: "x"), mapping: mapping)
    #expect(reading.error?.code == .mapping)
    #expect(reading.error?.message.contains("order or joins") == true)
  }

  @Test func xmlWithoutRepeatedElementsIsNoFeed() {
    #expect(Reading("<html><body><p>Hello</p></body></html>").error?.code == .notAFeed)
  }
}
