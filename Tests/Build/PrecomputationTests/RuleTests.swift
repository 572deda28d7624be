import CellTemplates
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import Testing

@Suite struct RuleTests {
  private let fixture: BuildFixture

  init() throws { fixture = try BuildFixture() }

  private let lines = [
    #"{"id":"a","title":"A"}"#, #"{"id":"b","title":"B","reblog":{"title":"inner"}}"#,
    #"{"id":"c","title":"C"}"#, #"{"id":"d","reblog":{"title":"other"}}"#,
  ]

  private func plan(_ name: String, height: Int, text: String = "x") throws -> TemplatePlan {
    TemplatePlan(
      try CellTemplate(
        text: """
          schema: cellheights.template/1
          template: \(name)
          views: [{id: a, kind: label, text: "\(text)"}]
          constraints: ["H:|[a]|", "V:|[a(\(height))]|"]
          """, file: "\(name).yaml"))
  }

  private func configuration(jobs: Int = 1, tall: Int = 50) throws -> BuildConfiguration {
    var configuration = try fixture.configuration(
      [BuildFixture.feed("home", lines)], environments: ["390", "320"], jobs: jobs)
    configuration.template = try plan("plain", height: 20)
    configuration.rules = [
      (try TemplateRule(when: "{reblog}"), try plan("share", height: tall))
    ]
    return configuration
  }

  private func build(_ configuration: BuildConfiguration) async throws -> BuildSummary {
    var builder = try BatchBuilder(configuration)
    return try await builder.run()
  }

  private func cells() throws -> [String: (template: String, height: Double)] {
    let lookup = try HeightLookup(store: fixture.store)
    let scope = try lookup.scopes(feed: "home", environment: "390@3x/L/ltr/en/uikit").get()[0]
    var cells: [String: (template: String, height: Double)] = [:]
    try lookup.list(in: scope).forEach { _, hit in
      cells[hit.cell.recordID] = (hit.template.name, hit.layout.exactHeight)
    }
    return cells
  }

  @Test(arguments: [1, 3]) func recordsOfOneFeedHaveTheTemplatesOfTheRules(jobs: Int) async throws {
    let summary = try await build(try configuration(jobs: jobs))
    #expect(summary.templates == 2)
    #expect(summary.computed == 8)
    let cells = try cells()
    #expect(
      cells.mapValues(\.template) == ["a": "plain", "b": "share", "c": "plain", "d": "share"])
    #expect(cells.mapValues(\.height) == ["a": 20, "b": 50, "c": 20, "d": 50])
  }

  @Test func onlyCellsOfAChangedTemplateAreComputedAgain() async throws {
    _ = try await build(try configuration())
    #expect(try await build(try configuration()).reused == 8)
    let changed = try configuration(tall: 60)
    let forecast = try await BuildForecast(changed)
    #expect(forecast.computed == 4 && forecast.reused == 4)
    let summary = try await build(changed)
    #expect(summary.computed == 4 && summary.reused == 4)
    #expect(try cells()["d"]?.height == 60)
    // Without rules the two shared records become plain ones.
    var plain = try configuration(tall: 60)
    plain.rules = []
    plain.allowsDrops = true
    #expect(try await build(plain).computed == 4)
    #expect(try cells()["d"]?.template == "plain")
  }

  @Test func theClockAndTheZoneArePartOfWhatACellDependsOn() async throws {
    var configuration = try configuration()
    configuration.rules = []
    configuration.template = try plan("told", height: 20, text: "{title, relative}")
    configuration.formats = FormatSettings(clock: try FormatSettings.clock("2026-01-31"))
    #expect(try await build(configuration).computed == 8)
    #expect(try await build(configuration).reused == 8)
    configuration.formats.clock = try FormatSettings.clock("2026-02-01")
    #expect(try await build(configuration).computed == 8)
    configuration.template = try plan("dated", height: 20, text: "{title, date}")
    configuration.allowsDrops = true
    #expect(try await build(configuration).computed == 8)
    configuration.formats.clock = nil
    #expect(try await build(configuration).reused == 8)
    configuration.formats = try FormatSettings(timeZone: "Europe/Berlin")
    #expect(try await build(configuration).computed == 8)
  }

  @Test func withoutAClockCellsThatNeedOneFail() async throws {
    var configuration = try configuration()
    configuration.rules = []
    configuration.template = try plan("told", height: 20, text: "{title, relative}")
    await #expect(throws: BuildError.self) { _ = try await build(configuration) }
  }

  /// Lists that read alike as text differ in number.
  @Test func aCountIsPartOfTheFingerprint() throws {
    let template = try plan("counted", height: 20, text: "{tags, count}").template
    let fingerprint = try CellFingerprint(
      template: template, fonts: fixture.fonts, environment: Environment(parsing: "390"))
    let one = FeedRecord(id: "1", version: "v", tags: ["a, b"])
    let two = FeedRecord(id: "1", version: "v", tags: ["a", "b"])
    #expect(
      fingerprint.content(of: one, version: "v") != fingerprint.content(of: two, version: "v"))
  }
}
