import Foundation
import Testing

extension CommandLineTests {
  @Suite struct MeasureBulkTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private func answers(_ lines: [String], _ options: String...) async throws -> [JSONLine] {
      let run = try await shop.start(
        ["measure", "--input", "-", "--font", "Inter"] + options,
        input: .text(lines.map { $0 + "\n" }.joined())
      ).outcome()
      #expect(run.code == 0)
      #expect(run.errors == "")
      return try run.lines.map { try JSONLine($0) }
    }

    /// The part of an answer after its id.
    private func tail(_ answer: JSONLine) throws -> Substring {
      let mark = try #require(answer.text.range(of: "\"width\""))
      return answer.text[mark.lowerBound...]
    }

    @Test func runsAreSetInTheirOwnStyles() async throws {
      let lines = [
        #"{"id":"plain","text":"Hello world","width":500}"#,
        #"{"id":"divided","text":"Hello world","width":500,"runs":[{"length":3},{"length":99}]}"#,
        #"{"id":"bold","text":"Hello world","width":500,"runs":[{"length":11,"weight":"bold"}]}"#,
        #"{"id":"number","text":"Hello world","width":500,"runs":[{"length":11,"weight":700}]}"#,
        #"{"id":"large","text":"Hello world","width":500,"runs":[{"length":11,"size":34}]}"#,
        #"{"id":"spaced","text":"Hello world","width":500,"runs":[{"length":2,"letterSpacing":1}]}"#,
        #"{"id":"raised","text":"Hello world","width":500,"runs":[{"length":5,"baselineOffset":3}]}"#,
        #"{"id":"lato","text":"Hello","width":500,"runs":[{"length":5,"family":"Lato","italic":true}]}"#,
      ]
      let all = try await answers(lines)
      try #require(all.count == 8)
      let bold = try await answers([lines[0]], "--weight", "bold")
      let lato = try await answers(
        [#"{"id":"x","text":"Hello","width":500}"#], "--font", "Lato", "--italic")
      #expect(try tail(all[1]) == tail(all[0]))
      #expect(try tail(all[2]) == tail(bold[0]))
      #expect(try tail(all[3]) == tail(bold[0]))
      func width(_ answer: JSONLine) throws -> Double {
        try #require((answer.objects("lines").first?["width"] as? NSNumber)?.doubleValue)
      }
      // Shaping is linear in the size; 34 points are twice the 17 of the others.
      #expect(abs(try width(all[4]) - 2 * width(all[0])) < 1e-9)
      #expect(abs(try width(all[5]) - 2 - width(all[0])) < 1e-9)
      // A line's box holds the raised letters and those on its baseline.
      let height = try #require(all[0].number("height"))
      #expect(abs((all[6].number("height") ?? 0) - height - 3) < 1.0 / 3)
      #expect(abs(try width(all[7]) - width(lato[0])) < 1e-9)
    }

    @Test func onlyWhatIsNotKnownOfEveryLineIsDoubted() async throws {
      let long = String(repeating: "x", count: 100_001)
      let lines = [
        #"{"id":"a","text":"a","width":9}"#, "{\"id\":\"b\",\"text\":\"\(long)é\",\"width\":99}",
      ]
      let all = try await answers(lines)
      #expect(all[0]["trust"] == nil)
      #expect(all[1]["trust"] as? [String] == ["limit"])
      // `system` is replaced for all lines together, and for each alone.
      let system = try await answers(lines, "--font", "system")
      #expect(system[0]["trust"] == nil)
      #expect(system[1]["trust"] as? [String] == ["limit"])
    }

    /// Members of a line that cannot be, each with what the answer must name.
    private static let badMembers = [
      (#""width":"9""#, "width"), (#""width":-1"#, "width"), (#""language":7"#, "language"),
      (#""runs":{}"#, "runs"),
      (#""runs":[5]"#, "run 1"), (#""runs":[{}]"#, "length"),
      (#""runs":[{"length":1},{"length":-1}]"#, "run 2"),
      (#""runs":[{"length":1,"size":0}]"#, "size"),
      (#""runs":[{"length":1,"weight":"fat"}]"#, "weight"),
      (#""runs":[{"length":1,"weight":1001}]"#, "weight"),
      (#""runs":[{"length":1,"italic":1}]"#, "italic"),
      (#""runs":[{"length":1,"letterSpacing":"a"}]"#, "letterSpacing"),
      (#""runs":[{"length":1,"baselineOffset":1e300}]"#, "baselineOffset"),
      (#""runs":[{"length":1,"family":""}]"#, "family"),
      (#""runs":[{"length":1,"family":"/etc/passwd"}]"#, "--font-family"),
      (#""runs":[{"length":1,"family":"font.otf#2"}]"#, "--font-family"),
      (#""runs":[{"length":1,"family":"No Such Family"}]"#, "No Such Family"),
    ]

    @Test func aBadMemberGivesOneErrorLine() async throws {
      let bad = Self.badMembers
      let lines = bad.enumerated().flatMap { index, bad in
        ["{\"id\":\"\(index)\",\"text\":\"a\",\(bad.0)}", #"{"id":"good","text":"a"}"#]
      }
      let all = try await answers([""] + lines, "--width", "9")
      try #require(all.count == 2 * bad.count)
      for (index, bad) in bad.enumerated() {
        let answer = all[2 * index]
        #expect(answer.string("schema") == "cellheights.error/1")
        #expect(answer.number("line") == Double(2 * index + 2))
        #expect(answer.string("id") == "\(index)")
        #expect(answer.string("message")?.contains(bad.1) == true, "\(bad.0)")
        #expect(all[2 * index + 1].string("id") == "good")
        #expect(all[2 * index + 1].number("height") != nil)
      }
    }

    @Test func theNumberOfWorkersNeverShows() async throws {
      let words = ["river", "office", "山の上", "AVATAR", "نهر", "👍🏽", "don't", "x\\ty", "re-entry"]
      // More than one worker takes alone.
      let lines = (0..<5000).map { number -> String in
        if number % 97 == 0 { return "bad line \(number)" }
        let text = (0..<(number % 7 + 1)).map { words[(number / 3 + $0 * $0) % words.count] }
        return """
          {"id":"\(number)","text":"\(text.joined(separator: " "))","width":\(40 + number % 90)}
          """
      }
      try shop.write(lines.joined(separator: "\n"), to: "texts.ndjson")
      let one = try await shop.run("measure", "--input", "texts.ndjson", "--jobs", "1")
      #expect(one.lines.count == 5000)
      let ids = try one.lines.map { try JSONLine($0).string("id") ?? "bad" }
      #expect(ids == (0..<5000).map { $0 % 97 == 0 ? "bad" : "\($0)" })
      for jobs in [[], ["--jobs", "2"], ["--jobs", "5"]] {
        let many = try await shop.start(["measure", "--input", "texts.ndjson"] + jobs).outcome()
        #expect(many.output == one.output)
      }
    }

    @Test(arguments: ["1", "3"])
    func whatWasReadIsAnsweredWhenInputPauses(_ jobs: String) async throws {
      let run = try shop.start(
        ["measure", "--input", "-", "--width", "99", "--jobs", jobs], input: .pipe)
      for number in 1...3 {
        // The beginning of the next line does not keep this one back.
        try run.write("{\"id\":\"\(number)\",\"text\":\"a\"}\n{\"id\":")
        #expect(try await run.waits { try run.outputSoFar().lineList.count == 2 * number - 1 })
        try run.write("\"x\",\"text\":\"b\"}\n")
        #expect(try await run.waits { try run.outputSoFar().lineList.count == 2 * number })
      }
      try run.closeInput()
      #expect(try await run.outcome().code == 0)
    }

    @Test func aMissingFontIsToldOnceAndAtOnce() async throws {
      let run = try await shop.run(
        "measure", "--input", "-", "--width", "99", "--font", "No Such Family",
        input: .text("{\"id\":\"a\",\"text\":\"a\"}\n"))
      #expect(run.code == 78)
      #expect(run.output == "")
    }
  }
}
