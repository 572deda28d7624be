import Foundation
import Testing

extension CommandLineTests {
  @Suite struct MeasureOptionTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private func measure(
      _ text: String, width: String = "500", _ options: String...
    ) async throws -> JSONLine {
      let run = try await shop.start(
        ["measure", "--text", text, "--width", width, "--format", "json"] + options
      ).outcome()
      try #require(run.code == 0, "\(run.errors)")
      return try JSONLine(run.output)
    }

    private func width(_ answer: JSONLine) throws -> Double {
      try #require((answer.objects("lines").first?["width"] as? NSNumber)?.doubleValue)
    }

    /// A text may begin like an option, or with a mark that is one character with the sign before it.
    @Test(arguments: [
      (["--text", "->x"], 3), (["--text=--"], 2), (["--text=->x"], 3),
      (["--text=\u{301}x"], 2), (["--text", "\u{301}x"], 2), (["--text=a=\u{301}"], 3),
    ])
    func aTextMayBeginWithAnything(_ text: [String], _ units: Int) async throws {
      let run = try await shop.start(
        ["measure"] + text + ["--width", "500", "--format", "json"]
      ).outcome()
      try #require(run.code == 0, "\(run.errors)")
      let lines = try JSONLine(run.output).objects("lines")
      #expect((lines.last?["end"] as? NSNumber)?.intValue == units)
    }

    @Test func distancesAddUp() async throws {
      // Two paragraphs of one line each.
      let height = try await measure("a\nb", "--line-height", "20").number("height")
      #expect(height == 40)
      let spaced = try await measure(
        "a\nb", "--line-height", "20", "--line-spacing", "3", "--paragraph-spacing", "5",
        "--paragraph-spacing-before", "2")
      #expect(spaced.number("height") == 50)
    }

    @Test func linesKeepWithinTheirBounds() async throws {
      #expect(try await measure("a", "--minimum-line-height", "30").number("height") == 30)
      #expect(try await measure("a", "--maximum-line-height", "10").number("height") == 10)
      let multiple = try await measure(
        "a", "--metrics", "css", "--size", "16", "--line-height-multiple", "1.5")
      #expect(multiple.number("height") == 24)
    }

    @Test func tabsReachToTheirStops() async throws {
      let letter = try width(await measure("b"))
      let tabbed = try width(await measure("a\tb", "--tab-interval", "100"))
      #expect(abs(tabbed - 100 - letter) < 1e-9)
    }

    @Test func wordsMayBeBrokenAnywhere() async throws {
      let room = "\(try width(await measure("aaa b")) + 0.5)"
      func ends(_ wrapping: String) async throws -> [Int] {
        try await measure("aaa bbb", width: room, "--wrapping", wrapping).objects("lines")
          .compactMap { ($0["end"] as? NSNumber)?.intValue }
      }
      #expect(try await ends("word") == [4, 7])
      #expect(try await ends("character") == [5, 7])
    }

    @Test func trackingIsThatOfTheTable() async throws {
      // Apple's table has -0.43 points at 17 points.
      let plain = try width(await measure("abcd", "--size", "17"))
      let tracked = try width(await measure("abcd", "--size", "17", "--tracking", "sanFrancisco"))
      #expect(abs(plain - 4 * 0.43 - tracked) < 1e-9)
    }

    @Test func aTextThatIsTooLongIsCutOrShrunkOrTightened() async throws {
      let text = "A label that is a little too long"
      let full = try width(await measure(text))
      let room = "\(full * 0.97)"
      let cut = try await measure(text, width: room, "--lines", "1")
      #expect(cut["truncated"] as? Bool == true)
      #expect(cut["scale"] == nil)
      let tightened = try await measure(text, width: room, "--lines", "1", "--tightening", "0.05")
      #expect(tightened["truncated"] == nil)
      #expect(try abs(width(tightened) - full * 0.97) < 1e-3)
      let shrunk = try await measure(text, width: room, "--lines", "1", "--minimum-scale", "0.5")
      #expect(shrunk["truncated"] == nil)
      // Scales are tried in steps of 1/2048 here.
      let scale = try #require(shrunk.number("scale"))
      #expect(scale <= 0.97 && scale > 0.97 - 1.0 / 1024)
      #expect(abs(try width(shrunk) - full * scale) < 1e-6)
      #expect(shrunk.number("height") == cut.number("height"))
    }

    @Test func aStandInIsToldOfASingleText() async throws {
      #expect(try await measure("a")["trust"] as? [String] == ["substitute-font"])
      #expect(try await measure("a", "--font", "Inter")["trust"] == nil)
    }

    @Test(arguments: [
      ["--line-height-multiple", "-1"], ["--line-height-multiple", "1001"],
      ["--minimum-line-height=-1"], ["--maximum-line-height", "nan"], ["--line-spacing=-0.5"],
      ["--paragraph-spacing", "1e9"], ["--paragraph-spacing-before", "inf"],
      ["--minimum-line-height", "20", "--maximum-line-height", "10"], ["--tab-interval", "0"],
      ["--minimum-scale", "1.5"], ["--tightening=-0.1"], ["--tracking", "loose"],
      ["--wrapping", "syllable"], ["--direction", "up"], ["--font-width", "10"],
      ["--lines=-1"], ["--jobs", "0"], ["--jobs", "257"], ["--svg", ""],
    ])
    func whatCannotBeIsAUsageError(_ options: [String]) async throws {
      let run = try await shop.start(["measure", "--text", "a", "--width", "5"] + options)
        .outcome()
      #expect(run.code == 64)
      #expect(run.output == "")
      // It names the option, and what it takes.
      let name = try #require(options.first?.split(separator: "=").first)
      #expect(run.errors.contains(name))
    }
  }
}
