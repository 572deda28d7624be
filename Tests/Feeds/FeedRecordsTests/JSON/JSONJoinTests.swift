import FeedRecords
import Testing

/// Objects that a mapping joins to records from a map or an array.
@Suite struct JSONJoinTests {
  private func read(_ json: String, _ rules: String) throws -> Reading {
    Reading(
      json,
      mapping: try RecordMapping(
        yaml: "schema: cellheights.mapping/1\nrecords: \"$.posts[*]\"\nid: id\ncontent: text\n"
          + rules,
        path: "m"))
  }

  private static let posts =
    #""posts":[{"id":10,"by":1,"text":"a"},{"id":20,"by":"2","text":"b"},{"id":30,"by":[2],"text":"c"}]"#
  private static let join = "author: user.name\njoins: {user: {key: by, from: \"$.users[*]\"}}\n"

  @Test(arguments: [
    #"{"1":{"name":"Ana"},"2":{"name":"Bo"}}"#,
    #"[{"id":1,"name":"Ana"},{"id":"2","name":"Bo"}]"#,
    #"[{"_id":"1","name":"Ana"},{"uuid":2,"name":"Bo"}]"#,
    #"[{"_id":{"$oid":"1"},"name":"Ana"},{"id":2,"name":"Bo"},{"name":"C"},7]"#,
  ])
  func objectsOfMapsAndArraysAreJoined(_ users: String) throws {
    let reading = try read("{\(Self.posts),\"users\":\(users)}", Self.join)
    #expect(reading.records.map(\.author) == ["Ana", "Bo", "Bo"])
    #expect(reading.warnings.isEmpty)
  }

  @Test func thePathOfTheKeyMayBeNamed() throws {
    let rules =
      "author: user.name\njoins: {user: {key: by, from: \"$.users[*]\", match: login.no}}\n"
    let users = #"[{"id":2,"login":{"no":1},"name":"Ana"},{"id":1,"login":{"no":2},"name":"Bo"}]"#
    let mapping = try RecordMapping(
      yaml: "schema: cellheights.mapping/1\nrecords: \"$.posts[*]\"\n\(rules)", path: "m")
    #expect(try RecordMapping(yaml: mapping.yaml, path: "m").joins == mapping.joins)
    let reading = try read("{\(Self.posts),\"users\":\(users)}", rules)
    #expect(reading.records.map(\.author) == ["Ana", "Bo", "Bo"])
  }

  @Test(arguments: [
    (#"[{"login":"1","name":"Ana"}]"#, "leads to no object with a key"),
    (#"[{"id":"9","name":"Ana"}]"#, "have other keys"), ("{}", "leads to no object with a key"),
    (#"{"9":{"name":"Ana"}}"#, "have other keys"),
  ])
  func aJoinThatNeverMatchesIsSaidOnce(_ users: String, _ words: String) throws {
    let reading = try read("{\(Self.posts),\"users\":\(users)}", Self.join)
    #expect(reading.records.map(\.author) == [nil, nil, nil])
    #expect(reading.warnings.map(\.code) == [.unmatchedKeys])
    #expect(reading.warnings.first?.count == 1)
    let message = try #require(reading.warnings.first?.message)
    #expect(message.contains("the join user matched none of 3 values at by"))
    #expect(message.contains(words))
  }

  @Test func aJoinWithoutKeysIsNotSaid() throws {
    let rules = "joins: {original: {key: repost.id, from: \"$.posts[*]\"}}\n"
    #expect(try read("{\(Self.posts)}", rules).warnings.isEmpty)
  }

  @Test func anOrderAppliesToRecordsOfAnArray() throws {
    let reading = try read("{\(Self.posts),\"order\":[20,\"30\"]}", "order: \"$.order[*]\"\n")
    #expect(reading.records.map(\.id) == ["20", "30", "10"])
    #expect(reading.warnings.isEmpty)
    let other = try read("{\(Self.posts),\"order\":[7]}", "order: \"$.order[*]\"\n")
    #expect(other.records.map(\.id) == ["10", "20", "30"])
    #expect(other.warnings.map(\.code) == [.unmatchedKeys])
  }

  @Test func linesCannotBeJoined() throws {
    let lines = "{\"id\":1,\"by\":1,\"text\":\"a\"}\n{\"id\":2,\"by\":1,\"text\":\"b\"}\n"
    let mapping = try RecordMapping(
      yaml: """
        schema: cellheights.mapping/1
        records: "$[*]"
        joins: {user: {key: by, from: "$.users[*]"}}
        """, path: "m")
    #expect(Reading(lines, mapping: mapping).error?.code == .mapping)
  }
}
