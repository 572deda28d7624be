import Foundation
import Testing

extension CommandLineTests {
  @Suite struct SimulateTests {
    let shop: Workshop

    init() async throws {
      shop = try await Workshop(holding: .demo)
    }

    private func simulate(_ arguments: String...) async throws -> Program.Outcome {
      try await shop.start(["simulate", "flick-medium", "--iterations", "1"] + arguments).outcome()
    }

    @Test func storedHeightsNeedNoEngineAndFreshOnesNeedOneACell() async throws {
      let run = try await simulate(
        "--hz", "120", "--strategy", "stored", "--strategy", "fresh", "--format", "json")
      #expect(run.code == 0)
      #expect(run.errors == "")
      let reports = try run.lines.map { try JSONLine($0) }
      try #require(reports.count == 2)
      let (stored, fresh) = (reports[0], reports[1])
      #expect(stored.string("schema") == "cellheights.sim/1")
      #expect(stored.string("strategy") == "stored" && fresh.string("strategy") == "fresh")
      #expect(stored.number("refresh_hz") == 120)
      #expect(stored.number("engines", "created") == 0)
      let cells = try #require(fresh.number("cells", "new"))
      #expect(cells > 0)
      #expect(fresh.number("engines", "created") == cells)
      // A debug build is slow on both sides; the ratio of the contract is far below this.
      let costs = reports.compactMap { $0.number("frameDurationCpuMsNewCells", "P99") }
      #expect(costs.count == 2 && costs[0] < costs[1])
      #expect(
        (stored.number("hitch", "time_ratio_ms_per_s") ?? 1)
          <= (fresh.number("hitch", "time_ratio_ms_per_s") ?? 0))
    }

    @Test func aThresholdDecidesTheExitCode() async throws {
      let kept = try await simulate("--hz", "60", "--threshold", "engines.created<1")
      #expect(kept.code == 0)
      let breached = try await simulate(
        "--hz", "60", "--threshold", "frames.expected<1 @60/flick-medium/stored", "--format", "json"
      )
      #expect(breached.code == 99)
      #expect(breached.lines.count == 1)
      #expect(try JSONLine(breached.output).objects("thresholds").count == 1)
    }

    @Test(arguments: [
      ["--threshold", "hitches<1"], ["--threshold", "engines.created"],
      ["--threshold", "engines.created<1 @90"], ["--threshold", "engines.created<1 @/read-drag"],
      ["--hz", ","], ["--hz", ""], ["--hz", "fast"], ["--hz", "60,0"], ["--iterations", "0"],
      ["--viewport", "0"], ["--strategy", "guess"], ["--environment", "wide"],
    ])
    func whatCannotBeIsAUsageError(_ arguments: [String]) async throws {
      let run = try await shop.start(["simulate"] + arguments).outcome()
      #expect(run.code == 64)
      #expect(run.output == "")
      #expect(run.errors != "")
    }

    @Test func anUnknownProfileIsAUsageErrorWithTheKnownOnes() async throws {
      let run = try await shop.run("simulate", "flick-huge")
      #expect(run.code == 64)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("flick-medium, read-drag"))
    }

    @Test func recordsOfAFeedThatIsGoneAreAskedFor() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson", "--store", "2.sqlite")
      let arguments = [
        "--store", "2.sqlite", "--strategy", "live", "--hz", "60", "--iterations", "1",
      ]
      try FileManager.default.moveItem(
        at: shop.directory.appending(path: "home.ndjson"),
        to: shop.directory.appending(path: "moved.ndjson"))
      let gone = try await shop.start(["simulate"] + arguments).outcome()
      #expect(gone.code == 66)
      #expect(gone.output == "" && gone.errorLines.count == 1)
      let named = try await shop.start(["simulate"] + arguments + ["--input", "moved.ndjson"])
        .outcome()
      #expect(named.code == 0)
      try await shop.run("build", "-", "--store", "3.sqlite", input: .text(SampleFeed.text))
      let piped = try await shop.run("simulate", "--store", "3.sqlite", "--strategy", "live")
      #expect(piped.code == 64)
      #expect(piped.errors.contains("--input FILE"))
    }
  }
}
