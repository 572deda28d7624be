import Foundation
import Heights
import HeightStore
import LayoutPrimitives
import Testing

@Suite struct HeightLookupTests {
  @Test func aHitHasEverything() throws {
    let fixture = try LookupFixture()
    try fixture.build()
    let lookup = try HeightLookup(store: fixture.store)
    let result = try lookup.lookup(
      id: "r3", feed: "home", environment: "390@2x/L/ltr/en/uikit", version: "v3")
    let hit = try #require(result.hit)
    #expect(hit.layout == LookupFixture.layout(3, 1))
    #expect(hit.template == LookupFixture.template)
    #expect(hit.cell.recordID == "r3")
    #expect(hit.cell.version == "v3")
    #expect(hit.scope.feed.name == "home")
    #expect(hit.scope.grid.points(hit.layout.height) == 65.5)
    #expect(lookup.generation.number == 1)
    #expect(lookup.environments(feed: "home").map(\.key).count == 2)
    #expect(lookup.environments(feed: "else").isEmpty)
  }

  @Test func theOnlyFeedAndEnvironmentNeedNotBeNamed() throws {
    let fixture = try LookupFixture()
    try fixture.build(environments: ["390@2x/L/ltr/en/uikit"])
    let lookup = try HeightLookup(store: fixture.store)
    #expect(try lookup.lookup(id: "r3").hit?.layout == LookupFixture.layout(3, 0))
  }

