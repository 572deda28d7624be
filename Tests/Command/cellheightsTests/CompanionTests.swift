import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  /// Commands that become another program.
  @Suite struct CompanionTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func serveHandsOverPlainWordsAlone() async throws {
      try shop.writeScript("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", to: "bin/cellheights-serve")
      let folder = ["CELLHEIGHTS_COMPANIONS": shop.directory.appending(path: "bin").path]
      try shop.write("schema: cellheights.config/1\nstore: {path: mine.sqlite}\n", to: "c.yaml")
      let run = try await shop.run(
        "serve", "--config", "c.yaml", "--port", "0", "--cors", "*", "--cors=https://a.example",
        "--access-log", "none", "--max-ids", "7", "--idle-seconds", "0.5",
        "--allow-host", "a.example",
        environment: folder)
      #expect(run.code == 0)
      #expect(
        run.lines == [
          "--store=mine.sqlite", "--port", "0", "--cors", "*", "--cors=https://a.example",
          "--access-log", "none", "--max-ids", "7", "--idle-seconds", "0.5",
          "--allow-host", "a.example",
        ], "\(run.output)\(run.errors)")
      let plain = try await shop.run("serve", environment: folder)
      #expect(plain.lines == ["--store=Cache/heights.sqlite"])
      let demo = try await shop.run(
        "serve", "--config=c.yaml", "--demo", "--store", "own.sqlite", "--color", "never",
        "--template", "post", environment: folder)
      #expect(
        demo.lines == [
          "--store=own.sqlite", "--demo", "--template", "post", "--config=c.yaml",
        ], "\(demo.output)\(demo.errors)")
    }

    @Test func theProgramIsToldWhereTheCommandIs() async throws {
      try shop.writeScript(
        "#!/bin/sh\nprintf '%s\\n' \"$CELLHEIGHTS_COMMAND\"\n", to: "bin/cellheights-serve")
      let folder = ["CELLHEIGHTS_COMPANIONS": shop.directory.appending(path: "bin").path]
      let run = try await shop.run("serve", environment: folder)
      #expect(run.lines.first?.hasSuffix("/cellheights") == true)
    }

    @Test(arguments: [
      ["--port", "65536"], ["--max-ids", "0"], ["--request-seconds=0"], ["--cors", "here"],
      ["--allow-host", "a:1"], ["--demo", "--demo-records", "0"], ["--nonsense"],
      ["--max-header-bytes", "1024"],
    ])
    func wrongWordsOfServeAreRefusedBefore(_ words: [String]) async throws {
      let run = try await shop.start(["serve"] + words).outcome()
      #expect(run.code == 64, "\(run.errors)")
    }

    @Test func aMissingProgramIsNamed() async throws {
      let folder = ["CELLHEIGHTS_COMPANIONS": shop.directory.path]
      let run = try await shop.run("serve", environment: folder)
      #expect(run.code == 66)
      #expect(run.errors.contains("cellheights-serve is not in \(shop.directory.path)"))
      #expect(run.errors.contains("CELLHEIGHTS_COMPANIONS"))
    }
  }
}
