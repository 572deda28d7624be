import Foundation
import Testing

extension CommandLineTests {
  /// Lines of labels in a store, and where they are printed.
  @Suite struct StoredLinesTests {
    private let shop: Workshop
    private static let environments = ["--environment", "{320,390}@3x/L"]

    init() throws {
      shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
    }

    private func build(_ more: String..., store: String = "Cache/heights.sqlite") async throws {
      let run = try await shop.start(
        ["build", "home.ndjson", "--store", store] + Self.environments + more
      ).outcome()
      try #require(run.code == 0, "\(run.errors)")
    }

    private func frames(_ output: [String]) throws -> [String: String] {
      var found: [String: String] = [:]
      for line in output where line.contains("cellheights.cell/1") {
        let cell = try JSONLine(line)
        let key = "\(cell.string("id") ?? "") \(cell.string("environment") ?? "")"
        let start = try #require(line.range(of: "\"frames\":"))
        let end = try #require(
          line[start.upperBound...].range(of: "]}]") ?? line[start.upperBound...].range(of: "}]"))
        found[key] = String(line[start.lowerBound..<end.upperBound])
      }
      return found
    }

    @Test func storedLinesAreThoseOfTheLayout() async throws {
      try await build("--lines")
      let layout = try await shop.start(
        ["layout", "--lines"] + Self.environments, input: .text(SampleFeed.text)
      ).outcome()
      let expected = try frames(layout.lines)
      try #require(expected.count == 12)
      #expect(expected.values.allSatisfy { $0.contains("\"lineFragments\":[{\"end\":") })
      #expect(try frames(try await shop.run("export", "--lines").lines) == expected)
      let lookup = try await shop.run(
        "lookup", "a", "b", "--environment", "390@3x/L", "--lines", "--format", "json")
      #expect(
        try frames(lookup.lines)
          == expected.filter {
            ["a 390@3x/L/ltr/en/uikit", "b 390@3x/L/ltr/en/uikit"].contains($0.key)
          })
      // Without the flag there are none.
      #expect(!(try await shop.run("export").output.contains("lineFragments")))
      #expect(try await shop.run("verify").code == 0)
    }

    @Test func textsArePrintedWithTheirHash() async throws {
      let run = try await shop.run(
        "layout", "--lines", "--texts", "--environment", "390",
        input: .text(#"{"id":"a","title":"Lost gloves","content_text":"x"}"# + "\n"))
      #expect(run.output.contains(#""text":"Lost gloves","textHash":1212981437,"#))
    }

    @Test func textsAreBoundAgainFromTheRecords() async throws {
      try await build("--lines")
      let layout = try await shop.start(
        ["layout", "--lines", "--texts"] + Self.environments, input: .text(SampleFeed.text)
      ).outcome()
      let expected = try frames(layout.lines)
      #expect(expected.values.contains { $0.contains("\"text\":\"") })
      #expect(try frames(try await shop.run("export", "--lines", "--texts").lines) == expected)
      let lookup = try await shop.run(
        "lookup", "a", "--environment", "390@3x/L", "--lines", "--texts", "--format", "json")
      #expect(
        try frames(lookup.lines) == expected.filter { $0.key == "a 390@3x/L/ltr/en/uikit" })
      // A record that changed after the build has another text than the one that was measured.
      try shop.write(
        SampleFeed.text.replacing("\"id\":\"a\"", with: "\"id\":\"z\""), to: "home.ndjson")
      let changed = try await shop.run("export", "--texts")
      #expect(changed.code == 65)
      #expect(changed.errors.contains("is gone, or changed since the build"))
      try shop.write(SampleFeed.text, to: "kept.ndjson")
      let kept = try await shop.run("export", "--texts", "--lines", "--input", "kept.ndjson")
      #expect(try frames(kept.lines) == expected)
      #expect(try await shop.run("export", "--input", "kept.ndjson").code == 64)
    }

    @Test func aStoreWithoutLinesSaysSo() async throws {
      try await build()
      for command in [
        ["lookup", "a", "--environment", "320@3x/L", "--lines", "--format", "json"],
        ["export", "--lines"],
      ] {
        let run = try await shop.start(command).outcome()
        #expect(run.code == 66)
        #expect(run.errors.contains("cellheights build --lines"))
        #expect(run.output == "")
      }
      #expect(
        try await shop.run("export", "--format", "csv", "--environment", "320@3x/L", "--lines").code
          == 64)
      #expect(
        try await shop.run("build", "home.ndjson", "--frames", "none", "--lines").code == 64)
      for flag in ["--lines", "--texts"] {
        let table = try await shop.run("lookup", "a", "--environment", "320@3x/L", flag)
        #expect(table.code == 64)
        #expect(table.errors.contains("\(flag) needs --format json"))
      }
    }

    @Test func storedLinesAreSimulatedFromAStoreThatHasThem() async throws {
      let simulate = [
        "simulate", "flick-fast", "--environment", "320@3x/L", "--strategy", "stored,stored-lines",
        "--max-seconds", "1", "--format", "json",
      ]
      try await build()
      let refused = try await shop.start(simulate).outcome()
      #expect(refused.code == 66)
      #expect(
        refused.errors.contains(
          "has no lines, which the strategy stored-lines draws; store them with: cellheights build")
      )
      #expect(refused.output == "")
      try await build("--lines")
      for costs in [[], ["--costs", "measured", "--iterations", "1"]] {
        let run = try await shop.start(simulate + costs).outcome()
        #expect([0, 75].contains(run.code), "\(run.errors)")
        #expect(run.output.contains("\"strategy\":\"stored-lines\""))
      }
    }

    @Test func linesArePublishedUnlessTheyAreLeftOut() async throws {
      try await build("--lines")
      for shard in 1...2 {
        try await build("--lines", "--shard", "\(shard)/2", store: "\(shard).sqlite")
      }
      for arguments in [
        ["whole"], ["shards", "--shard", "1.sqlite", "--shard", "2.sqlite"],
        ["plain", "--no-lines"], ["heights", "--no-frames"],
      ] {
        let run = try await shop.start(["publish", "--format", "json"] + arguments).outcome()
        #expect(run.code == 0, "\(run.errors)")
        let hasLines = run.output.contains("\"lines\":{\"files\":")
        #expect(hasLines == ["whole", "shards"].contains(arguments[0]), "\(arguments)")
      }
      func chunks(_ folder: String) throws -> Set<String> {
        Set(
          try FileManager.default.contentsOfDirectory(
            atPath: shop.directory.appending(path: folder + "/c").path))
      }
      #expect(try chunks("whole") == chunks("shards"))
      #expect(try chunks("plain").isStrictSubset(of: chunks("whole")))
      let simulate = [
        "simulate", "--environment", "320@3x/L", "--strategy", "stored-lines", "--max-seconds", "1",
      ]
      #expect(try await shop.start(simulate + ["--source", "whole"]).outcome().code == 0)
      let refused = try await shop.start(simulate + ["--source", "plain"]).outcome()
      #expect(refused.code == 66)
    }

    @Test func mergedAndImportedStoresEqualTheBuild() async throws {
      try await build("--lines", store: "whole.sqlite")
      for shard in 1...2 {
        try await build("--lines", "--shard", "\(shard)/2", store: "\(shard).sqlite")
      }
      let merge = try await shop.run("merge", "1.sqlite", "2.sqlite", "--store", "merged.sqlite")
      #expect(merge.code == 0, "\(merge.errors)")
      let cells = try await shop.start(
        ["layout", "--cells", "store", "--lines"] + Self.environments,
        input: .text(SampleFeed.text)
      ).outcome()
      try shop.write(cells.output, to: "cells.ndjson")
      let imported = try await shop.run(
        "import", "cells.ndjson", "--feed", "home", "--store", "imported.sqlite")
      #expect(imported.code == 0, "\(imported.errors)")
      let expected = try frames(
        try await shop.run("export", "--lines", "--store", "whole.sqlite").lines)
      for store in ["merged.sqlite", "imported.sqlite"] {
        #expect(
          try frames(try await shop.run("export", "--lines", "--store", store).lines) == expected)
      }
    }
  }
}
