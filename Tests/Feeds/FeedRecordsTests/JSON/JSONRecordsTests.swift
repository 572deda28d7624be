import StructuredDocuments
import TestSupport
import Testing

@testable import FeedRecords

/// Records of arrays and lines, many of them broken, whole and in pieces of any size.
@Suite struct JSONRecordsTests {
  private let limits = FeedLimits(recordBytes: 4000, jsonDepth: 20)

  /// A record, sometimes with something wrong.
  private func record(_ number: Int, _ random: inout TestRandom) -> [UInt8] {
    let fine = [
      #"{"id":"%","title":"one","content_text":"text"}"#,
      #"{ "id" : "%" , "title" : " a \"b\" }{ \\" , "content_text" : "x\ny\u00e9 \ud83d\ude00" }"#,
      #"{"id":"%","content_html":"<p>a</p>","tags":["a","b c"],"url":" u ","_image":{"width":3},"#
        + #""image":"p","a":1,"fields":{"a":2,"b":[1,{"c":null}]}}"#,
      #"{"id":"%","published":"2026-01-31T08:00:00Z","author":{"name":"A"},"x":[],"y":{}}"#,
      #"{}"#,
    ]
    let wrong = [
      #"{"id":"%","id":"2"}"#, #"{"id":"%","x":1,"y":2,"x":3}"#, #"{"id":"%","z":{"q":1,"q":2}}"#,
      #"{"id":"%" "title":"one"}"#, #"{"id":"%","title":"open}"#, #"{"id":"%"} {"id":"two"}"#,
      #"{"id":"%","title":"a\qb"}"#, "{\"id\":\"%\",\"title\":\"a\u{1}b\"}", "5", "\"text\"", "[]",
      "null", "tru", "{\"id\":\"%\",\"x\":01}", "\u{c}{\"id\":\"%\"}", "{\"id\":\"%\",\"x\":\n1}",
      "{\"id\":\"%\",\"x\":" + String(repeating: "[", count: 30)
        + String(repeating: "]", count: 30) + "}",
      "{\"id\":\"%\",\"x\":\"" + String(repeating: "long", count: 1500) + "\"}",
      "{\"id\":\"%\"}]", "{\"id\":\"%\"\\}",
    ]
    let isWrong = Int.random(in: 0..<8, using: &random) == 0
    guard let text = (isWrong ? wrong : fine).randomElement(using: &random) else { return [] }
    var bytes = text.utf8.flatMap { $0 == UInt8(ascii: "%") ? Array("\(number)".utf8) : [$0] }
    if Int.random(in: 0..<60, using: &random) == 0 { bytes.insert(0xFF, at: bytes.count / 2) }
    return bytes
  }

  private func space(_ choices: [String], _ random: inout TestRandom) -> [UInt8] {
    Array((choices.randomElement(using: &random) ?? "").utf8)
  }

  @Test(arguments: 0..<60)
  func theElementsOfAnArrayAreTheSameHoweverTheyArrive(_ seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    var bytes = Array(#"[{"id":"first","content_text":"x"}"#.utf8)
    let separators = ["", seed.isMultiple(of: 3) ? "" : "\n", " \r\n\t", "  "]
    for number in 0..<Int.random(in: 0..<40, using: &random) {
      bytes += space(separators, &random) + [UInt8(ascii: ",")] + space(separators, &random)
      bytes += record(number, &random)
    }
    bytes += space(["]", "\n]\n", "", ",]", "] x"], &random)
    let whole = told(bytes, pieces: nil, limits: limits)
    #expect(told(bytes, pieces: 1, limits: limits) == whole)
    #expect(told(bytes, pieces: 61, limits: limits) == whole)
  }

  @Test(arguments: 0..<60)
  func theLinesAreTheSameHoweverTheyArrive(_ seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    var bytes = Array("{\"id\":\"first\",\"content_text\":\"x\"}\n".utf8)
    for number in 0..<Int.random(in: 0..<40, using: &random) {
      bytes += space(["", "", " ", "\n\r\n", "\t"], &random) + record(number, &random)
      bytes += space(["\n", "\n", " \r\n", "\u{c}\n", ""], &random)
    }
    let whole = told(bytes, pieces: nil, limits: limits)
    #expect(told(bytes, pieces: 1, limits: limits) == whole)
    #expect(told(bytes, pieces: 61, limits: limits) == whole)
  }

  @Test func anObjectOverSeveralLinesLeavesTheLinesInItAsTheyAre() {
    let line = #"{"id":"2","title":"a\nb","content_text":"\"c\""}"#
    let reading = Reading("{\"id\":\"1\"}\n{\"x\":\n\(line)\n}\n{\"id\":\"3\"}\n")
    #expect(reading.records.map(\.id) == ["1", "2", "3"])
    #expect(reading.failures.map(\.location.line) == [2, 4])
  }

  @Test func manyRecordsAreAllReadAndKnowTheirPlaces() throws {
    var bytes: [UInt8] = []
    for number in 0..<4000 {
      bytes += Array("{\"id\":\"\(number)\",\"content_text\":\"a \\\" b\"}\n".utf8)
    }
    var reader = try FeedReader(source: FeedSource(bytes: bytes, name: "made"), format: .ndjson)
    var (count, end) = (0, 0)
    while let item = try reader.next() {
      guard case .record(let record) = item else { throw JSONProblem.syntax }
      #expect(record.id == "\(count)")
      #expect(record.contentText == "a \" b")
      #expect(
        record.location == RecordLocation(number: count + 1, line: count + 1, byteOffset: end))
      end += 34 + record.id.utf8.count
      count += 1
    }
    #expect(count == 4000)
  }
}
