import HTTPTypes
import HeightService
import HummingbirdTesting
import NIOCore
import ServeOptions
import StructuredDocuments
import Testing

/// Requests that are refused.
@Suite struct LimitTests {
  let fixture: ServiceFixture

  init() throws {
    fixture = try ServiceFixture()
    try fixture.build(records: 40)
  }

  @Test func ids() async throws {
    try await fixture.service { $0.limits.ids = 3 }.application.test(.router) { client in
      #expect(try await client.get("/v1/feeds/home/cells?id=r1&id=r2&id=r3").status == .ok)
      let many = try await client.get("/v1/feeds/home/cells?id=r1&id=r2&id=r3&id=r4")
      #expect(many.status == .badRequest)
      #expect(many.problem == "too-many-ids")
      #expect(many.json["limit"]?.number == 3)
      for path in ["cells", "order"] {
        let posted = try await client.post(
          "/v1/feeds/home/\(path)", #"{"ids":["r1","r2","r3","r4"]}"#)
        #expect(posted.problem == "too-many-ids")
      }
      #expect(try await client.get("/v1/feeds/home/cells").problem == "bad-parameter")
    }
  }

  @Test func pagesEndAtTheLimit() async throws {
    let service = try fixture.service {
      $0.limits.page = 5
      $0.limits.chunkCells = 7
    }
    try await service.application.test(.router) { client in
      var from = 0.0
      var ids: [String?] = []
      for _ in 0..<20 {
        let page = try await client.get("/v1/feeds/home/range?from=\(Int(from))&to=40")
        #expect((page.json["cells"]?.count ?? 0) <= 5)
        ids += (page.json["cells"]?.elements ?? []).map { $0["id"]?.string }
        guard let next = page.json["next"]?.number else { break }
        from = next
      }
      #expect(ids == (0..<40).map { "r\($0)" })
      let chunk = try await client.get(
        "/v1/feeds/home/range?to=40", [.accept: "application/vnd.cellheights.chunk"])
      #expect(chunk.bytes.count == 16 + 7 * 5)
    }
  }

  @Test func parameters() async throws {
    try await fixture.service().application.test(.router) { client in
      for query in [
        "from=-1", "from=x", "from=1.5", "from=", "from=99999999999999999999", "from=%2B1",
        "from=1&from=2", "form=1", "environment=", "list=", "to=9007199254740992",
      ] {
        let answer = try await client.get("/v1/feeds/home/range?\(query)")
        #expect(answer.status == .badRequest, "\(query)")
        #expect(answer.problem == "bad-parameter", "\(query)")
      }
      for y in ["", "nan", "inf", "-1", "0x10", "1e13", "1_0", "+1", "%00", "1e", "%D9%A1"] {
        let answer = try await client.get(
          "/v1/feeds/home/at-offset?y=\(y)")
        #expect(answer.problem == "bad-parameter", "\(y)")
      }
      #expect(try await client.get("/v1/feeds/home/at-offset").problem == "bad-parameter")
      #expect(try await client.get("/v1/feeds/home/at-offset?y=1e-05").status == .ok)
      for query in ["id=%", "id=%4", "id=%zz", "id=%ff", "id=%c0%af", "%ff=1"] {
        let answer = try await client.get("/v1/feeds/home/cells?\(query)")
        #expect(answer.status == .badRequest, "\(query)")
        #expect(answer.problem == "malformed-request", "\(query)")
      }
      // An odd text is an id that does not exist.
      for query in ["id=%00", "id=%2e%2e%2f", "id='%20or%201=1", "id=a+b%2Bc", "id=%F0%9F%90%9F"] {
        let answer = try await client.get("/v1/feeds/home/cells?\(query)")
        #expect(answer.problem == "unknown-id", "\(query)")
      }
      let following = (0..<9).map { "following=r\($0)" }.joined(separator: "&")
      #expect(
        try await client.get("/v1/feeds/home/anchor?id=x&inside=0&\(following)").problem
          == "bad-parameter")
    }
  }

