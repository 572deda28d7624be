import Foundation
import Testing

@testable import cellheights

/// The parts of `cellheights nightly` that start nothing; Tests/scripts has the nights.
@Suite struct NightlyTests {
  @Test(
    "a feed from the web is named after its path, or as it says",
    arguments: [
      ("https://a.example/home.json", "home"), ("HTTP://a.example/x/home.json.gz?page=1#y", "home"),
      ("https://a.example/feed/", "feed"), ("news=https://a.example/", "news"),
      ("https://a.example/x?u=http://b.example/other.xml", "x"),
    ])
  func names(_ word: String, _ name: String) throws {
    #expect(try #require(try WebFeed(word)).name == name)
  }

  @Test(
    "what is no address is a file",
    arguments: ["home.json", "-", "a/b=http://c.example/d", "=http://c.example/d", "ftp://a/b"])
  func files(_ word: String) throws { #expect(try WebFeed(word) == nil) }

  @Test("neither passwords nor queries are shown")
  func shown() throws {
    let feed = try #require(try WebFeed("https://u:p@a.example/x@y.json?key=1"))
    #expect(feed.shown == "https://a.example/x@y.json")
  }

  @Test("words behind -- are the build's")
  func words() {
    #expect(
      NightlyCommand.spelled(["nightly", "--fresh", "x", "--", "--jobs", "-1"])
        == ["nightly", "--fresh", "x", "--build-argument=--jobs", "--build-argument=-1"])
    #expect(NightlyCommand.spelled(["lookup", "--", "x"]) == ["lookup", "--", "x"])
  }

  @Test("a log above its size moves up, and the sixth is dropped")
  func rotation() throws {
    let shop = try Workshop()
    let path = shop.directory.appending(path: "log").path
    for night in 1...7 {
      let log = try NightlyLog(path, rotatedAbove: 10)
      log.note("night \(night)")
    }
    #expect(
      try shop.names(in: ".") == ["log"] + (1...NightlyLog.keptFiles).map { "log.\($0)" })
    #expect(String(decoding: try shop.bytes("log.5"), as: UTF8.self).hasSuffix("Z night 2\n"))
  }

  @Test("headers are those of the last answer, and only what a night kept makes conditions")
  func validators() throws {
    let headers = AnswerHeaders(
      Array(
        "HTTP/1.1 302 Found\r\nETag: \"a\"\r\n\r\nHTTP/1.1 200 OK\r\nLast-Modified: b \r\n".utf8))
    let validators = FeedValidators(key: "k", headers)
    #expect(validators.conditions == ["If-Modified-Since: b"])
    #expect(FeedValidators(kept: validators.text, key: "k") == validators)
    #expect(FeedValidators(kept: validators.text, key: "other") == nil)
    #expect(FeedValidators(kept: "k\n\n\n", key: "k") == nil)
    #expect(FeedValidators.file(of: "a/é_", state: "s") == "s.a%2F%C3%A9_.http")
  }

  @Test(
    "an account that does not add up is refused",
    arguments: [
      [2, 2, 0, 5, 0], [0, 0, 0, 5, 65], [3, 2, 0, 5, 70], [2, 0, 2, 5, 65], [2, 2, 0, 4, 70],
      [2, 2, 0, 3, 70],
    ])
  func accounts(_ numbers: [Int]) throws {
    let account = try BuildAccount(
      document: """
        {"schema":"cellheights.build/1","records":\(numbers[0]),"cells":{"computed":\(numbers[1]),\
        "reused":0,"failed":\(numbers[2]),"removed":0},"failedRecords":0,"duplicates":0,\
        "generation":\(numbers[3])}
        """)
    var code: Int32 = 0
    do {
      try account.check(after: 4, in: "state", store: "store", isPublished: true)
    } catch { code = error.code }
    #expect(code == numbers[4])
  }
}

extension CommandLineTests {
  @Suite struct NightlyCommandTests {
    @Test(
      "a command line of nightly that cannot be",
      arguments: [
        ("--max-time 0 x", "--max-time is a number from 1"),
        ("--max-bytes 0 x", "--max-bytes is a number from 1"),
        ("--retries -1 x", "--retries is a number from 0"),
        ("http://a.example/", "tells no name for its feed"),
        ("http://a.example/x http://b.example/x.json", "two URLs would both be feed 'x'"),
        ("x -- --store=y", "name the store before --"),
        ("x -- --plan", "--plan is no argument of an unattended build"),
        ("http://a.example/x -- --feed y", "each URL is a feed of its own"),
      ])
    func refused(_ line: String, _ message: String) async throws {
      let shop = try Workshop()
      let words = ["nightly"] + line.split(separator: " ").map(String.init)
      let run = try await shop.start(words).outcome()
      #expect(run.code == 64)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(!shop.has("Cache"))
    }
  }
}
