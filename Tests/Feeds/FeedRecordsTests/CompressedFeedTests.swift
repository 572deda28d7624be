import Foundation
import TestSupport
import Testing

@testable import FeedRecords

/// Compressed bytes come from the program `gzip` and from libzstd, not from this project.
@Suite struct CompressedFeedTests {
  /// `[{"id":"0","title":"Number 0"},…,{"id":"49","title":"Number 49"}]`, by libzstd 1.5.4 at
  /// level 19.
  static let zstd = data(
    "KLUv/WAtBX0FAEKNHxaQKx2ryOdyoQl9W/6WUsqUkgGZ3x3QhAdSXn6/2+31Op3+/77f9zw/nxcXn89mc7lMJt"
      + "+3bdc1TY/HpaXXq9VarVKp7+u6bcuy02lh4fFoNBaLROJ5mmZZkuRwWMqdWRXRb7dk8kAGsDgUFA0BEkAOCQaC"
      + "gSTIIAHEgEAcg2KoEcD4/e/gNwMQRoRiPB8lUVOSyCkpZKUk0pQSiY+UQIib55rX3XOacR1AqgI=")

  static func data(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }

  /// Runs a program of the system on bytes.
  static func piped(_ program: String, _ arguments: [String], _ bytes: [UInt8]) throws -> [UInt8] {
    try FinishedProcess(program, arguments, input: bytes).output
  }

  static let feed = Array(
    (["{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":["]
      + (0..<2000).map { "\($0 == 0 ? "" : ",")\n{\"id\":\"\($0)\",\"title\":\"Number \($0)\"}" }
      + ["]}"]).joined().utf8)

  @Test func gzipIsReadWhateverTheFileIsCalled() throws {
    let bytes = try Self.piped("gzip", ["-9n"], Self.feed)
    let reading = Reading(FeedSource(bytes: bytes, name: "feed.json"))
    #expect(reading.error == nil)
    #expect(reading.records.map(\.id) == (0..<2000).map(String.init))
    #expect(reading.format == .jsonFeed)
  }

  @Test func severalGzipMembersAreOneText() throws {
    let middle = Self.feed.count / 2
    let bytes =
      try Self.piped("gzip", [], Array(Self.feed[..<middle]))
      + Self.piped("gzip", [], Array(Self.feed[middle...])) + [0, 0, 0, 0]
    let reading = Reading(FeedSource(bytes: bytes, name: "feed"))
    #expect(reading.error == nil)
    #expect(reading.records.count == 2000)
  }

  @Test(arguments: ["\n", "\n\n", "garbage"])
  func whatIsNoGzipBehindTheLastMemberIsNamed(_ rest: String) throws {
    let member = try Self.piped("gzip", ["-n"], Self.feed)
    let error = Reading(FeedSource(bytes: member + Array(rest.utf8), name: "feed")).error
    #expect(error?.code == .compressed)
    #expect(error?.location.byteOffset == member.count)
    #expect(
      error?.message
        == "something that is not gzip follows the end of the gzip data; fetch the feed again, or "
        + "cut it off there")
  }

  @Test func gzipThatEndsEarlyIsTruncated() throws {
    let items = (0..<2000).map { "<item><guid>\($0)</guid></item>" }.joined()
    let bytes = try Self.piped("gzip", [], Array("<rss><channel>\(items)</channel></rss>".utf8))
    for (cut, records) in [
      (11, 0...0), (bytes.count / 2, 500...1500), (bytes.count - 1, 2000...2000),
    ] {
      let reading = Reading(FeedSource(bytes: Array(bytes[..<cut]), name: "feed"))
      #expect(reading.error?.code == .truncated, "cut at \(cut)")
      #expect(records.contains(reading.records.count), "\(reading.records.count) of \(cut) bytes")
    }
  }

  @Test func brokenGzipSaysWhere() throws {
    var bytes = try Self.piped("gzip", [], Self.feed)
    bytes[bytes.count / 2] ^= 0xFF
    bytes[bytes.count - 6] ^= 0xFF
    let error = Reading(FeedSource(bytes: bytes, name: "feed")).error
    #expect(error?.code == .compressed || error?.code == .invalidJSON)
    var sum = try Self.piped("gzip", [], Self.feed)
    sum[sum.count - 6] ^= 0xFF
    let wrong = Reading(FeedSource(bytes: sum, name: "feed")).error
    #expect(wrong?.code == .compressed)
    #expect(wrong?.location.byteOffset != nil)
  }

  @Test func aBombIsStoppedByItsRatio() throws {
    // 128 MiB of spaces before the feed compress about a thousandfold.
    let blank = [UInt8](repeating: 0x20, count: 128 << 20)
    let bytes = try Self.piped("gzip", ["-9"], Array("{\"items\":[{\"id\":\"1\"}".utf8) + blank)
    #expect(bytes.count < 300_000)
    let error = Reading(FeedSource(bytes: bytes, name: "feed")).error
    #expect(error?.code == .hostile)
    #expect(error?.message.contains("limit expansion_ratio") == true)
  }

  /// S4: Below 64 MiB the ratio was not checked.
  @Test("S4: the ratio counts from 1 MiB on") func aSmallBombIsStoppedByItsRatio() throws {
    let text = String(repeating: "\u{AD}", count: 400_000)
    let records = (0..<4).map { "{\"id\":\"\($0)\",\"title\":\"\(text)\"}\n" }.joined()
    let bytes = try Self.piped("gzip", ["-9"], Array(records.utf8))
    #expect(bytes.count < 5000)
    let reading = Reading(FeedSource(bytes: bytes, name: "feed"))
    #expect(reading.error?.code == .hostile)
    #expect(reading.error?.message.contains("limit expansion_ratio") == true)
    #expect(reading.records.count < 4)
  }

  /// S4: Records that differ in little more than a number are packed to a hundredth.
  @Test("S4: repetitive feeds stay below the ratio", arguments: ["-1", "-9"])
  func repetitiveFeedsAreRead(_ level: String) throws {
    let body = String(repeating: "The same words again, as a machine writes them. ", count: 8)
    let records = (0..<20_000).map {
      "{\"id\":\"post-\($0)\",\"title\":\"Post \($0)\",\"content_text\":\"\(body)\"}\n"
    }
    let text = Array(records.joined().utf8)
    let bytes = try Self.piped("gzip", [level], text)
    #expect(text.count > 8 << 20)
    let reading = Reading(FeedSource(bytes: bytes, name: "feed"))
    #expect(reading.error == nil)
    #expect(reading.records.count == 20_000)
    #expect(text.count / bytes.count > 25)
  }

  @Test func expandedBytesAreLimited() throws {
    let bytes = try Self.piped("gzip", [], Self.feed)
    let error = Reading(
      FeedSource(bytes: bytes, name: "feed"), limits: FeedLimits(expandedBytes: 10_000)
    ).error
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("limit expanded_bytes") == true)
  }