  @Test func bodies() async throws {
    let service = try fixture.service { $0.limits.bodyBytes = 2_000 }
    try await service.application.test(.router) { client in
      let path = "/v1/feeds/home/cells"
      let large = try await client.post(path, #"{"ids":[""# + String(repeating: "x", count: 2_000))
      #expect(large.status == .contentTooLarge)
      #expect(large.problem == "large-body")
      #expect(large.headers[.connection] == "close")
      for body in [
        "", "{", "[]", "1", "{\"ids\":", "{\"ids\":[\"a\"]} x", "{\"ids\":[\"\u{0}\"]}",
        #"{"ids":["r1"],"ids":["r2"]}"#, String(repeating: "[", count: 1_900),
      ] {
        let answer = try await client.post(path, body)
        #expect(answer.status == .badRequest, "\(body.prefix(40))")
        #expect(answer.problem == "malformed-request", "\(body.prefix(40))")
      }
      for body in [
        "{}", #"{"ids":[]}"#, #"{"ids":"r1"}"#, #"{"ids":[1]}"#, #"{"ids":[""]}"#,
        #"{"ids":["r1"],"environment":1}"#, #"{"ids":["r1"],"environment":""}"#,
        #"{"ids":["r1"],"environment":null}"#, #"{"ids":["r1"],"list":"feed"}"#,
        #"{"ids":["r1"],"id":"r2"}"#,
      ] {
        let answer = try await client.post(path, body)
        #expect(answer.problem == "bad-parameter", "\(body)")
      }
      let form = try await client.post(path, "ids=r1", type: "application/x-www-form-urlencoded")
      #expect(form.status == .unsupportedMediaType)
      #expect(form.problem == "unsupported-media-type")
      for type in ["application/json; charset=utf-8", "Application/JSON", nil] {
        #expect(try await client.post(path, #"{"ids":["r1"]}"#, type: type).status == .ok)
      }
    }
  }

  @Test func targets() async throws {
    let service = try fixture.service { $0.limits.uriBytes = 300 }
    try await service.application.test(.router) { client in
      let long = try await client.get(
        "/v1/feeds/home/cells?id=" + String(repeating: "x", count: 300))
      #expect(long.status == .uriTooLong)
      #expect(long.problem == "long-uri")
      for path in [
        "/", "//", "/v1", "/v1/feeds/", "/v1/feeds//cells?id=r1", "/v1/feeds/home/cells/",
        "/V1/feeds", "/v1/feeds/home/nothing", "/v1/feeds/home/../home/cells?id=r1",
        "/v1/feeds/%", "/v1/feeds/%ff", "/heights", "/heights/", "/heights/x",
      ] {
        let answer = try await client.get(path)
        #expect(answer.status == .notFound, "\(path)")
        #expect(answer.problem == "unknown-path", "\(path)")
      }
      for path in ["/v1/feeds/..", "/v1/feeds/%2e%2e", "/v1/feeds/a%2Fb", "/v1/feeds/%00"] {
        #expect(try await client.get(path).problem == "unknown-feed", "\(path)")
      }
    }
  }

  @Test func methods() async throws {
    try await fixture.service().application.test(.router) { client in
      for (path, method, allowed) in [
        ("/v1/feeds", "POST", "GET, HEAD"), ("/v1/feeds/home/order", "GET", "POST"),
        ("/v1/feeds/home/cells", "DELETE", "GET, HEAD, POST"), ("/livez", "BREW", "GET, HEAD"),
        ("/metrics", "OPTIONS", "GET, HEAD"),
      ] {
        let answer = try await client.get(path, method: try #require(.init(method)))
        #expect(answer.status == .methodNotAllowed, "\(path)")
        #expect(answer.problem == "method-not-allowed")
        #expect(answer.headers[.allow] == allowed)
      }
    }
  }

  @Test func limitsOutOfRangeAreRefused() {
    #expect(ServiceLimits().problem == nil)
    for change: (inout ServiceLimits) -> Void in [
      { $0.ids = 0 }, { $0.page = -1 }, { $0.chunkCells = 0 }, { $0.bodyBytes = 1 },
      { $0.uriBytes = 1 << 30 }, { $0.headerBytes = 8 }, { $0.requests = 0 },
      { $0.connections = 0 }, { $0.requestSeconds = .nan }, { $0.idleSeconds = 0 },
      { $0.shutdownSeconds = 1e9 }, { $0.headerBytes = 2_000 },
    ] {
      var limits = ServiceLimits()
      change(&limits)
      #expect(limits.problem != nil)
    }
  }
}
