import Foundation
import Testing

extension CommandLineTests {
  @Suite struct KeepGoingTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private func build(_ files: String..., options: [String] = []) async throws -> Program.Outcome {
      try await shop.start(
        ["build"] + files + ["--store", "s.sqlite", "--jobs", "1", "--format", "json"] + options
      ).outcome()
    }

    @Test("a feed that fails keeps its old cells, and the others are one generation")
    func others() async throws {
      for name in ["home.ndjson", "news.ndjson"] { try shop.write(SampleFeed.text, to: name) }
      #expect(try await build("home.ndjson", "news.ndjson").code == 0)
      let added = #"{"id":"added","title":"x"}"# + "\n"
      try shop.write(SampleFeed.text + added, to: "home.ndjson")
      // Unreadable only at its end, when the first feed is built already.
      try shop.write(SampleFeed.text + added + "spoiled {\n", to: "news.ndjson")
      let run = try await build(
        "home.ndjson", "none.ndjson", "news.ndjson", options: ["--keep-going", "--max-failed", "0"])
      #expect(run.code == 66)
      let json = try JSONLine(run.output)
      #expect(json.number("generation") == 2)
      let failed = json.objects("failedFeeds")
      #expect(failed.compactMap { $0["feed"] as? String } == ["none", "news"])
      #expect(failed.compactMap { ($0["exit"] as? NSNumber)?.intValue } == [66, 65])
      for (feed, consequence) in zip(
        failed, ["the store has no cells of the feed", "the feed keeps its old cells"])
      {
        let message = try #require(feed["message"] as? String)
        #expect(message.contains(consequence))
        let first = message.prefix { $0 != "\n" }
        #expect(run.errorLines.contains("cellheights: \(first)"), "\(run.errors)")
      }
      #expect(try await shop.run("lookup", "added", "--store", "s.sqlite").code == 0)
      let old = try await shop.run("lookup", "added", "--feed", "news", "--store", "s.sqlite")
      #expect(old.code == 1)
      let kept = try await shop.run(
        "lookup", "--range", "0..5", "--feed", "news", "--store", "s.sqlite")
      #expect(kept.code == 0)
    }

    @Test("where every feed fails nothing is published, and each is told")
    func all() async throws {
      let run = try await build("none.ndjson", "gone.ndjson", options: ["--keep-going"])
      #expect(run.code == 66)
      #expect(run.output == "")
      #expect(run.errors.contains("none.ndjson") && run.errors.contains("gone.ndjson"))
      #expect(!shop.has("s.sqlite"))
    }

    @Test("a configured feed without files is left out, and without the option nothing is built")
    func configured() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write(
        """
        schema: cellheights.config/1
        feeds:
          home: {files: home.ndjson}
          other: {files: "other-*.ndjson"}
          odd: {files: home.ndjson, template: gone.yaml}
        """, to: "cellheights.yaml")
      #expect(try await build().code == 66)
      #expect(!shop.has("s.sqlite"))
      let run = try await build(options: ["--keep-going"])
      #expect(run.code == 66)
      let failed = try JSONLine(run.output).objects("failedFeeds")
      #expect(failed.compactMap { $0["feed"] as? String } == ["other", "odd"])
    }

    @Test("a feed's name is told on one line")
    func names() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write("spoiled {\n", to: "a\ncellheights: b.ndjson")
      for options in [["--keep-going"], []] {
        let run = try await build("home.ndjson", "a\ncellheights: b.ndjson", options: options)
        #expect(run.code == 65)
        #expect(run.errors.contains(#"feed 'a\u{A}cellheights: b'"#), "\(run.errors)")
        #expect(!run.errorLines.contains { $0.hasPrefix("cellheights: b") }, "\(run.errors)")
      }
    }

    @Test("a feed from a pipe is not read twice")
    func pipes() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write(SampleFeed.text + "spoiled {\n", to: "news.ndjson")
      let run = try await shop.shell(
        "cat home.ndjson | $cellheights build - news.ndjson --store s.sqlite --keep-going --max-failed 0"
      )
      #expect(run.code == 65)
      #expect(!shop.has("s.sqlite"))
      let missing = try await shop.shell(
        "cat home.ndjson | $cellheights build - none.ndjson --store s.sqlite --keep-going")
      #expect(missing.code == 66)
      #expect(shop.has("s.sqlite"))
    }
  }
}
