import Foundation
import StructuredDocuments
import TestSupport
import Testing
import XMLDocuments

@testable import FeedRecords

/// Hostile input gets an error with code and location; a bad record fails alone.
@Suite struct HostileInputTests {
  static let good = "<item><guid>good</guid></item>"

  static func rss(_ item: String, doctype: String = "") -> Reading {
    Reading("\(doctype)<rss><channel>\n\(item)\n\(good)</channel></rss>")
  }

  /// The one failure of a feed whose other record is read.
  static func failure(_ reading: Reading) throws -> RecordFailure {
    #expect(reading.error == nil)
    #expect(reading.records.map(\.id) == ["good"])
    #expect(reading.failures.count == 1)
    return try #require(reading.failures.first)
  }

  static func jsonFailure(_ record: String) throws -> RecordFailure {
    try failure(Reading("[\n\(record),\n{\"id\":\"good\"}]"))
  }

  // MARK: - XML

  @Test func externalEntitiesAreNeverRead() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let secret = try folder.write("SENTINEL".utf8, to: "secret.txt")
    for target in ["file://\(secret)", secret, "http://127.0.0.1:9/x"] {
      let reading = Self.rss(
        "<item><guid>1</guid><title>a&f;b</title></item>",
        doctype: "<!DOCTYPE rss [<!ENTITY f SYSTEM \"\(target)\">]>")
      #expect(reading.records.map(\.title) == ["ab", nil])
      #expect(reading.warnings.map(\.code) == [.repaired])
      let whole = Reading(
        "<!DOCTYPE rss SYSTEM \"\(target)\"><rss><channel>\(Self.good)</channel></rss>")
      #expect(whole.records.map(\.id) == ["good"])
    }
  }

  @Test func billionLaughsFailAlone() throws {
    var doctype = "<!DOCTYPE rss [<!ENTITY a0 \"hahahaha\">"
    for n in 1...12 {
      doctype += "<!ENTITY a\(n) \"\(String(repeating: "&a\(n - 1);", count: 10))\">"
    }
    let failure = try Self.failure(
      Self.rss("<item><title>&a12;</title></item>", doctype: doctype + "]>"))
    #expect(failure.code == .expansion)
    #expect(failure.location.line == 2)
    #expect(failure.message.contains("&a12;"))
    #expect(failure.message.hasSuffix("would expand beyond the limit (limit xml_expansion)"))
  }

  @Test func manyReferencesToALongEntityFailAlone() throws {
    let doctype = "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "x", count: 50_000))\">]>"
    let failure = try Self.failure(
      Self.rss(
        "<item><title>\(String(repeating: "&a;", count: 1000))</title></item>", doctype: doctype))
    #expect(failure.code == .expansion)
  }

  /// S3: 100 KB of a feed made 400 MB of text, a record at a time.
  @Test("S3: entities may add only so much to a document")
  func entitiesOfAllRecordsTogetherAreLimited() throws {
    let doctype = "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "x", count: 2000))\">]>"
    let items = (0..<400).map {
      "<item><guid>\($0)</guid><title>\(String(repeating: "&a;", count: 20))</title></item>"
    }
    #expect(FeedLimits().xml.documentExpansion == 64 << 20)
    var limits = FeedLimits()
    limits.xml.documentExpansion = 2_684_354
    let reading = Reading(
      "\(doctype)<rss><channel>\n\(items.joined(separator: "\n"))</channel></rss>", limits: limits)
    #expect(reading.failures.isEmpty)
    // 67 times 40,000 is what fits.
    #expect(reading.records.count == 67)
    let error = try #require(reading.error)
    #expect(error.code == .hostile)
    #expect(error.location.line == 69)
    #expect(error.message.hasSuffix("bytes to the document (limit xml_document_expansion)"))
    limits.xml.documentExpansion = 1 << 30
    let all = Reading(
      "\(doctype)<rss><channel>\n\(items.joined())\(Self.good)</channel></rss>", limits: limits)
    #expect(all.error == nil)
    #expect(all.records.count == 401)
  }

  @Test("S3: what entities add is counted once, however a record is read and where it stands")
  func entitiesAreCountedOnce() {
    let doctype = "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "x", count: 1000))\">]>"
    // The third is repaired, the fourth is too long to be read in place, and the fifth fails.
    let items = [
      "<item><guid>1</guid><title>&a;</title></item>", "<pubDate>&a;</pubDate>",
      "<item><guid>2</guid><title>&a; & b</title></item>",
      "<item><guid>3</guid><title>&a;\(String(repeating: "y", count: 90_000))</title></item>",
      "<item><guid>4</guid><title>&a;</guid></item>",
    ].joined()
    for (limit, isEnough) in [(5000, true), (4999, false)] {
      var limits = FeedLimits()
      limits.xml.documentExpansion = limit
      let reading = Reading(
        "\(doctype)<rss><channel>\(items)\(Self.good)</channel></rss>", limits: limits)
      #expect((reading.error == nil) == isEnough, "\(String(describing: reading.error))")
      #expect(reading.records.map(\.id) == (isEnough ? ["1", "2", "3", "good"] : ["1", "2", "3"]))
    }
  }

  /// S11: A thousand of them, used by 5,000 items, took 18 s.
  @Test("S11: a document type gives few attributes default values")
  func defaultAttributesAreFew() {
    func reading(_ count: Int) -> Reading {
      let defaults = (0..<count).map { "a\($0) CDATA ''" }.joined(separator: " ")
      return Self.rss(
        "<item><guid>1</guid></item>", doctype: "<!DOCTYPE rss [<!ATTLIST item \(defaults)>]>")
    }
    #expect(reading(100).error == nil)
    #expect(reading(100).records.count == 2)
    let refused = reading(101).error
    #expect(refused?.code == .hostile)
    #expect(refused?.message.contains("more than 100 attributes") == true)
    #expect(refused?.message.hasSuffix("(limit xml_default_attributes)") == true)
  }

  @Test("S11: defaults that have no text take their place all the same")
  func emptyDefaultAttributesAreCounted() throws {
    let defaults = (0..<100).map { "a\($0) CDATA ''" }.joined(separator: " ")
    let doctype = "<!DOCTYPE rss [<!ATTLIST b \(defaults)>]>"
    let many = String(repeating: "<b/>", count: 700)
    let failure = try Self.failure(Self.rss("<item>\(many)</item>", doctype: doctype))
    #expect(failure.code == .expansion)
  }

  @Test func anEntityMayBeUsedInEveryRecord() {
    let doctype = "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "x", count: 1000))\">]>"
    let items = (0..<3000).map { "<item><guid>\($0)</guid><title>&a;</title></item>" }
    let reading = Self.rss(items.joined(separator: "\n"), doctype: doctype)
    #expect(reading.failures.isEmpty)
    #expect(reading.records.count == 3001)
  }

  @Test func deepElementsFailAlone() throws {
    let deep = String(repeating: "<a>", count: 3000) + String(repeating: "</a>", count: 3000)
    let failure = try Self.failure(Self.rss("<item>\(deep)</item>"))
    #expect(failure.code == .tooDeep)
    #expect(failure.location.line == 2)
    #expect(failure.message == "elements are nested deeper than 200 (limit xml_depth)")
  }

  @Test func hugeTextFailsAlone() throws {
    let text = String(repeating: "x", count: 3 << 20)
    let failure = try Self.failure(Self.rss("<item><title>\(text)</title></item>"))
    #expect(failure.code == .tooLarge)
    #expect(failure.location == RecordLocation(number: 1, line: 2, byteOffset: 15))
    #expect(
      failure.message
        == "the record has \(text.utf8.count + 28) bytes, more than 1048576 (limit record_bytes)")
  }

  @Test func manyAttributesFailAlone() throws {
    let attributes = (0..<5000).map { " a\($0)=\"\"" }.joined()
    let failure = try Self.failure(Self.rss("<item><media\(attributes)/></item>"))
    #expect(failure.code == .tooLarge)
    #expect(failure.message.contains("limits record_bytes, xml_text_bytes, xml_attributes"))
  }

  @Test func aHundredThousandAttributesAreCountedBeforeTheyAreCompared() throws {
    let attributes = (0..<50_000).map { " a\($0)='x>'" }.joined()
    let failure = try Self.failure(Self.rss("<item><media\(attributes)/></item>"))
    #expect(failure.code == .tooLarge)
    // In the channel, the whole source is refused.
    let whole = Reading("<rss><channel><image\(attributes)/>\(Self.good)</channel></rss>")
    #expect(whole.error?.code == .hostile)
    // Default values would be compared at every use of the element.
    let defaults = (0..<3000).map { "<!ATTLIST item a\($0) CDATA ''>" }.joined()
    let declared = Self.rss("<item/>", doctype: "<!DOCTYPE rss [\(defaults)]>")
    #expect(declared.error?.code == .hostile)
  }

  @Test func aParserThatCannotBeOpenedAgainEndsTheSource() {
    // Written again, with its quotation marks escaped, the namespace is longer than a tag may be.
    let namespace = String(repeating: "\"", count: 3_500_000)
    let reading = Reading(
      "<rss xmlns:a='\(namespace)'><channel>\(Self.good)<item><b></item>"
        + String(repeating: Self.good, count: 200) + "</channel></rss>")
    #expect(reading.error?.code == .invalidXML)
    #expect(reading.records.count == 1)
  }

  /// Swift's own hash of a text takes the square of the combining marks in it.
  @Test("Long runs of combining marks are read in their time", .timeLimit(.minutes(1)))
  func combiningMarksAreNotCompared() throws {
    let marks = String(repeating: "\u{316}\u{301}", count: 120_000)
    let json = Reading(
      "[{\"content_text\":\"1\",\"fields\":{\"a\":1},\"q\(marks)\":1,\"r\(marks)\":2}]")
    #expect(json.records.first?.fields?.members.count == 3)
    let enclosures = (0..<2).map { "<enclosure url='\($0)\(marks)'/>" }.joined()
    let authors = (0..<2).map { "<dc:creator>\($0)\(marks)</dc:creator>" }.joined()
    #expect(Self.rss("<item>\(enclosures)</item>").records.first?.attachments.count == 2)
    #expect(Self.rss("<item>\(authors)</item>").records.first?.author?.utf8.count == 960_004)
  }

  @Test func canonicalEquivalentsAreDifferentNames() {
    let reading = Reading("[{\"content_text\":\"1\",\"fields\":{\"\u{E9}\":1},\"e\u{301}\":2}]")
    #expect(reading.records.first?.fields?.members.count == 2)
  }

  @Test("As many namespaces as a record may name are told apart", .timeLimit(.minutes(1)))
  func manyNamespaces() {
    let many = (0..<50_000).map { "<a xmlns='\($0)'/>" }.joined()
    let reading = Self.rss("<item><guid>1</guid>\(many)</item>")
    #expect(reading.records.map(\.id) == ["1", "good"])
  }

  @Test func manyPathsOfLongNamesAreNotRemembered() {
    let name = String(repeating: "n", count: 900)
    let open = (0..<150).map { "<\(name)\($0)>" }.joined()
    let close = (0..<150).reversed().map { "</\(name)\($0)>" }.joined()
    let many = (0..<12_000).map { "<a\($0)/>" }.joined()
    #expect(Reading("<r>\(open)\(many)\(close)</r>").error?.code == .notAFeed)
  }

  @Test func nulBytesInXMLAreReplacedAndSaid() {
    let reading = Self.rss("<item><guid>1</guid><title>a\u{0}b</title></item>")
    #expect(reading.records.map(\.title) == ["a\u{FFFD}b", nil])
    #expect(reading.warnings.map(\.code) == [.repaired])
    #expect(reading.warnings.first?.location.line == 2)
  }

  @Test func invalidUTF8InXMLIsReplacedAndSaid() {
    let bytes =
      Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss><channel><item><title>a".utf8)
      + [0xFF, 0xC3] + Array("b</title></item></channel></rss>".utf8)
    let reading = Reading(FeedSource(bytes: bytes, name: "t"))
    #expect(reading.records.map(\.title) == ["a\u{FFFD}\u{FFFD}b"])
    #expect(reading.warnings.map(\.code) == [.brokenEncoding])
    #expect(reading.warnings.first?.location.byteOffset == 66)
    #expect(
      reading.warnings.first?.message
        == "bytes that are not valid UTF-8 became U+FFFD; find out what writes them")
  }

  @Test func textOfHTMLThatIsNestedTooDeepIsCutAndSaid() {
    let deep = "first " + String(repeating: "<div>", count: 2000) + "last"
    let escaped = deep.replacing("<", with: "&lt;")
    let xml = Self.rss("<item><guid>1</guid><description>\(escaped)</description></item>")
    let json = Reading("[{\"id\":\"1\",\"content_html\":\"\(deep)\"}]")
    for reading in [xml, json] {
      #expect(reading.records.first?.contentText == "first")
      #expect(reading.warnings.map(\.code) == [.cutText])
      #expect(reading.warnings.first?.location.number == 1)
      #expect(reading.warnings.first?.message.contains("limits xml_depth") == true)
    }
  }

  // MARK: - JSON

  @Test func duplicateKeysFailAlone() throws {
    let failure = try Self.jsonFailure("{\"id\":\"1\",\"title\":\"a\",\"title\":\"b\"}")
    #expect(failure.code == .duplicateKey)
    #expect(failure.location == RecordLocation(number: 1, line: 2, byteOffset: 2))
    #expect(failure.message.contains("the key \"title\" comes twice in one object"))
    let inner = try Self.jsonFailure("{\"id\":\"1\",\"x\":[{\"a\":1,\"\\u0061\":2}]}")
    #expect(inner.code == .duplicateKey)
  }

  @Test func aRecordsArrayThatComesTwiceIsAnError() {
    let error = Reading(
      "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":\"1\"}],\"items\":[]}"
    ).error
    #expect(error?.code == .invalidJSON)
    #expect(error?.location.byteOffset != nil)
  }

  @Test func deepJSONFailsAlone() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let failure = try Self.jsonFailure("{\"id\":\"1\",\"x\":\(deep)}")
    #expect(failure.code == .tooDeep)
    #expect(failure.location.line == 2)
    #expect(failure.message == "nested deeper than 128 (limit json_depth)")
  }

  @Test func invalidUTF8InJSONFailsAlone() throws {
    let bytes =
      Array("[\n{\"id\":\"".utf8) + [0xFF, 0xFE] + Array("\"},\n{\"id\":\"good\"}]".utf8)
    let failure = try Self.failure(Reading(FeedSource(bytes: bytes, name: "t")))
    #expect(failure.code == .encoding)
    #expect(failure.message == "the record is not valid UTF-8")
  }

  @Test func nulBytesInJSONFailAlone() throws {
    let failure = try Self.jsonFailure("{\"id\":\"1\",\"title\":\"a\u{0}b\"}")
    #expect(failure.code == .invalid)
    #expect(failure.location.line == 2)
  }

  @Test func loneSurrogatesAreReplaced() {
    let reading = Reading("[{\"id\":\"1\",\"title\":\"a\\ud800b\\udc00\"}]")
    #expect(reading.records.map(\.title) == ["a\u{FFFD}b\u{FFFD}"])
  }

  @Test(arguments: [
    "[\nRECORD,\n{\"id\":\"good\"}]", "{\"id\":\"0\"}\nRECORD\n{\"id\":\"good\"}\n",
  ])
  func aRecordOfManyMegabytesIsPassedOverAndNotHeld(_ frame: String) throws {
    let parts = frame.split(separator: "RECORD").map { Array($0.utf8) }
    let start = parts[0] + Array("{\"id\":\"huge\",\"title\":\"".utf8)
    let source = LongRecord(start: start, filler: 12 << 20, end: Array("\"}".utf8) + parts[1])
    let window = InputWindow(source)
    let opened = try JSONSource(window, path: "t", ReadingOptions())
    var (ids, failures): ([String], [RecordFailure]) = ([], [])
    var widest = 0
    while let item = try opened.cursor.next() {
      if case .record(let record) = item { ids.append(record.id) }
      if case .failure(let failure) = item { failures.append(failure) }
      widest = max(widest, window.count)
    }
    #expect(ids.last == "good")
    #expect(failures.map(\.code) == [.tooLarge])
    #expect(failures.first?.location.line == 2)
    #expect(failures.first?.message.contains("more than 1048576 (limit record_bytes)") == true)
    // The bytes looked at first, and one record.
    #expect(widest <= 4 << 20)
  }

  /// A source that makes its bytes as they are read.
  final class LongRecord: ByteSource {
    private var start: [UInt8]
    private var filler: Int
    private var end: [UInt8]

    init(start: [UInt8], filler: Int, end: [UInt8]) {
      self.start = start
      self.filler = filler
      self.end = end
    }

    func read() -> [UInt8] {
      if !start.isEmpty {
        defer { start = [] }
        return start
      }
      if filler > 0 {
        let count = min(filler, pieceBytes)
        filler -= count
        return [UInt8](repeating: UInt8(ascii: "x"), count: count)
      }
      defer { end = [] }
      return end
    }
  }
}
