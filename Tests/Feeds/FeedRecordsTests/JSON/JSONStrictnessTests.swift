import FeedRecords
import TestSupport
import Testing

/// An error inside a record fails that record alone, with its number, line and byte.
@Suite struct JSONStrictnessTests {
  /// A record between two good ones: line 2, after 12 bytes of `[{"id":"1"},`.
  private func reading(_ record: [UInt8], limits: FeedLimits = FeedLimits()) -> Reading {
    let text = Array("[{\"id\":\"1\"},\n".utf8) + record + Array(",\n{\"id\":\"3\"}]".utf8)
    return Reading(FeedSource(bytes: text, name: "t"), limits: limits)
  }

  private func failure(_ record: String, limits: FeedLimits = FeedLimits()) -> RecordFailure? {
    let reading = reading(Array(record.utf8), limits: limits)
    #expect(reading.records.map(\.id) == ["1", "3"])
    #expect(reading.error == nil)
    #expect(reading.failures.count == 1)
    #expect(reading.failures.first?.location == RecordLocation(number: 2, line: 2, byteOffset: 13))
    return reading.failures.first
  }

  @Test func aKeyThatComesTwiceIsNamed() {
    let failure = failure(#"{"id":"2","title":"a","title":"b"}"#)
    #expect(failure?.code == .duplicateKey)
    #expect(failure?.code.rawValue == "CH0427")
    #expect(
      failure?.message
        == #"the key "title" comes twice in one object, again at byte 23 of the record"#)
  }

  @Test(arguments: [
    #"{"id":"2","x":{"a":[{"b":1,"c":2,"b":3}]}}"#, #"{"id":"2","tit\u006ce":"a","title":"b"}"#,
    #"{"id":"2","":1,"":2}"#,
  ])
  func keysAreComparedInEveryObjectAndWithoutEscapes(_ record: String) {
    #expect(failure(record)?.code == .duplicateKey)
  }

  @Test func aKeyAmongThousandsThatComesTwiceIsFound() {
    let members = (0..<20_000).map { "\"key\($0)\":\($0)" }
    let twice = "{" + (members + ["\"key777\":0"]).joined(separator: ",") + "}"
    #expect(failure(twice)?.message.contains("\"key777\"") == true)
    let once = reading(Array(("{\"id\":\"2\"," + members.joined(separator: ",") + "}").utf8))
    #expect(once.failures.isEmpty)
    #expect(once.records.count == 3)
  }

  @Test func theSameKeyInDifferentObjectsIsFine() {
    let reading = reading(Array(#"{"id":"2","x":{"id":1},"y":[{"id":1},{"id":2}]}"#.utf8))
    #expect(reading.failures.isEmpty)
  }

  @Test(arguments: [
    "{\"id\":\"2\",\"title\":\"a\u{0}b\"}", "{\"id\":\"2\",\"title\":\"a\u{1}b\"}",
    "{\"id\":\"2\",\"title\":\"a\nb\"}", "{\"id\":\u{0}\"2\"}", #"{"id":"2","title":"\x"}"#,
    #"{"id":"2","title":"\u12"}"#, #"{"id":"2",}"#, #"{"id":"2" "a":1}"#, #"{"id":01}"#,
    #"{"id":1.}"#, #"{"id":+1}"#, #"{"id":nul}"#, #"{"id":truefalse}"#, #"{"id":"2"x}"#,
    #"{"id":[1,]}"#, #"{"id":.5}"#, #"{"id":1e}"#, #"{1:2}"#, #"{"id"}"#, #"{"a":1"b":2}"#,
  ])
  func whatIsNoJSONFailsAlone(_ record: String) {
    let text = Array("[{\"id\":\"1\"},\n\(record),\n{\"id\":\"3\"}]".utf8)
    let reading = Reading(FeedSource(bytes: text, name: "t"))
    #expect(reading.records.map(\.id) == ["1", "3"])
    #expect(reading.failures.map(\.code) == [.invalid])
    #expect(reading.failures.first?.location == RecordLocation(number: 2, line: 2, byteOffset: 13))
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80]])
  func invalidUTF8FailsAlone(_ bytes: [UInt8]) {
    let record = Array(#"{"id":"2","title":"a"#.utf8) + bytes + Array(#"b"}"#.utf8)
    let reading = reading(record)
    #expect(reading.failures.map(\.code) == [.encoding])
    #expect(reading.failures.first?.location == RecordLocation(number: 2, line: 2, byteOffset: 13))
    #expect(reading.records.map(\.id) == ["1", "3"])
  }

  @Test(arguments: [200, 2000, 100_000]) func deepRecordsFailAlone(_ depth: Int) {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(failure("{\"id\":\"2\",\"x\":\(deep)}")?.code == .tooDeep)
  }

  @Test func largeRecordsFailAlone() {
    let large = "{\"id\":\"2\",\"title\":\"" + String(repeating: "x", count: 300) + "\"}"
    let failure = failure(large, limits: FeedLimits(recordBytes: 100))
    #expect(failure?.code == .tooLarge)
    #expect(
      failure?.message == "the record has 321 bytes, more than 100 (limit record_bytes)")
  }

  @Test func aPathKeyThatComesTwiceMakesTheFeedAmbiguous() {
    let text =
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":\"1\"}],\n\"items\":[]}"
    let error = Reading(text).error
    #expect(error?.code == .invalidJSON)
    #expect(error?.location.line == 2)
    #expect(error?.message.contains("comes twice") == true)
  }

  @Test func brokenTextOffThePathStopsTheFeedWithItsPlace() {
    let text =
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":\"1\"}],\n\"x\":[}}"
    let reading = Reading(text)
    #expect(reading.error?.code == .invalidJSON)
    #expect(reading.error?.location.line == 2)
  }

  /// Eight times as many take about eight times as long, not 64 times.
  @Test func manyMembersAndElementsTakeNoSquareOfTime() {
    let limits = FeedLimits(recordBytes: 8 << 20)
    func time(_ count: Int) -> Double {
      let members = (0..<count).map { "\"k\($0)\":[]" }.joined(separator: ",")
      let elements = String(repeating: "{},", count: count)
      return processorTime {
        let wide = Reading("[{\"id\":\"1\",\"fields\":{\(members)},\"t\":0}]", limits: limits)
        #expect(wide.records.count == 1)
        let long = Reading("[{\"id\":\"1\",\"x\":[\(elements)0]}]", limits: limits)
        #expect(long.records.count == 1)
      }
    }
    let few = time(10_000)
    #expect(time(80_000) < few * 24)
  }
}
