import CellHeightsClient
import Heights
import HTTPTypes
import HeightService
import HummingbirdTesting
import LayoutPrimitives
import PublishedHeights
import ServeOptions
import Testing

/// The library for apps, on the files of a service.
@Suite struct SwiftClientTests {
  private static let name = ListName(feed: "home", environment: ServiceFixture.wide)

  @Test func aServiceIsReadAndFollowed() async throws {
    let fixture = try ServiceFixture()
    try fixture.build(records: 30, failed: [4])
    let sources = try fixture.sources()
    let service = try HeightService(sources, settings: ServiceSettings())
    try await service.application.test(.live) { client in
      let heights = try await CellHeights.service { path in
        let answer = try await client.get(path)
        guard answer.status == .ok else {
          throw SourceError.status(answer.status.code, path: path)
        }
        return answer.bytes
      }
      #expect(heights.generation.number == 1 && heights.feeds == ["home"])
      let list = try await heights.list(Self.name)
      #expect(list.ids == (0..<30).filter { $0 != 4 }.map { "r\($0)" })
      for (index, record) in (0..<30).filter({ $0 != 4 }).enumerated() {
        #expect(list.height(at: index) == Double(ServiceFixture.steps(record)) / 2)
      }
      #expect(list.gap == 8 && list.insets.top == 4 && list.insets.bottom == 24)
      let frames = try await heights.frames(0..<1, of: list)
      #expect(frames[0].map(\.id) == ["title"] && frames[0][0].lines == 2)
      #expect(try await heights.next() == nil)

      try fixture.build(records: 31, shift: 6)
      sources.follower.refresh()
      let next = try #require(try await heights.next())
      #expect(next.generation.number == 2)
      let after = try await next.list(Self.name)
      #expect(after.count == 31)
      #expect(after.height(of: "r4") == Double(ServiceFixture.steps(4, shift: 6)) / 2)
      // The former generation remains usable.
      #expect(try await heights.list(Self.name).ids == list.ids)
      let anchor = try #require(list.anchor(atOffset: 500))
      #expect(after.resolve(anchor) != nil)

      await #expect(throws: SourceError.self) {
        try await next.list(ListName(feed: "home", environment: ServiceFixture.narrow))
      }
      await #expect(throws: SourceError.status(404, path: "/nowhere/heights/current.json")) {
        try await CellHeights.service(at: "/nowhere/") { path in
          let answer = try await client.get(path)
          guard answer.status == .ok else {
            throw SourceError.status(answer.status.code, path: path)
          }
          return answer.bytes
        }
      }
    }
  }
}
