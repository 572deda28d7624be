import HTTPTypes
import HeightService
import HummingbirdTesting
import Testing
import WebDemo

@testable import cellheights_serve

@Suite struct DemoRouteTests {
  let fixture: DemoFixture

  init() async throws { fixture = try await DemoFixture() }

  private func service(demo: WebDemo?) throws -> HeightService {
    try HeightService(
      ServiceSources(fixture.lookup), settings: ServiceSettings(),
      routes: demo.map(DemoRoutes.all) ?? [])
  }

  @Test func thePageAndItsRecords() async throws {
    try await service(demo: try fixture.demo()).application.test(.router) { client in
      for (path, type) in [
        ("index.html", "text/html; charset=utf-8"), ("demo.js", "text/javascript; charset=utf-8"),
        ("demo.css", "text/css; charset=utf-8"),
        ("index.html?feed=home&beside=", "text/html; charset=utf-8"),
      ] {
        let file = try await client.execute(uri: "/demo/\(path)", method: .get)
        #expect(file.status == .ok)
        #expect(file.headers[.contentType] == type)
        #expect(file.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none';") == true)
      }
      let page = try await client.execute(uri: "/demo", method: .get)
      #expect(page.headers[.location] == "/demo/index.html")
      let records = try await client.execute(
        uri: "/v1/feeds/home/records?id=a%2F1&id=b&environment=390%401x/L/ltr/en/css", method: .get)
      #expect(records.status == .ok)
      let font = try await client.execute(uri: "/demo/fonts/0", method: .get)
      #expect(font.status == .ok)
      #expect(font.headers[.cacheControl] == "no-store")
    }
  }

  @Test(arguments: [
    ("/demo/..%2f..%2fetc%2fpasswd", 404), ("/demo/package.json", 404), ("/demo/fonts/99999", 404),
    ("/demo/fonts/..%2f..%2fetc", 400), ("/demo/fonts/-1", 404),
    ("/v1/feeds/house/records?id=b&environment=390%401x/L/ltr/en/css", 404),
    ("/v1/feeds/home/records?id=b&environment=nowhere", 404),
    ("/v1/feeds/home/records?id=b", 404), ("/demo/index.html?evil=1", 400),
  ])
  func badRequests(_ uri: String, status: Int) async throws {
    try await service(demo: try fixture.demo()).application.test(.router) { client in
      let answer = try await client.execute(uri: uri, method: .get)
      #expect(answer.status.code == status)
      #expect(answer.headers[.contentType] == "application/problem+json")
    }
  }

  @Test func withoutTheDemoNothingOfItIsThere() async throws {
    try await service(demo: nil).application.test(.router) { client in
      for path in ["/demo", "/demo/index.html", "/demo/fonts/0", "/v1/feeds/home/records?id=b"] {
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .notFound)
      }
    }
  }
}
