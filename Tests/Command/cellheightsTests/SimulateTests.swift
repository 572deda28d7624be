import Foundation
import Testing

extension CommandLineTests {
  @Suite struct SimulateTests {
    let shop: Workshop

    init() async throws {
      shop = try await Workshop(holding: .demo)
    }

    private func simulate(_ arguments: String...) async throws -> Program.Outcome {
      try await shop.start(["simulate"] + arguments).outcome()
    }

    private func reports(_ arguments: String...) async throws -> [JSONLine] {
      let run = try await shop.start(
        ["simulate"] + arguments + ["--format", "json", "--hz", "120"]
      ).outcome()
      // The clock of the machine that tests run on is not ours to choose.
      #expect(run.errorLines.allSatisfy { $0.contains("measured costs") })
      #expect(run.code == 0)
      return try run.lines.map { try JSONLine($0) }
    }

    @Test func storedHeightsNeedNoLayoutAndFreshOnesAnEngineACell() async throws {
      let reports = try await reports(
        "flick-fast", "--strategy", "stored,fresh", "--device", "none")
      try #require(reports.count == 2)
      let (stored, fresh) = (reports[0], reports[1])
      #expect(stored.string("schema") == "cellheights.sim/1")
      #expect(stored.string("strategy") == "stored" && fresh.string("strategy") == "fresh")
      #expect(stored.number("refresh_hz") == 120)
      #expect(stored.number("engines", "created") == 0)
      #expect(stored.number("layouts", "onScrollPath") == 0)
      #expect(stored.number("position", "jumps") == 0)
      #expect(stored.number("position", "thumb_drift_max_pct") == 0)
      let cells = try #require(fresh.number("cells", "new"))
      #expect(cells > 60)  // all of them, down and up again
      #expect(fresh.number("engines", "created") == cells)
      #expect(
        (stored.number("hitch", "time_ratio_ms_per_s") ?? 1)
          < (fresh.number("hitch", "time_ratio_ms_per_s") ?? 0))
    }

    @Test func everyRunIsMadeAtTheFullClockAndWithOneThatFollowsTheLoad() async throws {
      let reports = try await reports("restore")
      #expect(reports.map { $0.string("device_model") } == ["fixed", "schedutil-lite/1"])
      let clocks = reports.compactMap { $0.number("clock", "min") }
      #expect(clocks.count == 2 && clocks[0] == 1 && clocks[1] < 1)
    }

    @Test func theSameSeedAndCostsGiveTheSameBytes() async throws {
      let arguments = [
        "simulate", "scrub", "--format", "json", "--hz", "60", "--strategy", "estimate:100",
        "--device", "none",
      ]
      let first = try await shop.start(arguments + ["--seed", "7"]).outcome()
      let again = try await shop.start(arguments + ["--seed", "7"]).outcome()
      let other = try await shop.start(arguments + ["--seed", "8"]).outcome()
      #expect(first.code == 0 && first.output == again.output)
      #expect(first.output != other.output)
    }

    @Test func wrongEstimatesJumpAndLandWrong() async throws {
      let reports = try await reports(
        "restore,scrub", "--strategy", "stored,estimate:100", "--device", "none")
      try #require(reports.count == 4)
      #expect(reports[0].number("position", "jumps") == 0)
      #expect(reports[0].number("position", "landing_error_px_max") == 0)
      #expect((reports[1].number("position", "jumps") ?? 0) > 0)
      #expect(reports[2].number("position", "landing_error_px_max") == 0)
      #expect((reports[3].number("position", "landing_error_px_max") ?? 0) > 0)
    }

    @Test func measuredCostsLayOutForReal() async throws {
      let reports = try await reports(
        "restore", "--costs", "measured", "--strategy", "stored,fresh,manual", "--device", "none",
        "--iterations", "2")
      try #require(reports.count == 3)
      #expect(reports.allSatisfy { $0.string("costs") == "measured" })
      let costs = reports.compactMap { $0.number("frameDurationCpuMsNewCells", "P99") }
      #expect(costs.count == 3 && costs[0] < costs[1])
      #expect((reports[1].number("engines", "created") ?? 0) > 0)
    }

