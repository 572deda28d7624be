import Foundation
import Testing

extension CommandLineTests {
  @Suite struct RecordsTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test(arguments: [("demo.json", 201), ("demo-rss.xml", 30), ("demo-lines.ndjson", 40)])
    func everyDemoFeedIsReadAsLines(_ name: String, _ count: Int) async throws {
      let run = try await shop.run("records", Workshop.demo(name))
      #expect(run.code == 0)
      #expect(run.errors == "\(count) records, 0 failed, 0 repaired, 0 duplicates\n")
      #expect(run.lines.count == count)
      let contract = [
        "id", "version", "title", "summary", "content_text", "content_html",
        "content_markdown", "author", "published", "updated", "url", "image", "attachments", "tags",
        "language", "fields",
      ]
      for line in run.lines {
        let names = try JSONLine(line).names
        #expect(names == contract.filter(names.contains))
        #expect(names.contains("id") && names.contains("version"))
      }
    }

    /// As text and as HTML, with escapes, a record takes several times its bytes in the feed.
    @Test func recordsThatABuildKeepsArePipedWhole() async throws {
      let html = "<p>" + String(repeating: "word &amp; \\\"", count: 70_000) + "</p>"
      try shop.write(
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"small","content_html":"hi"},"#
          + #"{"id":"big","content_html":"\#(html)"}]}"#, to: "feed.json")
      let built = try await shop.run("build", "feed.json", "--store", "built.sqlite")
      #expect(built.code == 0, "\(built.errors)")
      let piped = try await shop.shell(
        "$cellheights records feed.json | $cellheights layout --cells store > cells.ndjson "
          + "&& $cellheights import cells.ndjson --feed feed --store piped.sqlite")
      #expect(piped.code == 0, "\(piped.errors)")
      for id in ["small", "big"] {
        let height = try await shop.run("lookup", id, "--store", "built.sqlite", "--feed", "feed")
        #expect(height.code == 0)
        let again = try await shop.run("lookup", id, "--store", "piped.sqlite", "--feed", "feed")
        #expect(again.output == height.output)
      }
      // The limit of lines follows that of records.
      try shop.write(
        "schema: cellheights.config/1\nlimits: {record_bytes: 1000}\n", to: "small.yaml")
      let line = #"{"id":"a","content_text":"\#(String(repeating: "x", count: 7_900))"}"#
      let long = #"{"id":"a","content_text":"\#(String(repeating: "x", count: 8_001))"}"#
      for (record, isKept) in [(line, true), (long, false)] {
        let run = try await shop.start(
          ["layout", "--config", "small.yaml"], input: .text(record + "\n")
        ).outcome()
        #expect(run.output.contains("CH0421") != isKept)
      }
    }

    @Test func recordsReadAgainAreTheSameRecords() async throws {
      let first = try await shop.run("records", Workshop.demo("demo.json")).output
      try shop.write(first, to: "again.ndjson")
      #expect(try await shop.run("records", "again.ndjson").output == first)
    }

    @Test func theMappingThatFitsIsADocumentForTheNextRun() async throws {
      try shop.write(
        #"{"statuses":[{"id":1,"text":"one","user":{"screen_name":"a","name":"A"}}],"total":1}"#,
        to: "odd.json")
      let detected = try await shop.run("records", "odd.json", "--detect")
      #expect(detected.code == 0)
      #expect(detected.lines.first == "# format: json")
      try shop.write(detected.output, to: "odd.yaml")
      let mapped = try await shop.run("records", "odd.json", "--mapping", "./odd.yaml")
      #expect(mapped.code == 0, "\(mapped.errors)")
      #expect(mapped.output == (try await shop.run("records", "odd.json").output))
    }

    @Test func whatCouldBeReadComesBeforeTheError() async throws {
      try shop.write("[{\"id\":\"a\",\"title\":\"A\"},{\"id\":\"b\",\"ti", to: "cut.json")
      let run = try await shop.run("records", "cut.json")
      #expect(run.code == 65)
      #expect(try run.lines.map { try JSONLine($0).string("id") } == ["a"])
      #expect(run.errorLines.first == "1 record, 0 failed, 0 repaired, 0 duplicates")
      #expect(run.errorLines.count == 2)
    }

