import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  /// Small things that a newcomer trips over.
  @Suite struct SmallTroubleTests {
    let shop: Workshop

    init() async throws {
      shop = try await Workshop(holding: .sample)
      try shop.write(SampleFeed.text, to: "home.ndjson")
    }

    private static let card = """
      schema: cellheights.template/1
      template: card
      views: [{id: t, kind: label, text: "{title}"}]
      constraints: ["H:|-[t]-|", "V:|-8-[t]-8-|"]
      """

    @Test("C4: a byte order mark before a template is no matter")
    func aByteOrderMarkIsPassedOver() async throws {
      try shop.write("\u{FEFF}" + Self.card, to: "bom.yaml")
      let run = try await shop.run("template", "check", "bom.yaml")
      #expect(run.code == 0, "\(run.errors)")
    }

    @Test("C4: the end of a range may lie beyond the list")
    func aRangeIsClamped() async throws {
      let all = try await shop.run("lookup", "--range", "0..100000", "--format", "json")
      #expect(all.code == 0 && all.lines.count == SampleFeed.lines.count)
      let tail = try await shop.run("lookup", "--range", "4..7", "--format", "json")
      #expect(tail.code == 0 && tail.lines.count == 2)
      let beyond = try await shop.run("lookup", "--range", "6..7")
      #expect(beyond.code == 1 && beyond.errors.contains("6 cells"))
    }

    @Test("C4: white space around an asked id is passed over, as around a feed's")
    func idsAreTrimmedWhereTheyAreAsked() async throws {
      #expect(try await shop.run("lookup", " a ").code == 0)
      #expect(try await shop.run("lookup", "-", input: .text(" a\r\n\tb \n")).code == 0)
    }

    @Test("C4: one measured text as JSON names its schema")
    func oneMeasuredTextHasASchema() async throws {
      let run = try await shop.run("measure", "--text", "a", "--width", "9", "--format", "json")
      #expect(try JSONLine(run.lines[0]).string("schema") == "cellheights.measure/1")
    }

    @Test("C4: a feed that is not seen from here says where it was")
    func aFeedSeenFromElsewhereIsExplained() async throws {
      try FileManager.default.removeItem(at: shop.directory.appending(path: "home.ndjson"))
      for command in [["inspect", "a"], ["simulate", "--costs", "measured"]] {
        let run = try await shop.start(command).outcome()
        #expect(run.code == 66)
        #expect(run.errors.contains("home.ndjson of feed 'home' is not there"), "\(run.errors)")
        #expect(run.errors.contains("--input"))
      }
    }

    @Test("C3: a template that was edited since is not called another one")
    func anEditedTemplateHasChanged() async throws {
      try shop.write(Self.card, to: "card.yaml")
      let built = try await shop.run(
        "build", "home.ndjson", "--template", "card.yaml", "--replace")
      #expect(built.code == 0)
      try shop.write(
        Self.card.replacingOccurrences(of: "-8-", with: "-9-"), to: "card.yaml")
      for command in [["inspect", "a"], ["simulate", "--costs", "measured"]] {
        for flags in [[], ["--template", "card.yaml"]] {
          let run = try await shop.start(command + flags).outcome()
          #expect(run.code == 64)
          #expect(run.errors.contains("template 'card' of card.yaml has changed"), "\(run.errors)")
        }
      }
      let other = try await shop.run("inspect", "a", "--template", "post")
      #expect(other.errors.contains("another template, 'card', than 'post'"), "\(other.errors)")
    }

    @Test("C3: what is no configuration file and no Interface Builder file is called what it is")
    func whatItIsIsSaid() async throws {
      let folder = try await shop.run("build", "home.ndjson", "--config", ".")
      #expect(folder.code == 78 && folder.errors.contains("this is a folder"), "\(folder.errors)")
      try shop.write("hello hunter2\n", to: "h.xib")
      for command in [
        ["build", "home.ndjson", "--template", "h.xib"], ["template", "check", "h.xib"],
      ] {
        let run = try await shop.start(command).outcome()
        #expect(run.code == 65)
        #expect(run.errors.contains("a file that is not XML"), "\(run.errors)")
      }
    }

    @Test("C1: a template's font that is missing is configuration, in every command")
    func aMissingFontIsConfiguration() async throws {
      try shop.write(
        Self.card.replacingOccurrences(
          of: "text: \"{title}\"", with: "text: \"{title}\", font: Nope Sans"),
        to: "font.yaml")
      for command in [
        ["build", "home.ndjson", "--template", "font.yaml"], ["layout", "--template", "font.yaml"],
        ["template", "check", "font.yaml"], ["template", "frames", "font.yaml"],
        ["template", "check", "font.yaml", "--input", "home.ndjson"],
        ["inspect", "--template", "font.yaml", "--input", "home.ndjson"],
        ["measure", "--text", "a", "--width", "9", "--font", "Nope Sans"],
      ] {
        let run = try await shop.start(command, input: .text(SampleFeed.text)).outcome()
        #expect(run.code == 78, "\(command): \(run.errors)")
        #expect(run.errors.contains("Nope Sans"), "\(command): \(run.errors)")
      }
    }

    @Test("C1: where nothing was good the exit code says so")
    func nothingGoodIsBadData() async throws {
      let bad = Run.Input.text("hello\n[1]\n")
      let layout = try await shop.run("layout", input: bad)
      #expect(layout.code == 65)
      #expect(layout.lines.last == #"{"eof":2}"# && layout.lines.count == 3)
      #expect(layout.errors.contains("no cell could be laid out; 2 lines read"), "\(layout.errors)")
      let measure = try await shop.run("measure", "--input", "-", "--width", "9", input: bad)
      #expect(measure.code == 65 && measure.lines.count == 2)
      let one = Run.Input.text("hello\n{\"text\":\"a\",\"id\":\"a\"}\n")
      #expect(try await shop.run("layout", input: one).code == 0)
      #expect(try await shop.run("measure", "--input", "-", "--width", "9", input: one).code == 0)
      #expect(try await shop.run("layout", input: .text("\n")).code == 0)
    }

    @Test("C1: a check without records finds what contradicts itself, and says that it tried none")
    func aCheckWithoutRecordsTriesOneCell() async throws {
      try shop.write(
        Self.card.replacingOccurrences(
          of: "constraints: [", with: "constraints: [\"t.width == 10\", \"t.width == 20\", "),
        to: "wrong.yaml")
      let wrong = try await shop.run("template", "check", "wrong.yaml")
      #expect(wrong.code == 65)
      #expect(wrong.output.contains("CH0101"), "\(wrong.output)")
      try shop.write(Self.card, to: "card.yaml")
      let good = try await shop.run("template", "check", "card.yaml")
      #expect(good.code == 0)
      #expect(good.output.contains("no record was tried"), "\(good.output)")
      let json = try await shop.run("template", "check", "card.yaml", "--format", "json")
      #expect(try JSONLine(json.lines[0]).number("records") == 0)
    }
  }
}
