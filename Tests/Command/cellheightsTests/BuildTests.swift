import Foundation
import Testing

extension CommandLineTests {
  @Suite struct BuildTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func theDemoFeedBuildsWithOneEngine() async throws {
      let run = try await shop.run("build", Workshop.demo("demo.json"), "--jobs", "1")
      #expect(run.code == 0)
      #expect(run.errors == "")
      #expect(run.lines.count <= 7)
      #expect(run.lines.contains("trust    201 exact"))
      #expect(run.output.contains("engines created: 1 "))
      // The replaced fonts and the remedy.
      let other = try await shop.run(
        "build", Workshop.demo("demo.json"), "--template", "post-system", "--store", "other.sqlite")
      #expect(
        other.lines.contains {
          $0.hasPrefix("note     substitute-font: system → Inter")
            && $0.contains("font:")
        })
      // The summary ends with the next command to try, and that command works.
      let next = try #require(run.lines.last?.split(separator: " ").map(String.init))
      try #require(next.prefix(3) == ["next", "cellheights", "lookup"])
      #expect(try await shop.start(Array(next.dropFirst(2))).outcome().code == 0)
    }

    @Test(arguments: ["--help", "it's", "two words", "a\\nb'\\u001b"])
    func theNextCommandWorksForAnyId(_ id: String) async throws {
      try shop.write(
        #"{"id":"\#(id)","title":"x","author":"a","content_text":"y"}"# + "\n[]\n",
        to: "home.ndjson")
      let run = try await shop.run(
        "build", "home.ndjson", "--store", "s.sqlite", "--max-failed", "1")
      #expect(run.lines.count == 6)
      let next = try #require(run.lines.last?.dropFirst("next     cellheights".count))
      let lookup = try await shop.shell("$cellheights \(next)")
      #expect(lookup.code == 0)
      #expect(lookup.output.contains("feed home"))
    }

    @Test func theDocumentHasItsMembersInOrder() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let run = try await shop.run(
        "build", "home.ndjson", "--environment", "{320,390}", "--jobs", "1", "--format", "json",
        "--store", "s.sqlite")
      try #require(run.code == 0 && run.lines.count == 1)
      let json = try JSONLine(run.lines[0])
      let contract = [
        "schema", "records", "environments", "cells", "trust", "engines", "text", "solver",
        "seconds", "generation", "store",
      ]
      #expect(json.names.filter(contract.contains) == contract)
      #expect(json.string("schema") == "cellheights.build/1")
      #expect(json.number("records") == 6)
      #expect(json.number("environments") == 2)
      let cells = ["computed", "reused", "failed", "removed"].map { json.number("cells", $0) }
      #expect(cells == [12, 0, 0, 0])
      #expect(json.number("engines", "created") == 1)
      #expect(json.number("engines", "workers") == 1)
      #expect(json.number("generation") == 1)
      #expect(json.string("store") == "s.sqlite")
      // Every cell is counted once in exact or at least once in a reason.
      let caveats = try #require(json["trust"] as? [String: NSNumber])
      #expect(caveats.values.map(\.intValue).reduce(0, +) >= 12)
    }

    @Test func aSecondBuildReusesEveryCell() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let first = try JSONLine(
        await shop.run("build", "home.ndjson", "--format", "json").output)
      let second = try JSONLine(
        await shop.run("build", "home.ndjson", "--format", "json").output)
      #expect(second.number("cells", "computed") == 0)
      #expect(second.number("cells", "reused") == 6)
      #expect(second.number("generation") == 2)
      #expect(second.string("digest") == first.string("digest"))
    }

    @Test func anyNumberOfWorkersGivesTheSameStore() async throws {
      var digests: Set<String?> = []
      for jobs in ["1", "3"] {
        let run = try await shop.run(
          "build", Workshop.demo("demo-lines.ndjson"), "--jobs", jobs, "--store", "\(jobs).sqlite",
          "--format", "json")
        try #require(run.code == 0)
        digests.insert(try JSONLine(run.output).string("digest"))
      }
      #expect(digests.count == 1)
    }

    @Test func reversedRecordsGetTheSameHeightsAndFrames() async throws {
      let text = try String(contentsOfFile: Workshop.demo("demo-lines.ndjson"), encoding: .utf8)
      try shop.write(SampleFeed.text(text.lineList.reversed()), to: "home.ndjson")
      try shop.write(text, to: "forward.ndjson")
      var layouts: [[String: Substring]] = []
      for (feed, store) in [("forward.ndjson", "1.sqlite"), ("home.ndjson", "2.sqlite")] {
        try await shop.run("build", feed, "--feed", "home", "--store", store)
        let cells = try await shop.run("export", "--store", store).lines.map { try JSONLine($0) }
        layouts.append(
          Dictionary(uniqueKeysWithValues: cells.map { ($0.string("id") ?? "", $0.layout) }))
      }
      #expect(layouts[0].count == text.lineList.count)
      #expect(layouts[0] == layouts[1])
    }

    @Test func aPlanComputesAndWritesNothing() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let before = try await shop.run("build", "home.ndjson", "--plan", "--format", "json")
      #expect(before.code == 0)
      #expect(!shop.has("Cache"))
      let plan = try JSONLine(before.output)
      #expect(plan.string("schema") == "cellheights.plan/1")
      #expect(plan.number("cells", "computed") == 6)
      try await shop.run("build", "home.ndjson")
      let changed = SampleFeed.lines.dropLast() + [#"{"id":"g","title":"New"}"#]
      try shop.write(SampleFeed.text(changed), to: "home.ndjson")
      let after = try await shop.run("build", "home.ndjson", "--plan", "--format", "json")
      #expect(try JSONLine(after.output).number("cells", "computed") == 1)
      #expect(try JSONLine(after.output).number("cells", "reused") == 5)
    }

    @Test func feedsOfOneStoreDoNotTouchEachOther() async throws {
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(3)), to: "one.ndjson")
      try shop.write(SampleFeed.text(SampleFeed.lines.suffix(3)), to: "two.ndjson")
      try await shop.run("build", "one.ndjson", "two.ndjson")
      let two = try await shop.run("export", "--feed", "two").output
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(1)), to: "one.ndjson")
      let run = try await shop.run("build", "one.ndjson", "--environment", "320", "--replace")
      #expect(run.output.contains("removed"))
      #expect(try await shop.run("export", "--feed", "one").lines.count == 1)
      let again = try await shop.run("export", "--feed", "two").output
      #expect(
        again == two.replacing("\"generation\":1}", with: "\"generation\":2}"))
    }

    @Test func filesOfOneBaseNameAreAUsageError() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write("[]", to: "home.json")
      let run = try await shop.run("build", "home.ndjson", "home.json")
      #expect(run.code == 64)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("home.ndjson and home.json would both be feed 'home'"))
      #expect(run.errors.contains("--feed NAME"))
    }

    @Test func aFeedComesFromStandardInput() async throws {
      let run = try await shop.run("build", "-", input: .text(SampleFeed.text))
      #expect(run.code == 0)
      let cell = try await shop.run("lookup", "a", "--format", "json")
      #expect(try JSONLine(cell.output).string("feed") == "stdin")
    }

    @Test func aFeedComesThroughAPipe() async throws {
      let run = try await shop.shell(
        "$cellheights build <(cat '\(Workshop.demo("demo-rss.xml"))') --feed home --format json")
      #expect(run.code == 0)
      #expect(try JSONLine(run.output).number("cells", "failed") == 0)
    }
  }
}
