import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Testing

@testable import cellheights

extension CommandLineTests {
  /// `template diff`, against two whole builds.
  @Suite struct TemplateDiffTests {
    let shop: Workshop

    /// The first records of the demo feed.
    init() throws {
      shop = try Workshop()
      let data = try Data(contentsOf: URL(filePath: Workshop.demo("demo.json")))
      var feed = try #require(
        JSONSerialization.jsonObject(with: data) as? [String: any Sendable])
      let items = try #require(feed["items"] as? [any Sendable])
      feed["items"] = Array(items.prefix(40))
      try JSONSerialization.data(withJSONObject: feed).write(
        to: shop.directory.appending(path: "demo.json"))
    }

    /// An edit of a ready-made template.
    struct Edit: Sendable, CustomStringConvertible {
      var template: String
      var old: String
      var new: String
      var description: String { "\(template): \(new)" }
    }

    static let edits = [
      Edit(template: "compact", old: "V:|-10-", new: "V:|-13-"),
      Edit(template: "compact", old: "lines: 2", new: "lines: 1"),
      Edit(template: "post", old: "font: Inter, lines: 6", new: "font: Inter, lines: 3"),
      Edit(template: "post", old: "-8-[separator(1)]|", new: "-8-[separator(1)]"),
      Edit(template: "article", old: "gap: 12", new: "gap: 13"),
      Edit(template: "article", old: "style: headline, lines: 3", new: "style: title3, lines: 2"),
      Edit(template: "linkedin", old: "media.height <= 1.25", new: "media.height <= 0.5"),
      Edit(template: "unlimited", old: "\"{author}\"", new: "\"{writer}\""),
      Edit(
        template: "wwdc-social", old: "size: [20, 20]", new: "size: [24, 24]"),
      Edit(
        template: "podcast", old: "V:[notes]-8-[actions]", new: "V:[notes]-9-[actions]"),
      Edit(
        template: "unlimited", old: "8-[body]-12-|", new: "8-[body]-12-|\"\n  - \"body.height == 30"
      ),
    ]

    /// Writes a template before and after an edit, as `old.yaml` and `new.yaml`.
    private func write(_ edit: Edit) throws {
      // An edited document may not keep a built-in name.
      let text = try String(
        contentsOf: URL(filePath: Workshop.demo("templates/\(edit.template).yaml")),
        encoding: .utf8
      ).replacing("template: \(edit.template)\n", with: "template: edited\n")
      let edited = text.replacing(edit.old, with: edit.new)
      try #require(edited != text)
      try shop.write(text, to: "old.yaml")
      try shop.write(edited, to: "new.yaml")
    }

    /// The layouts of a store by environment and id.
    private func layouts(_ store: String) throws -> [String: [String: CellLayout]] {
      let lookup = try HeightLookup(store: shop.directory.appending(path: store).path)
      var all: [String: [String: CellLayout]] = [:]
      for environment in lookup.environments(feed: "demo") {
        let scope = try lookup.scopes(feed: "demo", environment: environment.key).get()[0]
        try lookup.list(in: scope).forEach { _, hit in
          all[environment.key, default: [:]][hit.cell.recordID] = hit.layout
        }
      }
      return all
    }

    /// The cells of each finding of a store, by severity, code, sentence and environment.
    private func findings(_ store: String) throws -> [String: Int] {
      let reader = try StoreReader(path: shop.directory.appending(path: store).path)
      var cells: [String: Int] = [:]
      for finding in reader.catalog.feeds[0].findings {
        for count in finding.environments {
          let words = "\(finding.severity.rawValue) \(finding.code) \(finding.message)"
          cells["\(words) \(count.key)"] = count.cells
        }
      }
      return cells
    }

