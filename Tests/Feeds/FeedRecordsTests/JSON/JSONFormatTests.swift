import FeedRecords
import Testing

/// The detection of the records in documents of no known shape, and the description of its result.
@Suite struct JSONSurveyTests {
  private func source(_ text: String) -> FeedSource {
    FeedSource(bytes: Array(text.utf8), name: "some/posts.json")
  }

  private func recordsPath(_ text: String, _ limits: FeedLimits = FeedLimits()) -> String? {
    do {
      return try FeedReader.detect(source(text), limits: limits).mapping.records.description
    } catch {
      return error.code.rawValue
    }
  }

  private let small = FeedLimits(surveyBytes: 300)
  private let rows = (0..<40).map { "{\"name\":\"n\($0)\",\"body\":\"some text\"}" }

  @Test func theArrayOpenAtTheEndOfTheSurveyHasTheRecords() {
    let text =
      "{\"head\":{\"links\":[\(rows[0...5].joined(separator: ","))]},"
      + "\"data\":{\"posts\":[\(rows.joined(separator: ","))]},\"tail\":[\(rows.joined())]}"
    #expect(recordsPath(text, small) == "$.data.posts[*]")
    let reading = Reading(source(text), limits: small)
    #expect(reading.records.map(\.title) == (0..<40).map { "n\($0)" })
    #expect(reading.error == nil)
  }

  @Test func withoutAnOpenArrayTheLargestSeenHasTheRecords() {
    let text =
      "{\"few\":[\(rows[0])],\"posts\":[\(rows[0...3].joined(separator: ","))],"
      + "\"note\":\"\(String(repeating: "x", count: 500))\"}"
    #expect(recordsPath(text, small) == "$.posts[*]")
    #expect(Reading(source(text), limits: small).records.count == 4)
  }

  @Test func aMapOfRecordsGivesThemAll() {
    let members = rows.enumerated().map { "\"p\($0.offset)\":\($0.element)" }
    for limits in [FeedLimits(), small] {
      let inside = "{\"meta\":{\"a\":1},\"posts\":{\(members.joined(separator: ","))}}"
      #expect(recordsPath(inside, limits) == "$.posts[*]")
      #expect(Reading(source(inside), limits: limits).records.count == 40)
      let root = "{\(members.joined(separator: ","))}"
      #expect(recordsPath(root, limits) == "$[*]")
      #expect(Reading(source(root), limits: limits).records.count == 40)
    }
  }

  @Test func objectsOfDifferentKindsAreNoMapOfRecords() {
    let text = #"{"user":{"name":"a","age":3},"place":{"lat":1,"lon":2},"rows":[{"name":"x"}]}"#
    #expect(recordsPath(text) == "$.rows[*]")
  }

