import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  /// Commands that become another program.
  @Suite struct CompanionTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func serveHandsOverPlainWordsAlone() async throws {
      try shop.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", to: "bin/cellheights-serve")
      let program = shop.directory.appending(path: "bin/cellheights-serve").path
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
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
          "--store=mine.sqlite", "--port=0", "--cors=*", "--cors=https://a.example",
          "--allow-host=a.example", "--access-log=none", "--max-ids=7", "--idle-seconds=0.5",
        ], "\(run.output)\(run.errors)")
      let plain = try await shop.run("serve", environment: folder)
      #expect(plain.lines == ["--store=Cache/heights.sqlite"])
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
