import CellHeightsClient
import Heights
import HeightStore
import LayoutPrimitives
import TestSupport
import Testing

@Suite struct ListHeightsTests {
  let fixture: ClientFixture

  init() throws { fixture = try ClientFixture() }

  /// Published files against the lookup itself.
  @Test func everyAnswerIsThatOfTheStore() async throws {
    try fixture.publish(ClientFixture.ids(0..<500))
    let lookup = try HeightLookup(store: fixture.store)
    let scopes = try lookup.scopes(feed: "home", environment: ClientFixture.key).get()
    let expected = try lookup.list(in: scopes[0])
    let heights = try await fixture.open()
    #expect(heights.feeds == ["home"])
    #expect(heights.environments(feed: "home").first == ClientFixture.key)
    #expect(heights.lists(feed: "home", environment: ClientFixture.key) == ["feed"])
    let list = try await heights.list(ClientFixture.name)
    #expect(list.count == 500 && list.extent == expected.extent)
    #expect(list.gap == 8 && list.insets.bottom == 24 && list.insets.trailing == 2)
    #expect(list.generation.number == 1)
    for index in 0..<500 {
      let hit = try expected.hit(at: index)
      #expect(list.ids[index] == hit.cell.recordID)
      #expect(list.index(of: hit.cell.recordID) == index)
      #expect(try list.height(at: index) == expected.height(at: index))
      #expect(try list.offset(of: index) == expected.offset(of: index))
      #expect(list.caveats(at: index) == hit.layout.caveats)
    }
    var random = TestRandom(seed: 3)
    for _ in 0..<500 {
      let offset = Double(random.next(below: Int(expected.extent) * 10)) / 9 - 50
      #expect(try list.index(atOffset: offset) == expected.index(atOffset: offset))
    }
    let frames = try await heights.frames(60..<300, of: list)
    for (index, views) in zip(60..<300, frames) {
      let hit = try expected.hit(at: index)
      #expect(views.map(\.id) == ["title", "photo"])
      #expect(views[0].lines == hit.layout.labels[0].count && views[1].lines == nil)
      #expect(views[0].isTruncated == hit.layout.labels[0].truncated)
      #expect(views[1].height == Double(hit.layout.frames[1].height) / 3)
      #expect(views[1].x == -2.0 / 3)
    }
    #expect(try await heights.frames(0..<0, of: list).isEmpty)
  }

  @Test func whatIsVisibleIsFoundByCounting() async throws {
    try fixture.publish(ClientFixture.ids(0..<200))
    let list = try await fixture.open().list(ClientFixture.name)
    var random = TestRandom(seed: 4)
    for _ in 0..<400 {
      let top = Double(random.next(below: Int(list.extent) * 4)) / 3 - 200
      let offsets = top..<top + Double(random.next(below: 900))
      let seen = (0..<200).filter { index in
        guard let top = list.offset(of: index), let height = list.height(at: index) else {
          return false
        }
        return top < offsets.upperBound && top + height > offsets.lowerBound
      }
      #expect(Array(list.range(visible: offsets)) == seen, "\(offsets)")
    }
    #expect(list.range(visible: -100..<4).isEmpty)
    #expect(list.range(visible: 0..<list.extent) == 0..<200)
  }

  @Test func anEmptyListAnswers() async throws {
    try fixture.publish([])
    let heights = try await fixture.open()
    // A feed without cells has no list, or an empty one.
    guard heights.lists(feed: "home", environment: ClientFixture.key) == ["feed"] else { return }
    let list = try await heights.list(ClientFixture.name)
    #expect(list.count == 0 && list.extent == 28)
    #expect(list.index(atOffset: 3) == nil && list.range(visible: 0..<900).isEmpty)
    #expect(list.anchor(atOffset: 0) == nil && list.height(at: 0) == nil)
    #expect(list.offset(of: -1) == nil && list.caveats(at: 9) == [])
  }

  @Test func anAnchorOutlastsPrependsAndDeletions() async throws {
    let ids = ClientFixture.ids(10..<300)
    try fixture.publish(ids)
    let first = try await fixture.open()
    let list = try await first.list(ClientFixture.name)
    let top = try #require(list.offset(of: 40))
    let anchor = try #require(list.anchor(atOffset: top + 5))
    #expect(anchor.id == "post-50" && anchor.inside.isNearly(5) && anchor.following.count == 8)
    #expect(list.resolve(anchor)?.screenTop.isNearly(top + 5) == true)
    // Prepended, and some deleted above.
    try fixture.publish(ClientFixture.ids(0..<10) + ids.filter { $0 != "post-30" })
    let second = try #require(try await first.next())
    let moved = try await second.list(ClientFixture.name)
    let expected = try #require(moved.offset(of: 49))
    #expect(moved.ids[49] == "post-50")
    #expect(moved.resolve(anchor)?.screenTop.isNearly(expected + 5) == true)
    // The cell and the next one are removed.
    try fixture.publish(ids.filter { $0 != "post-50" && $0 != "post-51" })
    let third = try #require(try await second.next())
    let shrunk = try await third.list(ClientFixture.name)
    #expect(
      shrunk.resolve(anchor)?.screenTop == shrunk.index(of: "post-52").flatMap(shrunk.offset(of:)))
    // All are removed.
    try fixture.publish(ClientFixture.ids(0..<10))
    let last = try #require(try await third.next())
    #expect(try await last.list(ClientFixture.name).resolve(anchor) == nil)
    // Beyond a cell that is lower now, above the list, and no number.
    for (inside, found) in [(1_000_000, top + 1_000_000), (-1_000_000, 0.0), (.nan, top)] {
      let other = ScrollAnchor(
        id: "post-50", inside: inside, generation: 1, following: [])
      let offset = try #require(list.resolve(other)?.screenTop)
      let bottom = try #require(list.height(at: 40).map { top + $0 })
      #expect(offset.isNearly(min(found, bottom)))
    }
    #expect(list.anchor(atOffset: .nan) == nil && list.index(atOffset: .nan) == nil)
    #expect(list.anchor(atOffset: -7)?.inside.isNearly(-11) == true)
  }
}

extension Double {
  /// Whether it is another number but for the rounding of a subtraction.
  fileprivate func isNearly(_ other: Double) -> Bool { abs(self - other) < 1e-6 }
}
