import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  @Suite struct PublishTests {
    /// The reader of the page in Python, a person's own.
    private func reader() throws -> String {
      let page = try Documentation.text("published.md")
      let block = try #require(
        Documentation.blocks(page[...]).first { $0.language == "python" })
      #expect(block.text.lineList.count < 60)
      return block.text
    }

    @Test func anotherLanguageReadsWhatTheCommandPrints() async throws {
      let shop = try await Workshop(holding: .demo)
      let run = try await shop.run("publish", "out/heights", "--format", "json")
      try #require(run.code == 0, "\(run.errors)")
      let report = try JSONLine(run.output)
      #expect(report.string("schema") == "cellheights.publish/1")
      try shop.write(try reader(), to: "reader.py")
      let cells = try await shop.run("export").lines.map { try JSONLine($0) }
      let first = try #require(cells.first)
      let feed = try #require(first.string("feed"))
      let environment = try #require(first.string("environment"))
      let read = try await shop.shell(
        "python3 reader.py out/heights '\(feed)' '\(environment)' feed")
      try #require(read.code == 0, "\(read.errors)")
      #expect(read.lines.count == cells.count && cells.count > 10)
      for (line, cell) in zip(read.lines, cells) {
        let words = line.split(separator: "\t").map(String.init)
        #expect(words.count == 4)
        #expect(words[1] == cell.string("id"))
        #expect(abs((Double(words[3]) ?? -1) - (cell.number("height") ?? -2)) < 1e-9)
        #expect(abs((Double(words[2]) ?? -1) - (cell.number("offset") ?? -2)) < 1e-6)
      }
      let lookup = try JSONLine(
        try await shop.run("lookup", try #require(cells[7].string("id")), "--format", "json").output
      )
      #expect(
        lookup.number("height") == read.lines[7].split(separator: "\t").last.flatMap { Double($0) })
    }

    @Test func theSameAgainWritesNothing() async throws {
      let shop = try await Workshop(holding: .twoWidths)
      let first = try await shop.run("publish", "out")
      #expect(first.code == 0 && first.output.contains("generation 1, "), "\(first.errors)")
      let again = try await shop.run("publish", "out", "--prune", "--keep", "1")
      #expect(again.code == 0)
      #expect(again.output.contains("written    0 files, 0 bytes; kept "), "\(again.output)")
      #expect(again.output.contains("pruned     0 files, 0 bytes; kept generation 1"))
    }

    @Test func flagsAndTheConfigurationSayWhatIsPublished() async throws {
      let shop = try Workshop()
      let feeds = ["a.ndjson", "-b.ndjson", "c.ndjson"]
      for name in feeds { try shop.write(SampleFeed.text, to: name) }
      try shop.write("schema: cellheights.config/1\nstore: {path: mine.sqlite}\n", to: "c.yaml")
      let build = try await shop.run(
        "build", "a.ndjson", "./-b.ndjson", "c.ndjson", "--config", "c.yaml")
      try #require(build.code == 0, "\(build.errors)")
      let run = try await shop.run(
        "publish", "--config", "c.yaml", "--feed", "a", "--feed=-b", "--no-frames",
        "--no-versions", "--prune", "--keep", "2", "--format", "json", "--", "-out")
      try #require(run.code == 0, "\(run.errors)")
      let report = try JSONLine(run.output)
      #expect(report.string("folder") == "-out" && report.number("cells") == 12)
      #expect(report.number("chunks", "heights", "files") == 1)
      #expect(report.number("chunks", "frames", "files") == nil)
      #expect(report.number("chunks", "versions", "files") == nil)
      #expect(report.number("pruned", "files") == 0)
    }

    @Test func wrongWordsAreRefusedBefore() async throws {
      let shop = try await Workshop(holding: .sample)
      let wrong = [
        ["--keep", "2", "out"], ["--prune", "--keep", "0", "out"],
        ["--prune", "--keep", "1001", "out"], ["--shard", "", "out"], [""], [],
      ]
      for words in wrong {
        let run = try await shop.start(["publish"] + words).outcome()
        #expect(run.code == 64, "\(words)")
      }
      #expect(!shop.has("out"))
    }

    @Test func whoPublishesElsewhereIsWaitedFor() async throws {
      let shop = try await Workshop(holding: .sample)
      #expect(try await shop.run("publish", "out").code == 0)
      let run = try await shop.shell("flock out/.publishing.lock $cellheights publish out")
      #expect(run.code == 75 && run.errors.contains("another program publishes into out"))
    }

    @Test func troubleHasItsCode() async throws {
      let shop = try await Workshop(holding: .sample)
      try shop.write("x", to: "file")
      #expect(try await shop.run("publish", "out", "--store", "none.sqlite").code == 66)
      #expect(try await shop.run("publish", "out", "--store", "file").code == 65)
      #expect(try await shop.run("publish", "file").code == 73)
      let feed = try await shop.run("publish", "out", "--feed", "hom")
      #expect(feed.code == 1 && feed.errors.contains("did you mean 'home'?"), "\(feed.errors)")
      #expect(!shop.has("out/current.json"))
      #expect(try await shop.run("publish", "out").code == 0)
      try shop.write("{}", to: "out/current.json")
      // It is written again before older generations are removed.
      #expect(try await shop.run("publish", "out", "--prune").code == 0)
    }

    @Test func shardsAreTheirMerge() async throws {
      let shop = try Workshop()
      try shop.write(ShardCommandTests.feed, to: "home.ndjson")
      let build = ["build", "home.ndjson", "--environment", "{320,390}", "--store"]
      for index in 1...3 {
        let run = try await shop.start(
          build + ["\(index).sqlite", "--shard", "\(index)/3"]
        ).outcome()
        #expect(run.code == 0, "\(run.errors)")
      }
      let names = ["1.sqlite", "3.sqlite", "2.sqlite"]
      func publish(_ folder: String, _ shards: [String]) async throws -> Program.Outcome {
        try await shop.start(
          ["publish", folder, "--format", "json"] + shards.flatMap { ["--shard", $0] }
        ).outcome()
      }
      #expect(
        try await shop.start(["merge", "--store", "all.sqlite"] + names).outcome().code == 0)
      let merged = try JSONLine(
        try await shop.run("publish", "merged", "--store", "all.sqlite", "--format", "json").output)
      let run = try await publish("out", names)
      try #require(run.code == 0, "\(run.errors)")
      let report = try JSONLine(run.output)
      #expect(report.number("shards") == 3 && report.number("generation") == 3)
      #expect(report.number("cells") == merged.number("cells"))
      #expect(try await shop.shell("diff -r out/c merged/c").code == 0)
      let table = try await shop.run(
        "publish", "out", "--shard", "1.sqlite", "--shard", "2.sqlite", "--shard", "3.sqlite")
      #expect(table.output.contains(" cells of 3 shards\n"), "\(table.output)")
      // Shards that do not fit are not published.
      let missing = try await publish("none", ["1.sqlite", "2.sqlite"])
      #expect(missing.code == 64 && missing.errors.contains("CH0722"), "\(missing.errors)")
      #expect(try await publish("none", ["1.sqlite", "2.sqlite", "x.sqlite"]).code == 66)
      let whole = try await publish("none", ["1.sqlite", "2.sqlite", "all.sqlite"])
      #expect(whole.code == 65 && whole.errors.contains("CH0721 all.sqlite"), "\(whole.errors)")
      let other = try await shop.run(
        "build", "home.ndjson", "--environment", "320", "--store", "other.sqlite", "--shard", "3/3")
      #expect(other.code == 0)
      let differs = try await publish("none", ["1.sqlite", "2.sqlite", "other.sqlite"])
      #expect(differs.code == 65 && differs.errors.contains("CH0723 other.sqlite"))
      #expect(
        try await shop.run("publish", "none", "--store", "a", "--shard", "1.sqlite").code == 64)
      #expect(!shop.has("none"))
    }
  }
}
