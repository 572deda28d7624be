import FeedRecords
import Heights
import StructuredDocuments
import TestSupport
import Testing
import TextMeasurement
import WebDemo
import WebFiles

@Suite struct WebDemoTests {
  @Test func recordsHaveTextsStylesAndFonts() async throws {
    let fixture = try await DemoFixture()
    let demo = try fixture.demo()
    #expect(demo.unavailable.isEmpty)
    let document = try fixture.records(["b", "a/1"], of: demo)
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
    #expect((document["styles"]?[style]?["fonts"]?.elements.count ?? 0) > 10)
    #expect(document["installed"] != nil)
    let photo = document["records"]?[0]?["views"]?.elements.first { $0["id"]?.string == "photo" }
    #expect(photo?["picture"]?.string == "i.png")
  }

  @Test func whatIsNotThereHasAReason() async throws {
    let fixture = try await DemoFixture()
    let demo = try fixture.demo { $0.maximumIDs = 2 }
    let document = try fixture.records(["zz"], of: demo)
    #expect(document["missing"]?[0]?["id"]?.string == "zz")
    #expect(document["records"]?.elements.isEmpty == true)
    #expect(throws: DemoError.tooManyIDs(found: 3, limit: 2)) {
      try fixture.records(["a/1", "b", "c"], of: demo)
    }
    #expect(throws: DemoError.self) {
      try demo.records(feed: "house", ids: [], environment: DemoFixture.key, in: fixture.lookup)
    }
    for key in ["391@1x/L/ltr/en/css", "300..400@1x/L/ltr/en/css", "wide", "-1@1x/L/ltr/en/css"] {
      #expect(throws: DemoError.self) {
        try demo.records(feed: "home", ids: ["b"], environment: key, in: fixture.lookup)
      }
    }
  }

  @Test func partsOfAnEnvironmentAreTheStoredOne() async throws {
    let fixture = try await DemoFixture()
    let demo = try fixture.demo()
    let whole = try demo.records(
      feed: "home", ids: ["b"], environment: DemoFixture.key, in: fixture.lookup)
    #expect(
      try demo.records(feed: "home", ids: ["b"], environment: "390", in: fixture.lookup) == whole)
  }

  @Test func aFeedThatCannotBeShownDoesNotStopTheDemo() async throws {
    let fixture = try await DemoFixture()
    let small = try fixture.demo { $0.maximumRecords = 1 }
    #expect(small.unavailable["home"]?.contains("2 records are more than the 1") == true)
    let other = try fixture.demo { $0.fonts.fallback = ["Noto Sans"] }
    #expect(other.unavailable["home"] == "it was built with other fonts")
    let none = try fixture.demo { $0.templates = [] }
    #expect(none.unavailable["home"]?.contains("name it with --template") == true)
    #expect(throws: DemoError.self) { try fixture.records(["b"], of: none) }
    _ = try fixture.folder.write([], to: "records.ndjson")
    #expect(try fixture.demo().unavailable["home"] != nil)
  }

  @Test func aRecordThatChangedSinceTheBuildIsNotShown() async throws {
    let fixture = try await DemoFixture()
    let changed = [DemoFixture.lines[0].replacing("One", with: "Some"), DemoFixture.lines[1]]
    try fixture.folder.write(changed.joined(separator: "\n").utf8, to: "records.ndjson")
    let document = try fixture.records(["a/1", "b"], of: try fixture.demo())
    #expect(document["records"]?.elements.count == 1)
    #expect(document["missing"]?[0]?["reason"]?.string?.contains("changed since the build") == true)
  }

  @Test func onlyFontsThatRecordsNumberAreServed() async throws {
    let fixture = try await DemoFixture()
    let demo = try fixture.demo()
    #expect(throws: DemoError.unknownFont(0)) { try demo.font(0) }
    let document = try fixture.records(["b"], of: demo)
    let numbers = document["styles"]?.elements.flatMap { $0["fonts"]?.elements ?? [] } ?? []
    for number in Set(numbers.compactMap { $0.number.map { Int($0) } }) {
      let bytes = try demo.font(number)
      // TrueType, or OpenType with CFF outlines; never a collection.
      #expect(
        bytes.starts(with: [0, 1, 0, 0]) || bytes.starts(with: Array("OTTO".utf8)),
        "font \(number)")
    }
    #expect(throws: DemoError.unknownFont(1000)) { try demo.font(1000) }
    #expect(throws: DemoError.unknownFont(-1)) { try demo.font(-1) }
  }

  @Test(arguments: [
    "index.html", "demo.css", "demo.js", "cell.js", "cellheights.js", "virtual-list.js",
  ])
  func thePagesFilesAreThere(_ name: String) throws {
    let file = try #require(WebFiles.file(name))
    #expect(file.bytes.count > 500)
    #expect(String(validating: file.bytes, as: UTF8.self) != nil)
  }

  @Test(arguments: ["", "package.json", "../Package.swift", "/etc/passwd", "demo.js/", "DEMO.JS"])
  func nothingElseIsServed(_ name: String) {
    #expect(WebFiles.file(name) == nil)
  }
}