    @Test func theListMayBeTurnedToAnotherEnvironment() async throws {
      try await shop.run(
        "build", Workshop.demo("demo.json"), "--store", "2.sqlite", "--environment", "390")
      try await shop.run(
        "build", "--store", "2.sqlite", Workshop.demo("demo.json"), "--add-environment", "844")
      let turned = try await reports(
        "rotate", "--store", "2.sqlite", "--environment", "390", "--rotate-to", "844", "--device",
        "none")
      #expect(turned.first?.number("position", "jumps") == 0)
      let alone = try await simulate("rotate", "--store", "2.sqlite", "--environment", "390")
      #expect(alone.code == 64)
      #expect(alone.errors.contains("--rotate-to"))
    }

    @Test func aRecordedScrollIsRepeated() async throws {
      try shop.write("time,offset\n0,0\n1,500\n2,400\n", to: "scroll.csv")
      let recorded = try await simulate(
        "scroll.csv", "--hz", "60", "--device", "none", "--frames", "frames.ndjson", "--format",
        "json")
      #expect(recorded.code == 0)
      let frames = try String(
        contentsOf: shop.directory.appending(path: "frames.ndjson"), encoding: .utf8
      ).split(separator: "\n").map { try JSONLine(String($0)) }
      #expect(
        frames.count == (try JSONLine(recorded.output).number("frames", "presented")).map(Int.init))
      #expect(frames.allSatisfy { $0.string("schema") == "cellheights.frame/1" })
      // Half a second at 500 pt/s.
      #expect(frames[30].number("offset_pt").map { abs($0 - 250) < 1e-6 } == true)
      try shop.write("time,offset\n0,0\n1,fast\n", to: "broken.csv")
      let broken = try await simulate("broken.csv")
      #expect(broken.code == 65)
      #expect(broken.errors.contains("broken.csv") && broken.errors.contains("3"))
      #expect(try await simulate("gone.csv").code == 66)
    }

    @Test func costsAndDevicesComeFromFiles() async throws {
      try shop.write(
        "schema: cellheights.costs/1\nname: slow/1\nframe: 9\ncell: {lookup: 20}\n"
          + "templates: {post: {bind: 3}}\n", to: "slow.yaml")
      try shop.write(
        "schema: cellheights.device/1\nname: tiny/1\nclocks: [0.5, 1]\n", to: "tiny.yaml")
      let reports = try await reports(
        "restore", "--costs", "slow.yaml", "--device", "tiny.yaml")
      #expect(reports.map { $0.string("device_model") } == ["fixed", "tiny/1"])
      #expect(reports.first?.string("costs") == "slow/1")
      #expect((reports.first?.number("frameDurationCpuMs", "P50") ?? 0) >= 9)
    }

    @Test(arguments: [
      ("schema: cellheights.costs/1\nframe: -1\n", 2), ("frame: 1\n", 1),
      ("schema: cellheights.costs/2\n", 1), ("schema: cellheights.costs/1\nframe: 2\n", 1),
      ("schema: cellheights.costs/1\nname: measured\n", 2),
      ("schema: cellheights.costs/1\ncell: {bnd: 1}\n", 2),
      ("", 1), ("[", 2),
    ])
    func aBrokenTableOfCostsIsNamedByItsLine(text: String, line: Int) async throws {
      try shop.write(text, to: "costs.yaml")
      let run = try await simulate("--costs", "costs.yaml")
      #expect(run.code == 65)
      #expect(run.errors.contains("costs.yaml:\(line): "))
      #expect(run.output == "" && run.errorLines.count == 1)
    }

    @Test func aThresholdDecidesTheExitCode() async throws {
      let kept = try await simulate(
        "restore", "--hz", "60", "--threshold", "engines.created<1")
      #expect(kept.code == 0)
      #expect(kept.output.contains("✓"))
      let breached = try await simulate(
        "restore", "--hz", "60", "--threshold", "frames.expected<1 @60/restore/stored/fixed",
        "--format", "json")
      #expect(breached.code == 99)
      #expect(breached.lines.count == 2)
      #expect(try JSONLine(breached.lines[0]).objects("thresholds").count == 1)
      #expect(try JSONLine(breached.lines[1]).objects("thresholds").isEmpty)
    }

    @Test func budgetsOfTheConfigurationAreAsked() async throws {
      try shop.write(
        "schema: cellheights.config/1\nbudgets:\n  - frames.expected<1 @/restore\n"
          + "  - hitch.count<1 @/scrub\n", to: "cellheights.yaml")
      let breached = try await simulate("restore", "--hz", "60", "--device", "none")
      #expect(breached.code == 99)
      #expect(breached.errors.contains("cellheights.yaml:4"))
      #expect(breached.errors.contains("is about no run"))
    }

    @Test func budgetsOfTheConfigurationAreAskedToo() async throws {
      try shop.write(
        """
        schema: cellheights.config/1
        budgets: ["frames.expected < 1 @60", "frames.expected < 1 @120", "engines.created == 0"]
        """, to: "budgets.yaml")
      let run = try await simulate(
        "restore", "--hz", "60", "--device", "none", "--config", "budgets.yaml", "--threshold",
        "engines.created==0", "--format", "json")
      #expect(run.code == 99)
      let asked = try JSONLine(run.output).objects("thresholds")
      #expect(
        asked.map { $0["threshold"] as? String }
          == ["engines.created==0", "frames.expected < 1 @60", "engines.created == 0"])
      #expect(asked.map { $0["passed"] as? Bool } == [true, false, true])
    }

    @Test(arguments: [
      ["--threshold", "hitches<1"], ["--threshold", "engines.created"],
      ["--threshold", "engines.created<1 @90"], ["--threshold", "engines.created<1 @/read-drag"],
      ["--hz", ","], ["--hz", ""], ["--hz", "fast"], ["--hz", "60,0"], ["--iterations", "0"],
      ["--viewport", "0"], ["--strategy", "guess"], ["--environment", "wide"],
      ["--strategy", "estimate"], ["--strategy", "stored,"], ["--prefetch", "distance"],
      ["--prefetch", "screens:-1"], ["--costs", "phone/2"], ["--device", "gone.yaml"],
      ["--app-share", "0"], ["--max-seconds", "0"], ["--pool", "-1"], ["--seed", "-1"],
      ["--source", "s.sqlite", "--store", "s.sqlite"], ["--pipeline-depth", "9"],
      ["--hz", "0x10"], ["--strategy", "estimate:0x64"], ["--viewport", "inf"],
      ["--import", "b.json", "--trace", "t.json"], ["--html", "a", "--frames", "a"],
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
      #expect(run.errors.contains("flick-medium, flick-fast"))
    }

    @Test func handWrittenFramesAreOfOneTemplate() async throws {
      try shop.write(
        "schema: cellheights.template/1\ntemplate: other\nviews:\n"
          + "  - {id: title, kind: label, text: \"{title}\", style: body}\nconstraints:\n"
          + "  - \"H:|-16-[title]-16-|\"\n  - \"V:|-8-[title]-8-|\"\n", to: "other.yaml")
      try await shop.run(
        "build", Workshop.demo("demo.json"), "--store", "3.sqlite", "--template", "./other.yaml")
      let run = try await simulate("--store", "3.sqlite", "--strategy", "manual")
      #expect(run.code == 64)
      #expect(run.errors.contains("other"))
    }

    @Test func storesWithoutFramesSayNothingOfTexts() async throws {
      try await shop.run(
        "build", Workshop.demo("demo.json"), "--store", "4.sqlite", "--frames", "none")
      let run = try await simulate("--store", "4.sqlite")
      #expect(run.code == 65)
      #expect(run.errors.contains("frames"))
    }

    @Test func recordsOfAFeedThatIsGoneAreAskedFor() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson", "--store", "2.sqlite")
      let arguments = [
        "restore", "--store", "2.sqlite", "--strategy", "live", "--hz", "60", "--iterations", "1",
        "--costs", "measured",
      ]
      try FileManager.default.moveItem(
        at: shop.directory.appending(path: "home.ndjson"),
        to: shop.directory.appending(path: "moved.ndjson"))
      let gone = try await shop.start(["simulate"] + arguments).outcome()
      #expect(gone.code == 66)
      #expect(gone.output == "")
      let named = try await shop.start(["simulate"] + arguments + ["--input", "moved.ndjson"])
        .outcome()
      #expect(named.code == 0)
      try await shop.run("build", "-", "--store", "3.sqlite", input: .text(SampleFeed.text))
      let piped = try await shop.run(
        "simulate", "--store", "3.sqlite", "--strategy", "live", "--costs", "measured")
      #expect(piped.code == 64)
      #expect(piped.errors.contains("--input FILE"))
    }

    @Test func twoSimulationsAreCompared() async throws {
      func written(_ strategy: String, to name: String) async throws {
        let run = try await simulate(
          "restore", "--hz", "60", "--format", "json", "--strategy", strategy)
        // The same strategy by name, as of another build.
        try shop.write(
          run.output.replacing("\"strategy\":\"\(strategy)\"", with: "\"strategy\":\"stored\""),
          to: name)
      }
      try await written("stored", to: "before.json")
      try await written("self-sizing", to: "after.json")
      let same = try await simulate("diff", "before.json", "before.json")
      #expect(same.code == 0)
      let worse = try await simulate("diff", "before.json", "after.json", "--format", "json")
      #expect(worse.code == 1)
      #expect(try JSONLine(worse.output).string("schema") == "cellheights.simdiff/1")
      #expect(try await simulate("diff", "after.json", "before.json").code == 0)
      #expect(try await simulate("diff", "before.json", "gone.json").code == 66)
      try shop.write("{}\n", to: "other.json")
      #expect(try await simulate("diff", "before.json", "other.json").code == 65)
    }

    @Test func publishedHeightsAreScrolledAsTheStoreIs() async throws {
      let published = try await shop.run("publish", "public")
      #expect(published.code == 0)
      let arguments = ["simulate", "flick-fast,scrub", "--hz", "60", "--format", "json"]
      let store = try await shop.start(arguments).outcome()
      let files = try await shop.start(arguments + ["--source", "public"]).outcome()
      #expect(files.errors == "" && files.code == 0)
      #expect(files.output == store.output)
      let measured = try await shop.start(
        arguments + ["--source", "public", "--costs", "measured"]
      ).outcome()
      #expect(measured.code == 64 && measured.errors.contains("records"))
      #expect(try await shop.start(arguments + ["--source", "."]).outcome().code == 66)
    }

    @Test func aGenerationThatIsReplacedChangesNothing() async throws {
      let before = try await simulate("scrub", "--hz", "60", "--format", "json")
      let running = try shop.start([
        "simulate", "scrub", "--hz", "60", "--format", "json", "--costs", "phone/1",
      ])
      try await shop.run("build", Workshop.demo("demo.json"), "--environment", "390", "--replace")
      #expect(try await running.outcome().output == before.output)
    }

    @Test func continuousIntegrationReadsJUnit() async throws {
      let run = try await simulate(
        "restore", "--hz", "60", "--format", "junit", "--threshold",
        "frames.expected<1 @60/restore/stored/fixed")
      #expect(run.code == 99)
      #expect(run.lines[2].hasSuffix("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\">"))
      #expect(run.lines.last == "</testsuites>")
    }

    /// A run that fails midway must not leave half a file, nor replace a whole one.
    @Test func filesOfAFailedSimulationAreNotWritten() async throws {
      try shop.write("before", to: "frames.ndjson")
      // The second run is refused in the first frame that shows too many cells.
      let run = try await simulate(
        "restore", "--hz", "60,1000", "--device", "none", "--strategy", "stored,estimate:0.001",
        "--viewport", "100000", "--frames", "frames.ndjson")
      #expect(run.code != 0, "\(run.errors)")
      let left = try FileManager.default.contentsOfDirectory(atPath: shop.directory.path)
      #expect(!left.contains { $0.hasSuffix(".writing") })
      let frames = shop.directory.appending(path: "frames.ndjson")
      #expect(try String(contentsOf: frames, encoding: .utf8) == "before")
    }

    @Test func reportsAreWrittenWholeOrNot() async throws {
      let run = try await simulate(
        "restore", "--hz", "60", "--html", "report.html", "--trace", "trace.json", "--format",
        "markdown")
      #expect(run.code == 0)
      #expect(run.output.contains("| "))
      let page = try String(
        contentsOf: shop.directory.appending(path: "report.html"), encoding: .utf8)
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
      let trace = try Data(contentsOf: shop.directory.appending(path: "trace.json"))
      let events = try JSONSerialization.jsonObject(with: trace) as? [String: Any]
      #expect((events?["traceEvents"] as? [Any])?.isEmpty == false)
      for option in ["--html", "--trace", "--frames"] {
        let wrong = try await simulate("restore", option, "missing/file")
        #expect(wrong.code == 73)
        #expect(wrong.output == "")
      }
    }
  }
}