  @Test("objects beside the records are named with their paths")
  func whatIsPassedOverIsTold() {
    let text =
      #"{"a":[{"id":"1"},{"id":"2"}],"m":{"n o":[{"id":"3"}],"x.y":[{"id":"4"},{}]},"tags":["t"]}"#
    for pieces in [text, text.replacing("},{", with: "},\n{")] {
      let reading = Reading(source(pieces))
      #expect(reading.records.map(\.id) == ["1", "2"])
      #expect(reading.warnings.map(\.code.rawValue) == ["CH0441"])
      let message = reading.warnings.first?.message ?? ""
      #expect(
        message.contains("the objects at $.m.n o[*] (1), $.m[\"x.y\"][*] (2) are not"), "\(message)"
      )
    }
    // A path that is named, or that a format has, skips nothing.
    let mapping = try? RecordMapping(
      yaml: "schema: cellheights.mapping/1\nrecords: \"$.m.n o[*]\"\nid: id\n", path: "m")
    #expect(mapping != nil)
    let named = Reading(source(text), mapping: mapping)
    #expect(named.records.map(\.id) == ["3"] && named.warnings.isEmpty)
    let feed =
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1"}],"hubs":[{"url":"u"}]}"#
    #expect(Reading(source(feed)).warnings.isEmpty)
  }

  @Test("they are named as well where they stand behind what is looked at first")
  func whatIsPassedOverLaterIsTold() {
    // Beyond the bytes that are examined to detect the format.
    let posts = Array(repeating: rows.joined(separator: ",\n"), count: 4).joined(separator: ",")
    let text =
      "{\"data\":{\"posts\":[\(posts)],\"ads\":[ {\"id\":1}],\"n\":[1]},"
      + "\"tail\":[\(rows[0])]}"
    for pieces in [1, 64] {
      let all = told(Array(text.utf8), pieces: pieces, limits: small)
      #expect(
        all.last?.contains("the objects at $.data.ads[*], $.tail[*] are not") == true, "\(all)")
    }
  }

  @Test func sectionsWithArraysAreNoMapOfRecords() {
    let text = #"{"s":{"news":{"rows":[{"name":"a"},{"name":"b"}]},"old":{"rows":[{"name":"c"}]}}}"#
    #expect(recordsPath(text) == "$.s.news.rows[*]")
  }

  @Test func unknownWordsAreProposedAndTheProposalReadsTheSame() throws {
    let text = #"""
      {"rows": [
       {"sku": "k1", "headline": "One", "body": "first text", "created_at": "2026-01-31T08:00:00Z",
        "author": {"name": "A"}, "photo": {"src": "u", "width": 3, "height": 2}, "extra": [1]},
       {"sku": "k2", "headline": "Two", "caption": "second text", "tags": ["x", "y"]}]}
      """#
    let found = try FeedReader.detect(source(text))
    #expect(
      found.yaml == """
        schema: cellheights.mapping/1
        name: posts
        records: "$.rows[*]"
        id: sku
        title: {path: headline, html: auto}
        content: {path: "body|caption", html: auto}
        author: "author.name|author"
        published: created_at
        tags: tags
        image: photo

        """)
    let mapping = try RecordMapping(yaml: found.yaml, path: "m.yaml")
    let records = Reading(source(text)).records
    #expect(
      records.map(\.recordJSON) == Reading(source(text), mapping: mapping).records.map(\.recordJSON)
    )
    #expect(records.map(\.id) == ["k1", "k2"])
    #expect(records.map(\.contentText) == ["first text", "second text"])
    #expect(records.first?.image == FeedImage(url: "u", width: 3, height: 2))
  }

  @Test func theFormatMayBeSaid() throws {
    let line = #"{"id":"1","rows":[{"name":"a"},{"name":"b"}]}"#
    var reader = try FeedReader(source: source(line), format: .ndjson)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 1)
  }

  @Test func aMappingForXMLDoesNotReadJSON() throws {
    let mapping = try RecordMapping(
      yaml: "schema: cellheights.mapping/1\nname: r\nformat: rss\n", path: "m.yaml")
    #expect(Reading("[{\"id\":\"1\"}]", mapping: mapping).error?.code == .mapping)
  }

  @Test func anOrderNeedsTheWholeDocumentWithinItsLimit() throws {
    let mapping = try RecordMapping(
      yaml: "schema: cellheights.mapping/1\nrecords: \"$.m[*]\"\norder: \"$.o[*]\"\nid: name\n",
      path: "m.yaml")
    let members = rows.enumerated().map { "\"p\($0.offset)\":\($0.element)" }
    let text =
      "{\"m\":{\(members.joined(separator: ","))},\"o\":[\"p3\",\"p\\u0031\",\"none\",\"p3\"]}"
    let ids = Reading(source(text), mapping: mapping).records.map(\.id)
    #expect(ids.prefix(4) == ["n3", "n1", "n0", "n2"])
    #expect(ids.count == 40)
    let error = Reading(
      source(text), mapping: mapping, limits: FeedLimits(surveyBytes: 100, wholeDocumentBytes: 500)
    ).error
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("limit whole_document_bytes") == true)
  }

  @Test func htmlStaysHTMLWhereItIsNotConverted() throws {
    let text = #"[{"id":"1","title":"t","content_html":"<p>a &amp; b</p>"}]"#
    var reader = try FeedReader(source: source(text), convertsHTML: false)
    guard case .record(let record)? = try reader.next() else {
      Issue.record("no record")
      return
    }
    #expect(record.contentHTML == "<p>a &amp; b</p>")
    #expect(record.contentText == nil)
  }
}

@Suite struct OneLineOrManyTests {
  @Test(arguments: [
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\n{\"id\":\"1\"}\n]}",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\n{\"id\":\"1\"},\n{\"id\":\"2\"}\n]}",
    "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\n{\"id\":\"1\"}\n,{\"id\":\"2\"}\n]}",
  ])
  func aDocumentWithARecordALineIsOneDocument(_ text: String) {
    let reading = Reading(text)
    #expect(reading.format == .jsonFeed)
    #expect(reading.failures.isEmpty)
    #expect(reading.records.first?.id == "1")
  }

  @Test func aFirstLineThatWasCutOffDoesNotHideTheOthers() {
    let reading = Reading("{\"id\":\"1\",\n{\"id\":\"2\"}\n{\"id\":\"3\"}\n")
    #expect(reading.format == .ndjson)
    #expect(reading.records.map(\.id) == ["2", "3"])
    #expect(reading.failures.count == 1)
  }
}
