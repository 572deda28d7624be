import Foundation
import Testing

extension CommandLineTests {
  @Suite struct MeasureTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func aTextIsMeasured() async throws {
      let run = try await shop.run(
        "measure", "--text", "Hello world", "--width", "50", "--size", "17", "--format", "json")
      #expect(run.code == 0)
      let answer = try JSONLine(run.output)
      #expect(answer.number("width") == 50)
      // The words do not fit side by side; the ranges are UTF-16 and cover the text.
      let lines = answer.objects("lines").map { line in
        ["start", "end"].compactMap { (line[$0] as? NSNumber)?.intValue }
      }
      #expect(lines == [[0, 6], [6, 11]])
      #expect((answer["fonts"] as? [String])?.isEmpty == false)
      let table = try await shop.run("measure", "--text", "Hello world", "--width", "50")
      #expect(table.lines.count == 5)
    }

    @Test func linesOfTextsAreAnsweredLineByLine() async throws {
      let input = [
        #"{"id":"a","text":"Hello world","width":50}"#, #"{"id":"b","text":"Hello world"}"#, "",
        "bad",
        #"{"id":"c"}"#, #"{"id":"d","text":"x","width":0}"#,
        #"{"id":"e","text":"x","width":1e300}"#,
        #"{"id":"f","text":"","language":"ja"}"#,
      ]
      let run = try await shop.run(
        "measure", "--input", "-", "--width", "200",
        input: .text(input.joined(separator: "\n") + "\n"))
      #expect(run.code == 0)
      #expect(run.errors == "")
      let answers = try run.lines.map { try JSONLine($0) }
      try #require(answers.count == 7)
      #expect(answers[0].names == ["id", "width", "lines", "height"])
      #expect(answers[0].objects("lines").count == 2)
      #expect(answers[1].objects("lines").count == 1)
      #expect(answers[2...5].map { $0.number("line") } == [4, 5, 6, 7])
      #expect(answers[2...5].allSatisfy { $0.string("schema") == "cellheights.error/1" })
      #expect(answers[6].string("id") == "f")
      #expect(answers[6].number("height") == 0)
    }

    @Test func letterSpacingMayBeNegative() async throws {
      func width(_ spacing: String) async throws -> Double {
        let run = try await shop.run(
          "measure", "--text", "abcd", "--width", "500", "--letter-spacing", spacing, "--format",
          "json")
        let line = try #require(try JSONLine(run.output).objects("lines").first)
        return (line["width"] as? NSNumber)?.doubleValue ?? 0
      }
      // Four characters, each a point narrower.
      #expect(abs(try await width("0") - width("-1") - 4) < 1e-9)
    }

    @Test(arguments: [
      ["--text", "a"], ["--width", "5"], ["--text", "a", "--width", "0"],
      ["--text", "a", "--width", "5", "--scale", "0"],
      ["--text", "a", "--width", "5", "--size", "nan"],
      ["--text", "a", "--width", "5", "--weight", "fat"],
      ["--text", "a", "--width", "5", "--style", "loud"],
      ["--text", "a", "--width", "5", "--letter-spacing", "inf"],
    ])
    func whatCannotBeIsAUsageError(_ arguments: [String]) async throws {
      let run = try await shop.start(["measure"] + arguments).outcome()
      #expect(run.code == 64)
      #expect(run.output == "")
      #expect(run.errors != "")
    }

    @Test(arguments: ["No Such Family", "./none.ttf", "./text.ttf"])
    func aFontThatIsNotThereIsNamed(_ font: String) async throws {
      try shop.write("text", to: "text.ttf")
      let run = try await shop.run("measure", "--text", "a", "--width", "50", "--font", font)
      #expect(run.code == 78)
      #expect(run.output == "")
      #expect(run.errorLines.count == 1)
      #expect(run.errors.contains(font))
    }
  }
}
