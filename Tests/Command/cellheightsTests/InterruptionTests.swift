import Foundation
import Testing

extension CommandLineTests {
  /// Builds that meet each other or are stopped; a pipe without a writer holds them.
  @Suite(.runsAlone) struct InterruptionTests {
    let shop: Workshop
    let store: Data
    let pipe: String

    init() async throws {
      shop = try await Workshop(holding: .sample)
      try shop.write(SampleFeed.text, to: "home.ndjson")
      store = try shop.bytes("Cache/heights.sqlite")
      pipe = try shop.makePipe("pipe")
    }

    /// A build that holds the lock and waits for its feed.
    private func waitingBuild() async throws -> Run {
      let run = try shop.start(["build", pipe, "--feed", "home"])
      try #require(
        await run.waits { try !self.shop.bytes("Cache/heights.sqlite.lock").isEmpty })
      return run
    }

    @Test func aSecondBuildIsToldToTryAgainAndTheFirstFinishes() async throws {
      let first = try await waitingBuild()
      let second = try await shop.run("build", "home.ndjson")
      #expect(second.code == 75)
      #expect(second.output == "")
      #expect(second.errorLines.count == 1)
      #expect(second.errors.contains("another build holds Cache/heights.sqlite.lock (pid "))
      // Readers do not mind.
      #expect(try await shop.run("lookup", "a").code == 0)
      #expect(first.isRunning)
      let writer = try FileHandle(forWritingTo: shop.directory.appending(path: pipe))
      try writer.write(contentsOf: Data(SampleFeed.text.utf8))
      try writer.close()
      let outcome = try await first.outcome()
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("6 reused"))
      // The pipe was another source of the feed.
      #expect(try await shop.run("build", "home.ndjson", "--feed", "home").code == 0)
    }

    @Test func aBuildThatWaitsForItsFeedEndsWhenAsked() async throws {
      let run = try await waitingBuild()
      run.terminate()
      let outcome = try await run.outcome()
      #expect(outcome.code == 143)
      #expect(outcome.output == "")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("stopped by signal 15"))
      #expect(try shop.bytes("Cache/heights.sqlite") == store)
      let again = try await shop.run("build", "home.ndjson", "--format", "json")
      #expect(again.code == 0)
      #expect(try JSONLine(again.output).number("cells", "reused") == 6)
      #expect(
        try shop.names(in: "Cache") == [
          "heights.sqlite", "heights.sqlite.lock",
        ])
    }

    /// S11: A terminal that is closed stops a build as Ctrl-C does.
    @Test("S11: a build whose terminal is closed ends as one that is interrupted")
    func aBuildWithoutItsTerminalEnds() async throws {
      let run = try await shop.shell(
        "$cellheights build pipe --feed home & "
          + "until [[ -s Cache/heights.sqlite.lock ]]; do sleep 0.02; done; sleep 0.3; "
          + "kill -HUP $!; wait $!")
      #expect(run.code == 129)
      #expect(run.errors.contains("stopped by signal 1"))
      #expect(try shop.bytes("Cache/heights.sqlite") == store)
      // Under nohup it does not hear of it.
      let kept = try await shop.shell(
        "trap '' HUP; $cellheights build pipe --feed home & build=$!; exec 3>pipe; "
          + "kill -HUP $build; sleep 0.2; kill -HUP $build; cat home.ndjson >&3; exec 3>&-; wait $build"
      )
      #expect(kept.code == 0, "\(kept.errors)")
    }

    /// S11: A signal that came between two steps of taking it up was lost, and the build went on.
    @Test(
      "S11: no signal is lost, however early it comes",
      arguments: [0, 60, 120, 180, 260])
    func aSignalAtAnyMomentEndsABuild(_ milliseconds: Int) async throws {
      let run = try await shop.shell(
        "$cellheights build pipe --feed home & sleep \(Double(milliseconds) / 1000); "
          + "kill -TERM $!; wait $!")
      #expect(run.code == 143)
      #expect(try shop.bytes("Cache/heights.sqlite") == store)
    }

    @Test func aBuildThatIsKilledLeavesTheOldStore() async throws {
      let run = try await shop.shell(
        "$cellheights build pipe --feed home & sleep 0.5; kill -KILL $!; wait $!")
      #expect(run.code == 137)
      #expect(try shop.bytes("Cache/heights.sqlite") == store)
      #expect(try await shop.run("build", "home.ndjson").code == 0)
      #expect(
        try shop.names(in: "Cache") == [
          "heights.sqlite", "heights.sqlite.lock",
        ])
    }

    @Test func aBuildAtWorkEndsWhenAskedAndTheNextGoesOn() async throws {
      let lines = (0..<2000).map { "{\"id\":\"n\($0)\",\"title\":\"Number \($0) of many\"}" }
      try shop.write(SampleFeed.text(lines), to: "home.ndjson")
      let run = try shop.start(["build", "home.ndjson", "--jobs", "1"])
      let side = shop.directory.appending(path: "Cache/heights.sqlite.building").path
      #expect(try await run.waits { FileManager.default.fileExists(atPath: side) })
      run.terminate()
      let outcome = try await run.outcome()
      #expect(outcome.code == 143)
      #expect(outcome.errors.contains("finished cells are kept, and the same build run again"))
      #expect(try shop.bytes("Cache/heights.sqlite") == store)
      let again = try await shop.run("build", "home.ndjson", "--format", "json")
      #expect(again.code == 0)
      let cells = try JSONLine(again.output)
      let (computed, reused) = (cells.number("cells", "computed"), cells.number("cells", "reused"))
      #expect((computed ?? 0) + (reused ?? 0) == 2000)
      #expect(cells.number("cells", "removed") == 6)
    }
  }
}
