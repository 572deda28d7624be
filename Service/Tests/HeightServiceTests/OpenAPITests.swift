import HTTPTypes
import HeightService
import HummingbirdTesting
import ServeOptions
import StructuredDocuments
import Testing

/// The OpenAPI document against the routes.
@Suite struct OpenAPITests {
  @Test func itHasEveryRouteAndNoOther() async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    let service = try fixture.service { $0.limits.ids = 77 }
    try await service.application.test(.router) { client in
      let answer = try await client.get("/openapi.json")
      #expect(answer.status == .ok)
      #expect(answer.headers[.contentType] == "application/vnd.oai.openapi+json")
      let plain = try await client.get("/openapi.json", [.accept: "application/json"])
      #expect(plain.headers[.contentType] == "application/json")
      let document = answer.json
      var described: [String: [String]] = [:]
      var names: Set<String> = []
      for path in document["paths"]?.members ?? [] {
        described[path.key] = path.value.members.map { $0.key.uppercased() }.sorted()
        for operation in path.value.members {
          let name = operation.value["operationId"]?.string ?? ""
          #expect(names.insert(name).inserted, "\(name) twice")
        }
      }
      #expect(described == service.methods)
      let text = String(decoding: answer.bytes, as: UTF8.self)
      #expect(!text.contains("@"[...] + "ids"))
      #expect(text.contains(#""maxItems":77"#))
      // Every reference leads somewhere.
      for reference in text.split(separator: #""$ref":"#).dropFirst() {
        let path = reference.dropFirst().prefix { $0 != "\"" }.split(separator: "/").dropFirst()
        let found = path.reduce(document as JSONValue?) { $0?[String($1)] }
        #expect(found != nil, "\(path.joined(separator: "/"))")
      }
    }
  }

  @Test func parametersOfQueriesAreThoseOfTheRoutes() async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    let service = try fixture.service()
    try await service.application.test(.router) { client in
      let document = try await client.get("/openapi.json").json
      for path in document["paths"]?.members ?? [] {
        guard let get = path.value["get"] else { continue }
        let described = (get["parameters"]?.elements ?? []).map { parameter in
          parameter["$ref"]?.string?.split(separator: "/").last.flatMap {
            document["components"]?["parameters"]?[String($0)]
          } ?? parameter
        }
        let query = described.filter { $0["in"]?.string == "query" }
          .compactMap { $0["name"]?.string }
        #expect(query.sorted() == service.query(of: path.key).sorted(), "\(path.key)")
      }
    }
  }
}