    @Test(arguments: edits)
    func editsChangeWhatTwoBuildsChange(_ edit: Edit) async throws {
      try write(edit)
      for name in ["old", "new"] {
        let build = try await shop.run(
          "build", "demo.json", "--template", "\(name).yaml", "--store", "\(name).sqlite",
          "--environment", "{320,390}", "--accept", "flat")
        try #require(build.code == 0, "\(build.errors)")
      }
      let run = try await shop.run(
        "template", "diff", "old.yaml", "new.yaml", "--feed", "demo", "--store", "old.sqlite",
        "--limit", "1000", "--format", "json")
      try #require(run.lines.count == 1, "\(run.errors)")
      let json = try JSONLine(run.output)
      #expect(run.code == 1 && json["differs"] as? Bool == true)
      #expect(json.number("records") == 40)
      // Two directions at most, and these environments have one.
      #expect(json.number("engines", "old") == 1 && json.number("engines", "new") == 1)
      let (old, new) = (try layouts("old.sqlite"), try layouts("new.sqlite"))
      let environments = json.objects("environments")
      #expect(environments.count == new.count)
      var listed: [String: [Double]] = [:]
      for change in json.objects("largest") {
        listed["\(change["environment"] ?? "") \(change["id"] ?? "")"] =
          ["old", "new"].compactMap { change[$0] as? Double }
      }
      for environment in environments {
        let key = try #require(environment["environment"] as? String)
        var (heights, others, sum) = (0, 0, 0)
        var truncated = (now: 0, noMore: 0)
        for (id, after) in new[key] ?? [:] {
          let before = try #require(old[key]?[id])
          sum += after.height - before.height
          for (earlier, later) in zip(before.labels, after.labels) {
            if later.truncated && !earlier.truncated { truncated.now += 1 }
            if earlier.truncated && !later.truncated { truncated.noMore += 1 }
          }
          if before.height != after.height {
            heights += 1
            #expect(
              listed["\(key) \(id)"] == [Double(before.height) / 3, Double(after.height) / 3])
          } else if before.frames != after.frames || before.labels != after.labels
            || before.caveats != after.caveats || before.exactHeight != after.exactHeight
          {
            others += 1
          }
        }
        #expect(environment["height"] as? Int == heights)
        #expect(environment["otherwise"] as? Int == others)
        #expect(environment["same"] as? Int == (new[key] ?? [:]).count - heights - others)
        #expect(abs((environment["by"] as? Double ?? .nan) - Double(sum) / 3) < 1e-9)
        let (now, noMore) = (
          environment["now"] as? [String: Int], environment["noMore"] as? [String: Int]
        )
        #expect(now?["truncated"] ?? 0 == truncated.now)
        #expect(noMore?["truncated"] ?? 0 == truncated.noMore)
      }
      // The findings, of which equal ones are omitted.
      let (before, after) = (try findings("old.sqlite"), try findings("new.sqlite"))
      var expected: [String: [Int]] = [:]
      for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
        expected[name] = [before[name] ?? 0, after[name] ?? 0]
      }
      var told: [String: [Int]] = [:]
      for finding in json.objects("findings") {
        for count in finding["environments"] as? [[String: Any]] ?? [] {
          let cells = ["old", "new"].compactMap { count[$0] as? Int }
          guard cells.count == 2, cells[0] != cells[1] else { continue }
          let words = ["severity", "code", "message"].map { finding[$0] as? String ?? "" }
          told[(words + [count["environment"] as? String ?? ""]).joined(separator: " ")] = cells
        }
      }
      #expect(told == expected)
    }

    @Test func whatIsGoneIsSaidAsASentence() async throws {
      try write(Edit(template: "post", old: "font: Inter, lines: 6", new: "font: Inter, lines: 3"))
      let cut = try await shop.run(
        "template", "diff", "old.yaml", "new.yaml", "--input", "demo.json", "--environment", "390")
      #expect(cut.lines.contains { $0.hasPrefix("now      ") && $0.hasSuffix(" are truncated") })
      let back = try await shop.run(
        "template", "diff", "new.yaml", "old.yaml", "--input", "demo.json", "--environment", "390")
      #expect(
        back.lines.contains {
          $0.hasPrefix("now      ") && $0.hasSuffix(" are no longer truncated")
        },
        "\(back.output)")
    }

    @Test func theSameTemplateChangesNothing() async throws {
      try write(Self.edits[0])
      let run = try await shop.run(
        "template", "diff", "old.yaml", "old.yaml", "--input", "demo.json")
      #expect(run.code == 0 && run.lines.count == 4, "\(run.output)\(run.errors)")
      #expect(run.lines.last == "cells    40 the same")
      let markdown = try await shop.run(
        "template", "diff", "old.yaml", "old.yaml", "--input", "demo.json", "--format", "markdown")
      #expect(markdown.code == 0 && markdown.lines.last == "Nothing differs.")
    }

    @Test func markdownHasWholeTablesAndItsPicturesExist() async throws {
      try write(Self.edits[2])
      let feed = #"{"id":"a|`b","title":"T","content_text":"1\n2\n3\n4\n5\n6"}"# + "\n"
      try shop.write(feed, to: "odd.ndjson")
      let run = try await shop.run(
        "template", "diff", "old.yaml", "new.yaml", "--input", "demo.json", "--input", "odd.ndjson",
        "--environment", "{320,390}", "--format", "markdown", "--pictures", "out/pictures")
      #expect(run.code == 1 && run.errors == "", "\(run.errors)")
      #expect(run.lines[0] == "## Template `edited`")
      for heading in ["### Largest changes", "### Findings", "### Pictures"] {
        #expect(run.lines.contains(heading))
      }
      // Every row of a table has as many cells as its heading, and the rule follows it.
      var tables: [[String]] = []
      for line in run.lines {
        if line.hasPrefix("|") {
          if tables.isEmpty || tables[tables.count - 1].last == "" { tables.append([]) }
          tables[tables.count - 1].append(line)
        } else if !tables.isEmpty, tables[tables.count - 1].last != "" {
          tables[tables.count - 1].append("")
        }
      }
      #expect(tables.count == 6)
      for table in tables {
        let rows = table.filter { $0 != "" }
        let counts = rows.map { $0.replacing("\\|", with: "").split(separator: "|").count }
        #expect(rows.count >= 3 && Set(counts).count == 1, "\(rows)")
        let isRule = rows[1].allSatisfy { "|-: ".contains($0) }
        #expect(isRule && rows[1].contains("---"))
      }
      #expect(
        try shop.names(in: "out/pictures") == [
          "1-after.svg", "1-before.svg", "2-after.svg", "2-before.svg", "3-after.svg",
          "3-before.svg",
        ])
      for name in try shop.names(in: "out/pictures") {
        #expect(run.output.contains("(<out/pictures/\(name)>)"))
        _ = try MarkupElement.root(of: try shop.bytes("out/pictures/\(name)"))
      }
    }

    @Test func statesOfEitherTemplateAreCompared() async throws {
      let card = """
        schema: cellheights.template/1
        template: card
        STATES
        views: [{id: body, kind: label, text: "{content}", style: body, lines: 0}]
        constraints: ["H:|-16-[body]-16-|", "V:|-12-[body]-12-|"]
        GROUPS

        """
      let plain = card.replacing("STATES", with: "").replacing("GROUPS", with: "")
      let states = card.replacing("STATES", with: "states: [short, long]").replacing(
        "GROUPS",
        with: "groups: [{when: \"state == short\", constraints: [\"body.height <= 24\"]}]")
      try shop.write(plain, to: "old.yaml")
      try shop.write(states, to: "new.yaml")
      let run = try await shop.run(
        "template", "diff", "old.yaml", "new.yaml", "--input", "demo.json", "--format", "json")
      let environments = try JSONLine(run.output).objects("environments")
      #expect(
        environments.map { $0["environment"] as? String } == [
          "390@3x/L/ltr/en/uikit#short", "390@3x/L/ltr/en/uikit#long",
        ])
      #expect((environments.first?["height"] as? Int ?? 0) > 0)
      #expect(environments.last?["same"] as? Int == 40)
    }

    @Test func recordsThatFailNowAreTold() async throws {
      try write(Self.edits[0])
      let text = try String(
        contentsOf: shop.directory.appending(path: "old.yaml"), encoding: .utf8)
      try shop.write(
        text + "  - \"headline.height <= {image.width|2000000000}*headline.width\"\n",
        to: "new.yaml")
      let run = try await shop.run(
        "template", "diff", "old.yaml", "new.yaml", "--input", "demo.json", "--format", "json")
      let json = try JSONLine(run.output)
      let failed = json.number("cells", "failed") ?? 0
      #expect(run.code == 1 && failed > 0)
      #expect(json.objects("failures").map { $0["code"] as? String } == ["CH0110"])
      #expect(json.objects("failures").first?["new"] as? Int == Int(failed))
      let table = try await shop.run(
        "template", "diff", "old.yaml", "new.yaml", "--input", "demo.json")
      #expect(table.output.contains("failed   CH0110: 0 cells before"))
    }

    @Test func whatIsMissingIsTold() async throws {
      try write(Self.edits[0])
      try shop.write("schema: cellheights.template/1\ntemplate: x\nviews: 3\n", to: "bad.yaml")
      try await shop.run("build", "demo.json", "--template", "old.yaml")
      for (arguments, code) in [
        (["old.yaml", "new.yaml"], Int32(64)),
        (["old.yaml", "bad.yaml", "--feed", "demo"], 65),
        (["old.yaml", "none.yaml", "--feed", "demo"], 66),
        (["old.yaml", "nope", "--feed", "demo"], 64),
        (["old.yaml", "new.yaml", "--feed", "dem"], 64),
        (["old.yaml", "new.yaml", "--feed", "demo", "--store", "none.sqlite"], 66),
        (["old.yaml", "new.yaml", "--input", "none.json"], 66),
        (["old.yaml", "new.yaml", "--feed", "demo", "--pictures", "demo.json"], 73),
      ] {
        let run = try await shop.start(["template", "diff"] + arguments).outcome()
        #expect(run.code == code, "\(arguments): \(run.output)\(run.errors)")
        #expect(run.output == "" && !run.errors.isEmpty)
      }
      // The records of a stored feed with other environments, and a feed that is not in the store.
      for arguments in [
        ["--feed", "demo", "--environment", "375"],
        ["--feed", "other", "--input", "demo.json", "--store", "none.sqlite"],
      ] {
        let run = try await shop.start(
          ["template", "diff", "old.yaml", "new.yaml"] + arguments
        ).outcome()
        #expect(run.code == 1, "\(run.errors)")
      }
    }
  }
}
