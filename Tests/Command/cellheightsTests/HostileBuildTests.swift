import Foundation
import Testing

extension CommandLineTests {
  /// Feeds of a few kilobytes that once took gigabytes.
  @Suite struct HostileBuildTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// A feed of 103 KB in which each item has a text of 1,000,000 letters.
    private func entities(items: Int) -> String {
      let references = String(repeating: "&a;", count: 20)
      var feed = "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "A", count: 50_000))\">]>"
      feed += "<rss version=\"2.0\"><channel>"
      for item in 0..<items {
        feed +=
          "<item><guid>\(item)</guid><title>t</title><description>\(references)</description></item>"
      }
      return feed + "</channel></rss>"
    }

    /// The outcome of a build, and its peak memory.
    private func build(
      _ arguments: String...
    ) async throws -> (outcome: Program.Outcome, anonymous: Int, all: Int) {
      let run = try shop.start(["build"] + arguments)
      var most = (anonymous: 0, all: 0)
      while run.isRunning {
        let memory = run.memory
        most = (max(most.anonymous, memory.anonymous), max(most.all, memory.all))
        try await Task.sleep(for: .milliseconds(2))
      }
      return (try await run.outcome(), most.anonymous, most.all)
    }

    @Test(
      "S3: entities that add too much are refused, within bounds of memory", arguments: ["1", "16"])
    func entitiesAreRefused(_ jobs: String) async throws {
      try shop.write(entities(items: 400), to: "feed.xml")
      let (outcome, anonymous, all) = try await build("feed.xml", "--jobs", jobs)
      #expect(outcome.code == 65)
      #expect(outcome.errors.contains("limit xml_document_expansion"))
      #expect(outcome.errors.contains("CH0413"))
      #expect(anonymous < 128 << 20, "\(anonymous >> 20) MiB")
      #expect(all < 256 << 20, "\(all >> 20) MiB")
      #expect(!shop.has("Cache/heights.sqlite"))
    }

    @Test("S3: long records are built within bounds of memory", arguments: ["2", "16"])
    func longRecordsAreBuilt(_ jobs: String) async throws {
      try shop.write(entities(items: 160), to: "feed.xml")
      try shop.write(
        "schema: cellheights.config/1\nlimits: {xml_document_expansion: 1_000_000_000}\n",
        to: "cellheights.yaml")
      let (outcome, anonymous, all) = try await build("feed.xml", "--jobs", jobs)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(anonymous < 128 << 20, "\(anonymous >> 20) MiB")
      #expect(all < 256 << 20, "\(all >> 20) MiB")
    }
  }
}
