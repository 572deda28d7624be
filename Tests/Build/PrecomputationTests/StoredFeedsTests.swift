import CellTemplates
import Foundation
import HeightStore
import LayoutPrimitives
import Precomputation
import TemplateDocuments
import Testing

/// The values that a build takes over from the last one, and those that it refuses to drop.
@Suite struct StoredFeedsTests {
  private static func template(_ name: String, states: String, text: String = "{title}") -> String {
    """
    schema: cellheights.template/1
    template: \(name)
    states: [\(states)]
    views: [{id: t, kind: label, text: "\(text)"}]
    constraints: ["H:|[t]|", "V:|[t]|"]
    """
  }

  private let fixture: BuildFixture
  private let feed = BuildFixture.feed("f", BuildFixture.lines(2))

  init() throws { fixture = try BuildFixture() }

  /// A template with states.
  private func plan(_ name: String = "t", states: String, text: String = "{title}") throws
    -> TemplatePlan
  {
    let path = fixture.directory.appending(path: "\(UUID().uuidString).yaml").path
    try Self.template(name, states: states, text: text)
      .write(toFile: path, atomically: true, encoding: .utf8)
    return TemplatePlan(try TemplateCatalog().template(path))
  }

  private func configuration(
    _ plan: TemplatePlan, _ environments: [String] = ["390"]
  ) throws -> BuildConfiguration {
    var feed = feed
    feed.template = plan
    feed.environments = try environments.map(Environment.init(parsing:))
    return try fixture.configuration([feed])
  }

  private func build(_ configuration: BuildConfiguration) async throws -> BuildSummary {
    var builder = try BatchBuilder(configuration)
    return try await builder.run()
  }

  private func stored(_ plan: TemplatePlan) throws -> [String]? {
    try StoredFeeds(store: fixture.store).environments(of: "f", for: TemplateSelector(plan))?
      .map(\.key)
  }

  private func drop(_ configuration: BuildConfiguration) throws -> FeedDrop? {
    try StoredFeeds(store: fixture.store).drops(of: configuration).first
  }

  @Test func nothingIsKnownWithoutAStore() throws {
    #expect(try stored(fixture.plan) == nil)
    #expect(try drop(configuration(fixture.plan)) == nil)
  }

  @Test func statesOfTheTemplateAreNoEnvironmentsOfTheirOwn() async throws {
    let two = try plan(states: "a, b")
    _ = try await build(configuration(two, ["390", "320/XL"]))
    #expect(try stored(two) == ["390@3x/L/ltr/en/uikit", "320@3x/XL/ltr/en/uikit"])
    // A state that is gained is no drop, one that is lost is.
    let three = try plan(states: "a, b, c")
    #expect(try stored(three)?.count == 2)
    #expect(try drop(configuration(three, ["390", "320/XL"])) == nil)
    let one = try plan(states: "b")
    let lost = try drop(configuration(one, ["390", "320/XL"]))
    #expect(lost?.environments == ["390@3x/L/ltr/en/uikit#a", "320@3x/XL/ltr/en/uikit#a"])
    let none = try plan(states: "", text: "{title} ")
    #expect(try drop(configuration(none, ["390", "320/XL"]))?.environments.count == 4)
  }

  @Test func aChosenStateStaysChosenWhileTheTemplateIsTheSame() async throws {
    let two = try plan(states: "a, b")
    _ = try await build(configuration(two, ["390#b", "320"]))
    #expect(try stored(two) == ["390@3x/L/ltr/en/uikit#b", "320@3x/L/ltr/en/uikit"])
    #expect(try stored(plan(states: "a, b", text: "{id}"))?.first == "390@3x/L/ltr/en/uikit")
  }

  @Test func aTemplateThatGainsItsFirstStatesDropsNothing() async throws {
    _ = try await build(configuration(plan(states: "")))
    let states = try plan(states: "a, b")
    #expect(try stored(states) == ["390@3x/L/ltr/en/uikit"])
    #expect(try drop(configuration(states)) == nil)
  }

  @Test func anEditedTemplateIsNoDropAndAnotherNameIs() async throws {
    _ = try await build(configuration(plan(states: "")))
    #expect(try drop(configuration(plan(states: "", text: "{id}"))) == nil)
    let other = try configuration(plan("u", states: ""))
    #expect(try drop(other)?.templates == ["t"])
    #expect(try drop(other)?.environments == [])
    #expect(try drop(other).map { "\($0)" } == "template 't' of feed 'f'")
  }

  @Test func aBuildThatWouldDropStopsBeforeAnyLayout() async throws {
    _ = try await build(configuration(fixture.plan, ["390", "320"]))
    let bytes = try Data(contentsOf: URL(filePath: fixture.store))
    var narrow = try configuration(plan(states: ""), ["320"])
    let error = await #expect(throws: BuildError.self) { try await build(narrow) }
    guard case .drops(let drops, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      drops.map(\.description)
        == ["environment 390@3x/L/ltr/en/uikit and template 'post' of feed 'f'"])
    #expect(try Data(contentsOf: URL(filePath: fixture.store)) == bytes)
    let plan = try await BuildForecast(narrow)
    #expect(plan.drops == drops && plan.removed == 2 && plan.computed == 2)
    narrow.allowsDrops = true
    let summary = try await build(narrow)
    #expect(summary.removed == 2 && summary.computed == 2)
  }

  @Test func eachFeedHasItsOwnEnvironments() async throws {
    var other = BuildFixture.feed("g", BuildFixture.lines(3))
    other.environments = [try Environment(width: 320), try Environment(width: 300)]
    let summary = try await fixture.build([feed, other])
    #expect(summary.computed == 2 + 6 && summary.environments == 2)
    let catalog = try StoreReader(path: fixture.store).catalog
    #expect(
      catalog.feeds.map { $0.environments.map(\.environment.parts.width) } == [
        ["390"], ["320", "300"],
      ])
  }

  @Test func aDescriptionNamesAFewPartsAndCountsTheRest() {
    var drop = FeedDrop(feed: "f")
    drop.environments = (1...14).map { "\($0)" }
    #expect(
      drop.description
        == "environments 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more of feed 'f'")
  }
}
