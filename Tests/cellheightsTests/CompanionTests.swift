import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  /// Commands that become another program.
  @Suite struct CompanionTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func publishHandsOverPlainWordsAlone() async throws {
      try shop.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 75\n", to: "bin/cellheights-publish")
      let program = shop.directory.appending(path: "bin/cellheights-publish").path
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      let folder = ["CELLHEIGHTS_COMPANIONS": shop.directory.appending(path: "bin").path]
      try shop.write("schema: cellheights.config/1\nstore: {path: mine.sqlite}\n", to: "c.yaml")
      let run = try await shop.run(
        "publish", "--config", "c.yaml", "--feed", "a", "--feed=-b", "--no-frames", "--prune",
        "--keep", "2", "--format", "json", "--", "-out", environment: folder)
      #expect(run.code == 75)
      #expect(
        run.lines == [
          "write", "--store=mine.sqlite", "--format=json", "--feed=a", "--feed=-b", "--no-frames",
          "--prune", "--keep=2", "--", "-out",
        ], "\(run.output)\(run.errors)")
    }

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
      let run = try await shop.run("publish", "out", environment: folder)
      #expect(run.code == 66)
      #expect(run.errors.contains("cellheights-publish is not in \(shop.directory.path)"))
      #expect(run.errors.contains("CELLHEIGHTS_COMPANIONS"))
    }

    @Test func wrongWordsAreRefusedBefore() async throws {
      for words in [["--keep", "2", "out"], ["--prune", "--keep", "0", "out"], []] {
        let run = try await shop.start(["publish"] + words).outcome()
        #expect(run.code == 64, "\(words)")
      }
    }
  }
}
