import Foundation
import Testing

extension CommandLineTests {
  @Suite struct LayoutTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func cellsEqualTheStoredOnes() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let environments = ["--environment", "{320,390}@3x/{L,XXL}"]
      let build = try await shop.start(["build", "home.ndjson", "--jobs", "2"] + environments)
        .outcome()
      try #require(build.code == 0)
      // The same records as in the feed, and as `records` prints them.
      let records = try await shop.run("records", "home.ndjson").output
      let export = try await shop.run("export").lines.map { try JSONLine($0) }
      let stored = Dictionary(grouping: export) { $0.string("environment") ?? "" }
      for input in [SampleFeed.text, records] {
        let run = try await shop.start(["layout"] + environments, input: .text(input)).outcome()
        #expect(run.code == 0)
        #expect(run.errors == "")
        #expect(run.lines.last == #"{"eof":6}"#)
        let cells = try run.lines.dropLast().map { try JSONLine($0) }
        #expect(cells.count == 6 * 4)
        for (index, cell) in cells.enumerated() {
          #expect(cell.string("id") == ["a", "b", "c", "d", "e", "f"][index / 4])
          let key = [
            "320@3x/L/ltr/en/uikit", "320@3x/XXL/ltr/en/uikit", "390@3x/L/ltr/en/uikit",
            "390@3x/XXL/ltr/en/uikit",
          ][index % 4]
          #expect(cell.string("environment") == key)
          #expect(
            cell.names == [
              "schema", "id", "version", "template", "environment", "trust", "height",
              "exactHeight", "frames",
            ])
          #expect(cell.layout == stored[key]?[index / 4].layout)
        }
      }
    }

    @Test func everyStateHasItsLine() async throws {
      try shop.write(
        """
        schema: cellheights.template/1
        template: two
        states: [collapsed, expanded]
        views:
          - {id: body, kind: label, text: "{title}", style: body}
        constraints: ["H:|-0-[body]-0-|", "V:|-0-[body]-0-|"]
        """, to: "two.yaml")
      let run = try await shop.run(
        "layout", "--template", "two.yaml", "--environment", "{320,390}",
        input: .text("{\"id\":\"a\",\"title\":\"A\"}\n{\"id\":\"b\",\"title\":\"B\"}\n"))
      try #require(run.code == 0, "\(run.errors)")
      let cells = try run.lines.dropLast().map { try JSONLine($0) }
      #expect(cells.map { $0.string("id") } == ["a", "a", "a", "a", "b", "b", "b", "b"])
      #expect(
        cells.prefix(4).map { $0.string("environment") } == [
          "320@3x/L/ltr/en/uikit#collapsed", "320@3x/L/ltr/en/uikit#expanded",
          "390@3x/L/ltr/en/uikit#collapsed", "390@3x/L/ltr/en/uikit#expanded",
        ])
    }

    @Test func aLineThatIsNoRecordGivesOneErrorLine() async throws {
      // A line may have eight times as many bytes as a record of a feed.
      try shop.write(
        "schema: cellheights.config/1\nlimits: {record_bytes: 200_000}\n", to: "cellheights.yaml")
      let long = "{\"id\":\"x\",\"title\":\"" + String(repeating: "x", count: 2_000_000) + "\"}"
      let lines = [
        SampleFeed.lines[0], "spoiled {", "", "[1]", "7", long, "   ", SampleFeed.lines[4],
      ]
      let run = try await shop.run(
        "layout", "--environment", "{320,390}", input: .text(lines.joined(separator: "\r\n")))
      #expect(run.code == 0)
      #expect(run.errors == "")
      let documents = try run.lines.map { try JSONLine($0) }
      #expect(documents.last?.text == #"{"eof":6}"#)
      #expect(
        documents.dropLast().map { $0.string("schema") == "cellheights.cell/1" }
          == [true, true, false, false, false, false, true, true])
      let errors = documents.filter { $0.string("schema") == "cellheights.error/1" }
      #expect(errors.map { $0.number("line") } == [2, 4, 5, 6])
      #expect(
        errors.map { $0.string("code") } == ["CH0420", "CH0423", "CH0423", "CH0421"])
      for error in errors { #expect(error.names == ["schema", "line", "code", "message"]) }
    }

    @Test func anAnswerComesBeforeTheNextQuestion() async throws {
      let run = try shop.start(["layout"], input: .pipe)
      for (index, line) in SampleFeed.lines.prefix(3).enumerated() {
        try run.write(line + "\n")
        let answered = try await run.waits { try run.outputSoFar().lineList.count == index + 1 }
        #expect(answered)
      }
      try run.closeInput()
      let outcome = try await run.outcome()
      #expect(outcome.code == 0)
      #expect(outcome.lines.last == #"{"eof":3}"#)
    }

    @Test func anInterruptedRunDoesNotClaimToHaveEnded() async throws {
      let run = try shop.start(["layout"], input: .pipe)
      try run.write(SampleFeed.lines[0] + "\n")
      #expect(try await run.waits { try !run.outputSoFar().isEmpty })
      run.terminate()
      let outcome = try await run.outcome()
      #expect(outcome.code == 143)
      #expect(!outcome.output.contains("eof"))
    }

    @Test func noRecordsAreAnEndToo() async throws {
      let run = try await shop.run("layout")
      #expect(run.code == 0)
      #expect(run.lines == [#"{"eof":0}"#])
    }
  }
}