    @Test func severalFilesAreReadOneAfterTheOther() async throws {
      try shop.write(#"{"id":"a"}"# + "\nnot json {\n", to: "1.ndjson")
      try shop.write(#"[{"id":"b","title":"B"}]"#, to: "2.json")
      let run = try await shop.run("records", "1.ndjson", "2.json")
      #expect(run.code == 0, "\(run.errors)")
      #expect(try run.lines.map { try JSONLine($0).string("id") } == ["a", "b"])
      #expect(run.errorLines.last == "2 records, 1 failed, 0 repaired, 0 duplicates")
      let gone = try await shop.run("records", "2.json", "none.json")
      #expect(gone.code == 66)
      #expect(gone.lines.count == 1)
    }

    @Test func recordsOfOneIdAreAllPrintedAndCounted() async throws {
      try shop.write(SampleFeed.text(SampleFeed.lines + SampleFeed.lines.prefix(2)), to: "a.ndjson")
      let run = try await shop.run("records", "a.ndjson")
      #expect(run.code == 0 && run.lines.count == 8)
      #expect(run.errors == "8 records, 0 failed, 0 repaired, 2 duplicates\n")
    }

    @Test func runsAreInUnitsOfTheText() async throws {
      // The smiley is two UTF-16 units.
      try shop.write(
        #"{"id":"a","content_html":"<p>\#u{1F600} <b>bold</b></p>"}"# + "\n"
          + #"{"id":"b","content_text":"plain"}"# + "\n", to: "a.ndjson")
      let run = try await shop.run("records", "a.ndjson", "--runs")
      try #require(run.code == 0 && run.lines.count == 2)
      #expect(
        run.lines[0].hasSuffix(
          #","content_runs":[{"start":3,"end":7,"traits":["strong"]}]}"#), "\(run.lines[0])")
      let plain = try await shop.run("records", "a.ndjson")
      #expect(run.lines[1] == plain.lines[1])
    }

    @Test func aMappingMayNameMarkdown() async throws {
      try shop.write(
        """
        schema: cellheights.mapping/1
        records: "$[*]"
        id: ts
        content: {path: message, markdown: true}
        """, to: "chat.yaml")
      let message = #"**One**\n\n- [two](https://e.org)\n- [x] ~~three~~"#
      try shop.write(
        #"{"ts":"a","message":"\#(message)"}"# + "\n"
          + #"{"ts":"b","message":"plain"}"# + "\n", to: "chat.ndjson")
      let mapped = ["chat.ndjson", "--mapping", "./chat.yaml"]
      let records = try await shop.start(["records", "--runs"] + mapped).outcome()
      try #require(records.code == 0 && records.lines.count == 2, "\(records.errors)")
      let first = try JSONLine(records.lines[0])
      #expect(first.string("content_text") == "One\n\n• two\n[x] three")
      #expect(
        records.lines[0].hasSuffix(
          #","content_runs":[{"start":0,"end":3,"traits":["strong"]},"#
            + #"{"start":5,"end":10,"traits":[],"list":1,"link":"https://e.org"},"#
            + #"{"start":11,"end":14,"traits":[],"list":1},"#
            + #"{"start":15,"end":20,"traits":["deleted"],"list":1}]}"#), "\(records.lines[0])")
      // The cells of the build are those of the records, whose text has four lines more than the other.
      let environment = ["--environment", "390@3x"]
      let build = try await shop.start(["build"] + mapped + environment).outcome()
      #expect(build.code == 0, "\(build.errors)")
      let cells = try await shop.run("export").lines.map { try JSONLine($0) }
      let layout = try await shop.start(["layout"] + environment, input: .text(records.output))
        .outcome()
      #expect(layout.code == 0, "\(layout.errors)")
      let laidOut = try layout.lines.dropLast().map { try JSONLine($0) }
      #expect(cells.map(\.layout) == laidOut.map(\.layout))
      #expect(cells.map { $0.string("id") } == ["a", "b"])
    }

    @Test func theFormatMayBeSaid() async throws {
      try shop.write(#"{"id":"a","title":"A"}"#, to: "one.txt")
      let run = try await shop.run("records", "one.txt", "--input-format", "ndjson")
      #expect(run.code == 0, "\(run.errors)")
      #expect(try run.lines.map { try JSONLine($0).string("id") } == ["a"])
      let wrong = try await shop.run("records", "one.txt", "--input-format", "rss")
      #expect(wrong.code == 65)
      let unknown = try await shop.run("records", "one.txt", "--input-format", "yaml")
      #expect(unknown.code == 64)
    }

    @Test func aMappingIsDetectedInOneFile() async throws {
      let run = try await shop.run("records", "a.json", "b.json", "--detect")
      #expect(run.code == 64)
    }
  }
}
