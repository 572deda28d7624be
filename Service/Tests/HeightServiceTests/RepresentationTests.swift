import CZstd
import HTTPTypes
import HeightService
import HummingbirdTesting
import PublishedHeights
import ServeOptions
import StructuredDocuments
import Testing

/// How answers are cached, compressed and chosen.
@Suite struct RepresentationTests {
  let fixture: ServiceFixture

  init() throws {
    fixture = try ServiceFixture()
    try fixture.build(records: 40)
  }

  private static let paths = [
    "/v1/feeds", "/v1/feeds/home", "/v1/generation", "/v1/feeds/home/cells?id=r1",
    "/v1/feeds/home/range", "/v1/feeds/home/at-offset?y=100", "/v1/feeds/home/extent",
    "/v1/feeds/home/anchor?id=r1&inside=0", "/openapi.json", "/livez", "/readyz",
    "/v1/feeds/none", "/nowhere", "/v1/feeds/home/range?from=x",
  ]

  @Test func headIsGetWithoutABody() async throws {
    let name = try #require(HTTPField.Name("X-Request-ID"))
    try await fixture.service().application.test(.router) { client in
      for path in Self.paths {
        for coding in ["identity", "gzip", "zstd"] {
          let get = try await client.get(path, [.acceptEncoding: coding, name: "a"])
          let head = try await client.get(
            path, method: .head, [.acceptEncoding: coding, name: "a"])
          #expect(head.status == get.status, "\(path)")
          #expect(head.bytes.isEmpty, "\(path)")
          #expect(Self.fields(head) == Self.fields(get), "\(path)")
          #expect(head.headers[.contentLength] == String(get.bytes.count), "\(path)")
        }
      }
    }
  }

  private static func fields(_ response: TestResponse) -> [String] {
    response.headers.map { "\($0.name): \($0.value)" }.sorted()
  }

