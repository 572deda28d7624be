import CellTemplates
import FeedRecords
import LayoutPrimitives
import Precomputation
import StructuredDocuments
import TestSupport
import TextMeasurement
import Testing

/// Cells whose styles name fonts in queries and bindings depend on the files of these fonts.
@Suite struct StyleFontTests {
  private static let feed = BuildFixture.feed(
    "home",
    ["'Xf'", "Xf, Inter", "Inter"].enumerated().map { number, family in
      #"{"id":"r\#(number)","title":"line after line of a text that wraps","ff":"\#(family)"}"#
    })

  private static func template(_ declaration: String) -> String {
    """
    schema: cellheights.template/1
    template: t
    card:
      style: {font: 16px Inter}
      children:
      - style: {container-type: inline-size}
        children: [{id: a, text: "{title}", style: \(declaration)}]
    """
  }

  private static func fonts(_ family: String) throws -> FontLibrary {
    let installed = try FontLibrary(FontConfiguration(fallback: []))
    let face = try #require(
      try installed.stack(of: CharacterStyle(family: family), language: nil).first)
    return try FontLibrary(FontConfiguration(fallback: [], families: ["Xf": [face.file]]))
  }

  private static func build(
    _ fixture: BuildFixture, _ family: String
  ) async throws -> (computed: Int, heights: [Int?]) {
    var configuration = try fixture.configuration(
      [feed], environments: ["120@1x/L/ltr/en/css"])
    configuration.fonts = try fonts(family)
    var builder = try BatchBuilder(configuration)
    let summary = try await builder.run()
    let cells = try fixture.cells("home", environment: "120@1x/L/ltr/en/css")
    return (summary.computed, cells.keys.sorted().map { cells[$0]?.height })
  }

  @Test(arguments: [
    "{font-family: Xf}", "{'@media (width < 500px)': {font-family: Xf}}",
    "{'@media (width < 500px)': {font: 16px Xf}}",
    "{'@container (width < 500px)': {font-family: 'Other, Xf'}}",
    #"{font-family: "{none|'Xf'}"}"#, #"{font: "16px {none|'Xf'}"}"#,
  ])
  func aChangedFileOfAFamilyThatAStyleNamesRecomputes(declaration: String) async throws {
    let fixture = try BuildFixture(templateText: Self.template(declaration))
    let first = try await Self.build(fixture, "Inter")
    #expect(first.computed == 3)
    #expect(try await Self.build(fixture, "Inter").computed == 0)
    let changed = try await Self.build(fixture, "Noto Sans")
    #expect(changed.computed == 3)
    #expect(changed.heights != first.heights)
    // As a style that names the family directly.
    let plain = try BuildFixture(templateText: Self.template("{font-family: Xf}"))
    #expect(try await Self.build(plain, "Noto Sans").heights == changed.heights)
  }

  @Test func aChangedFileOfAFamilyThatARecordNamesRecomputes() async throws {
    let fixture = try BuildFixture(templateText: Self.template(#"{font-family: "{ff}"}"#))
    let first = try await Self.build(fixture, "Inter")
    #expect(first.computed == 3)
    #expect(try await Self.build(fixture, "Inter").computed == 0)
    let changed = try await Self.build(fixture, "Noto Sans")
    #expect(changed.computed == 3)
    #expect(changed.heights[0] != first.heights[0])
    #expect(changed.heights[1] == changed.heights[0])
    #expect(changed.heights[2] == first.heights[2])
  }

  @Test func installedFamiliesThatRecordsNameArePartOfTheContent() throws {
    let template = try BuildFixture(templateText: Self.template(#"{font-family: "{ff}"}"#)).plan
      .template
    let installed = try FontLibrary(FontConfiguration(fallback: []))
    func content(_ family: String, _ fonts: FontLibrary) throws -> ContentHash {
      let record = FeedRecord(
        id: "1", version: "v", fields: .object([.init(key: "ff", value: .string(family))]))
      return try CellFingerprint(
        template: template, fonts: fonts, environment: Environment(parsing: "390")
      ).content(of: record, version: "v")
    }
    // `Inter` is the installed family in one library, and a declared one in the other.
    let face = try #require(
      try installed.stack(of: CharacterStyle(family: "Noto Sans"), language: nil).first)
    let other = try FontLibrary(
      FontConfiguration(fallback: [], families: ["Inter": [face.file]]))
    #expect(try content("Inter", installed) == content("Inter", installed))
    #expect(try content("Inter", installed) != content("Inter", other))
    // A family that is missing is no error of the fingerprint; the layout of the cell reports it.
    #expect(try content("Nowhere", installed) == content("Nowhere", other))
  }

  @Test(arguments: [
    "{'@media (width < 500px)': {font-family: Nonexistent}}",
    "{'@media (width > 5000px)': {font: 16px Nonexistent}}",
    "{'@container (width < 500px)': {font-family: Nonexistent}}",
    #"{font-family: "{ff|'Nonexistent'}"}"#,
  ])
  func aFamilyThatIsMissingInAStyleStopsTheBuild(declaration: String) throws {
    let fixture = try BuildFixture(templateText: Self.template(declaration))
    #expect(throws: TextError.missingFont(family: "Nonexistent")) {
      _ = try BatchBuilder(fixture.configuration([Self.feed]))
    }
  }
}
