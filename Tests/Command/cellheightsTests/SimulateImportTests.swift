import Foundation
@testable import Operations
import Testing

extension CommandLineTests {
  @Suite struct SimulateImportTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(
        """
        {"context": {"build": {"model": "Acme One"}}, "benchmarks": [{
          "name": "readDrag", "className": "org.example.Feed",
          "metrics": {"frameCount": {"runs": [300]}},
          "sampledMetrics": {"frameOverrunMs": {"runs": [[-8, -4], [2]]}}}]}
        """, to: "feed-benchmarkData.json")
    }

    private func simulate(_ arguments: String...) async throws -> Program.Outcome {
      try await shop.start(["simulate", "--import"] + arguments).outcome()
    }

    @Test func aKeptThresholdIsExit0() async throws {
      let run = try await simulate(
        "feed-benchmarkData.json", "--threshold", "frameOverrunMs.max <= 2 @/read-drag")
      #expect(run.code == 0)
      #expect(run.errors == "")
      let lines = run.lines
      #expect(lines[0] == "Feed.readDrag on Acme One, -/read-drag/-, from feed-benchmarkData.json")
      #expect(
        lines[1] == "pass frameOverrunMs.max <= 2 @/read-drag: frameOverrunMs.max was 2 at "
          + "Feed.readDrag on Acme One")
      #expect(lines.contains { $0.hasPrefix("frameOverrunMs.P50") && $0.hasSuffix("-4") })
    }

    @Test func aBreachedBudgetOfTheConfigurationIsExit99() async throws {
      try shop.write(
        """
        schema: cellheights.config/1
        budgets:
          - frameOverrunMs.P99 < 0
          - frames.presented > 10
          - engines.created == 0
        """, to: "cellheights.yaml")
      let run = try await simulate("feed-benchmarkData.json", "--format", "json")
      #expect(run.code == 99)
      #expect(
        run.errors.contains("cellheights.yaml:5: 'engines.created == 0' is about simulations"))
      let line = try JSONLine(run.output)
      #expect(line.string("schema") == "cellheights.simimport/1")
      #expect(line.string("profile") == "read-drag")
      #expect(line.number("metrics", "frames.presented") == 300)
      #expect(line.objects("thresholds").count == 2)
    }

    @Test func reportsAreThoseOfSimulations() async throws {
      let markdown = try await simulate(
        "feed-benchmarkData.json", "--threshold", "frameOverrunMs.max < 2", "--format", "markdown",
        "--html", "report.html")
      #expect(markdown.code == 99)
      #expect(markdown.lines[0].hasPrefix("| Test | Device | Frames |"))
      #expect(markdown.lines[2].hasPrefix("| Feed.readDrag | Acme One | 300 |"))
      let page = try String(
        contentsOf: shop.directory.appending(path: "report.html"), encoding: .utf8)
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("Feed.readDrag on Acme One"))
      let junit = try await simulate(
        "feed-benchmarkData.json", "--threshold", "frameOverrunMs.max < 2", "--format", "junit")
      #expect(junit.code == 99)
      #expect(
        junit.lines[3] == "<testcase classname=\"Acme One\" name=\"Feed.readDrag\">")
      #expect(junit.lines[4].hasPrefix("<failure message=\"FAIL frameOverrunMs.max &lt; 2: "))
    }

    @Test func whatNoTestAnswersIsExit65() async throws {
      let run = try await simulate("feed-benchmarkData.json", "--threshold", "hitch.count<1")
      #expect(run.code == 65)
      #expect(run.errors.contains("no test of these files answers 'hitch.count<1'"))
      #expect(run.output.contains("none hitch.count<1: hitch.count is not in this file"))
    }

    @Test func filesThatCannotBeReadHaveTheirExitCodes() async throws {
      #expect(try await simulate("gone.json").code == 66)
      #expect(try await simulate(".").code == 66)
      try shop.write("{\"a\": 1}", to: "other.json")
      let unknown = try await simulate("other.json")
      #expect(unknown.code == 65)
      #expect(unknown.errors.contains("other.json:1: no known format"))
      let name = try await simulate("feed-benchmarkData.json", "--threshold", "hitches<1")
      #expect(name.code == 64)
      try shop.write(String(repeating: " ", count: (16 << 20) + 1), to: "large.json")
      let limited = try await simulate("large.json")
      #expect(limited.code == 65)
      #expect(limited.errors.contains("more than 16777216 bytes"))
    }
  }
}
