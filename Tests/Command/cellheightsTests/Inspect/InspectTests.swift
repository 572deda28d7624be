import Foundation
import Testing

extension CommandLineTests {
  @Suite struct InspectTests {
    let shop: Workshop

    init() async throws {
      shop = try await Workshop(holding: .sample)
      try shop.write(SampleFeed.text, to: "home.ndjson")
    }

    private func inspect(_ arguments: String...) async throws -> Program.Outcome {
      try await shop.start(["inspect"] + arguments).outcome()
    }

    /// A cell 390 points wide: 16, then 100 points, then what is left but 20.
    private func writeCard() throws {
      try shop.write(
        """
        schema: cellheights.template/1
        template: card
        views:
          - {id: photo, kind: image}
          - {id: note, kind: label, text: "{title}"}
        constraints:
          - "H:|-16-[photo(100)]-8-[note]-20-|"
          - "V:|-10-[photo(50)]-30-|"
          - "note.top == photo.top"
        """, to: "card.yaml")
    }

    /// Frames are those of the store, which another program path wrote.
    @Test(arguments: ["a", "b", "c", "d", "e", "f"])
    func framesAreThoseOfTheStore(_ id: String) async throws {
      let run = try await inspect(id, "--format", "json")
      #expect(run.code == 0 && run.errors == "")
      let cell = try JSONLine(run.output)
      let stored = try JSONLine(try await shop.run("lookup", id, "--format", "json").output)
      #expect(cell.string("schema") == "cellheights.inspect/1")
      for name in ["height", "exactHeight"] { #expect(cell.number(name) == stored.number(name)) }
      for name in ["id", "feed", "version", "template", "environment"] {
        #expect(cell.string(name) == stored.string(name))
      }
      let views = cell.objects("views")
      #expect(views.first?["view"] as? String == "cell")
      let frames = stored.objects("frames")
      #expect(views.count == frames.count + 1)
      for (view, frame) in zip(views.dropFirst(), frames) {
        for name in ["view", "x", "y", "width", "height", "lines", "truncated"] {
          #expect(view[name] as? NSObject == frame[name] as? NSObject, "\(name)")
        }
      }
    }

    @Test func eachNumberComesWithItsReasons() async throws {
      try writeCard()
      let run = try await inspect(
        "--template", "card.yaml", "--input", "home.ndjson", "--format", "json")
      let cell = try JSONLine(run.output)
      let constraints = cell.objects("constraints")
      let photo = try #require(cell.objects("views").first { $0["view"] as? String == "photo" })
      let reasons = try #require(photo["decidedBy"] as? [String: [Int]])
      func equations(_ name: String) -> [String] {
        (reasons[name] ?? []).compactMap { constraints[$0]["equation"] as? String }
      }
      #expect(equations("leading") == ["photo.leading == cell.leading + 16"])
      #expect(equations("width") == ["photo.width == 100"])
      #expect(equations("top") == ["photo.top == cell.top + 10"])
      #expect(equations("height") == ["photo.height == 50"])
      let first = try #require(reasons["leading"]?.first)
      #expect(constraints[first]["line"] as? Int == 7)
      #expect(constraints[first]["constant"] as? Double == 16)
      #expect(cell.number("height") == 90)
    }

    @Test func theTableNamesTheConstraintsThatDecide() async throws {
      try writeCard()
      let run = try await inspect("--template", "card.yaml", "--input", "home.ndjson")
      #expect(run.code == 0)
      #expect(run.lines.first == "a  90 pt  (390@3x/L/ltr/en/uikit, template card)")
      let photo = try #require(run.lines.firstIndex { $0.hasPrefix("photo ") })
      #expect(
        run.lines[photo].split(separator: " ")
          == ["photo", "image", "16.00", "10.00", "100.00", "50.00"])
      #expect(run.lines[photo + 1] == "  leading  photo.leading == cell.leading + 16")
    }