  @Test func missesSayWhatExists() throws {
    let fixture = try LookupFixture()
    try fixture.build(missing: [4], failed: [5])
    let lookup = try HeightLookup(store: fixture.store)
    func sentence(
      _ id: String, feed: String? = "home", _ environment: String? = "390@2x/L/ltr/en/uikit",
      version: String? = nil
    ) throws -> String? {
      try lookup.lookup(id: id, feed: feed, environment: environment, version: version)
        .miss?.description
    }
    #expect(
      try sentence("r1", "393@2x/L/ltr/en/uikit")
        == "feed 'home' was not built for 393@2x/L/ltr/en/uikit: have widths 375, 390; asked 393")
    #expect(
      try sentence("r1", "390@3x/L/ltr/en/uikit")
        == "feed 'home' was not built for 390@3x/L/ltr/en/uikit: have scales @2x; asked @3x")
    #expect(
      try sentence("r1", "390@2x/L/ltr/en/uikit#open")
        == "feed 'home' was not built for 390@2x/L/ltr/en/uikit#open: have states none; asked open")
    #expect(try sentence("nope") == "no record 'nope' in feed home")
    #expect(try sentence("nope", feed: nil) == "no record 'nope' in feed home")
    #expect(try sentence("r1", feed: "news") == "no feed 'news'; have home")
    #expect(
      try sentence("r4")
        == "'r4' of feed 'home' was not built for 390@2x/L/ltr/en/uikit; "
        + "have 375@2x/L/ltr/en/uikit")
    #expect(
      try sentence("r5") == "'r5' of feed 'home' has no height: layout-loop: It never settled.")
    #expect(
      try sentence("r1", version: "v9")
        == "'r1' of feed 'home' is stored in version v1; asked v9")
    #expect(
      try sentence("r1", nil)
        == "feed 'home' has several environments; name one with --environment: "
        + "375@2x/L/ltr/en/uikit, 390@2x/L/ltr/en/uikit")
  }

  /// A key that differs in one part is a miss that names the part, whatever else is stored.
  @Test(arguments: [
    ("391@3x/XL/rtl/ar/uikit#open", "have widths 390, 430; asked 391"),
    ("390@1x/XL/rtl/ar/uikit#open", "have scales @3x, @2x; asked @1x"),
    ("390@3x/S/rtl/ar/uikit#open", "have size categories XL, L; asked S"),
    ("390@3x/XL/auto/ar/uikit#open", "have directions rtl, ltr; asked auto"),
    ("390@3x/XL/rtl/fa/uikit#open", "have locales ar, en; asked fa"),
    ("390@3x/XL/rtl/ar/other#open", "have text rules uikit, css; asked other"),
    ("390@3x/XL/rtl/ar/uikit#shut", "have states open, none; asked shut"),
    // Each part is stored, but not together.
    ("430@3x/XL/rtl/ar/uikit#open", "nearest is 390@3x/XL/rtl/ar/uikit#open"),
    ("390@2x/XL/rtl/ar/uikit#open", "nearest is 390@3x/XL/rtl/ar/uikit#open"),
    ("390@3x/L/rtl/ar/uikit#open", "nearest is 390@3x/XL/rtl/ar/uikit#open"),
    ("390@3x/XL/ltr/ar/uikit#open", "nearest is 390@3x/XL/rtl/ar/uikit#open"),
    ("390@3x/XL/rtl/en/uikit#open", "nearest is 390@3x/XL/rtl/ar/uikit#open"),
    ("390@3x/XL/rtl/ar/css#open", "nearest is 390@3x/XL/rtl/ar/uikit#open"),
    ("391/css", "have widths 390, 430; asked 391"),
    ("430/rtl", "nearest is 390@3x/XL/rtl/ar/uikit#open, 430@2x/L/ltr/en/css"),
    (
      "wide",
      "environment width 'wide' is not a number of points above 0 and at most 100000; write an "
        + "environment as 390@3x/L/ltr/en/uikit"
    ),
  ])
  func aWrongKeyIsAMiss(key: String, sentence: String) throws {
    let fixture = try LookupFixture()
    let keys = ["390@3x/XL/rtl/ar/uikit#open", "430@2x/L/ltr/en/css"]
    try fixture.build(environments: keys)
    let lookup = try HeightLookup(store: fixture.store)
    let miss = try lookup.lookup(id: "r1", feed: "home", environment: key).miss
    #expect(miss?.description.hasSuffix(": \(sentence)") == true, "\(String(describing: miss))")
    for (index, known) in keys.enumerated() {
      #expect(
        try lookup.lookup(id: "r1", feed: "home", environment: known).hit?.layout
          == LookupFixture.layout(1, index))
    }
    // Feed and version of an environment that is stored.
    #expect(
      try lookup.lookup(id: "r1", feed: "hme", environment: keys[0]).miss?.description
        == "no feed 'hme'; have home; did you mean 'home'?")
    #expect(
      try lookup.lookup(id: "r1", feed: "home", environment: keys[0], version: "v2").miss
        == .otherVersion(id: "r1", feed: "home", stored: "v1", asked: "v2"))
  }

  /// Omitted parts match any value; the defaults only decide which match is preferred.
  @Test(arguments: [
    ("375", 0), ("375@2x", 1), ("375/css", 1), ("css/375", 1), ("430", 2), ("430/rtl", 2),
    ("430#open", 2), ("430@2x/XL/rtl/ar", 2), ("300@1x", 3), ("300", 3), ("280..320", 3),
    ("390", 4), ("390/XXL", 5),
  ])
  func partsOfAKeyNameTheOnlyOneThatFits(text: String, index: Int) throws {
    let known = [
      "375@3x/L/ltr/en/uikit", "375@2x/L/ltr/en/css", "430@2x/XL/rtl/ar/uikit#open",
      "280..320@1x/L/ltr/en/css", "390@3x/L/ltr/en/uikit", "390@2x/XXL/ltr/en/uikit",
    ].compactMap { EnvironmentParts(key: $0) }
    let matches = try EnvironmentPattern(text).matches(in: known)
    #expect(matches.map(\.index) == [index])
    #expect(matches.first?.widthPixel == (text.hasPrefix("300") ? 300 : nil))
  }

  @Test func partsThatFitSeveralAreAQuestionOfUsage() throws {
    let fixture = try LookupFixture()
    let keys = ["390@2x/L/ltr/en/uikit", "390@2x/XL/ltr/en/uikit", "390@1x/XL/ltr/en/uikit"]
    try fixture.build(environments: keys)
    let lookup = try HeightLookup(store: fixture.store)
    let miss = try lookup.lookup(id: "r1", feed: "home", environment: "390/XL").miss
    #expect(miss == .severalEnvironments(feed: "home", keys: [keys[1], keys[2]]))
    #expect(miss?.isUsage == true)
  }

  @Test func aRecordOfSeveralFeedsMustBeNamedByFeed() throws {
    let fixture = try LookupFixture()
    try fixture.build("home", records: 3)
    try fixture.build("news", records: 2)
    let lookup = try HeightLookup(store: fixture.store)
    let key = "390@2x/L/ltr/en/uikit"
    #expect(
      try lookup.lookup(id: "r1", environment: key)
        == .miss(.severalFeeds(id: "r1", feeds: ["home", "news"])))
    #expect(try lookup.lookup(id: "r1", environment: key).miss?.isUsage == true)
    #expect(try lookup.lookup(id: "r2", environment: key).hit?.scope.feed.name == "home")
  }

  @Test func aFeedHoldsARecordInAnyEnvironment() throws {
    let fixture = try LookupFixture()
    let (narrow, wide) = ("375@2x/L/ltr/en/uikit", "390@2x/L/ltr/en/uikit")
    try fixture.build("home", records: 3, missing: [2])
    try fixture.build("news", records: 1, environments: ["320@2x/L/ltr/en/uikit"])
    let lookup = try HeightLookup(store: fixture.store)
    #expect(try lookup.lookup(id: "r1", environment: wide).hit?.scope.feed.name == "home")
    #expect(
      try lookup.lookup(id: "r0", environment: wide)
        == .miss(.severalFeeds(id: "r0", feeds: ["home", "news"])))
    #expect(
      try lookup.lookup(id: "r2", environment: wide)
        == .miss(.notInEnvironment(id: "r2", feed: "home", asked: wide, keys: [narrow])))
    #expect(
      try lookup.lookup(id: "r2", environment: wide)
        == lookup.lookup(id: "r2", feed: "home", environment: wide))
    #expect(
      try lookup.lookup(id: "r9", environment: wide)
        == .miss(.unknownRecord(id: "r9", feeds: ["home", "news"])))
  }

  @Test func eachPartExistsButNotTogether() throws {
    let fixture = try LookupFixture()
    try fixture.build(
      environments: ["375@2x/L/ltr/en/uikit", "390@2x/XL/ltr/en/uikit", "430@2x/S/ltr/en/uikit"])
    let lookup = try HeightLookup(store: fixture.store)
    #expect(
      try lookup.lookup(id: "r1", feed: "home", environment: "375@2x/XL/ltr/en/uikit")
        .miss?.description
        == "feed 'home' was not built for 375@2x/XL/ltr/en/uikit: "
        + "nearest is 375@2x/L/ltr/en/uikit, 390@2x/XL/ltr/en/uikit")
  }

  @Test func anOmittedStateIsTheFirstOfTheBuild() throws {
    let fixture = try LookupFixture()
    let keys = ["390@2x/L/ltr/en/uikit#compact", "390@2x/L/ltr/en/uikit#expanded"]
    try fixture.build(environments: keys)
    let lookup = try HeightLookup(store: fixture.store)
    let base = "390@2x/L/ltr/en/uikit"
    for environment in [base, nil] {
      let first = try lookup.lookup(id: "r1", feed: "home", environment: environment)
      #expect(first.hit?.layout == LookupFixture.layout(1, 0))
      let second = try lookup.lookup(
        id: "r1", feed: "home", environment: environment, state: "expanded")
      #expect(second.hit?.layout == LookupFixture.layout(1, 1))
    }
    #expect(
      try lookup.lookup(id: "r1", feed: "home", environment: keys[1]).hit?.layout
        == LookupFixture.layout(1, 1))
  }

  @Test func aNewGenerationIsSeenAfterRefreshOnly() throws {
    let fixture = try LookupFixture()
    try fixture.build(environments: ["390@2x/L/ltr/en/uikit"])
    let lookup = try HeightLookup(store: fixture.store)
    #expect(try lookup.refreshed() === lookup)
    try fixture.build(environments: ["390@2x/L/ltr/en/uikit"], shift: 7)
    #expect(try lookup.lookup(id: "r1").hit?.layout == LookupFixture.layout(1, 0))
    let next = try lookup.refreshed()
    #expect(next.generation.number == 2)
    #expect(try next.lookup(id: "r1").hit?.layout == LookupFixture.layout(1, 0, shift: 7))
  }

  /// Whichever page is overwritten with zeros, a record that is there is found or the store is damaged.
  ///
  /// - Parameter kept: Bytes at the beginning of the page that stay, such as its number of entries.
  @Test(arguments: [0, 8]) func aDamagedIndexIsNoMiss(kept: Int) throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 1_500, environments: ["390@2x/L/ltr/en/uikit"])
    let whole = try Data(contentsOf: URL(filePath: fixture.store))
    let size = Int(whole[16]) << 8 | Int(whole[17])
    for start in stride(from: 0, to: whole.count, by: size) {
      var bytes = whole
      bytes.resetBytes(in: start + kept..<start + size)
      try bytes.write(to: URL(filePath: fixture.store))
      guard let lookup = try unlessDamaged({ try HeightLookup(store: fixture.store) }) else {
        continue
      }
      for record in stride(from: 0, to: 1_500, by: 7) {
        for feed in [nil, "home"] {
          let found = try unlessDamaged { try lookup.lookup(id: "r\(record)", feed: feed) }
          if let found {
            #expect(found.hit?.layout == LookupFixture.layout(record, 0), "page \(start / size)")
          }
        }
      }
    }
  }

  /// The answer, or nil from a damaged store.
  private func unlessDamaged<Answer>(_ ask: () throws -> Answer) throws -> Answer? {
    do { return try ask() } catch is StoreError { return nil }
  }

  @Test func aMissingStoreIsAnError() throws {
    let fixture = try LookupFixture()
    #expect(throws: StoreError.missing(path: fixture.store)) {
      try HeightLookup(store: fixture.store)
    }
  }

  @Test func threadsTakeTurns() async throws {
    let fixture = try LookupFixture()
    try fixture.build(records: 50)
    let lookup = try HeightLookup(store: fixture.store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for record in 0..<50 {
            let found = try lookup.lookup(
              id: "r\((record + task) % 50)", feed: "home", environment: "375@2x/L/ltr/en/uikit")
            #expect(found.hit?.layout == LookupFixture.layout((record + task) % 50, 0))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

extension LookupResult {
  /// The hit, if it is one.
  var hit: LookupHit? {
    if case .hit(let hit) = self { hit } else { nil }
  }

  /// The reason, if it is none.
  var miss: MissReason? {
    if case .miss(let reason) = self { reason } else { nil }
  }
}
