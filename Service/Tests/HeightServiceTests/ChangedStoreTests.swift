import Foundation
import HTTPTypes
import HeightService
import HummingbirdTesting
import ServeOptions
import TestSupport
import Testing

/// A store that is changed in place under the service, as `cp` changes it.
@Suite struct ChangedStoreTests {
  /// The address of data that is always read from the file: the current position of a cell.
  private static let anchor = "/v1/feeds/home/anchor?id=r7&inside=1"

  @Test(arguments: [10_000_000, 0], ["another file", "a part of it", "nothing"])
  func itIsRefusedAndTakenUpAgain(memoryCells: Int, left: String) async throws {
    let fixture = try ServiceFixture()
    try fixture.build(records: 400)
    let good = try Data(contentsOf: URL(filePath: fixture.store))
    // Only this test checks the store.
    let sources = try fixture.sources {
      $0.memoryCells = memoryCells
      $0.seconds = 3_600
    }
    let service = try HeightService(sources, settings: ServiceSettings())
    try await service.application.test(.router) { client in
      #expect(try await client.get(Self.anchor).status == .ok)
      #expect(try await client.get("/readyz").status == .ok)
      switch left {
      case "another file": try fixture.folder.write("root:x:0:0\n".utf8, to: "heights.sqlite")
      case "a part of it": try #require(truncate(fixture.store, good.count / 2) == 0)
      default: try #require(truncate(fixture.store, 0) == 0)
      }
      let broken = try await client.get(Self.anchor)
      #expect(broken.status == .serviceUnavailable)
      #expect(broken.problem == "unreadable-store")
      #expect(broken.headers[.retryAfter] == "1")
      #expect(!String(decoding: broken.bytes, as: UTF8.self).contains(fixture.folder.url.path))
      let ready = try await client.get("/readyz")
      #expect(ready.status == .serviceUnavailable)
      #expect(String(decoding: ready.bytes, as: UTF8.self).contains(#""status":"unreadable""#))
      // Cells in memory are still served.
      let cell = try await client.get("/v1/feeds/home/cells?id=r7")
      #expect(cell.status == (memoryCells > 0 ? .ok : .serviceUnavailable))
      sources.follower.refresh()
      #expect(sources.follower.failure != nil)
      #expect(try await client.get(Self.anchor).status == .serviceUnavailable)

      try good.write(to: URL(filePath: fixture.store))
      sources.follower.refresh()
      #expect(sources.follower.failure == nil)
      #expect(try await client.get(Self.anchor).status == .ok)
      #expect(try await client.get("/v1/feeds/home/cells?id=r7").status == .ok)
      #expect(try await client.get("/readyz").status == .ok)
    }
  }
}
