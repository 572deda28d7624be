import Foundation
import Testing

extension CommandLineTests {
  @Suite struct MeasurePictureTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// A picture and the answer that came with it.
    private struct Picture {
      let answer: JSONLine
      let root: MarkupElement

      /// The groups of its lines.
      var lines: [MarkupElement] { root.all("g", class: "line") }
    }

    private func draw(
      _ text: String, width: String, _ options: String...
    ) async throws -> Picture {
      let run = try await shop.start(
        ["measure", "--text", text, "--width", width, "--format", "json", "--svg", "x.svg"]
          + options
      ).outcome()
      try #require(run.code == 0, "\(run.errors)")
      return Picture(
        answer: try JSONLine(run.output), root: try .root(of: shop.bytes("x.svg")))
    }

    @Test func eachLineHasItsBoxAndBaseline() async throws {
      let picture = try await draw(
        "Heights, computed before anybody scrolls", width: "120", "--line-height", "30")
      let lines = picture.lines
      let measured = picture.answer.objects("lines")
      #expect(lines.count == measured.count)
      #expect(lines.count > 1)
      for (index, pair) in zip(lines, measured).enumerated() {
        let (line, expected) = pair
        #expect(try line.number("data-start") == (expected["start"] as? NSNumber)?.doubleValue)
        #expect(try line.number("data-end") == (expected["end"] as? NSNumber)?.doubleValue)
        let box = try #require(line.all("rect").first)
        let width = try #require((expected["width"] as? NSNumber)?.doubleValue)
        #expect(abs(try box.number("width") - width) <= 0.0005)
        #expect(try box.number("x") == 0)
        #expect(try box.number("y") == 30 * Double(index))
        #expect(try box.number("height") == 30)
        let baseline = try #require(line.all("line").first)
        let y = try baseline.number("y1")
        #expect(y > 30 * Double(index) && y < 30 * Double(index + 1))
        #expect(line.all("use").count > 5)
        // The label has the range and the width.
        let label = try #require(line.all("text").first?.text)
        #expect(label.contains("\(expected["start"] ?? "")–\(expected["end"] ?? "")"))
        #expect(label.contains(String(format: "%.3f", width)))
      }
      let edge = try #require(
        picture.root.all("rect", class: "available").first)
      #expect(try edge.number("width") == 120)
      #expect(try edge.number("height") == picture.answer.number("height"))
    }

    @Test func everyGlyphHasAnOutline() async throws {
      let picture = try await draw("aba نهر 日", width: "300")
      let ids = picture.root.all("path").compactMap {
        $0.attributes["id"]
      }
      #expect(Set(ids).count == ids.count)
      let uses = picture.root.all("use").compactMap {
        $0.attributes["href"]
      }
      // Eight signs, two spaces between them; the two a share an outline.
      #expect(uses.count >= 7)
      #expect(Set(uses) == Set(ids.map { "#" + $0 }))
      #expect(uses.first == uses.dropFirst(2).first)
      let words = picture.root.all("text").map(\.text)
      #expect(words.contains("Inter 400"))
      #expect(words.contains { $0.contains("Noto Sans Arabic") && $0.contains("fallback") })
      // Each font has its colour, and the legend shows it.
      let colors = picture.root.all("use").compactMap {
        $0.attributes["fill"]
      }
      #expect(Set(colors).count == 3)
    }

    @Test func emojiAreBoxesAsWideAsTheyAre() async throws {
      let picture = try await draw("👍", width: "300")
      let box = try #require(
        picture.root.all("rect", class: "picture").first)
      let line = try #require(picture.answer.objects("lines").first)
      #expect(
        abs(try box.number("width") - ((line["width"] as? NSNumber)?.doubleValue ?? 0)) < 1e-3)
      #expect(picture.root.all("use").isEmpty)
    }

    @Test func linesFromRightToLeftEndAtTheRight() async throws {
      let picture = try await draw("שלום עולם", width: "60")
      for line in picture.lines {
        let box = try #require(line.all("rect").first)
        #expect(abs(try box.number("x") + box.number("width") - 60) < 0.002)
      }
      #expect(picture.lines.count == 2)
    }

    @Test func whatIsClippedStaysInsideItsLine() async throws {
      let picture = try await draw(
        "one two three", width: "50", "--lines", "1", "--truncation", "clip")
      let clip = try #require(picture.root.all("clipPath").first)
      let box = try #require(clip.all("rect").first)
      #expect(try box.number("width") == 50)
    }

    @Test func noTextBreaksOutOfThePicture() async throws {
      let text = "</title></svg><script>alert(1)</script>]]>&amp;\"'\u{1}\u{1B}\u{FFFE}<!--"
      let picture = try await draw(text, width: "900")
      #expect(picture.root.all("script").isEmpty)
      let title = try #require(picture.root.all("title").first?.text)
      #expect(
        title
          == "</title></svg><script>alert(1)</script>]]>&amp;\"'\u{FFFD}\u{FFFD}\u{FFFD}<!--")
      #expect(picture.root.name == "svg")
    }

    @Test func anEmptyTextHasAPictureToo() async throws {
      let picture = try await draw("", width: "100")
      #expect(picture.lines.isEmpty)
      #expect(picture.answer.number("height") == 0)
    }

    @Test func thePictureIsWrittenAsAWholeOrNotAtAll() async throws {
      let measure = ["measure", "--text", "a", "--width", "9", "--svg"]
      try shop.write("old", to: "old.svg")
      for (path, code) in [("none/x.svg", 73), (".", 73), ("/dev/null", 73)] {
        let run = try await shop.start(measure + [path]).outcome()
        #expect(run.code == Int32(code))
        #expect(run.output == "")
        #expect(run.errors.contains(path))
      }
      let full = try await shop.shell(
        "trap '' XFSZ; ulimit -f 0; $cellheights measure --text a --width 9 --svg old.svg >/dev/null"
      )
      #expect(full.code == 74)
      #expect(try shop.bytes("old.svg") == Data("old".utf8))
      #expect(try shop.names(in: ".").filter { !$0.hasPrefix(".") } == ["old.svg"])
    }

    @Test func aPictureIsOfOneText() async throws {
      let run = try await shop.run(
        "measure", "--input", "-", "--width", "9", "--svg", "x.svg", input: .text(""))
      #expect(run.code == 64)
      #expect(!shop.has("x.svg"))
    }
  }
}
