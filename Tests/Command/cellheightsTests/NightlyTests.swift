import Foundation
import LayoutPrimitives
@testable import Operations
import Testing

@testable import cellheights

/// The parts of `cellheights nightly` that start no process; Tests/scripts tests whole runs.
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

  @Test("the page lists the kinds of findings that a night refuses")
  func refusedKinds() throws {
    let page = try String(
      contentsOf: Workshop.package.appending(path: "docs/nightly.md"), encoding: .utf8)
    let rows = page.lineList.compactMap { line in
      line.firstMatch(of: /^\| `([a-z]+)`(?:,[^|]*)? \|/).map { String($0.output.1) }
    }
    #expect(rows == NightlyPlan.refusedFindings.map(\.rawValue))
  }

  @Test("a log above its size moves up, and the sixth is dropped")
  func rotation() throws {
    let shop = try Workshop()
    let path = shop.directory.appending(path: "log").path
    for night in 1...7 {
      let log = try NightlyLog(
        path, NightlyLog.Retention(bytes: 10), form: .text, run: "r", now: .distantPast)
      log.append(.output, "night \(night)")
    }
    #expect(try shop.names(in: ".") == ["log"] + (1...5).map { "log.\($0)" })
    #expect(String(decoding: try shop.bytes("log.5"), as: UTF8.self).hasSuffix("Z night 2\n"))
    _ = try NightlyLog(path, NightlyLog.Retention(files: 2), run: "r", now: .now)
    #expect(try shop.names(in: ".") == ["log", "log.1", "log.2"])
    let later = Date.now + 3 * 86_400
    _ = try NightlyLog(path, NightlyLog.Retention(days: 4), run: "r", now: later)
    #expect(try shop.names(in: ".") == ["log", "log.1", "log.2"])
    _ = try NightlyLog(path, NightlyLog.Retention(days: 2), run: "r", now: later)
    #expect(try shop.names(in: ".") == ["log"])
  }

  @Test("a line of JSON holds what commands terminals as escapes, and stays one line")
  func lines() throws {
    let shop = try Workshop()
    let path = shop.directory.appending(path: "log").path
    let log = try NightlyLog(path, run: "r", now: .now)
    log.append(
      .feedFailed, "a\nb\u{1B}[2J\u{2028}", level: .error,
      NightlyLog.Fields(feed: "f\"", generation: 3, milliseconds: 12, exit: 65, document: "{}"))
    let text = String(decoding: try shop.bytes("log"), as: UTF8.self)
    #expect(
      text.hasSuffix(
        #"","level":"error","msg":"a\nb\u001b[2J\u2028","event":"feed_failed","run_id":"r","#
          + #""generation":3,"feed":"f\"","duration_ms":12,"exit":65,"document":{}}"# + "\n"))
    #expect(text.lineList.count == 1)
  }

  @Test("metrics have a type each, and a failure keeps the time of the last success")
  func metrics() {
    var metrics = NightlyMetrics(time: 1000, exit: 0, seconds: 1.5, generation: 4, storeBytes: 9)
    let good = metrics.text(after: "")
    let name = "cellheights_build_last_success_timestamp_seconds"
    #expect(
      good.hasPrefix(
        """
        # HELP \(name) Time of the last run that ended with exit 0.
        # TYPE \(name) gauge
        \(name) 1000

        """))
    (metrics.time, metrics.exit) = (2000, 65)
    metrics.failedFeeds = [("a\\\"\n", 65)]
    let bad = metrics.text(after: good)
    #expect(NightlyMetrics.value(of: name, in: bad) == 1000)
    #expect(
      NightlyMetrics.value(of: "cellheights_build_last_run_timestamp_seconds", in: bad) == 2000)
    #expect(bad.hasSuffix(#"cellheights_build_feed_exit_code{feed="a\\\"\n"} 65"# + "\n"))
    #expect(!metrics.text(after: "nonsense").contains(name))
    let names = bad.lineList.filter { !$0.hasPrefix("#") }.map {
      $0.prefix { $0 != "{" && $0 != " " }
    }
    for name in names { #expect(bad.contains("# TYPE \(name) gauge\n")) }
  }

  @Test("a ping goes to the address, its start or its exit code, before a query")
  func pings() throws {
    let ping = try #require(NightlyPing("https://u:p@a.example/secret?x=1"))
    #expect(ping.shown == "a.example")
    #expect(ping.address(.start) == "https://u:p@a.example/secret/start?x=1")
    #expect(ping.address(.end(0)) == "https://u:p@a.example/secret?x=1")
    #expect(ping.address(.end(65)) == "https://u:p@a.example/secret/65?x=1")
    #expect(NightlyPing("file:///x") == nil)
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

  @Test("a store is the last night's as long as none of its bytes changes")
  func lastNight() throws {
    let shop = try Workshop()
    let store = shop.directory.appending(path: "store").path
    #expect(PreviousRun.hash(of: store) == nil)
    try shop.write("published", to: "store")
    let last = PreviousRun(generation: 7, storeHash: PreviousRun.hash(of: store))
    #expect(PreviousRun(kept: last.text) == last)
    #expect(last.published(store))
    try shop.write("publishee", to: "store")
    #expect(!last.published(store))
    try shop.write("", to: "store")
    #expect(!last.published(store))
    #expect(PreviousRun(kept: "7\n") == PreviousRun(generation: 7, storeHash: nil))
    #expect(PreviousRun(kept: "seven") == PreviousRun(generation: 0, storeHash: nil))
    #expect(!PreviousRun(kept: "7\n").published(store))
  }

  @Test("metrics have the records of each feed, and how many failed")
  func feedMetrics() throws {
    let account = try BuildAccount(
      document: """
        {"schema":"cellheights.build/1","records":11,"cells":{"computed":8,"reused":0,"failed":0,\
        "removed":0},"failedRecords":3,"duplicates":0,"feeds":[{"feed":"a\\n","records":11,\
        "failedRecords":3}],"generation":1}
        """)
    let text = NightlyMetrics(time: 1, exit: 0, seconds: 1, account: account).text(after: "")
    #expect(text.contains(#"cellheights_build_feed_records{feed="a\n"} 11"# + "\n"))
    #expect(text.contains(#"cellheights_build_feed_failed_records{feed="a\n"} 3"# + "\n"))
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
        ("http://a.example/", "has no feed name"),
        ("http://a.example/x http://b.example/x.json", "two URLs would both be feed 'x'"),
        ("x --keep-logs 1001", "--keep-logs is a number from 0 to 1000"),
        ("x --keep-log-days 0", "--keep-log-days is a number of days from 1"),
        ("x --ping-url nowhere", "--ping-url 'nowhere' is no URL"),
        ("x.json http://a.example/x", "would both be feed 'x'"),
        ("x -- --keep-going", "--keep-going is no argument"),
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
