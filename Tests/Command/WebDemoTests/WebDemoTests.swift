import FeedRecords
import StructuredDocuments
import TestSupport
import Testing
import TextMeasurement

@testable import WebDemo

@Suite struct WebDemoTests {
  @Test func recordsHaveTextsStylesAndFonts() async throws {
    let fixture = try await DemoFixture()
    var demo = try fixture.demo()
    #expect(demo.unavailable.isEmpty)
    let document = try fixture.records(["b", "a/1"], of: &demo)
    #expect(document["schema"]?.string == "cellheights.records/1")
    #expect(document["records"]?.elements.map { $0["id"]?.string } == ["b", "a/1"])
    #expect(document["missing"]?.elements.isEmpty == true)
    let cell = try #require(document["records"]?[1])
    #expect(cell["template"]?.string == "post")
    // The stored height, and no sign that this layout has another one.
    #expect((cell["height"]?.number ?? 0) > 40)
    #expect(cell["laidOut"] == nil)
    let views = try #require(cell["views"]?.elements)
    #expect(views.first?["kind"]?.string == "cell")
    let body = try #require(views.first { $0["id"]?.string == "body" })
    #expect(body["text"]?["runs"]?[0]?[0]?.string == "One line.")
    #expect(body["text"]?["lines"]?.number == 6)
    #expect(body["text"]?["lineCount"]?.number == 1)
    #expect(body["text"]?["foreign"] == nil)
    let style = try #require(body["text"]?["style"]?.number.map { Int($0) })
    #expect(document["styles"]?[style]?["size"]?.number == 17)
    // A page loads what it shows, not the whole fallback chain.
    #expect(document["styles"]?[style]?["fonts"]?.elements.count == 1)
    #expect(document["installed"] != nil)
    let photo = document["records"]?[0]?["views"]?.elements.first { $0["id"]?.string == "photo" }
    #expect(photo?["picture"]?.string == "i.png")
  }

  @Test func aTextHasTheFontsOfItsGraphemes() async throws {
    let texts = [
      ("Latin, 42 & more.", ["Inter"]),
      ("二行", ["Inter", "Noto Sans CJK JP"]),
      ("A hedgehog 🦔", ["Inter", "Noto Color Emoji"]),
      ("नमस्ते", ["Inter", "Noto Sans Devanagari"]),
      // Inter has no character for both, and none for the mark alone.
      ("กำ", ["Inter", "Noto Sans Thai"]),
    ]
    let library = try FontLibrary(FontConfiguration())
    var fonts = DemoFonts(library)
    let style = CharacterStyle(size: 17)
    for (text, families) in texts {
      let numbers = try fonts.stack(of: style, language: "ja", for: text)
      #expect(numbers.map { fonts.faces[$0].family } == families, "\(text)")
    }
  }

  @Test func whatIsNotThereHasAReason() async throws {
    let fixture = try await DemoFixture()
    var demo = try fixture.demo()
    let document = try fixture.records(["zz"], of: &demo)
    #expect(document["missing"]?[0]?["id"]?.string == "zz")
    #expect(document["records"]?.elements.isEmpty == true)
    let house = #"{"feed":"house","environment":"390","generation":1,"cells":[]}"#
    guard case .problem(let problem) = demo.answer(to: Array(house.utf8)) else {
      Issue.record("there is no such feed")
      return
    }
    #expect(problem.status == 404)
    #expect(problem.code == "unknown-feed")
  }

  @Test(arguments: [
    "", "{", "{}", "[]", #"{"font":"0"}"#, #"{"font":1e99}"#,
    #"{"feed":"home","environment":"wide","generation":1,"cells":[]}"#,
    #"{"feed":"home","environment":"390","generation":1,"cells":[{"id":"b"}]}"#,
  ])
  func whatIsNoQuestionIsAnsweredToo(_ line: String) async throws {
    var demo = try await DemoFixture().demo()
    guard case .problem(let problem) = demo.answer(to: Array(line.utf8)) else {
      Issue.record("an answer to \(line)")
      return
    }
    #expect(problem.status == 500)
  }

  @Test func answersBeginWithALine() {
    #expect(DemoAnswer.content([10, 0]).bytes == Array("{\"bytes\":2}\n".utf8) + [10, 0])
    #expect(DemoAnswer.ready.bytes == Array("{\"bytes\":0}\n".utf8))
  }

  @Test func recordsAreReadAgainForANewGeneration() async throws {
    let fixture = try await DemoFixture()
    var demo = try fixture.demo()
    try await fixture.build(
      [#"{"id":"c","title":"New","content_text":"A new record."}"#] + DemoFixture.lines)
    let document = try fixture.records(["c", "b"], of: &demo)
    #expect(document["records"]?.elements.map { $0["id"]?.string } == ["c", "b"])
    #expect(document["missing"]?.elements.isEmpty == true)
  }

  @Test func aFeedThatCannotBeShownDoesNotStopTheDemo() async throws {
    let fixture = try await DemoFixture()
    let small = try fixture.demo { $0.maximumRecords = 1 }
    #expect(small.unavailable["home"]?.contains("2 records exceed the 1") == true)
    let other = try fixture.demo { $0.fonts.fallback = ["Noto Sans"] }
    #expect(other.unavailable["home"] == "it was built with other fonts")
    var none = try fixture.demo { $0.templates = [] }
    #expect(none.unavailable["home"]?.contains("name it with --template") == true)
    #expect(throws: DemoProblem.self) { try fixture.records(["b"], of: &none) }
    _ = try fixture.folder.write([], to: "records.ndjson")
    #expect(try fixture.demo().unavailable["home"] != nil)
  }

  @Test func aRecordThatChangedSinceTheBuildIsNotShown() async throws {
    let fixture = try await DemoFixture()
    let changed = [DemoFixture.lines[0].replacing("One", with: "Some"), DemoFixture.lines[1]]
    try fixture.write(changed)
    var demo = try fixture.demo()
    let document = try fixture.records(["a/1", "b"], of: &demo)
    #expect(document["records"]?.elements.count == 1)
    #expect(document["missing"]?[0]?["reason"]?.string?.contains("changed since the build") == true)
  }

  @Test func onlyFontsThatRecordsNumberAreServed() async throws {
    let fixture = try await DemoFixture()
    var demo = try fixture.demo()
    #expect(try font(0, of: &demo) == nil)
    let document = try fixture.records(["b"], of: &demo)
    let numbers = document["styles"]?.elements.flatMap { $0["fonts"]?.elements ?? [] } ?? []
    #expect(!numbers.isEmpty)
    for number in Set(numbers.compactMap { $0.number.map { Int($0) } }) {
      let bytes = try #require(try font(number, of: &demo))
      // TrueType, or OpenType with CFF outlines; never a collection.
      #expect(
        bytes.starts(with: [0, 1, 0, 0]) || bytes.starts(with: Array("OTTO".utf8)),
        "font \(number)")
    }
    #expect(try font(1000, of: &demo) == nil)
    #expect(try font(-1, of: &demo) == nil)
  }

  /// The bytes of a font; nil if there is none.
  private func font(_ number: Int, of demo: inout WebDemo) throws -> [UInt8]? {
    switch demo.answer(to: Array(#"{"font":\#(number)}"#.utf8)) {
    case .content(let bytes): return bytes
    case .problem(let problem):
      #expect(problem.code == "unknown-font")
      return nil
    }
  }
}
