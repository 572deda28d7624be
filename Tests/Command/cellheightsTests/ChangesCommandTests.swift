import Foundation
import Testing

extension CommandLineTests {
  /// `build --changes`.
  @Suite struct ChangesCommandTests {
    private let changes = """
      {"put":{"id":"new","title":"New","version":"1"}}
      {"delete":"a"}
      {"delete":"nobody"}
      spoiled
      """

    private func stored() async throws -> Workshop {
      let shop = try await Workshop(holding: .twoWidths)
      try shop.write(changes, to: "c.ndjson")
      return shop
    }

    @Test func changesAreAppliedAndTold() async throws {
      let shop = try await stored()
      let run = try await shop.run("build", "--changes", "c.ndjson")
      #expect(run.code == 0, "\(run.errors)")
      #expect(
        run.lines[0].hasPrefix("built    7 records (1 failed) × 2 environments  generation 2"))
      #expect(run.lines[1] == "cells    2 computed, 10 reused, 0 failed, 2 removed")
      #expect(run.errors.contains("warning CH0438: c.ndjson:3: "))
      #expect(run.errors.contains("warning CH0428") || run.errors.contains("warning CH0420"))
      #expect(try await shop.run("lookup", "a").code == 1)
      let stores = try JSONLine(await shop.run("stores", "--format", "json").output)
      let sources = stores.objects("feeds").first?["sources"] as? [[String: Any]] ?? []
      #expect(sources.last?["path"] as? String == "c.ndjson")
      #expect(sources.last?["changes"] as? Bool == true)
      #expect(sources.first?["changes"] == nil)
      let strict = try await shop.run("build", "--changes", "c.ndjson", "--max-failed", "0")
      #expect(strict.code == 65 && strict.errors.contains("1 are") == false)
    }

    @Test func whatDoesNotGoWithItIsRefused() async throws {
      let shop = try await stored()
      for options in [
        ["home.ndjson"], ["--environment", "390"], ["--add-environment", "320"], ["--plan"],
        ["--replace"], ["--deadline", "05:00"], ["--keep-going"], ["--feed", "hom"],
      ] {
        let run = try await shop.start(["build", "--changes", "c.ndjson"] + options).outcome()
        #expect(run.code == 64, "\(options): \(run.errors)")
      }
      #expect(try await shop.run("build", "--changes", "none").code == 66)
      #expect(try await shop.run("build", "--changes", "c.ndjson", "--store", "none").code == 66)
    }

    @Test func anotherTemplateIsRefused() async throws {
      let shop = try await stored()
      let template = """
        schema: cellheights.template/1
        template: post
        views: [{id: t, kind: label, text: "{title}"}]
        constraints: ["H:|-[t]-|", "V:|-[t]-|"]
        """
      try shop.write(template, to: "t.yaml")
      let before = try shop.bytes("Cache/heights.sqlite")
      let run = try await shop.run("build", "--changes", "c.ndjson", "--template", "t.yaml")
      #expect(run.code == 65 && run.errors.contains("[CH0439]"), "\(run.errors)")
      #expect(run.errors.contains("a template") && run.errors.contains("build the whole feed"))
      #expect(try shop.bytes("Cache/heights.sqlite") == before)
    }
  }
}
