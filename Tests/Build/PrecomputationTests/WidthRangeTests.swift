import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import Testing

@Suite struct WidthRangeTests {
  private static let feed = BuildFixture.feed("home", BuildFixture.lines(24))

  /// The heights of single widths, which are laid out with frames, are those of the range.
  @Test(arguments: ["300..420@1x/L", "360..380@3x/XXL", "320..330@2x/M//ar", "360..366@2x/L///css"])
  func aRangeHasTheHeightsOfItsWidths(range: String) async throws {
    let whole = try Environment(parsing: range)
    let pixels = try #require(whole.widthPixels)
    let fixture = try BuildFixture()
    try await fixture.build(
      [Self.feed], environments: [range] + whole.singleWidths.map(\.key), jobs: 2)
    let ranges = try BuildFixture()
    try await ranges.build([Self.feed], environments: [range])
    let (singles, lookup) = (
      try HeightLookup(store: fixture.store), try HeightLookup(store: ranges.store)
    )
    for (pixel, width) in zip(pixels, whole.singleWidths) {
      for number in 0..<24 {
        let (single, inRange) = (
          try #require(try singles.lookup(id: "r\(number)", environment: width.key).hit),
          try #require(try lookup.lookup(id: "r\(number)", environment: width.key).hit)
        )
        #expect(single.scope.widthPixel == nil && single.cell.hasFrames)
        #expect(inRange.scope.widthPixel == Int32(pixel) && !inRange.cell.hasFrames)
        #expect(inRange.scope.key == width.key)
        #expect(inRange.layout.height == single.layout.height)
        #expect(inRange.layout.caveats.isSuperset(of: single.layout.caveats))
      }
    }
  }

  @Test func aRangeAloneHasTheOrderOfTheFeed() async throws {
    let fixture = try BuildFixture()
    let lines = [2, 0, 21, 1, 10].flatMap { BuildFixture.lines(1, from: $0) }
    try await fixture.build([BuildFixture.feed("home", lines)], environments: ["300..310@1x"])
    func order() throws -> [String]? {
      let lookup = try HeightLookup(store: fixture.store)
      return try lookup.recordIDs(ofRangesIn: lookup.feeds[0])
    }
    #expect(try order() == ["r2", "r0", "r21", "r1", "r10"])
    // It follows the feed, also if all cells are reused.
    let again = try await fixture.build(
      [BuildFixture.feed("home", lines.reversed())], environments: ["300..310@1x"])
    #expect(again.reused == 5)
    #expect(try order() == ["r10", "r1", "r21", "r0", "r2"])
  }

  @Test func aRangeHasNoListAndItsCellsAreReused() async throws {
    let fixture = try BuildFixture()
    try await fixture.build([Self.feed], environments: ["300..320@1x", "390@1x"])
    let again = try await fixture.build([Self.feed], environments: ["300..320@1x", "390@1x"])
    #expect(again.computed == 0 && again.reused == 48)
    let lookup = try HeightLookup(store: fixture.store)
    // Single widths come first, whose list gives the order of the records.
    #expect(lookup.environments(feed: "home").map(\.isRange) == [false, true])
    for width in ["300..320", "310"] {
      let scope = try #require(
        try lookup.scopes(feed: "home", environment: "\(width)@1x/L/ltr/en/uikit").get().first)
      #expect(throws: ListError.self) { try lookup.list(in: scope) }
    }
    #expect(
      try lookup.list(
        in: lookup.scopes(feed: "home", environment: "390@1x/L/ltr/en/uikit").get()[0]
      ).count == 24)
  }

  @Test func whatIsOutsideIsAMiss() async throws {
    let fixture = try BuildFixture()
    try await fixture.build([Self.feed], environments: ["300..320@3x"])
    let lookup = try HeightLookup(store: fixture.store)
    for width in ["299@3x/L", "321@3x/L", "310.5@3x/L", "310@2x/L", "310@3x/XL", "300..321@3x/L"] {
      let key = try Environment(parsing: width).key
      #expect(try lookup.lookup(id: "r1", environment: key).hit == nil, "\(width)")
    }
    // As a person writes a third of a point.
    for width in ["300@3x", "320@3x", "310.33@3x", "310.667@3x", "310.3333333@3x"] {
      let key = try Environment(parsing: width).key
      #expect(try lookup.lookup(id: "r1", environment: key).hit != nil, "\(width)")
    }
    let whole = try #require(try lookup.lookup(id: "r1").hit)
    #expect(whole.layout.heights?.runs.first?.width == 900)
  }

  @Test func aRecordThatFailsAtOneWidthFails() async throws {
    let fixture = try BuildFixture(
      templateText: """
        schema: cellheights.template/1
        template: narrow
        views: [{id: box, kind: view}]
        constraints:
        - "H:|[box]|"
        - "V:|[box]|"
        - "box.height == {factor} * box.width"
        groups:
        - when: "width > 310"
          constraints: ["box.width == {absurd}"]
        """)
    let lines = [
      #"{"id":"a","factor":"2","absurd":"1"}"#,
      #"{"id":"b","factor":"2","absurd":"9e99"}"#,
    ]
    let summary = try await fixture.build(
      [BuildFixture.feed("home", lines)], environments: ["300..320@1x"],
      tolerance: Tolerance(maximumFailed: .share(1, atLeast: 0)))
    #expect(summary.failed == 1)
    let lookup = try HeightLookup(store: fixture.store)
    guard case .miss(.failed(_, _, let code, let message)) = try lookup.lookup(id: "b") else {
      Issue.record("it has a height")
      return
    }
    #expect(code == "CH0110")
    #expect(message.hasPrefix("at width "))
  }
}

extension LookupResult {
  fileprivate var hit: LookupHit? { if case .hit(let hit) = self { hit } else { nil } }
}
