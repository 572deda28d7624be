import Testing

@testable import FeedRecords

/// Gives bytes in pieces of one size, as a pipe may.
private final class PiecedBytes: ByteSource {
  private let bytes: [UInt8]
  private let size: Int
  private var position = 0

  init(_ bytes: [UInt8], size: Int) {
    self.bytes = bytes
    self.size = size
  }

  func read() -> [UInt8] {
    let piece = bytes[position...].prefix(size)
    position += piece.count
    return Array(piece)
  }
}

/// A record with all its values, or why there is none.
private func words(_ item: FeedItem) -> String {
  guard case .record(let record) = item else { return "\(item)" }
  return "\(record.location) \(record.recordJSON)"
}

/// All results of a reader for some bytes: records, failures, warnings, and the error at the end.
///
/// - Parameter pieces: Number of bytes at a time; `nil` for bytes in memory.
func told(
  _ bytes: [UInt8], pieces: Int?, limits: FeedLimits = FeedLimits()
) -> [String] {
  var result: [String] = []
  do {
    let source: any ByteSource = pieces.map { PiecedBytes(bytes, size: $0) } ?? MemoryBytes(bytes)
    let opened = try SourceStream(
      source, size: nil, path: "f", ReadingOptions(limits: limits))
    result.append("\(opened.detection.format) \(opened.detection.yaml)")
    do {
      while let item = try opened.cursor.next() { result.append(words(item)) }
      result.append("\(opened.metered.digest)")
    } catch { result.append("\(error)") }
    result += opened.notes.warnings.map(\.description)
  } catch { result.append("\(error)") }
  return result
}

/// The sizes of the pieces in which bytes arrive do not affect the result.
@Suite struct PieceSizeTests {
  private static let feeds: [String] = [
    "\n<?xml version='1.0' encoding='iso-8859-1'?>\n<rss xml:lang='de'><channel><title>T</title>"
      + "<item><guid>1</guid><title>A & B</title></item>\n<item><guid>2</a></item>"
      + "<item><guid>3</guid><description><![CDATA[<p>x</p>]]></description></item></channel></rss>",
    "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://e.org/'><author><name>N</name>"
      + "</author><entry><id>1</id><link href='a'/><title>ü€𝄞</title></entry><!-- <entry> -->"
      + "<entry><id>2</id><content type='xhtml'><div>&nope;</div></content></entry></feed>",
    "<shop><p><id>1</id><name>a</name></p>\n<p><id>2</id><name>b</name></p></shop> trailing",
    "{\"version\": \"https://jsonfeed.org/version/1.1\", \"language\": \"de\", \"items\": [\n"
      + "{\"id\": \"1\", \"title\": \"\\ud834\\udd1e]\"}, 5,\n {\"id\": \"2\", \"id\": \"3\"}]}",
    "{\"id\":\"1\",\"title\":\"a\"}\r\n\r\n{\"id\":\"2\",]\n{\"id\":\"3\",\"content_text\":\"ü\"}\n{\"id\"",
  ]

  @Test(arguments: feeds, [1, 2, 3, 7, 64, nil])
  func recordsAreTheSameInPiecesOfAnySize(_ feed: String, _ pieces: Int?) {
    let whole = told(Array(feed.utf8), pieces: .max)
    #expect(whole.count >= 3)
    #expect(told(Array(feed.utf8), pieces: pieces) == whole)
  }

  /// Offsets are those of the file, whose first three bytes are the mark's.
  @Test(arguments: feeds) func aByteOrderMarkCountsInOffsets(_ feed: String) {
    func locations(_ text: String) -> [RecordLocation] {
      let reading = Reading(text)
      return reading.records.compactMap(\.location) + reading.failures.map(\.location)
        + reading.warnings.map(\.location) + [reading.error?.location].compactMap { $0 }
    }
    let plain = locations(feed)
    #expect(plain.contains { $0.byteOffset ?? 0 > 0 })
    let moved = plain.map { location in
      RecordLocation(
        number: location.number, line: location.line, byteOffset: location.byteOffset.map { $0 + 3 }
      )
    }
    #expect(locations("\u{FEFF}" + feed) == moved)
  }

  /// Feeds that do not fit into what is looked at first, with a fault here and there, a mark in
  /// front, and a limit that they exceed.
  @Test(arguments: [true, false], [true, false])
  func bytesInMemoryAreReadAsIfTheyHadBeenCopied(_ lines: Bool, _ exceeds: Bool) {
    let text = String(repeating: "Grüße \\n 中文 ", count: 40)
    let records = (0..<4000).map { number in
      let again = number % 997 == 5 ? ",\"id\":\"again\"" : ""
      return "{\"id\":\"\(number)\",\"title\":\"T \(number)\",\"content_text\":\"\(text)\"\(again)}"
    }
    let feed =
      lines ? records.joined(separator: "\n") : "[\(records.joined(separator: ",\n"))]"
    let bytes = [0xEF, 0xBB, 0xBF] + Array(feed.utf8)
    let limits = FeedLimits(sourceBytes: exceeds ? bytes.count - 1 : bytes.count)
    let lent = told(bytes, pieces: nil, limits: limits)
    #expect(lent.contains { $0.contains("source_bytes") } == exceeds)
    // How much was given before a limit is met depends on how much is read at a time.
    if !exceeds {
      #expect(lent.count == 4002)
      #expect(lent.contains { $0.contains("comes twice") })
      #expect(lent.contains { $0.contains("中文") })
      #expect((lent == told(bytes, pieces: 100_000, limits: limits)) == true)
    }
  }

  /// One broken byte, then more good letters than that: it is UTF-8 with a fault, however little of
  /// it has arrived when the fault is met.
  @Test(arguments: [1, 100, 5000])
  func whatIsTakenForWindows1252DoesNotDependOnPieces(_ pieces: Int) {
    let bytes =
      Array("<rss><channel><!--\(String(repeating: "x", count: 5000))--><item><title>a".utf8)
      + [0xE9]
      + Array("\(String(repeating: "b", count: 6000))üöä</title></item></channel></rss>".utf8)
    let whole = told(bytes, pieces: .max)
    #expect(whole.contains { $0.hasSuffix("[CH0432]") })
    #expect(told(bytes, pieces: pieces) == whole)
  }

  @Test func aLongLineMayHaveMuchBehindItsValue() {
    let good = "{\"id\":\"1\"}\n{\"id\":\"2\"}\n"
    for end in ["\n{\"id\":\"4\"}\n", ""] {
      let reading = Reading(
        good + "{\"id\":\"3\"}" + String(repeating: " ", count: 3 << 20) + end)
      #expect(reading.error == nil)
      #expect(
        reading.failures.map(\.location) == [RecordLocation(number: 3, line: 3, byteOffset: 22)])
      #expect(reading.records.count == (end.isEmpty ? 2 : 3))
    }
  }
}
