import Foundation
import TestSupport
import Testing

extension CommandLineTests {
  /// Lists with sections and inserted cells in the use of a person: `Feeds/lists`.
  @Suite struct SectionedListCommandTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      for name in ["day", "sponsored", "end"] {
        let file = Checkout.folder.appending(path: "Feeds/lists/\(name).yaml")
        try shop.write(String(contentsOf: file, encoding: .utf8), to: "\(name).yaml")
      }
      try shop.write(
        SampleFeed.text(
          (0..<12).map {
            #"{"id":"p\#($0)","title":"Lake \#($0)","published":"2026-01-\#(20 - $0 / 5)T08:00:00Z"}"#
          }), to: "home.ndjson")
    }

    private func configure(_ list: String) throws {
      try shop.write(
        """
        schema: cellheights.config/1
        templates: {day: day.yaml, sponsored: sponsored.yaml, end: end.yaml}
        lists:
          home:
            days: {\(list)}
        """, to: "cellheights.yaml")
    }

    private static let whole =
      "order: feed, sections: {by: \"{published, date}\", header: day, sticky: true}, "
      + "insert: {template: sponsored, every: 4, after: 2}, separator: {height: 1}, footer: end"

    private func lines(_ words: String...) async throws -> [JSONLine] {
      let run = try await shop.start(words + ["--list", "days", "--format", "json"]).outcome()
      try #require(run.code == 0, "\(run.errors)")
      return try run.lines.map { try JSONLine($0) }
    }

    @Test func aListIsLookedUp() async throws {
      try configure(Self.whole)
      let build = try await shop.run("build", "home.ndjson")
      #expect(build.code == 0 && !build.errors.contains("CH0615"), "\(build.errors)")
      let all = try await lines("lookup", "--range", "0..99")
      #expect(
        all.compactMap { $0.string("id") } == [
          "section:2026-01-20", "p0", "p1", "inserted:3", "p2", "p3", "p4", "section:2026-01-19",
          "p5", "inserted:2", "p6", "p7", "p8", "p9", "inserted:1", "section:2026-01-18", "p10",
          "p11", "list-footer:days",
        ])
      #expect(all[3].string("kind") == "inserted" && all[3].number("item") == 2)
      #expect(all[7].string("kind") == "header" && all[7].number("section") == 1)
      #expect(all[7].number("item") == nil && all[18].number("section") == nil)
      let section = try await lines("lookup", "--section", "2026-01-18")
      #expect(section.compactMap { $0.string("id") } == ["section:2026-01-18", "p10", "p11"])
      let none = try await shop.run("lookup", "--list", "days", "--section", "2026-02-30")
      #expect(none.code == 1 && none.errors.contains("among its 3 sections"))
      let flat = try await shop.run("lookup", "--section", "2026-01-18")
      #expect(flat.code == 64 && flat.errors.contains("list 'feed' has no sections"))
      let top = try #require(all[7].number("offset"))
      let pushed = try await lines("lookup", "--at-offset", "\(top - 5)")
      #expect(pushed[0].string("sticky", "id") == "section:2026-01-20")
      #expect(try #require(pushed[0].number("sticky", "pushed")) > 0)
      // The id alone, and a record, are found as always.
      let header = try await shop.run("lookup", "section:2026-01-19", "--format", "json")
      #expect(try JSONLine(header.output).string("template") == "day")
      let stores = try await shop.run("stores")
      #expect(stores.output.contains("with header, inserted, list-footer, sticky, separator 1"))
      #expect(try await shop.run("verify", "--sample", "all").output.contains("holds"))
      let drawn = try await shop.run("inspect", "section:2026-01-19")
      #expect(drawn.code == 0 && drawn.output.contains("date"), "\(drawn.errors)")
    }

    @Test func listsAreExported() async throws {
      try configure(Self.whole)
      try #require(await shop.run("build", "home.ndjson").code == 0)
      func export(_ format: String) async throws -> [String: Any] {
        let run = try await shop.run("export", "--list", "days", "--format", format)
        try #require(run.code == 0, "\(run.errors)")
        return try #require(
          try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      }
      let cells = try await lines("lookup", "--range", "0..99")
      let native = try await export("sectionlist")
      let sections = try #require(native["sections"] as? [[String: Any]])
      #expect(
        sections.map { $0["header"] as? String }
          == (18...20).reversed().map { "section:2026-01-\($0)" })
      #expect(sections.map { ($0["data"] as? [String])?.count } == [6, 7, 2])
      // React Native counts a header and a footer in each section, present or not.
      let layouts = try #require(native["itemLayouts"] as? [[String: Double]])
      #expect(layouts.count == 15 + 2 * 3)
      #expect(layouts[1]["offset"] == cells[1].number("offset"))
      #expect(layouts[8]["offset"] == cells[7].number("offset"))
      #expect(layouts[7]["length"] == 0)
      #expect(layouts.enumerated().allSatisfy { $1["index"] == Double($0) })
      let virtuoso = try await export("virtuoso")
      #expect(virtuoso["groupCounts"] as? [Int] == [6, 7, 2])
      #expect((virtuoso["heightEstimates"] as? [Double])?.count == 18)
      #expect(virtuoso["footer"] as? Double == cells[18].number("height"))
      let heights = try await export("heights")
      #expect((heights["kinds"] as? [String])?.prefix(4) == ["header", "item", "item", "inserted"])
      #expect(heights["sections"] as? [Int] == [7, 8, 3])
      let tanstack = try await export("tanstack")
      #expect(tanstack["stickyIndexes"] as? [Int] == [0, 7, 15])
      let table = try await shop.run("export", "--list", "days", "--format", "csv")
      let rows = table.output.components(separatedBy: "\r\n")
      try #require(rows.count == 21)
      #expect(rows[0].hasSuffix(",trust,kind,section,item"))
      #expect(rows[4].hasSuffix(",inserted,0,2"))
      #expect(rows[19].hasSuffix(",list-footer,,"))
      let swift = try await shop.run("export", "--list", "days", "--format", "swift")
      #expect(swift.output.contains("static let exported = ExportedList("))
    }

    @Test(
      arguments: [
        ("sections: {header: day}", "sections need 'by'"),
        ("sections: {by: \"{published, date}\"}", "sections need a header or a footer"),
        ("sections: {by: day, header: day}", "has no binding"),
        ("sections: {by: \"{published, date, long}\", header: day}", "depends on the language"),
        ("sections: {by: \"{title}\", footer: day, sticky: true}", "sticky needs a header"),
        ("sections: {by: \"{title}\", header: dya}", "did you mean 'day'?"),
        ("insert: {every: 3}", "need 'template'"),
        ("insert: {template: sponsored}", "need 'every' or 'where'"),
        ("insert: {template: sponsored, every: 0}", "from 1 to"),
        ("insert: {template: sponsored, every: 3, after: 0}", "from 1 to"),
        ("insert: {template: sponsored, every: 3, from: newest}", "from: top, or from: oldest"),
        ("insert: {template: sponsored, where: \"{a} ==\"}", "the condition cannot be used"),
        ("insert: {template: sponsored, where: \"{a}\", every: 2}", "remove every"),
        ("separator: {inset: 3}", "needs 'height'"),
        ("separator: {height: 0}", "greater than 0"),
        ("separator: {height: 1, after: all}", "'after' is last"),
        ("sectoins: {by: x}", "did you mean 'sections'?"),
      ])
    func slipsAreFound(list: String, words: String) async throws {
      try configure("order: feed, \(list)")
      let run = try await shop.run("build", "home.ndjson")
      #expect(run.code == 78, "\(run.errors)")
      #expect(
        run.errors.contains("cellheights.yaml:5: ") && run.errors.contains(words), "\(run.errors)")
      #expect(!shop.has("Cache/heights.sqlite"))
    }

    @Test func templatesThatCannotBeBoundAreFound() async throws {
      try configure("order: feed, sections: {by: \"{title}\", header: post}")
      let post = try await shop.run("build", "home.ndjson")
      #expect(post.code == 78)
      #expect(
        post.errors.contains("CH0475 cellheights.yaml:5: list 'days' of feed 'home'"),
        "\(post.errors)")
      #expect(
        post.errors.contains("a cell of kind header has only section, count, first, last, list"))
      try shop.write(
        "schema: cellheights.config/1\nlists: {home: {feed: {header: day.yaml}}}\n",
        to: "cellheights.yaml")
      let feed = try await shop.run("build", "home.ndjson")
      #expect(feed.code == 78 && feed.errors.contains("Name another list, with order: feed"))
      #expect(!shop.has("Cache/heights.sqlite"))
    }

    @Test func theConfigurationIsPrintedAsItIsRead() async throws {
      try configure(Self.whole)
      let dump = try await shop.run("config", "dump")
      #expect(dump.code == 0)
      try shop.write(dump.output, to: "dumped.yaml")
      let one = try await shop.run("build", "home.ndjson", "--format", "json")
      let two = try await shop.run(
        "build", "home.ndjson", "--config", "dumped.yaml", "--store", "two.sqlite", "--format",
        "json")
      #expect(two.code == 0, "\(two.errors)")
      #expect(
        try JSONLine(one.output).string("listDigest") == JSONLine(two.output).string("listDigest"))
    }

    /// Cells of two processes, in any order, become the store of one build.
    @Test func importedCellsHaveTheLists() async throws {
      try configure(Self.whole)
      let one = try JSONLine(
        await shop.run("build", "home.ndjson", "--format", "json").output)
      let records = try await shop.run("records", "home.ndjson").lines.enumerated().map {
        String($1.dropLast()) + #","position":\#($0)}"#
      }
      var outputs: [String] = []
      for part in [records.suffix(5), records.prefix(7)] {
        let run = try await shop.start(
          ["layout", "--cells", "store", "--carry", "position"],
          input: .text(part.joined(separator: "\n"))
        ).outcome()
        #expect(run.code == 0, "\(run.errors)")
        outputs.append(run.output)
      }
      try shop.write(outputs.joined(), to: "cells.ndjson")
      let words = ["import", "cells.ndjson", "--feed", "home", "--store", "all.sqlite"]
      let bare = try await shop.start(words).outcome()
      #expect(
        bare.code == 0 && bare.errors.contains("left out of feed 'home': 'days'"), "\(bare.errors)")
      let all = try await shop.start(
        words + ["--input", "home.ndjson", "--format", "json"]
      ).outcome()
      #expect(all.code == 0, "\(all.errors)")
      #expect(try JSONLine(all.output).string("digest") == one.string("digest"))
      #expect(try JSONLine(all.output).string("listDigest") == one.string("listDigest"))
    }

    @Test func rangesOfWidthsHaveNoCellsOfLists() async throws {
      try configure(Self.whole)
      let build = try await shop.run(
        "build", "home.ndjson", "--environment", "390", "--environment", "390..391")
      #expect(build.code == 0, "\(build.errors)")
      #expect(try await shop.run("publish", "public").code == 0)
      #expect(try await shop.run("verify", "--sample", "all").output.contains("holds"))
      let width = try await shop.run("lookup", "section:2026-01-20", "--environment", "391")
      #expect(width.code == 1)
    }

    @Test func emptyListsAreWhole() async throws {
      try shop.write("nobody\n", to: "none.txt")
      let parts = [
        "sections: {by: \"{published, date}\", header: day}, footer: end", "header: end",
        "separator: {height: 1}", "insert: {template: sponsored, every: 1}",
      ]
      for part in parts {
        try configure("ids: none.txt, \(part)")
        let build = try await shop.run("build", "home.ndjson", "--replace")
        #expect(build.code == 0, "\(part): \(build.errors)")
        let verified = try await shop.run("verify", "--sample", "all")
        #expect(verified.output.contains("holds"), "\(part): \(verified.output)")
        #expect(try await shop.run("publish", "public").code == 0)
      }
    }

    @Test func valuesOfSectionsMayHaveAnySign() async throws {
      try shop.write(
        SampleFeed.text([
          #"{"id":"a","title":"x#2"}"#, #"{"id":"b","title":"100 %"}"#,
          #"{"id":"c","title":"x#2"}"#,
          #"{"id":"section:q","title":"x"}"#,
        ]), to: "home.ndjson")
      try configure("order: feed, sections: {by: \"{title}\", header: day}")
      let build = try await shop.run("build", "home.ndjson")
      #expect(build.code == 0 && build.errors.contains("CH0474"), "\(build.errors)")
      for (value, ids) in [
        ("x#2", ["section:x%232", "c"]), ("x%232#2", ["section:x%232#2", "a"]),
        ("100 %", ["section:100 %25", "b"]), ("100 %25", ["section:100 %25", "b"]),
      ] {
        let cells = try await lines("lookup", "--section", value)
        #expect(cells.compactMap { $0.string("id") } == ids, "\(value)")
      }
      // The refused record is not counted when the cells of the list are made again.
      let verified = try await shop.run("verify", "--sample", "all")
      #expect(
        verified.output.contains("holds") && !verified.output.contains("changed"),
        "\(verified.output)")
    }

    @Test func slipsInValuesAreReported() async throws {
      try configure(
        "order: feed, sections: {by: \"{publishd, date}\", header: day}, "
          + "insert: {template: sponsored, where: \"{sponsred}\"}")
      let build = try await shop.run("build", "home.ndjson")
      #expect(build.code == 0)
      #expect(
        build.errors.contains("CH0477") && build.errors.contains("no record has a value of 'by'"))
      // A name with two spaces has one in ids.
      try shop.write(
        """
        schema: cellheights.config/1
        templates: {end: end.yaml}
        lists: {home: {"my  days": {order: feed, footer: end}, "my days": {order: feed, footer: end}}}
        """, to: "cellheights.yaml")
      let same = try await shop.run("build", "home.ndjson")
      #expect(same.code == 78 && same.errors.contains("would have the same ids"), "\(same.errors)")
    }

    @Test func simulationsScrollTheList() async throws {
      try configure(Self.whole)
      try #require(await shop.run("build", "home.ndjson").code == 0)
      for strategy in ["stored", "live"] {
        let run = try await shop.run(
          "simulate", "--list", "days", "--strategy", strategy, "--format", "json")
        #expect(run.code == 0, "\(run.errors)")
      }
    }
  }
}
