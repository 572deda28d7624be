import FeedRecords
import Testing

/// Files of changes.
@Suite struct FeedChangesTests {
  private func read(
    _ text: String, limits: FeedLimits = FeedLimits()
  ) throws -> FeedChanges {
    try FeedChanges(source: FeedSource(bytes: Array(text.utf8), name: "c"), limits: limits)
  }

  @Test func theThreeFormsAreRead() throws {
    let changes = try read(
      "\u{FEFF}{\"put\":{\"id\":\"a\",\"title\":\"A\"}}\r\n\n"
        + #" {"before":"a","put": {"id":"b"}} "# + "\n" + #"{"delete":"c"}"#)
    #expect(changes.failures.isEmpty)
    #expect(changes.changes.map(\.line) == [1, 3, 4])
    guard case .put(let first, nil) = changes.changes[0].kind,
      case .put(let second, "a") = changes.changes[1].kind,
      case .delete("c") = changes.changes[2].kind
    else {
      Issue.record("\(changes.changes)")
      return
    }
    #expect(first.id == "a" && first.title == "A" && second.id == "b")
    // The version is that of the record alone.
    let feed = try FeedChanges(
      source: FeedSource(bytes: Array(#"{"put":{"id":"b"}}"#.utf8), name: "d"))
    guard case .put(let alone, _)? = feed.changes.first?.kind else { return }
    #expect(second.version == alone.version)
  }

  @Test(arguments: [
    ("{", "CH0420"), ("[1]", "CH0423"), ("{}", "CH0428"), (#"{"put":1}"#, "CH0423"),
    (#"{"put":{"id":"a"},"after":"b"}"#, "CH0428"), (#"{"delete":""}"#, "CH0428"),
    (#"{"delete":1}"#, "CH0428"), (#"{"put":{"id":"a"},"before":null}"#, "CH0428"),
    (#"{"put":{"id":"a"},"delete":"a"}"#, "CH0428"), (#"{"before":"a"}"#, "CH0428"),
    (#"{"delete":"a","delete":"b"}"#, "CH0427"), (#"{"put":{"id":"a","id":"b"}}"#, "CH0427"),
    (#"{"delete":"a"} {"delete":"b"}"#, "CH0420"), ("spoiled", "CH0420"),
    (#"{"put":"# + String(repeating: "[", count: 4000), "CH0422"),
  ])
  func aLineThatIsNoChangeFailsAlone(line: String, code: String) throws {
    let changes = try read(#"{"delete":"a"}"# + "\n" + line + "\n" + #"{"delete":"b"}"# + "\n")
    #expect(changes.changes.count == 2)
    #expect(changes.failures.map(\.first.code.rawValue) == [code])
    #expect(changes.failures.first?.first.location.line == 2)
  }

  @Test("a line without an end ends the reading")
  func anEndlessLine() throws {
    let limits = FeedLimits(recordBytes: 30, lineBytes: 100)
    let text = #"{"delete":"a"}"# + "\n" + #"{"delete":"\#(String(repeating: "b", count: 50))"}"#
    #expect(try read(text, limits: limits).failures.map(\.first.code.rawValue) == ["CH0421"])
    let error = #expect(throws: FeedError.self) {
      try read(text + String(repeating: " ", count: 100), limits: limits)
    }
    #expect(
      error?.description == "c:2: the line has more than 100 bytes (limit line_bytes) [CH0412]")
  }

  @Test func bytesThatAreNoTextFailAlone() throws {
    let bytes = Array(#"{"delete":""#.utf8) + [0xFF] + Array("\"}\n{\"delete\":\"b\"}".utf8)
    let changes = try FeedChanges(source: FeedSource(bytes: bytes, name: "c"))
    #expect(changes.changes.count == 1)
    #expect(changes.failures.map(\.first.code.rawValue) == ["CH0424"])
  }

  @Test func aLongLineIsPassedOver() throws {
    let long = #"{"delete":""# + String(repeating: "x", count: 1 << 20) + "\"}"
    let limits = FeedLimits(recordBytes: 1000)
    let changes = try read("\(long)\n{\"delete\":\"b\"}\n\(long)", limits: limits)
    #expect(changes.changes.map(\.line) == [2])
    #expect(changes.failures.map(\.count) == [2])
    #expect(changes.failures.map(\.first.code.rawValue) == ["CH0421"])
  }

  @Test func changesThatNeedTooMuchMemoryAreAnError() throws {
    let text = (0..<1000).map { "{\"delete\":\"r\($0)\"}\n" }.joined()
    #expect(try read(text).changes.count == 1000)
    let error = #expect(throws: FeedError.self) {
      try read(text, limits: FeedLimits(changeBytes: 10_000))
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("change_bytes") == true)
  }

  @Test func anEmptyFileHasNoChanges() throws {
    let changes = try read("\n \n")
    #expect(changes.changes.isEmpty && changes.failures.isEmpty && changes.source.bytes == 3)
    #expect(try read("").changes.isEmpty)
  }
}