  @Test func zstdIsRead() {
    let reading = Reading(FeedSource(bytes: Self.zstd, name: "feed"))
    #expect(reading.error == nil)
    #expect(reading.records.map(\.title) == (0..<50).map { "Number \($0)" })
  }

  @Test func severalZstdFramesAreOneText() {
    // Two arrays one after the other are no JSON, which shows that both frames were read.
    let reading = Reading(FeedSource(bytes: Self.zstd + Self.zstd, name: "feed"))
    #expect(reading.error?.code == .invalidJSON)
  }

  @Test func zstdThatEndsEarlyIsTruncated() {
    for cut in [6, Self.zstd.count / 2, Self.zstd.count - 1] {
      let reading = Reading(FeedSource(bytes: Array(Self.zstd[..<cut]), name: "feed"))
      #expect(reading.error?.code == .truncated, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    ("bzip2", [0x42, 0x5A, 0x68, 0x39]), ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
  ])
  func otherCompressionsAreNamed(_ name: String, _ mark: [UInt8]) {
    let error = Reading(FeedSource(bytes: mark + [0, 1, 2], name: "feed")).error
    #expect(error?.code == .compressed)
    #expect(error?.message.contains(name) == true)
  }

  @Test func whatIsCompressedTwiceIsRefused() throws {
    let once = try Self.piped("gzip", [], Self.feed)
    let error = Reading(FeedSource(bytes: try Self.piped("gzip", [], once), name: "feed")).error
    #expect(error?.code == .compressed)
    #expect(error?.message.contains("twice") == true)
  }
}
