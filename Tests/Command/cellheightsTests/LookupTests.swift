import Foundation
import Testing

extension CommandLineTests {
  @Suite struct LookupTests {
    let shop: Workshop

    init() async throws {
      shop = try await Workshop(holding: .twoWidths)
    }

    private func lookup(_ arguments: String..., input: Run.Input = .nothing) async throws
      -> Program.Outcome
    {
      try await shop.start(["lookup"] + arguments, input: input).outcome()
    }

    @Test func aCellHasAllThatTheContractNames() async throws {
      let run = try await lookup("b", "--environment", "390", "--format", "json")
      #expect(run.code == 0 && run.errors == "" && run.lines.count == 1)
      let cell = try JSONLine(run.output)
      #expect(
        cell.names == [
          "schema", "id", "feed", "version", "template", "environment", "trust", "height",
          "exactHeight", "frames", "list", "position", "offset", "generation",
        ])
      #expect(cell.string("schema") == "cellheights.cell/1")
      #expect(cell.string("environment") == "390@3x/L/ltr/en/uikit")
      #expect(cell.string("list") == "feed")
      #expect(cell.number("position") == 1)
      let frames = cell.objects("frames")
      #expect(
        frames.compactMap { $0["view"] as? String }
          == ["avatar", "title", "date", "body", "photo", "actions", "separator"])
      // A picture of 3:2 in 390 - 2 × 16 points: the photo's height is 358 × 2/3, and the pixel is ⅓.
      let photo = frames[4].compactMapValues { ($0 as? NSNumber)?.doubleValue }
      #expect(photo["width"] == 358)
      #expect(abs((photo["height"] ?? 0) - 358 * 2 / 3) <= 1.0 / 3)
      let height = try #require(cell.number("height"))
      for frame in frames {
        let rect = frame.compactMapValues { ($0 as? NSNumber)?.doubleValue }
        #expect((rect["y"] ?? -1) >= 0)
        #expect((rect["y"] ?? 0) + (rect["height"] ?? 0) <= height + 1e-9)
        #expect((rect["x"] ?? 0) + (rect["width"] ?? 0) <= 390)
      }
    }

    @Test func aTableHasOneLineAView() async throws {
      let run = try await lookup("a", "--environment", "390")
      #expect(run.code == 0)
      // Two lines of facts, headings, seven views.
      try #require(run.lines.count == 10)
      #expect(run.lines[0].hasPrefix("a  "))
    }

    @Test func aSubstituteIsNamedBelowTheTable() async throws {
      let shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson", "--template", "post-system")
      let run = try await shop.run("lookup", "a")
      #expect(run.lines.last?.hasPrefix("note  substitute-font: system → Inter") == true)
    }

    @Test func controlCharactersOfAnIdNeverReachTheTerminal() async throws {
      let run = try await lookup("z\u{1B}[2Jz", "--environment", "390")
      #expect(run.code == 1)
      #expect(!run.errors.unicodeScalars.contains("\u{1B}"))
      #expect(run.errors.contains("z\\u{1B}[2Jz"))
    }

    @Test func aMissSaysWhatThereIs() async throws {
      let cases = [
        (["a", "--environment", "393"], "have widths 375, 390; asked 393"),
        (["zzz", "--environment", "390"], "no record 'zzz' in feed home"),
        (["a", "--environment", "390/XL"], "have size categories L; asked XL"),
        (["a", "--environment", "390", "--feed", "work"], "no feed 'work'; have home"),
        (["e", "--environment", "390", "--version", "8"], "stored in version 7; asked 8"),
      ]
      for (arguments, sentence) in cases {
        let run = try await shop.start(["lookup"] + arguments).outcome()
        #expect(run.code == 1)
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains(sentence))
      }
      #expect(try await lookup("e", "--environment", "390", "--version", "7").code == 0)
    }

    @Test func theOnlyEnvironmentOfAWidthIsFoundByIt() async throws {
      try shop.write(#"{"id":"a","title":"A"}"#, to: "web.ndjson")
      try await shop.run(
        "build", "web.ndjson", "--store", "web.sqlite", "--environment", "{320,390}////css")
      for name in ["390", "390/css", "390@3x"] {
        for arguments in [
          ["lookup", "a"], ["lookup", "--at-offset", "0"], ["export"],
          ["export", "--format", "csv"], ["inspect", "a"], ["simulate", "read-drag"],
        ] {
          let run = try await shop.start(
            arguments + ["--environment", name, "--store", "web.sqlite"]
          ).outcome()
          #expect(run.code == 0 && !run.output.isEmpty, "\(arguments) \(name) \(run.errors)")
        }
        let diff = try await shop.run(
          "diff", "web.sqlite", "web.sqlite", "--environment", name, "--format", "json")
        #expect(diff.code == 0)
        #expect(diff.output.contains("390@3x/L/ltr/en/css") && !diff.output.contains("320@3x"))
      }
      try await shop.run(
        "build", "web.ndjson", "--store", "web.sqlite", "--add-environment", "390@2x////css")
      let several = try await shop.run(
        "export", "--environment", "390", "--format", "csv", "--store", "web.sqlite")
      #expect(several.code == 64 && several.output == "")
      #expect(several.errors.contains("390@3x/L/ltr/en/css, 390@2x/L/ltr/en/css"))
      let none = try await shop.run(
        "export", "--environment", "400", "--format", "csv", "--store", "web.sqlite")
      #expect(none.code == 1 && none.errors.contains("have widths 320, 390; asked 400"))
    }

    @Test func anIdThatIsSpeltAlikeIsNamed() async throws {
      try shop.write(#"{"id":"the-first-post","title":"A"}"#, to: "one.ndjson")
      try await shop.run("build", "one.ndjson", "--store", "one.sqlite")
      let run = try await lookup("the-frist-post", "nothing alike", "--store", "one.sqlite")
      #expect(
        run.errorLines == [
          "cellheights: no record 'the-frist-post' in feed one; did you mean 'the-first-post'?",
          "cellheights: no record 'nothing alike' in feed one",
        ])
    }

    @Test func anAnchorIsFoundAgain() async throws {
      let taken = try await lookup(
        "--anchor-at", "200", "--environment", "390", "--format", "json")
      #expect(taken.code == 0)
      let anchor = try JSONLine(taken.output)
      #expect(anchor.string("schema") == "cellheights.anchor/1")
      let found = try await lookup(
        "--anchor", taken.output, "--environment", "390", "--format", "json")
      #expect(found.code == 0)
      let place = try JSONLine(found.output)
      #expect(place.number("y") == 200 && place["follows"] as? Bool == false)
      #expect(place.string("id") == anchor.string("id"))
      let other = try await lookup(
        "--anchor", #"{"id":"gone","following":["c"]}"#, "--environment", "390")
      #expect(other.lines.first?.hasSuffix("the record itself is gone, this one followed") == true)
      let gone = try await lookup("--anchor", #"{"id":"gone"}"#, "--environment", "390")
      #expect(gone.code == 1 && gone.errors.contains("neither 'gone' nor a record"))
      for bad in ["{}", "a", #"{"id":"a","inside":1e999}"#] {
        #expect(try await lookup("--anchor", bad, "--environment", "390").code == 64)
      }
      #expect(try await lookup("a", "--anchor-at", "1").code == 64)
    }

    @Test func whatIsNotNamedButManifoldIsAUsageError() async throws {
      let environments = try await lookup("a")
      #expect(environments.code == 64)
      #expect(environments.errors.contains("375@3x/L/ltr/en/uikit, 390@3x/L/ltr/en/uikit"))
      try shop.write(SampleFeed.text, to: "work.ndjson")
      try await shop.run("build", "work.ndjson", "--environment", "390")
      let feeds = try await lookup("a", "--environment", "390")
      #expect(feeds.code == 64)
      #expect(feeds.errors.contains("home, work"))
      #expect(feeds.output == "" && feeds.errorLines.count == 1)
      #expect(try await lookup("a", "--environment", "390", "--feed", "work").code == 0)
    }

    @Test func idsComeFromStandardInput() async throws {
      let run = try await lookup(
        "-", "--environment", "390", "--format", "json", input: .text("f\r\n\nnope\na"))
      #expect(run.code == 1)
      #expect(try run.lines.map { try JSONLine($0).string("id") } == ["f", "a"])
      #expect(run.errorLines.count == 1)
    }

    @Test func offsetsAndRangesFollowTheList() async throws {
      let scope = ["--environment", "390", "--format", "json"]
      let run = try await shop.start(["lookup", "--range", "0..6"] + scope).outcome()
      let cells = try run.lines.map { try JSONLine($0) }
      #expect(cells.compactMap { $0.string("id") } == ["a", "b", "c", "d", "e", "f"])
      var top = 0.0
      for (position, cell) in cells.enumerated() {
        #expect(cell.number("position") == Double(position))
        #expect(abs((cell.number("offset") ?? -1) - top) < 1e-9)
        let height = try #require(cell.number("height"))
        for offset in [top + 0.01, top + height - 0.01] {
          let hit = try await shop.start(["lookup", "--at-offset", "\(offset)"] + scope).outcome()
          #expect(hit.lines == [cell.text])
        }
        top += height
        let here = try await shop.start(["lookup", "--position", "\(position)"] + scope).outcome()
        #expect(here.lines == [cell.text])
      }
      for arguments in [
        ["--at-offset", "\(top + 1)"], ["--at-offset", "-1"], ["--range", "6..7"],
        ["--position", "6"],
      ] {
        let miss = try await shop.start(["lookup"] + arguments + scope).outcome()
        #expect(miss.code == 1)
        #expect(miss.output == "" && miss.errorLines.count == 1)
      }
      #expect(try await shop.start(["lookup", "--range", "3..1"] + scope).outcome().code == 64)
      #expect(try await shop.start(["lookup", "--position", "-1"] + scope).outcome().code == 64)
      #expect(try await lookup("--environment", "390").code == 64)
    }

    @Test func anExportIsEveryLookupInListOrder() async throws {
      let export = try await shop.run("export", "--format", "ndjson")
      var lookups: [String] = []
      for width in ["375", "390"] {
        lookups += try await lookup(
          "a", "b", "c", "d", "e", "f", "--environment", width, "--format", "json"
        ).lines
      }
      #expect(export.code == 0)
      #expect(export.lines == lookups)
      let one = try await shop.run("export", "--environment", "390", "--feed", "home")
      #expect(one.lines == Array(lookups.suffix(6)))
      #expect(try await shop.run("export", "--environment", "393").code == 1)
    }

    @Test func aReaderThatHasEnoughEndsTheCommandQuietly() async throws {
      let run = try await shop.shell("$cellheights export | head -n 1; echo ${PIPESTATUS[0]}")
      #expect(run.lines.count == 2)
      // Ended by the signal of a broken pipe, or by itself if the signal is ignored.
      #expect(["0", "141"].contains(run.lines.last))
      #expect(run.errors == "")
    }

    @Test func outputThatCannotBeWrittenIsAFailure() async throws {
      let run = try await shop.shell("$cellheights export >/dev/full")
      #expect(run.code == 74)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains("writing standard output failed"))
    }
  }
}

extension CommandLineTests {
  /// Ranges of widths through the commands.
  @Suite struct WidthRangeCommandTests {
    @Test func everyCommandKnowsARange() async throws {
      let shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let build = try await shop.run("build", "home.ndjson", "--environment", "290..310@1x")
      #expect(build.code == 0, "\(build.errors)")
      #expect(try await shop.run("build", "home.ndjson", "--add-environment", "375").code == 0)
      let only = try await shop.run("template", "diff", "post", "post", "--feed", "home")
      #expect(only.code == 0 && only.output.contains("× 1 environment"), "\(only.output)")
      let named = try await shop.run(
        "template", "diff", "post", "post", "--feed", "home", "--environment", "280..900")
      #expect(named.code == 64 && named.errors.contains("range"))
      let inside = try await shop.run("lookup", "b", "--environment", "300@1x", "--format", "json")
      let cell = try JSONLine(inside.output)
      #expect(cell.string("environment") == "300@1x/L/ltr/en/uikit")
      #expect(cell["frames"] is NSNull && cell["exactHeight"] is NSNull)
      #expect(cell.number("height") ?? 0 > 0 && cell["position"] == nil)
      let whole = try await shop.run(
        "lookup", "b", "--environment", "290..310@1x", "--format", "json")
      let heights = try JSONLine(whole.output).objects("heights")
      #expect(heights.first?["width"] as? Double == 290)
      for arguments in [
        ["lookup", "--at-offset", "10"], ["lookup", "--range", "0..1"], ["simulate"],
        ["export", "--format", "csv"],
      ] {
        let run = try await shop.start(arguments + ["--environment", "300@1x"]).outcome()
        #expect(run.code == 64 && run.errors.contains("range"), "\(arguments): \(run.errors)")
      }
      let verified = try await shop.run("verify", "--sample", "all", "--format", "json")
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
      #expect(try JSONLine(verified.output).number("cells", "recomputed") ?? 0 > 0)
      let sampled = try await shop.run("verify")
      #expect(sampled.code == 0, "\(sampled.output)")
    }
  }
}
