import Foundation
import Testing

extension CommandLineTests {
  /// The findings that a build accepts; it publishes nothing otherwise.
  @Suite struct StrictnessTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// A store to be left alone: one record under the feed's name.
    private func store(_ lines: some Sequence<String>, then next: some Sequence<String>)
      async throws
      -> Data
    {
      try shop.write(SampleFeed.text(lines), to: "home.ndjson")
      try #require(await shop.run("build", "home.ndjson").code == 0)
      try shop.write(SampleFeed.text(next), to: "home.ndjson")
      return try shop.bytes("Cache/heights.sqlite")
    }

    /// A feed with one spoiled line.
    private let spoiled = SampleFeed.lines.prefix(3) + ["spoiled {"] + SampleFeed.lines.suffix(3)

    @Test func strictAcceptsOnlyWhatItIsTold() async throws {
      let old = try await store(["{\"id\":\"old\"}"], then: SampleFeed.lines)
      let build = ["build", "home.ndjson", "--template", "post-system", "--replace", "--strict"]
      let strict = try await shop.start(build).outcome()
      #expect(strict.code == 65)
      #expect(strict.output == "")
      #expect(strict.errorLines.count == 1)
      #expect(strict.errors.contains("substitute-font 6"))
      #expect(try shop.bytes("Cache/heights.sqlite") == old)
      let accepting = try await shop.start(
        build + ["--accept", "substitute-font", "--accept", "size-unknown"]
      ).outcome()
      #expect(accepting.code == 0)
    }

    @Test func anUnknownReasonIsAUsageError() async throws {
      let run = try await shop.run("build", "x.json", "--strict", "--accept", "luck")
      #expect(run.code == 64)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("substitute-font"))
    }

    @Test func oneSpoiledRecordFailsAlone() async throws {
      try shop.write(SampleFeed.text(spoiled), to: "home.ndjson")
      let run = try await shop.run("build", "home.ndjson", "--format", "json")
      #expect(run.code == 0)
      #expect(try JSONLine(run.output).number("cells", "computed") == 6)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("warning CH0420: home.ndjson: record 4, line 4"))
    }

    @Test func aSmallFeedOfWhichHalfIsSpoiledIsRefused() async throws {
      let good = SampleFeed.lines.prefix(4)
      let spoiled = [String](repeating: "spoiled {", count: 4)
      let old = try await store(["{\"id\":\"old\"}"], then: good + spoiled)
      let run = try await shop.run("build", "home.ndjson")
      #expect(run.code == 65)
      #expect(run.errors.contains("4 of 8 records of feed 'home' failed and 3 are accepted"))
      #expect(try shop.bytes("Cache/heights.sqlite") == old)
      try shop.write(SampleFeed.text(good + spoiled.dropLast()), to: "home.ndjson")
      let table = try await shop.run("build", "home.ndjson")
      #expect(table.code == 0)
      #expect(table.lines[0].hasPrefix("built    7 records (3 failed) × 1 environment"))
      let json = try await shop.run("build", "home.ndjson", "--format", "json")
      let feed = try #require(try JSONLine(json.output).objects("feeds").first)
      #expect(feed["feed"] as? String == "home")
      #expect((feed["records"] as? NSNumber)?.intValue == 7)
      #expect((feed["failedRecords"] as? NSNumber)?.intValue == 3)
    }

    @Test("a full disk behind standard output does not hide that the store was published")
    func outputThatCannotBeWritten() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      for format in ["table", "json"] {
        let run = try await shop.shell(
          "$cellheights build home.ndjson --format \(format) >/dev/full")
        #expect(run.code == 74)
        #expect(
          run.errors.contains("Cache/heights.sqlite was published all the same"), "\(run.errors)")
      }
    }

    @Test(arguments: [["--strict"], ["--max-failed", "0"]])
    func aSpoiledRecordIsToldWhereNoneMayFail(_ flags: [String]) async throws {
      let old = try await store(["{\"id\":\"old\"}"], then: spoiled)
      let run = try await shop.start(["build", "home.ndjson"] + flags).outcome()
      #expect(run.code == 65)
      #expect(run.output == "")
      #expect(run.errorLines.count == 2)
      #expect(run.errorLines.first?.contains("1 of 7 records of feed 'home' failed") == true)
      #expect(run.errorLines.last?.contains("CH0420 1×, first at home.ndjson") == true)
      #expect(try shop.bytes("Cache/heights.sqlite") == old)
    }

    @Test(arguments: ["0", "10%"])
    func aFeedThatShrinksTooMuchIsRefused(_ bound: String) async throws {
      let old = try await store(SampleFeed.lines, then: SampleFeed.lines.prefix(2))
      let run = try await shop.run("build", "home.ndjson", "--max-removed", bound)
      #expect(run.code == 65)
      #expect(run.errors.contains("4 of 6 records of feed 'home' vanished and 0 may"))
      #expect(try shop.bytes("Cache/heights.sqlite") == old)
      #expect(try await shop.run("build", "home.ndjson", "--max-removed", "70%").code == 0)
    }

    @Test(arguments: ["demo.json", "demo-rss.xml"])
    func halfAFeedIsPublishedOnlyOnRequest(_ name: String) async throws {
      let whole = try Data(contentsOf: URL(filePath: Workshop.demo(name)))
      let half = "half." + (name.split(separator: ".").last ?? "")
      try whole.prefix(whole.count / 2).write(to: shop.directory.appending(path: half))
      let run = try await shop.run("build", half)
      #expect(run.code == 65)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("CH0406"))
      #expect(!shop.has("Cache/heights.sqlite"))
      let partial = try await shop.run("build", half, "--allow-partial", "--format", "json")
      #expect(partial.code == 0)
      #expect(partial.errors.contains("warning CH0406"))
      let cells = try JSONLine(partial.output).number("cells", "computed") ?? 0
      #expect(cells > 5 && cells < 200)
    }

    @Test func aFileThatIsMissingIsNoPartOfAFeed() async throws {
      try shop.write(SampleFeed.text, to: "1.ndjson")
      let run = try await shop.run(
        "build", "1.ndjson", "2.ndjson", "--feed", "home", "--allow-partial")
      #expect(run.code == 66)
      #expect(!shop.has("Cache/heights.sqlite"))
    }
  }
}