  @Test func codingsHoldTheSameBytes() async throws {
    try await fixture.service().application.test(.router) { client in
      let path = "/v1/feeds/home/range?to=40"
      let plain = try await client.get(path)
      #expect(plain.headers[.contentEncoding] == nil)
      let gzip = try await client.get(path, [.acceptEncoding: "gzip, deflate, br"])
      #expect(gzip.headers[.contentEncoding] == "gzip")
      #expect(gunzipped(gzip.bytes, size: plain.bytes.count) == plain.bytes)
      let zstd = try await client.get(path, [.acceptEncoding: "gzip, zstd"])
      #expect(zstd.headers[.contentEncoding] == "zstd")
      var bytes = [UInt8](repeating: 0, count: plain.bytes.count)
      #expect(
        ZSTD_decompress(&bytes, bytes.count, zstd.bytes, zstd.bytes.count) == plain.bytes.count)
      #expect(bytes == plain.bytes)
      // Each has its own tag, and names the fields that it depends on.
      let tags = [plain, gzip, zstd].map { $0.headers[.eTag] }
      #expect(Set(tags).count == 3)
      #expect(plain.headers[.vary] == "Accept, Accept-Encoding")
      for (asked, got) in [
        ("gzip;q=0", nil), ("zstd;q=0.5, gzip;q=0.9", "gzip"), ("*", "zstd"), ("br", nil),
        ("identity, gzip;q=0.5", nil), ("gzip;q=x", nil), (";;,,q", nil),
      ] {
        let answer = try await client.get(path, [.acceptEncoding: asked])
        #expect(answer.headers[.contentEncoding] == got, "\(asked)")
      }
      // Small ones are left as they are.
      let small = try await client.get("/livez", [.acceptEncoding: "gzip"])
      #expect(small.headers[.contentEncoding] == nil)
    }
  }

  @Test func whoHasItGetsItNotAgain() async throws {
    try await fixture.service().application.test(.router) { client in
      for path in Self.paths.prefix(8) {
        let first = try await client.get(path, [.acceptEncoding: "gzip"])
        let tag = try #require(first.headers[.eTag])
        #expect(first.headers[.cacheControl] == "no-cache")
        for method in [HTTPRequest.Method.get, .head] {
          for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let again = try await client.get(
              path, method: method, [.acceptEncoding: "gzip", .ifNoneMatch: known])
            #expect(again.status == .notModified, "\(path) \(known)")
            #expect(again.bytes.isEmpty)
            #expect(again.headers[.eTag] == tag)
          }
        }
        let other = try await client.get(
          path, [.acceptEncoding: "gzip", .ifNoneMatch: "\"other\", nonsense"])
        #expect(other.status == .ok)
      }
      // A missing path stays missing, whatever tag the client has.
      let none = try await client.get("/v1/feeds/none", [.ifNoneMatch: "*"])
      #expect(none.status == .notFound)
    }
  }

  @Test func pinnedPathsNeverChange() async throws {
    let sources = try fixture.sources { $0.earlier = 1 }
    let service = try HeightService(sources, settings: ServiceSettings())
    try await service.application.test(.router) { client in
      let pin = try await client.get("/v1/generation").json["pin"]?.string ?? ""
      #expect(pin.wholeMatch(of: /1-[0-9a-f]{8}-[0-9a-f]{8}/) != nil)
      let pinned = "/v1/generations/\(pin)/feeds/home/range?to=3"
      let first = try await client.get(pinned)
      #expect(first.headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(first.headers[.eTag]?.hasPrefix("\"\(pin)") == true)
      let current = try await client.get("/v1/feeds/home/range?to=3")
      #expect(current.bytes == first.bytes)

      try fixture.build(records: 40, shift: 2)
      sources.follower.refresh()
      #expect(try await client.get(pinned).bytes == first.bytes)
      let new = try await client.get("/v1/feeds/home/range?to=3")
      #expect(new.bytes != first.bytes)
      #expect(new.headers[.eTag] != current.headers[.eTag])
      // The tag of the old generation fetches the new one.
      let tag = current.headers[.eTag] ?? ""
      let again = try await client.get("/v1/feeds/home/range?to=3", [.ifNoneMatch: tag])
      #expect(again.status == .ok)

      try fixture.build(records: 40, shift: 4)
      sources.follower.refresh()
      let gone = try await client.get(pinned)
      #expect(gone.status == .notFound)
      #expect(gone.problem == "generation-gone")
      #expect(gone.json["have"]?[0]?.string?.hasPrefix("3-") == true)
      #expect(gone.headers[.cacheControl] == "no-store")
    }
  }

  @Test func aRangeAsBytes() async throws {
    try await fixture.service().application.test(.router) { client in
      let type = "application/vnd.cellheights.chunk"
      let answer = try await client.get("/v1/feeds/home/range?from=2&to=6", [.accept: type])
      #expect(answer.headers[.contentType] == type)
      let chunk = try HeightsChunk(decoding: answer.bytes, file: "answer")
      #expect(chunk.heights == (2..<6).map { UInt32(ServiceFixture.steps($0)) })
      #expect(chunk.caveats == [0, 0, 0, 0])
      let json = try await client.get("/v1/feeds/home/range?from=2&to=6")
      #expect(json.headers[.eTag] != answer.headers[.eTag])
      for (accept, got) in [
        ("*/*", "application/json"), ("application/*", "application/json"),
        ("application/json;q=0.1, \(type)", type), ("\(type);q=0, */*", "application/json"),
      ] {
        let answer = try await client.get("/v1/feeds/home/range?to=1", [.accept: accept])
        #expect(answer.headers[.contentType] == got, "\(accept)")
      }
    }
  }

  @Test func whatCannotBeAccepted() async throws {
    try await fixture.service().application.test(.router) { client in
      for path in ["/v1/feeds", "/v1/feeds/home/range"] {
        let answer = try await client.get(path, [.accept: "text/html, image/*"])
        #expect(answer.status == .notAcceptable)
        #expect(answer.problem == "not-acceptable")
        #expect(answer.json["offered"]?[0]?.string == "application/json")
      }
    }
  }

  @Test func requestIDs() async throws {
    let name = try #require(HTTPField.Name("X-Request-ID"))
    try await fixture.service().application.test(.router) { client in
      let kept = try await client.get("/livez", [name: "job-7:a_b.c"])
      #expect(kept.headers[name] == "job-7:a_b.c")
      for sent in ["", "two words", "a\"b", String(repeating: "x", count: 129), "é"] {
        let answer = try await client.get("/nowhere", [name: sent])
        let made = answer.headers[name] ?? ""
        #expect(made.wholeMatch(of: /[0-9a-f]{32}/) != nil, "\(sent)")
        #expect(answer.json["requestId"]?.string == made)
      }
    }
  }

  @Test func otherOriginsAreAdmittedOnRequest() async throws {
    let preflight: HTTPFields = [
      .origin: "https://a.example", .accessControlRequestMethod: "POST",
    ]
    try await fixture.service().application.test(.router) { client in
      let answer = try await client.get("/v1/feeds", [.origin: "https://a.example"])
      #expect(answer.headers[.accessControlAllowOrigin] == nil)
      let asked = try await client.get("/v1/feeds", method: .options, preflight)
      #expect(asked.status == .methodNotAllowed)
    }
    let some = try fixture.service { $0.origins = ["https://a.example"] }
    try await some.application.test(.router) { client in
      let answer = try await client.get("/v1/feeds", [.origin: "https://a.example"])
      #expect(answer.headers[.accessControlAllowOrigin] == "https://a.example")
      #expect(answer.headers[values: .vary].contains("Origin"))
      let other = try await client.get("/v1/feeds", [.origin: "https://b.example"])
      #expect(other.headers[.accessControlAllowOrigin] == nil)
      #expect(other.headers[values: .vary].contains("Origin"))
      let asked = try await client.get("/v1/feeds/home/order", method: .options, preflight)
      #expect(asked.status == .noContent)
      #expect(asked.headers[.accessControlAllowMethods] == "GET, HEAD, POST")
      #expect(asked.headers[.accessControlAllowHeaders]?.contains("Content-Type") == true)
      // Problems can be read, too.
      let problem = try await client.get("/nowhere", [.origin: "https://a.example"])
      #expect(problem.headers[.accessControlAllowOrigin] == "https://a.example")
    }
    let all = try fixture.service { $0.origins = ["*"] }
    try await all.application.test(.router) { client in
      let answer = try await client.get("/v1/feeds", [.origin: "null"])
      #expect(answer.headers[.accessControlAllowOrigin] == "*")
    }
  }
}
