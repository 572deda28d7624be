import Foundation
import Testing

extension CommandLineTests {
  /// `fonts`, and builds with metrics packs.
  @Suite struct FontsTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// The pack of Inter's regular and semibold faces, which all tests read.
    private static let pack = Task {
      let shop = try Workshop()
      let run = try await shop.run(
        "fonts", "capture", "Inter", "--weights", "400,600", "--output", "inter.json")
      guard run.code == 0 else { throw CocoaError(.fileReadUnknown) }
      return try shop.bytes("inter.json")
    }

    private func writePack(_ name: String = "inter.json") async throws -> String {
      let bytes = try await Self.pack.value
      try shop.write(String(decoding: bytes, as: UTF8.self), to: name)
      return name
    }

    private static let feed = """
      {"id":"a","title":"Seven letters","published":"2026-01-31T08:00:00Z","content_text":"Only Latin words, 12:30."}
      {"id":"b","title":"שלום","published":"2026-01-31T08:00:00Z","content_text":"A word of Hebrew."}
      {"id":"c","title":"Soft","published":"2026-01-31T08:00:00Z","content_text":"A soft\\u00adhyphen and 👍."}

      """

    @Test func wordsAreListedByFrequency() async throws {
      try shop.write(Self.feed, to: "feed.ndjson")
      let run = try await shop.run("fonts", "words", "feed.ndjson")
      #expect(run.code == 0)
      #expect(
        Set(run.lines).isSuperset(of: ["A", "letters", "12:30.", "שלום", "👍", "soft\u{AD}hyphen"]))
      #expect(run.lines.count == Set(run.lines).count)
      let counted = try await shop.run(
        "fonts", "words", "feed.ndjson", "--limit", "1", "--format", "json")
      #expect(counted.lines.count == 1)
      let count = try JSONLine(counted.output)["count"] as? Int
      #expect(count ?? 0 >= 2)
      #expect(try await shop.run("fonts", "words").code == 64)
      #expect(try await shop.run("fonts", "words", "none.ndjson").code == 66)
    }

    @Test func everyCommandThatLaysOutTellsOfSystemFontsThatNoLabelHas() async throws {
      try shop.write(Self.feed, to: "feed.ndjson")
      let fonts = ["--system-font", try await writePack()]
      for command in [
        ["build", "feed.ndjson", "--plan"], ["build", "feed.ndjson"],
        ["inspect", "a"], ["inspect", "--template", "post", "--input", "feed.ndjson"],
        ["verify", "--sample", "all", "--input", "feed.ndjson"],
        ["fonts", "show", "feed.ndjson"], ["template", "check", "post", "--input", "feed.ndjson"],
        ["template", "diff", "post", "post", "--input", "feed.ndjson"],
      ] {
        let run = try await shop.start(command + fonts).outcome()
        let warnings = run.errorLines.filter { $0.contains("only serve characters") }
        #expect(warnings.count == 1, "\(command): \(run.errors)")
        #expect(warnings.first?.hasPrefix("warning: ") == true)
      }
      for command in [["build", "feed.ndjson", "--plan"], ["fonts", "show", "feed.ndjson"]] {
        let run = try await shop.start(command + ["--template", "post-system"] + fonts).outcome()
        #expect(!run.errors.contains("only serve characters"), "\(command): \(run.errors)")
      }
    }

    @Test func exactlyTheCellsThatThePackLacksAreMarked() async throws {
      try shop.write(Self.feed, to: "feed.ndjson")
      let pack = try await writePack()
      let show = try await shop.run(
        "fonts", "show", "feed.ndjson", "--template", "post-system", "--system-font", pack,
        "--format", "json")
      #expect(show.code == 1)
      let report = try JSONLine(show.output)
      let feeds = try #require(report["feeds"] as? [String: Any])
      #expect(feeds["cells"] as? Int == 3)
      #expect(feeds["substituteFont"] as? Int == 2)
      let unmeasured = feeds["unmeasured"] as? [String]
      #expect(unmeasured == ["ו", "ל", "ם", "ש", "👍", "soft\u{AD}hyphen"])
      let doctor = try await shop.run(
        "doctor", "feed.ndjson", "--template", "post-system", "--system-font", pack)
      #expect(doctor.code == 0)
      #expect(doctor.output.contains("3 of 3 records, 2 substitute-font"))
      #expect(doctor.output.contains("not in the packs: 6 words and characters: 'ו'"))
      let build = try await shop.run(
        "build", "feed.ndjson", "--template", "post-system", "--system-font", pack)
      #expect(build.code == 0)
      #expect(build.output.contains("1 exact, 2 substitute-font"))
      #expect(build.output.contains("not in the packs: 6 words and characters: 'ו'"))
      for (id, trust) in [
        ("a", "[]"), ("b", #"["substitute-font"]"#), ("c", #"["substitute-font"]"#),
      ] {
        let cell = try await shop.run("lookup", id, "--format", "json")
        #expect(cell.output.contains("\"trust\":\(trust)"))
      }
    }

    @Test func heightsOfTheDemoAreThoseOfTheFontsFiles() async throws {
      let pack = try await writePack()
      let demo = Workshop.demo("demo.json")
      let plain = try await shop.run(
        "build", demo, "--store", "file.sqlite", "--environment", "390")
      #expect(plain.code == 0, "\(plain.errors)")
      let packed = try await shop.run(
        "build", demo, "--template", "post-system", "--store", "pack.sqlite", "--environment",
        "390",
        "--system-font", pack, "--format", "json")
      let trust = try #require(JSONLine(packed.output)["trust"] as? [String: Any])
      // The others are in scripts of which Inter has no letters.
      #expect(trust["exact"] as? Int == 172)
      #expect(trust["substitute-font"] as? Int == 29)
      func heights(_ store: String) async throws -> [String] {
        let run = try await shop.run("export", "--store", store, "--format", "csv")
        #expect(run.code == 0, "\(run.errors)")
        return run.output.split(whereSeparator: \.isNewline).map {
          $0.split(separator: ",").dropFirst().prefix(3).joined(separator: ",")
        }
      }
      #expect(try await heights("file.sqlite").count > 200)
      #expect(try await heights("pack.sqlite") == heights("file.sqlite"))
    }

    @Test func packsAreShownAndDamagedOnesRefused() async throws {
      let pack = try await writePack()
      let shown = try await shop.run("fonts", "show", "--font-family", "Brand=\(pack)")
      #expect(shown.code == 0)
      #expect(shown.lines.first?.hasPrefix("Brand  Inter, font file, OpenType, HarfBuzz") == true)
      #expect(shown.output.contains("600 all sizes"))
      let doctor = try await shop.run("doctor", "--system-font", pack)
      #expect(doctor.code == 0)
      #expect(doctor.output.contains("a metrics pack"))
      let text = try String(decoding: shop.bytes(pack), as: UTF8.self)
      try shop.write(text.replacing("\"weight\":400", with: "\"weight\":401"), to: "changed.json")
      let changed = try await shop.run("fonts", "show", "--system-font", "changed.json")
      #expect(changed.code == 78)
      #expect(
        changed.errors.contains("changed.json is no metrics pack that can be used: hash: it is '"))
      let none = try await shop.run("fonts", "show")
      #expect(none.output.contains("no metrics pack is declared"))
    }

    @Test(arguments: [
      ["capture"], ["capture", "Inter", "--weights", "0"], ["capture", "Inter", "--sizes", "a"],
      ["words", "feed.ndjson", "--limit", "0"],
    ])
    func whatIsWrongIsAUsageError(arguments: [String]) async throws {
      let run = try await shop.start(["fonts"] + arguments).outcome()
      #expect(run.code == 64)
      #expect(run.output == "")
    }

    @Test func aMissingListOfWordsOrFontIsNamed() async throws {
      let words = try await shop.run("fonts", "capture", "Inter", "--words", "none.txt")
      #expect(words.code == 66)
      #expect(words.errors.contains("none.txt"))
      let font = try await shop.run("fonts", "capture", "No Such Family")
      #expect(font.code == 78)
      #expect(font.errors.contains("No Such Family"))
    }

    @Test func aPackWithoutPairsIsToldOf() async throws {
      let run = try await shop.run("fonts", "capture", "Noto Color Emoji", "-o", "emoji.json")
      #expect(run.code == 0)
      #expect(run.errors.contains("warning: the font has no pairs"))
    }

    @Test func aPictureOfACellShowsBoxes() async throws {
      try shop.write(Self.feed, to: "feed.ndjson")
      let pack = try await writePack()
      _ = try await shop.run("build", "feed.ndjson", "--system-font", pack)
      let run = try await shop.run("inspect", "a", "--svg", "a.svg", "--system-font", pack)
      #expect(run.code == 0)
      let svg = try String(decoding: shop.bytes("a.svg"), as: UTF8.self)
      #expect(svg.matches(of: #/<path/#).count > 10 || svg.matches(of: #/<use/#).count > 10)
    }
  }
}
