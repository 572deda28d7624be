import HTTPTypes
import HeightService
import HummingbirdTesting
import LayoutPrimitives
import ServeOptions
import StructuredDocuments
import Testing

/// The responses of each route.
@Suite struct RouteTests {
  let fixture: ServiceFixture

  init() throws {
    fixture = try ServiceFixture()
    try fixture.build(
      records: 30, keys: [ServiceFixture.narrow, ServiceFixture.wide], failed: [7])
  }

  private let wide = "environment=390%402x/L/ltr/en/uikit"

  @Test func feedsAndGenerationSayWhatIsThere() async throws {
    try await fixture.service().application.test(.router) { client in
      let feeds = try await client.get("/v1/feeds")
      #expect(feeds.status == .ok)
      #expect(feeds.json["schema"]?.string == "cellheights.feeds/1")
      let feed = feeds.json["feeds"]?[0]
      #expect(feed?["name"]?.string == "home")
      #expect(
        feed?["environments"]?.elements.map { $0["key"]?.string } == [
          ServiceFixture.narrow, ServiceFixture.wide,
        ])
      #expect(feed?["environments"]?[0]?["failed"]?.number == 1)
      #expect(feed?["lists"]?[0]?["spacing"]?.number == 8)
      let one = try await client.get("/v1/feeds/home")
      #expect(one.json["name"]?.string == "home")
      let generation = try await client.get("/v1/generation")
      #expect(generation.json["generation"]?.number == 1)
      #expect(generation.json["pin"]?.string == feeds.json["pin"]?.string)
    }
  }

  @Test func cellsByID() async throws {
    try await fixture.service().application.test(.router) { client in
      let answer = try await client.get("/v1/feeds/home/cells?id=r3&id=no&id=r7&\(wide)")
      #expect(answer.status == .ok)
      let cells = answer.json["cells"]?.elements ?? []
      #expect(cells.count == 1)
      #expect(cells.first?["schema"]?.string == "cellheights.cell/1")
      #expect(cells.first?["height"]?.number == Double(ServiceFixture.steps(3, 1)) / 2)
      #expect(cells.first?["generation"]?.number == 1)
      let missing = answer.json["missing"]?.elements ?? []
      #expect(missing.map { $0["id"]?.string } == ["no", "r7"])
      #expect(missing.map { $0["code"]?.string } == ["unknown-id", "failed-cell"])
      #expect(missing.last?["detail"]?.string?.contains("CH0412") == true)

      let posted = try await client.post(
        "/v1/feeds/home/cells",
        #"{"ids":["r3","no","r7"],"environment":"390@2x/L/ltr/en/uikit"}"#)
      #expect(posted.status == .ok)
      #expect(posted.json["cells"] == answer.json["cells"])
      #expect(posted.headers[.cacheControl] == "no-store")
    }
  }

  @Test func linesAreThoseOfTheStore() async throws {
    let fixture = try ServiceFixture()
    try fixture.build(
      lines: [
        LabelFragments(
          textHash: LabelFragments.textHash(of: "Lost gloves"),
          lines: [
            LineFragment(end: 5, width: 40, baseline: 20),
            LineFragment(end: 11, width: 58, baseline: 44, mark: .ellipsis(omitted: 8..<11)),
          ])
      ])
    try await fixture.service().application.test(.router) { client in
      let feed = try await client.get("/v1/feeds/home")
      #expect(feed.json["lines"]?.boolean == true)
      let written = #"""
        "textHash":1212981437,"lineFragments":[{"end":5,"width":20,"baseline":10},\#
        {"end":11,"width":29,"baseline":22,"ellipsis":[8,11]}]
        """#
      for path in ["cells?id=r3", "range?from=3&to=4", "at-offset?y=300"] {
        let answer = try await client.get("/v1/feeds/home/\(path)&lines=true")
        #expect(answer.status == .ok)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains(written), "\(path)")
        for plain in [path, path + "&lines=false"] {
          let answer = try await client.get("/v1/feeds/home/\(plain)")
          #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("lineFragments"))
        }
      }
      let posted = try await client.post(
        "/v1/feeds/home/cells", #"{"ids":["r3"],"lines":true}"#)
      #expect(String(decoding: posted.bytes, as: UTF8.self).contains(written))
      let wrong = try await client.get("/v1/feeds/home/cells?id=r3&lines=yes")
      #expect(wrong.problem == "bad-parameter")
      let body = try await client.post("/v1/feeds/home/cells", #"{"ids":["r3"],"lines":1}"#)
      #expect(body.problem == "bad-parameter")
      let chunk = try await client.get(
        "/v1/feeds/home/range?lines=true", [.accept: "application/vnd.cellheights.chunk"])
      #expect(chunk.problem == "bad-parameter")
    }
  }

  @Test func aFeedWithoutLinesSaysSo() async throws {
    try await fixture.service().application.test(.router) { client in
      for path in ["cells?id=r3", "range?from=3&to=4", "at-offset?y=300"] {
        let answer = try await client.get("/v1/feeds/home/\(path)&lines=true&\(wide)")
        #expect(answer.status == .notFound)
        #expect(answer.problem == "no-lines")
      }
    }
  }

  @Test func missesSayWhatThereIs() async throws {
    try await fixture.service().application.test(.router) { client in
      let feed = try await client.get("/v1/feeds/hom/cells?id=r3&\(wide)")
      #expect(feed.status == .notFound)
      #expect(feed.problem == "unknown-feed")
      #expect(feed.json["have"]?.elements.map(\.string) == ["home"])

      let several = try await client.get("/v1/feeds/home/cells?id=r3")
      #expect(several.status == .badRequest)
      #expect(several.problem == "several-environments")
      #expect(several.json["have"]?.count == 2)

      let width = try await client.get(
        "/v1/feeds/home/cells?id=r3&environment=393%402x/L/ltr/en/uikit")
      #expect(width.status == .notFound)
      #expect(width.problem == "unknown-environment")
      #expect(width.json["dimension"]?.string == "widths")
      #expect(width.json["have"]?.elements.map(\.string) == ["375", "390"])
      #expect(width.json["asked"]?.string == "393")
      #expect(
        width.json["detail"]?.string?.contains("have widths 375, 390; asked 393") == true)

      let malformed = try await client.get("/v1/feeds/home/cells?id=r3&environment=wide")
      #expect(malformed.problem == "unknown-environment")
      #expect(malformed.json["detail"]?.string?.contains("390@3x/L/ltr/en/uikit") == true)

      let id = try await client.get("/v1/feeds/home/cells?id=no&\(wide)")
      #expect(id.status == .notFound)
      #expect(id.problem == "unknown-id")

      let version = try await client.get("/v1/feeds/home/cells?id=r3&version=v4&\(wide)")
      #expect(version.problem == "other-version")
      let same = try await client.get("/v1/feeds/home/cells?id=r3&version=v3&\(wide)")
      #expect(same.status == .ok)

      let list = try await client.get("/v1/feeds/home/extent?list=best&\(wide)")
      #expect(list.status == .notFound)
      #expect(list.problem == "unknown-list")
    }
  }

  @Test func partsOfAnEnvironmentNameTheOnlyOneThatFits() async throws {
    try await fixture.service().application.test(.router) { client in
      for path in [
        "cells?id=r3", "range?from=2&to=5", "at-offset?y=60", "extent",
        "anchor?id=r3&inside=0&generation=1",
      ] {
        let mark = path.contains("?") ? "&" : "?"
        let whole = try await client.get("/v1/feeds/home/\(path)\(mark)\(wide)")
        let part = try await client.get("/v1/feeds/home/\(path)\(mark)environment=390/uikit")
        #expect(part.status == .ok, "\(path)")
        #expect(part.body == whole.body, "\(path)")
      }
      let several = try await client.get("/v1/feeds/home/extent?environment=390/XL")
      #expect(several.problem == "unknown-environment")
    }
  }

  @Test func ranges() async throws {
    try await fixture.service().application.test(.router) { client in
      let page = try await client.get("/v1/feeds/home/range?from=2&to=5&\(wide)")
      #expect(page.json["count"]?.number == 29)
      let cells = page.json["cells"]?.elements ?? []
      #expect(cells.map { $0["id"]?.string } == ["r2", "r3", "r4"])
      // 4 above the first cell, 8 between two.
      let before = Double(ServiceFixture.steps(0, 1) + ServiceFixture.steps(1, 1)) / 2
      #expect(cells.first?["offset"]?.number == 4 + before + 16)
      #expect(page.json["next"]?.number == 5)
      // Clamped as a slice.
      for (query, from, to) in [
        ("from=27&to=99", 27.0, 29.0), ("from=99", 29, 29), ("from=5&to=2", 5, 5), ("", 0, 29),
      ] {
        let page = try await client.get("/v1/feeds/home/range?\(query)&\(wide)")
        #expect(page.status == .ok)
        #expect(page.json["from"]?.number == from, "\(query)")
        #expect(page.json["to"]?.number == to, "\(query)")
      }
    }
  }

  @Test func offsets() async throws {
    try await fixture.service().application.test(.router) { client in
      let extent = try await client.get("/v1/feeds/home/extent?\(wide)")
      let heights = (0..<30).filter { $0 != 7 }.reduce(0) { $0 + ServiceFixture.steps($1, 1) }
      let high = Double(heights) / 2 + 28 * 8 + 28
      #expect(extent.json["extent"]?.number == high)
      #expect(extent.json["count"]?.number == 29)

      let top = try await client.get("/v1/feeds/home/at-offset?y=0&\(wide)")
      #expect(top.json["position"]?.number == 0)
      #expect(top.json["inside"]?.number == -4)
      let second = try await client.get("/v1/feeds/home/at-offset?y=65&\(wide)")
      #expect(second.json["cell"]?["id"]?.string == "r1")
      let below = try await client.get("/v1/feeds/home/at-offset?y=\(Int(high) + 1)&\(wide)")
      #expect(below.status == .notFound)
      #expect(below.problem == "beyond-the-list")
    }
  }

  @Test func anOrderOfOnesOwn() async throws {
    try await fixture.service().application.test(.router) { client in
      let order = try await client.post(
        "/v1/feeds/home/order",
        #"{"ids":["r5","gone","r1"],"environment":"390@2x/L/ltr/en/uikit"}"#)
      #expect(order.status == .ok)
      let first = Double(ServiceFixture.steps(5, 1)) / 2
      let second = Double(ServiceFixture.steps(1, 1)) / 2
      let cells = order.json["cells"]?.elements ?? []
      #expect(cells.map { $0["id"]?.string } == ["r5", "r1"])
      #expect(cells.map { $0["offset"]?.number } == [4, 4 + first + 8])
      #expect(order.json["extent"]?.number == 4 + first + 8 + second + 24)
      #expect(order.json["missing"]?[0]?["id"]?.string == "gone")
    }
  }

  @Test func anchorsSurviveChanges() async throws {
    let sources = try fixture.sources()
    let service = try HeightService(sources, settings: ServiceSettings())
    let anchor =
      "/v1/feeds/home/anchor?id=r4&inside=10&following=r5&following=r6&\(wide)&generation=x"
    try await service.application.test(.router) { client in
      let before = try await client.get(anchor)
      let offset = before.json["offset"]?.number ?? 0
      #expect(before.json["y"]?.number == offset + 10)
      #expect(before.json["follows"]?.boolean == false)
      // Two cells before it go: it moves up by them.
      let keys = [ServiceFixture.narrow, ServiceFixture.wide]
      try fixture.build(records: 30, keys: keys, absent: [1, 2])
      sources.follower.refresh()
      let gone = Double(ServiceFixture.steps(1, 1) + ServiceFixture.steps(2, 1)) / 2 + 16
      let moved = try await client.get(anchor)
      #expect(moved.json["y"]?.number == offset + 10 - gone)
      // The anchor's own record is removed: the result is the next existing one, at its top.
      try fixture.build(records: 30, keys: keys, absent: [4, 5])
      sources.follower.refresh()
      let next = try await client.get(anchor)
      #expect(next.json["id"]?.string == "r6")
      #expect(next.json["follows"]?.boolean == true)
      #expect(next.json["y"] == next.json["offset"])
      try fixture.build(records: 30, keys: keys, absent: [4, 5, 6])
      sources.follower.refresh()
      let none = try await client.get(anchor)
      #expect(none.status == .notFound)
      #expect(none.problem == "anchor-gone")
    }
  }

  @Test func stateRoutes() async throws {
    try await fixture.service().application.test(.router) { client in
      #expect(try await client.get("/livez").json["status"]?.string == "live")
      let ready = try await client.get("/readyz")
      #expect(ready.status == .ok)
      #expect(ready.json["refresh"]?.string == "current")
      _ = try await client.get("/nowhere")
      let metrics = try await client.get("/metrics")
      #expect(metrics.headers[.contentType]?.hasPrefix("text/plain; version=0.0.4") == true)
      let text = String(decoding: metrics.bytes, as: UTF8.self)
      let expected = [
        #"cellheights_http_requests_total{route="/livez",method="GET",status="200"} 1"#,
        #"cellheights_http_requests_total{route="unknown",method="GET",status="404"} 1"#,
        #"cellheights_http_request_seconds_count{route="/readyz"} 1"#,
        "cellheights_generation 1", "cellheights_refresh_failing 0",
        "# TYPE cellheights_http_request_seconds histogram",
      ]
      for line in expected { #expect(text.contains(line + "\n"), "\(line)") }
      // Each sample has a family before it.
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let name = line.prefix { $0 != "{" && $0 != " " }
        let families = ["_bucket", "_sum", "_count"].map { suffix in
          name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : String(name)
        }
        #expect(families.contains { text.contains("# TYPE \($0) ") }, "\(name)")
      }
    }
  }

  @Test func aRangeOfWidthsHasHeightsAndNoList() async throws {
    let other = try ServiceFixture()
    try other.build(keys: [ServiceFixture.wide, ServiceFixture.range])
    try await other.service().application.test(.router) { client in
      let answer = try await client.get(
        "/v1/feeds/home/extent?environment=280..900%402x/L/ltr/en/uikit")
      #expect(answer.status == .badRequest)
      #expect(answer.problem == "width-range")
    }
  }
}