    @Test func aViewsConstraintsAreListedWithTheirPlaces() async throws {
      try writeCard()
      let run = try await inspect(
        "--template", "card.yaml", "--input", "home.ndjson", "--constraints", "photo", "--svg",
        "x.svg")
      #expect(run.code == 0)
      #expect(run.lines.first == "photo is decided by 4 constraints")
      #expect(run.lines.count == 6)
      #expect(run.output.contains("card.yaml:7:6"))
      let root = try MarkupElement.root(of: shop.bytes("x.svg"))
      #expect(root.all("rect", class: "chosen").count == 1)
      let words = root.all("text", class: "caption").map(\.text)
      for word in ["1: 16", "2: 100", "3: 10", "4: 50"] { #expect(words.contains(word)) }
    }

    @Test func aRecordIsChosenByItsPlaceOrItsID() async throws {
      try writeCard()
      try shop.write(
        SampleFeed.text([#"{"id":"2","title":"b"}"#, #"{"id":"1","title":"b"}"#]), to: "n.ndjson")
      func chosen(_ arguments: String...) async throws -> String? {
        let run = try await shop.start(
          ["inspect", "--template", "card.yaml", "--format", "json"] + arguments
        ).outcome()
        return try JSONLine(run.output).string("id")
      }
      #expect(try await chosen("--input", "home.ndjson") == "a")
      #expect(try await chosen("--input", "home.ndjson", "--record", "3") == "c")
      #expect(try await chosen("--input", "home.ndjson", "--record", "e") == "e")
      // An id takes precedence over a position.
      #expect(try await chosen("--input", "n.ndjson", "--record", "1") == "1")
      #expect(try await chosen("--input", "n.ndjson", "--record", "2") == "2")
      for record in ["7", "0", "-1", "z"] {
        let run = try await inspect(
          "--template", "card.yaml", "--input", "home.ndjson", "--record=\(record)")
        #expect(run.code == 1 && run.errors.contains("no record '\(record)' among the 6"))
      }
    }

    @Test func picturesAreWrittenWhole() async throws {
      let run = try await inspect("f", "--svg", "f.svg", "--png", "f.png", "--scale", "1")
      #expect(run.code == 0 && run.output == "" && run.errors == "")
      let root = try MarkupElement.root(of: shop.bytes("f.svg"))
      // The cell is 8 points inside and below a heading.
      #expect(try root.number("width") == 406)
      // Title, author line and six lines of body, but for spaces.
      #expect(root.all("use").count > 100)
      let png = try shop.bytes("f.png")
      #expect(png.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      let width = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
      #expect(width == 406)
    }

    @Test func aPictureGoesToStandardOutput() async throws {
      let run = try await inspect("a", "--svg", "-", "--constraints", "title")
      #expect(run.code == 0)
      #expect(run.output.hasPrefix("<svg ") && run.output.hasSuffix("</svg>\n"))
      #expect(run.errors.hasPrefix("title is decided by "))
      let png = try await shop.shell("$cellheights inspect a --png - | head -c 4 | od -c")
      #expect(png.output.contains("P   N   G"))
    }

    @Test func withoutItsProgramAPNGIsAMatterOfTheConfiguration() async throws {
      let run = try await shop.shell("PATH=/nowhere $cellheights inspect a --png a.png")
      #expect(run.code == 78 && run.errors.contains("install the package librsvg2-bin"))
      #expect(!shop.has("a.png"))
    }

    @Test func picturesOfTheSameCellAreTheSame() async throws {
      for name in ["one", "two"] {
        _ = try await inspect("b", "--svg", "\(name).svg", "--png", "\(name).png")
      }
      #expect(try shop.bytes("one.svg") == shop.bytes("two.svg"))
      #expect(try shop.bytes("one.png") == shop.bytes("two.png"))
    }

    @Test func layersAreShownAsAsked() async throws {
      _ = try await inspect("a", "--svg", "a.svg", "--show", "text,baselines,margins")
      let root = try MarkupElement.root(of: shop.bytes("a.svg"))
      #expect(!root.all("rect", class: "bar").isEmpty)
      #expect(!root.all("line", class: "baseline").isEmpty)
      #expect(!root.all("rect", class: "margin").isEmpty)
      #expect(root.all("use").isEmpty)
    }

    @Test(arguments: [
      ([], "give the id"), (["a", "--show", "frame"], "did you mean 'frames'?"),
      (["a", "--show", ""], "is no layer"), (["a", "--scale", "0"], "--scale"),
      (["a", "--svg", ""], "--svg needs"), (["a", "--svg", "-", "--png", "-"], "one picture"),
      (["a", "--svg", "-", "--format", "json"], "standard output"),
      (["a", "--record", "2"], "--record"), (["--template", "post"], "--input"),
      (["a", "--constraints", "titel"], "did you mean 'title'?"),
      (["a", "--template", "nobody"], "nobody"),
      (
        ["--template", "post", "--input", "home.ndjson", "--environment", "{320,390}"],
        "one environment"
      ),
      (["--template", "post", "--input", "home.ndjson", "--environment", "390#open"], "no state"),
      (
        [
          "--template", "post", "--input", "home.ndjson", "--environment", "2200", "--scale", "16",
          "--png", "-",
        ], "choose a smaller scale"
      ),
    ])
    func whatCannotBeIsAUsageError(_ arguments: [String], _ words: String) async throws {
      let run = try await shop.start(["inspect"] + arguments).outcome()
      #expect(run.code == 64, "\(run.errors)")
      #expect(run.output == "" && run.errors.contains(words), "\(run.errors)")
    }

    @Test func whatIsNotThereIsSaid() async throws {
      let unknown = try await inspect("nobody")
      #expect(unknown.code == 1 && unknown.errors.contains("no record 'nobody'"))
      let folder = try await inspect("a", "--svg", "no/where.svg")
      #expect(folder.code == 73)
      #expect(try await inspect("a", "--input", "gone.ndjson").code == 66)
      try shop.write(SampleFeed.text([#"{"id":"a","title":"Another walk"}"#]), to: "home.ndjson")
      let changed = try await inspect("a")
      #expect(changed.code == 1 && changed.errors.contains("has changed since the build"))
      let removed = try await inspect("b")
      #expect(removed.code == 1 && removed.errors.contains("no longer in home.ndjson"))
      try writeCard()
      let other = try await inspect("a", "--template", "card.yaml")
      #expect(other.code == 64 && other.errors.contains("built with another template"))
      let store = try await inspect("a", "--store", "none.sqlite")
      #expect(store.code == 66)
    }

    /// Otherwise Inter is used for `system`; another font gives the title another height.
    @Test func aCellThatWouldBeAnotherNowIsSaidToBe() async throws {
      let family = try await shop.shell("fc-match -f '%{file}' 'Noto Serif'")
      let shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson", "--template", "post-system")
      let run = try await shop.run("inspect", "a", "--system-font", family.output)
      #expect(run.code == 0)
      #expect(run.errors.contains("the stored cell is another one"))
    }

  }
}
