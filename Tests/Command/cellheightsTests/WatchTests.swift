import Foundation
import Testing

extension CommandLineTests {
  /// `template check --watch` and a file that is rewritten.
  @Suite(.runsAlone) struct WatchTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private func document(_ height: Int) -> String {
      """
      schema: cellheights.template/1
      template: card
      views: [{id: a, kind: view}]
      constraints: ["H:|[a]|", "V:|[a(\(height))]|"]

      """
    }

    private func watch(_ arguments: String...) async throws -> Run {
      let run = try shop.start(["template", "check", "card.yaml", "--watch"] + arguments)
      try #require(await run.waits { try run.errorsSoFar().contains("watching ") })
      return run
    }

    private func verdicts(_ run: Run) throws -> Int {
      try run.outputSoFar().lineList.count { $0.hasPrefix("ok ") }
    }

    @Test func aSavedTemplateIsCheckedAgain() async throws {
      try shop.write(document(10), to: "card.yaml")
      let run = try await watch()
      #expect(try verdicts(run) == 1)
      try shop.write(document(20), to: "card.yaml")
      #expect(try await run.waits { try verdicts(run) == 2 })
      // As editors do that write beside the file and move it there.
      try shop.write(document(30), to: "new.yaml")
      #expect(try await shop.shell("mv new.yaml card.yaml").code == 0)
      #expect(try await run.waits { try verdicts(run) == 3 })
      run.interrupt()
      let outcome = try await run.outcome()
      #expect(outcome.code == 130)
      #expect(outcome.lines.count == 3)
      #expect(outcome.errorLines.filter { $0 == "changed  card.yaml" }.count == 2)
    }

    @Test func aBrokenTemplateIsToldAndMended() async throws {
      try shop.write(document(10), to: "card.yaml")
      let run = try await watch()
      try shop.write("schema: cellheights.template/1\ntemplate: card\nvews: []\n", to: "card.yaml")
      #expect(
        try await run.waits { try run.errorsSoFar().contains("card.yaml:3:1: error: ") })
      try FileManager.default.removeItem(at: shop.directory.appending(path: "card.yaml"))
      #expect(
        try await run.waits {
          try run.errorsSoFar().lineList.contains {
            $0.contains("card.yaml") && $0.contains("no template file")
          }
        })
      #expect(run.isRunning)
      try shop.write(document(20), to: "card.yaml")
      #expect(try await run.waits { try verdicts(run) == 2 })
      run.terminate()
      #expect(try await run.outcome().code == 143)
    }

    @Test func savingTheSameAgainPrintsNothing() async throws {
      try shop.write(document(10), to: "card.yaml")
      let run = try await watch()
      try shop.write(document(10), to: "card.yaml")
      try await Task.sleep(for: .milliseconds(800))
      #expect(try verdicts(run) == 1)
      #expect(try run.errorsSoFar().lineList.count == 1)
      // It was not deaf.
      try shop.write(document(11), to: "card.yaml")
      #expect(try await run.waits { try verdicts(run) == 2 })
      run.interrupt()
      #expect(try await run.outcome().code == 130)
    }

    @Test func documentsThatItUsesAreWatchedToo() async throws {
      func styles(_ size: Int) -> String {
        "schema: cellheights.styles/1\nstyles: {small: {fontSize: \(size)}}\n"
      }
      try shop.write(styles(10), to: "shared.yaml")
      try shop.write(document(10), to: "card.yaml")
      let run = try await watch()
      // Named only now.
      try shop.write("styles: [shared.yaml]\n" + document(10), to: "card.yaml")
      #expect(try await run.waits { try verdicts(run) == 2 })
      try await Task.sleep(for: .milliseconds(300))
      try shop.write(styles(12), to: "shared.yaml")
      #expect(try await run.waits { try verdicts(run) == 3 })
      run.interrupt()
      let outcome = try await run.outcome()
      #expect(outcome.code == 130)
      #expect(outcome.errorLines.last?.hasSuffix("shared.yaml") == true, "\(outcome.errors)")
    }

    @Test func recordsAreWatchedToo() async throws {
      try shop.write(document(10), to: "card.yaml")
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let run = try await watch("--input", "home.ndjson")
      #expect(try run.outputSoFar().contains("6 cells tried"))
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(2)), to: "home.ndjson")
      #expect(try await run.waits { try run.outputSoFar().contains("2 cells tried") })
      run.interrupt()
      #expect(try await run.outcome().code == 130)
    }

    @Test(arguments: [
      ["post", "--watch"], ["card.yaml", "--watch", "--trace", "t.json"],
      ["card.yaml", "--watch", "--input", "-"],
    ])
    func whatCannotBeWatchedIsAUsageError(_ arguments: [String]) async throws {
      try shop.write(document(10), to: "card.yaml")
      let run = try await shop.start(["template", "check"] + arguments).outcome()
      #expect(run.code == 64 && run.output == "", "\(run.errors)")
    }

    @Test func aTemplateThatIsNotThereEndsTheWatch() async throws {
      let run = try await shop.run("template", "check", "card.yaml", "--watch")
      #expect(run.code == 66)
    }
  }
}
