import Foundation
import Testing

extension CommandLineTests {
  /// `build --shard`, `merge`, `layout --carry`, `layout --cells store` and `import`.
  @Suite struct ShardCommandTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(Self.feed, to: "home.ndjson")
    }

    /// Six records, a repeated id, a line that is no record, and a cell that fails.
    static let feed =
      SampleFeed.text + "[1]\n" + SampleFeed.lines[1] + "\n"
      + #"{"id":"high","image":{"url":"https://images.example.org/1.jpg","width":1,"height":900000000}}"#
      + "\n"

    private static let environments = ["--environment", "{320,390}"]

    private func build(_ more: String..., store: String) async throws -> Program.Outcome {
      try await shop.start(
        ["build", "home.ndjson", "--store", store, "--format", "json"] + Self.environments + more
      ).outcome()
    }

    @Test func shardsMergeToOneBuild() async throws {
      let one = try JSONLine(try await build(store: "one.sqlite").output)
      for index in 1...3 {
        let shard = try await build("--shard", "\(index)/3", store: "\(index).sqlite")
        #expect(shard.code == 0, "\(shard.errors)")
      }
      let merged = try await shop.run(
        "merge", "3.sqlite", "1.sqlite", "2.sqlite", "--store", "all.sqlite", "--format", "json")
      #expect(merged.code == 0, "\(merged.errors)")
      #expect(merged.errors.contains("warning CH0110: record 'high'"))
      #expect(merged.errors.contains("warning CH0430: record 'b'"))
      let document = try JSONLine(merged.output)
      #expect(document.string("schema") == "cellheights.build/1")
      for name in ["digest", "listDigest"] { #expect(document.string(name) == one.string(name)) }
      for name in ["records", "failedRecords", "duplicates", "environments"] {
        #expect(document.number(name) == one.number(name), "\(name)")
      }
      #expect(document.number("shards") == 3)
      let table = try await shop.run(
        "merge", "1.sqlite", "2.sqlite", "3.sqlite", "--store", "all.sqlite")
      #expect(
        table.lines.first?.hasPrefix("merged   9 records (2 failed) × 2 environments") == true)
      #expect(table.lines.contains("shards   3"))
      #expect(table.lines.count <= 7)
      // A shard is a store.
      let stores = try await shop.run("stores", "--store", "2.sqlite")
      #expect(stores.output.contains("shard 2 of 3"))
      let json = try await shop.run("stores", "--store", "2.sqlite", "--format", "json")
      #expect(json.output.contains(#""shard":{"number":2,"shards":3}"#))
      #expect(try await shop.run("export", "--store", "2.sqlite").code == 0)
    }

    @Test func refusalsHaveCodes() async throws {
      for flags in [
        ["--shard", "0/3"], ["--shard", "4/3"], ["--shard", "x"], ["--shard", "1/3", "--strict"],
        ["--shard", "1/3", "--max-removed", "1"], ["--shard", "1/3", "--fail-on", "truncated"],
      ] {
        #expect(try await shop.start(["build", "home.ndjson"] + flags).outcome().code == 64)
      }
      #expect(try await build("--shard", "1/2", store: "1.sqlite").code == 0)
      let half = try await shop.run("merge", "1.sqlite", "--store", "all.sqlite")
      #expect(half.code == 64)
      #expect(half.errors.contains("CH0722 of 2 shards number 2 is missing"))
      let none = try await shop.run("merge", "none.sqlite", "--store", "all.sqlite")
      #expect(none.code == 66)
      let other = try await build(store: "1.sqlite")
      #expect(other.code == 65)
      #expect(other.errors.contains("CH0720 1.sqlite is shard 1/2"))
      #expect(try await build(store: "one.sqlite").code == 0)
      let whole = try await shop.run("merge", "one.sqlite", "--store", "all.sqlite")
      #expect(whole.code == 65)
      #expect(whole.errors.contains("CH0721 one.sqlite is a store of all records"))
      #expect(!shop.has("all.sqlite"))
    }

    @Test func wordsAreCarried() async throws {
      let input = [
        #"{"id":"a","title":"A","position":12,"tag":{"b":[1.50,"\u00e9",null]}}"#,
        #"{"id":"b","position":3}"#, #"["position"]"#, #"{"id":7,"position":5,"title":[}"#,
        #"{"id":"high","position":9,"image":{"url":"x","width":1,"height":900000000}}"#,
      ]
      let run = try await shop.run(
        "layout", "--carry", "position", "--carry", "tag", input: .text(SampleFeed.text(input)))
      #expect(run.code == 0)
      let lines = run.lines
      #expect(lines[0].hasSuffix(#","position":12,"tag":{"b":[1.50,"é",null]}}"#))
      #expect(lines[1].hasSuffix(#"],"position":3}"#))
      #expect(!lines[2].contains(#""position":"#))
      #expect(!lines[3].contains(#""position":"#))
      #expect(lines[4].hasPrefix(#"{"schema":"cellheights.error/1""#))
      #expect(lines[4].hasSuffix(#","position":9}"#))
      #expect(lines[5] == #"{"eof":5}"#)
      for name in ["id", "", "schema", "steps"] {
        #expect(try await shop.run("layout", "--carry", name).code == 64)
      }
    }

    /// The feed's lines with their positions.
    private static var positioned: [String] {
      feed.split(separator: "\n").enumerated().map { position, line in
        line.hasPrefix("{") ? #"{"position":\#(position),"# + line.dropFirst() : String(line)
      }
    }

    private func cells(_ lines: [String]) async throws -> [String] {
      let run = try await shop.start(
        ["layout", "--cells", "store", "--carry", "position"] + Self.environments,
        input: .text(SampleFeed.text(lines))
      ).outcome()
      #expect(run.code == 0, "\(run.errors)")
      return run.lines
    }

    @Test func importedCellsEqualABuild() async throws {
      // The position is a part of the record, and thereby of its version.
      try shop.write(SampleFeed.text(Self.positioned), to: "home.ndjson")
      let one = try JSONLine(try await build(store: "one.sqlite").output)
      // Two outputs, the second half first, and lines within an output in another order.
      let lines = Self.positioned
      let second = try await cells(Array(lines[4...]))
      let first = try await cells(Array(lines[..<4]))
      let mixed = second.prefix(1) + second.dropFirst().dropLast().reversed() + second.suffix(1)
      try shop.write(SampleFeed.text(mixed + first), to: "cells.ndjson")
      let run = try await shop.run(
        "import", "cells.ndjson", "--feed", "home", "--store", "all.sqlite", "--format", "json")
      #expect(run.code == 0, "\(run.errors)")
      let document = try JSONLine(run.output)
      for name in ["digest", "listDigest"] { #expect(document.string(name) == one.string(name)) }
      for name in ["records", "failedRecords", "duplicates"] {
        #expect(document.number(name) == one.number(name), "\(name)")
      }
      // A build has nothing to compute.
      let again = try JSONLine(try await build(store: "all.sqlite").output)
      #expect(again.number("cells", "computed") == 0)
      // Without positions the lines keep their order.
      let plain = try await shop.start(
        ["layout", "--cells", "store"] + Self.environments, input: .text(Self.feed)
      ).outcome()
      let piped = try await shop.run(
        "import", "-", "--feed", "home", "--store", "piped.sqlite", "--format", "json",
        input: .text(plain.output))
      #expect(try JSONLine(piped.output).string("listDigest") == one.string("listDigest"))
      #expect(try await shop.run("import", "-", "--feed", "home", "--store", "p").code == 65)
    }

    @Test func otherLinesAreRefused() async throws {
      let lines = try await cells(Array(Self.positioned[..<3]))
      func refusal(_ lines: some Sequence<String>) async throws -> String {
        let run = try await shop.run(
          "import", "-", "--feed", "home", "--store", "no.sqlite",
          input: .text(SampleFeed.text(lines)))
        #expect(run.code == 65)
        #expect(!shop.has("no.sqlite"))
        return run.errors
      }
      #expect(
        try await refusal(lines.dropLast()).contains("CH0725 line 7 of the cells: it is the last"))
      #expect(try await refusal(lines.dropFirst()).contains("line 1 of the cells: it is not"))
      #expect(
        try await refusal(lines[..<3] + lines[4...]).contains(
          "eof says 3 records, before it stand 5"))
      #expect(try await refusal([]).contains("there is no line"))
      #expect(
        try await refusal(lines + lines).contains("records 'a' and 'a' both have position 0"))
      #expect(try await refusal(lines[..<2] + ["{"] + lines[2...]).contains("line 3"))
      for (word, other) in [
        (#""fingerprint":""#, #""fingerprint":"x"#), (#""position":0"#, #""position":-1"#),
        (#""steps":{"height":"#, #""steps":{"height":-"#),
        (#""templateHash":""#, #""templateHash":"x"#),
        (#"},"position":0"#, "}"),
        (#""trust":["#, #""trust":null,"x":["#), (#""trust":["#, #""trust":-1,"x":["#),
        (#""trust":["#, #""trust":"substitute-font","x":["#),
        (#""template":"post""#, #""template":"card""#), (#""height":"#, #""height":1"#),
        (#""exactHeight":"#, #""exactHeight":1"#), (#""frames":[{"#, #""frames":[{"x":1e3,"#),
        (#""lines":1,"truncated":false"#, #""lines":1,"truncated":true"#),
        (#""lines":1,"truncated":false"#, #""lines":2,"truncated":false"#),
      ] {
        let changed = lines.map { $0.contains(#""id":"a""#) ? $0.replacing(word, with: other) : $0 }
        #expect(changed != lines, "\(word)")
        #expect(try await refusal(changed).contains("CH0725 line "), "\(word) \(other)")
      }
      for (word, other, detail) in [
        (#""stepsPerPoint":3"#, #""stepsPerPoint":64"#, "'stepsPerPoint' of environment"),
        (#""stepsPerPoint":3"#, #""stepsPerPoint":1e308"#, "'stepsPerPoint' of environment"),
        (#""engineVersion":""#, #""engineVersion":"9"#, "engine version 9"),
      ] {
        let changed = [lines[0].replacing(word, with: other)] + lines.dropFirst()
        let errors = try await refusal(changed)
        #expect(errors.contains("CH0725 line 1 of the cells: \(detail)"), "\(errors)")
      }
    }

    /// In one environment nothing else distinguishes two records of one position.
    @Test func aPositionIsThatOfOneRecord() async throws {
      let layout = try await shop.run(
        "layout", "--cells", "store", "--carry", "position",
        input: .text(#"{"id":"a","position":4}"# + "\n" + #"{"id":"b","position":4}"# + "\n"))
      let run = try await shop.run(
        "import", "-", "--feed", "home", "--store", "no.sqlite", input: .text(layout.output))
      #expect(run.code == 65)
      #expect(run.errors.contains("CH0725 line 3 of the cells: records 'a' and 'b' both have "))
      #expect(!shop.has("no.sqlite"))
    }

    @Test func aMergeAdvisesWhatItCan() async throws {
      #expect(try await build("--shard", "1/2", store: "1.sqlite").code == 0)
      let twice = try await shop.run("merge", "1.sqlite", "1.sqlite", "--store", "all.sqlite")
      #expect(twice.errors.contains("CH0722 1.sqlite is named twice, as shard 1/2"))
      let none = try await shop.run("merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite")
      #expect(none.code == 66)
      #expect(none.errors.contains("build FEED --shard I/N --store 2.sqlite"))
      let half = try await shop.run("merge", "1.sqlite", "--store", "all.sqlite")
      #expect(half.errors.contains("build FEED --shard 2/2 --store FILE"))
      #expect(try await build("--shard", "2/2", store: "2.sqlite").code == 0)
      try await shop.run(
        "build", "home.ndjson", "--environment", "{320,390,430}", "--store", "all.sqlite",
        "--max-failed", "50%")
      let drop = try await shop.run("merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite")
      #expect(drop.code == 65)
      #expect(drop.errors.contains("Add --replace to switch, or build the shards with it too."))
      #expect(!drop.errors.contains("--add-environment"))
    }

    @Test func aListByAValueIsMadeByTheMerge() async throws {
      let lists = "schema: cellheights.config/1\nlists: {home: {titles: {order: title}}}\n"
      try shop.write(lists, to: "cellheights.yaml")
      let one = try JSONLine(try await build(store: "one.sqlite").output)
      for index in 1...2 {
        #expect(try await build("--shard", "\(index)/2", store: "\(index).sqlite").code == 0)
      }
      let shards = ["1.sqlite", "2.sqlite"]
      let merged = try await shop.start(
        ["merge"] + shards + ["--store", "all.sqlite", "--format", "json"]
      ).outcome()
      #expect(merged.code == 0, "\(merged.errors)")
      #expect(try JSONLine(merged.output).string("listDigest") == one.string("listDigest"))
      let published = try await shop.start(
        ["publish", "public"] + shards.flatMap { ["--shard", $0] }
      ).outcome()
      #expect(published.code == 0, "\(published.errors)")
      let whole = try await shop.run("publish", "whole", "--store", "all.sqlite")
      #expect(whole.code == 0, "\(whole.errors)")
      #expect(try shop.names(in: "public/c") == shop.names(in: "whole/c"))
      #expect(try shop.names(in: "public/c").count > 1)
      try shop.write("schema: cellheights.config/1\n", to: "none.yaml")
      let plain = try await shop.start(
        ["merge", "--config", "none.yaml", "--store", "plain.sqlite"] + shards
      ).outcome()
      #expect(plain.code == 0)
      #expect(plain.errors.contains("were built for list 'titles', which"))
      let without = try await shop.start(
        ["publish", "none", "--config", "none.yaml"] + shards.flatMap { ["--shard", $0] }
      ).outcome()
      #expect(without.code == 65 && !shop.has("none"))
      #expect(without.errors.contains("CH0727 1.sqlite was built for list 'titles'"))
      try shop.write(lists.replacing("title}", with: "author}"), to: "cellheights.yaml")
      let other = try await shop.start(["merge"] + shards + ["--store", "other.sqlite"]).outcome()
      #expect(other.code == 65)
      #expect(other.errors.contains("CH0726 the shards of feed 'home'"))
      #expect(!shop.has("other.sqlite"))
    }

    @Test func aKilledMergeGoesOn() async throws {
      let one = try JSONLine(try await build(store: "one.sqlite").output)
      for index in 1...2 {
        #expect(try await build("--shard", "\(index)/2", store: "\(index).sqlite").code == 0)
      }
      // At some moment of the merge, or after it.
      for milliseconds in [5, 20, 40, 60] {
        let run = try shop.start(["merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite"])
        try await Task.sleep(for: .milliseconds(milliseconds))
        run.kill()
        _ = try? await run.outcome()
      }
      let merged = try await shop.run(
        "merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite", "--format", "json")
      #expect(merged.code == 0)
      #expect(try JSONLine(merged.output).string("digest") == one.string("digest"))
      #expect(!shop.has("all.sqlite.building"))
    }
  }
}
