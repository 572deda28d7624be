import HTTPTypes
import HeightCases
import HeightService
import HeightStore
import Heights
import HummingbirdTesting
import ServeOptions
import StructuredDocuments
import TestSupport
import Testing

/// The table of cases that every reader of heights answers alike, over HTTP.
@Suite struct HeightCasesTests {
  @Test(arguments: [0, 1_000]) func theServiceAnswersAlike(memoryCells: Int) async throws {
    let folder = try TemporaryFolder("cases")
    let cases = try HeightCases()
    try cases.build(store: folder.path("heights.sqlite"))
    var follow = FollowSettings()
    follow.memoryCells = memoryCells
    let sources = ServiceSources(
      try HeightLookup(store: folder.path("heights.sqlite"), access: .calls), follow: follow)
    sources.follower.refresh()
    let service = try HeightService(sources, settings: ServiceSettings())
    try await service.application.test(.router) { client in
      for list in cases.lists { try await check(list, client) }
      for range in cases.ranges {
        for (id, width, height) in range.heights {
          let key = "\(JSONWriter.digits(of: width))\(range.environment.drop { $0 != "@" })"
          let answer = try await client.get(
            "/v1/feeds/\(HeightCases.rangeFeed)/cells?id=\(id)&environment=\(key)")
          #expect(answer.json["cells"]?[0]?["height"]?.number == height, "\(id) \(key)")
          #expect((answer.status == .ok) == (height != nil))
        }
      }
    }
  }

  private func check(_ list: HeightCases.List, _ client: any TestClientProtocol) async throws {
    let feed = "/v1/feeds/\(list.name)"
    let query = "list=\(list.list)"
    let extent = try await client.get(feed + "/extent?\(query)").json
    #expect(
      extent["extent"]?.number == list.extent && extent["count"]?.number == Double(list.cells.count)
    )
    // A negative number is a client's mistake here, and so is an offset beyond the list.
    for (y, index) in list.atOffset where y >= 0 {
      let answer = try await client.get(feed + "/at-offset?\(query)&y=\(y)")
      guard y < list.extent, index != nil else {
        #expect(answer.problem == "beyond-the-list", "\(list.name) at \(y)")
        continue
      }
      #expect(answer.json["position"]?.number == index.map { Double($0) }, "\(list.name) at \(y)")
    }
    for (y, index) in list.atOffset where y >= 0 && y < list.extent {
      guard let index else { continue }
      let answer = try await client.get(feed + "/at-offset?\(query)&y=\(y)").json
      #expect(answer["cell"]?["id"]?.string == list.cells[index].id)
      #expect(
        HeightCases.isSame(answer["inside"]?.number, y - list.tops[index]), "\(list.name) at \(y)")
    }
    for (y, header) in list.sticky where y >= 0 && y < list.extent {
      let answer = try await client.get(feed + "/at-offset?\(query)&y=\(y)").json["sticky"]
      #expect(answer?["id"]?.string == header.map { list.cells[$0.index].id })
      #expect(HeightCases.isSame(answer?["offset"]?.number, header?.top), "\(list.name) at \(y)")
      #expect(HeightCases.isSame(answer?["pushed"]?.number, header?.pushed))
    }
    for (anchor, found) in list.resolve {
      let following = anchor.following.map { "&following=\($0)" }.joined()
      let answer = try await client.get(
        feed + "/anchor?\(query)&id=\(anchor.id)&inside=\(anchor.inside)\(following)")
      guard let found else {
        #expect(answer.problem == "anchor-gone")
        continue
      }
      #expect(answer.json["id"]?.string == found.id)
      #expect(answer.json["position"]?.number == Double(found.position))
      #expect(answer.json["offset"]?.number == found.offset)
      #expect(
        HeightCases.isSame(answer.json["y"]?.number, found.y),
        "\(list.name): \(anchor.id) + \(anchor.inside)")
    }
  }
}
