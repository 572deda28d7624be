import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Testing

@testable import cellheights

extension CommandLineTests {
  /// `diff`, against heights that lookups give.
  @Suite struct DiffTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write(Self.card, to: "card.yaml")
    }

    private static let card = """
      schema: cellheights.template/1
      template: card
      constants: {bottom: 12}
      views:
        - {id: title, kind: label, text: "{title|'-'}", style: headline, lines: 1}
        - {id: body, kind: label, text: "{content|'-'}", style: body, lines: 0}
      constraints: ["H:|-16-[title]-16-|", "H:|-16-[body]-16-|", "V:|-12-[title]-4-[body]-bottom-|"]

      """

    private func build(_ options: String...) async throws {
      let run = try await shop.start(
        ["build", "home.ndjson", "--template", "card.yaml"] + options
      ).outcome()
      try #require(run.code == 0, "\(run.errors)")
    }

    /// The heights of a store by environment and id, in points.
    private func heights(_ store: String) throws -> [String: [String: Double]] {
      let lookup = try HeightLookup(store: shop.directory.appending(path: store).path)
      var all: [String: [String: Double]] = [:]
      for environment in lookup.environments(feed: "home") {
        let scope = try lookup.scopes(feed: "home", environment: environment.key).get()[0]
        try lookup.list(in: scope).forEach { _, hit in
          all[environment.key, default: [:]][hit.cell.recordID] = scope.grid.points(
            hit.layout.height)
        }
      }
      return all
    }

    /// Runs `diff 1 2` and compares its largest changes with the stores.
    private func diff(causes: [String], changed: Int) async throws -> JSONLine {
      let run = try await shop.run("diff", "1", "2", "--limit", "1000", "--format", "json")
      try #require(run.code == 1 && run.lines.count == 1, "\(run.errors)")
      let json = try JSONLine(run.output)
      let (old, new) = (try heights("Cache/heights.sqlite.1"), try heights("Cache/heights.sqlite"))
      var expected: Set<String> = []
      for (key, cells) in new {
        for (id, height) in cells where old[key]?[id] != height {
          expected.insert("\(key) \(id) \(old[key]?[id] ?? -1) \(height)")
        }
      }
      let listed = json.objects("largest").map { change -> String in
        let (old, new) = (change["old"] as? Double, change["new"] as? Double)
        return "\(change["environment"] ?? "") \(change["id"] ?? "") \(old ?? -1) \(new ?? -1)"
      }
      #expect(listed.count == changed && Set(listed) == expected)
      #expect(json.number("cells", "height") == Double(changed))
      #expect(json.objects("largest").allSatisfy { $0["causes"] as? [String] == causes })
      let sizes = json.objects("largest").compactMap { ($0["by"] as? Double).map(abs) }
      #expect(sizes.count == changed && sizes == sizes.sorted(by: >))
      let sum = { (heights: [String: [String: Double]]) in
        heights.values.reduce(0) { $0 + $1.values.reduce(0, +) }
      }
      let environments =
        json.objects("feeds").first?["environments"] as? [[String: Any]] ?? []
      let by = environments.compactMap { $0["by"] as? Double }.reduce(0, +)
      #expect(abs(by - (sum(new) - sum(old))) < 1e-6)
      return json
    }

    @Test func equalGenerationsDoNotDiffer() async throws {
      try await build("--environment", "{375,390}")
      // Of two equal generations in succession the second alone is kept.
      try shop.write(SampleFeed.text(SampleFeed.lines.dropLast()), to: "home.ndjson")
      try await build()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await build()
      let run = try await shop.run("diff", "Cache/heights.sqlite.1", "Cache/heights.sqlite")
      #expect(run.code == 0 && run.errors == "")
      #expect(
        run.lines.map { String($0.prefix(50)) } == [
          "old      Cache/heights.sqlite.1  generation 1, eng",
          "new      Cache/heights.sqlite  generation 3, engin", "cells    12 the same",
        ])
      let json = try JSONLine(
        try await shop.run("diff", "1", "3", "--format", "json").output)
      #expect(
        json.names == ["schema", "old", "new", "differs", "cells", "feeds", "largest"])
      #expect(json.string("schema") == "cellheights.diff/1")
      #expect(json["differs"] as? Bool == false && json.number("cells", "same") == 12)
    }

    @Test func aTextOfOneRecordIsItsCause() async throws {
      try await build("--environment", "{375,390}")
      // One more line of a body that is not cut, and the version follows the record's bytes.
      let lines = SampleFeed.lines.map { $0.replacing("again, twice.", with: "again.\\nTwice.") }
      try shop.write(SampleFeed.text(lines), to: "home.ndjson")
      try await build()
      let json = try await diff(causes: ["text"], changed: 2)
      #expect(json.number("cells", "same") == 10 && json.number("cells", "otherwise") == 0)
      #expect(json.objects("largest").allSatisfy { $0["id"] as? String == "a" })
      let table = try await shop.run("diff", "1", "2")
      #expect(table.code == 1)
      #expect(table.lines.contains("cells    10 the same, 2 with another height"))
      #expect(table.lines.contains { $0.hasPrefix("home  text") })
      let part = try await shop.run("diff", "1", "2", "--environment", "375", "--feed", "home")
      #expect(part.lines.contains("cells    5 the same, 1 with another height"))
    }

    @Test func aConstantOfTheTemplateMovesEveryCell() async throws {
      try await build()
      try shop.write(Self.card.replacing("bottom: 12", with: "bottom: 15"), to: "card.yaml")
      try await build()
      let json = try await diff(causes: ["template"], changed: 6)
      #expect(json.objects("largest").allSatisfy { $0["by"] as? Double == 3 })
      // With a text, too.
      let lines = SampleFeed.lines.map { $0.replacing("twice", with: "three times") }
      try shop.write(SampleFeed.text(lines + [#"{"id":"g","title":"new"}"#]), to: "home.ndjson")
      try await build()
      let run = try await shop.run("diff", "1", "3", "--format", "json")
      let both = try JSONLine(run.output)
      let causes = both.objects("feeds").first?["causes"] as? [[String: Any]] ?? []
      #expect(causes.map { $0["causes"] as? [String] } == [["template"], ["text", "template"]])
      #expect(causes.map { $0["cells"] as? Int } == [5, 1])
      #expect(both.number("cells", "added") == 1)
    }

    @Test func anotherFontFileIsTheCause() async throws {
      try await build()
      try await build("--system-font", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
      let (old, new) = (
        try heights("Cache/heights.sqlite.1"), try heights("Cache/heights.sqlite")
      )
      let key = "390@3x/L/ltr/en/uikit"
      let changed = (new[key] ?? [:]).count(where: { old[key]?[$0.key] != $0.value })
      try #require(changed > 0)
      let json = try await diff(causes: ["font"], changed: changed)
      // The other cells differ in trust: no font is replaced any more.
      #expect(json.number("cells", "otherwise") == Double(6 - changed))
    }

    @Test func aRecordThatChangesWithoutAVersionIsSuspicious() async throws {
      func line(_ text: String) -> String {
        #"{"id":"a","version":"1","title":"T","content_text":"\#(text)"}"# + "\n"
      }
      try shop.write(line("short"), to: "home.ndjson")
      try await build()
      try shop.write(line("two\\nlines"), to: "home.ndjson")
      try await build()
      _ = try await diff(causes: ["unknown"], changed: 1)
      let table = try await shop.run("diff", "1", "2")
      #expect(table.output.contains("warning  cells changed for no known cause"))
    }

    @Test func whatIsMissingOrNoStoreIsTold() async throws {
      try await build()
      try shop.write("no store", to: "text.sqlite")
      for (arguments, code) in [
        (["none.sqlite", "1"], Int32(66)), (["1", "text.sqlite"], 65), (["1", "7"], 66),
        (["1", "1", "--feed", "hom"], 64), (["1", "1", "--environment", "391"], 64),
        (["1", "1", "--limit", "-1"], 64), (["1", ""], 64),
      ] {
        let run = try await shop.start(["diff"] + arguments).outcome()
        #expect(run.code == code, "\(arguments): \(run.output)\(run.errors)")
        #expect(run.output == "" && !run.errors.isEmpty)
      }
    }
  }
}
