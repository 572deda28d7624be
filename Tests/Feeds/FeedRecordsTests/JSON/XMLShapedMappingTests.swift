import LayoutPrimitives
import StructuredDocuments
import Testing

@testable import FeedRecords

/// XML elements become objects: attributes with `@`, text as `#text`, elements by their names.
@Suite struct XMLShapedMappingTests {
  private func element(_ json: String) throws -> JSONValue {
    try JSONParser().parse(Array(json.utf8)[...])
  }

  @Test func attributesAndTextAreReachedByRules() throws {
    let value = try element(
      ##"{"@id":"7","name":{"@lang":"en","#text":" A  name "},"link":{"@href":"https://x.org/7"},"##
        + ##""added":{"#text":"2026-01-31"},"photo":{"@src":"p.png","@width":"30","@height":"20"},"##
        + ##""tag":[{"#text":"a"},"b"],"file":{"@url":"f.mp3","@type":"audio/mpeg"}}"##)
    let mapping = try RecordMapping(
      yaml: """
        schema: cellheights.mapping/1
        records: "$.catalog.product[*]"
        id: "@id"
        title: name
        url: "link[\\"@href\\"]"
        published: added
        tags: tag
        attachments: file
        image: photo
        """, path: "m.yaml")
    #expect(
      mapping.records.steps == [.key("catalog"), .key("product"), .each])
    let record = mapping.draft(value, limits: FeedLimits(), convertsHTML: true)
      .finish(location: RecordLocation(number: 1), rawHash: ContentHash(of: "raw"))
    #expect(record.id == "7")
    #expect(record.title == "A name")
    #expect(record.url == "https://x.org/7")
    #expect(record.published?.description == "2026-01-31T00:00:00Z")
    #expect(record.tags == ["a", "b"])
    #expect(record.attachments == [FeedAttachment(url: "f.mp3", type: "audio/mpeg")])
    #expect(record.image == FeedImage(url: "p.png", width: 30, height: 20))
  }

  @Test func aProposalNamesAttributesToo() throws {
    let records = try #require(RecordsPath("$.catalog.product[*]"))
    let mapping = RecordMapping.proposed(
      for: [try element(##"{"@id":"7","name":"n","link":{"@href":"u"}}"##)], records: records,
      name: "product")
    #expect(mapping.rules["id"]?.map(\.path.description) == ["@id"])
    #expect(mapping.rules["title"]?.map(\.path.description) == ["name"])
    #expect(mapping.rules["content"] == nil)
    #expect(try RecordMapping(yaml: mapping.yaml, path: "m.yaml") == mapping)
  }
}
