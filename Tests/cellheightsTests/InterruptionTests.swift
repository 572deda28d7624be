import Foundation
import Testing

extension CommandLineTests {
  /// Builds that meet each other or are stopped; a pipe that nobody writes to holds them.
  @Suite struct InterruptionTests {
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
      #expect(try await shop.run("build", "home.ndjson").code == 0)
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
      #expect(try shop.names(in: "Cache") == ["heights.sqlite", "heights.sqlite.lock"])
    }

    @Test func aBuildThatIsKilledLeavesTheOldStore() async throws {
      let run = try await shop.shell(
        "$cellheights build pipe --feed home & sleep 0.5; kill -KILL $!; wait $!")
      #expect(run.code == 137)
      #expect(try shop.bytes("Cache/heights.sqlite") == store)
      #expect(try await shop.run("build", "home.ndjson").code == 0)
      #expect(try shop.names(in: "Cache") == ["heights.sqlite", "heights.sqlite.lock"])
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
