import Foundation
import HTTPTypes
import Heights
import HeightService
import HeightStore
import HummingbirdTesting
import NIOCore
import ServeOptions
import StructuredDocuments
import TestSupport
import Testing
import WebFiles

@testable import cellheights_serve

/// The demo's routes, whose records the command makes in a process of its own.
@Suite struct DemoRouteTests {
  static let key = "390@1x/L/ltr/en/css"
  /// The command: what CELLHEIGHTS_BINARY names, or that of the debug build.
  static let command =
    ProcessInfo.processInfo.environment["CELLHEIGHTS_BINARY"]
    ?? URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../.build/debug/cellheights").standardizedFileURL.path

  let folder: TemporaryFolder
  var store: String { folder.path("heights.sqlite") }
  let records: String

  init() throws {
    folder = try TemporaryFolder("serve")
    let lines = [
      #"{"id":"a/1","title":"Heights","content_text":"One line.","author":"Ann","published":"2026-01-02T00:00:00Z"}"#,
      #"{"id":"b","title":"日本","content_text":"二行の文章 and emoji 🦔","language":"ja","image":{"url":"i.png","width":20,"height":10}}"#,
    ]
    records = try folder.write(lines.joined(separator: "\n").utf8, to: "records.ndjson")
    let build = try FinishedProcess(
      Self.command,
      ["build", "--feed", "home", records, "--environment", Self.key, "--store", store])
    try #require(build.code == 0, "cannot build with \(Self.command); compile the command first")
  }

  private func program(_ words: [String] = []) throws -> DemoProgram {
    try DemoProgram(Self.command, ["--store=\(store)"] + words)
  }

  private func service(_ routes: [Route]) throws -> HeightService {
    try HeightService(
      ServiceSources(try HeightLookup(store: store, access: .calls)), settings: ServiceSettings(),
      routes: routes)
  }

  private static func records(_ query: String) -> String { "/v1/feeds/home/records?\(query)" }

  @Test func thePageAndItsRecords() async throws {
    try await service(DemoRoutes(program: try program()).all).application.test(.router) { client in
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
      for (path, page) in [
        ("/demo", "/demo/index.html"), ("/demo/", "/demo/index.html"),
        ("/demo/?feed=a%20b&beside", "/demo/index.html?feed=a%20b&beside"),
      ] {
        let redirect = try await client.execute(uri: path, method: .get)
        #expect(redirect.status == .permanentRedirect)
        #expect(redirect.headers[.location] == page)
      }
      let whole = try await client.execute(
        uri: Self.records("id=a%2F1&id=b&id=zz&environment=390%401x/L/ltr/en/css"), method: .get)
      #expect(whole.status == .ok)
      #expect(whole.headers[.cacheControl] == "no-cache")
      let document = try JSONParser().parse(Array(whole.body.readableBytesView)[...])
      #expect(document["schema"]?.string == "cellheights.records/1")
      #expect(document["environment"]?.string == Self.key)
      #expect(document["generation"]?.number == 1)
      #expect(document["records"]?.elements.map { $0["id"]?.string } == ["a/1", "b"])
      for cell in document["records"]?.elements ?? [] {
        // The stored height, and no sign that this layout has another one.
        #expect((cell["height"]?.number ?? 0) > 40)
        #expect(cell["laidOut"] == nil)
      }
      #expect(document["missing"]?.elements.map { $0["id"]?.string } == ["zz"])
      let part = try await client.execute(
        uri: Self.records("id=a%2F1&id=b&id=zz&environment=390"), method: .get)
      #expect(part.body == whole.body)
      let font = try await client.execute(uri: "/demo/fonts/0", method: .get)
      #expect(font.status == .ok)
      #expect(font.headers[.contentType] == "font/sfnt")
      #expect(font.headers[.cacheControl] == "no-store")
      #expect(font.body.readableBytes > 10_000)
    }
  }

  @Test(arguments: [
    ("/demo/..%2f..%2fetc%2fpasswd", 404), ("/demo/package.json", 404), ("/demo/fonts/99999", 404),
    ("/demo/fonts/..%2f..%2fetc", 400), ("/demo/fonts/-1", 404),
    ("/v1/feeds/house/records?id=b&environment=390%401x/L/ltr/en/css", 404),
    (records("id=b&environment=nowhere"), 404), (records("id=b"), 404),
    (records("id=b&environment=391%401x/L/ltr/en/css"), 404),
    (records("id=b&environment=300..400%401x/L/ltr/en/css"), 404),
    (records("id=b&environment=wide"), 404), (records("id=b&environment=-1"), 404),
    (records("environment=390&" + String(repeating: "id=b&", count: 201)), 400),
    ("/demo/index.html?evil=1", 400),
  ])
  func badRequests(_ uri: String, status: Int) async throws {
    try await service(DemoRoutes(program: try program()).all).application.test(.router) { client in
      let answer = try await client.execute(uri: uri, method: .get)
      #expect(answer.status.code == status)
      #expect(answer.headers[.contentType] == "application/problem+json")
    }
  }

  @Test func asManyIDsAsARequestMayHave() async throws {
    try await service(DemoRoutes(program: try program()).all).application.test(.router) { client in
      let ids = String(repeating: "id=b&", count: 200)
      let answer = try await client.execute(
        uri: Self.records("\(ids)environment=390"), method: .get)
      #expect(answer.status == .ok)
    }
  }

  @Test func withoutTheDemoNothingOfItIsThere() async throws {
    try await service([]).application.test(.router) { client in
      for path in ["/demo", "/demo/index.html", "/demo/fonts/0", "/v1/feeds/home/records?id=b"] {
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .notFound)
      }
    }
  }

  @Test func aFeedThatCannotBeShownIsNotFound() async throws {
    try folder.write([], to: "records.ndjson")
    try await service(DemoRoutes(program: try program()).all).application.test(.router) { client in
      let answer = try await client.execute(
        uri: Self.records("id=b&environment=390"), method: .get)
      #expect(answer.status == .notFound)
      // The reason names files of this machine.
      #expect(String(buffer: answer.body).contains("the service's own log said why"))
    }
  }

  @Test(arguments: [
    ("--template=nowhere", 64), ("--demo-records=0", 64), ("--nonsense", 64),
    ("--fallback=/nowhere.ttf", 78),
  ])
  func whatCannotBeginEndsWithTheCommandsCode(_ word: String, code: Int) throws {
    let failure = #expect(throws: Failure.self) { try program([word]) }
    #expect(failure.map { Int($0.status) } == code)
    #expect(failure?.message.hasPrefix("the demo cannot begin") == true)
  }

  @Test func aMissingCommandIsNamed() throws {
    let failure = #expect(throws: Failure.self) {
      try DemoProgram(folder.path("nothing"), [])
    }
    #expect(failure?.status == 66)
    #expect(failure?.message.contains("nothing") == true)
  }

  @Test func aDemoThatEndedIsAProblem() async throws {
    let ends = try folder.writeScript(
      "#!/bin/sh\necho '{\"bytes\":0}'\nread line\n", to: "ends")
    let routes = DemoRoutes(program: try DemoProgram(ends, [])).all
    try await service(routes).application.test(.router) { client in
      for _ in 0..<3 {
        let answer = try await client.execute(uri: "/demo/fonts/0", method: .get)
        #expect(answer.status == .internalServerError)
        #expect(String(buffer: answer.body).contains("\"code\":\"demo-gone\""))
      }
    }
  }
}

/// The files of the page.
@Suite struct WebFileTests {
  @Test(arguments: [
    "index.html", "demo.css", "demo.js", "cell.js", "cellheights.js", "lines.js",
    "sections.js", "virtual-list.js",
  ])
  func thePagesFilesAreThere(_ name: String) throws {
    let file = try #require(WebFiles.file(name))
    #expect(file.bytes.count > 500)
    #expect(String(validating: file.bytes, as: UTF8.self) != nil)
  }

  @Test(arguments: ["", "package.json", "../Package.swift", "/etc/passwd", "demo.js/", "DEMO.JS"])
  func nothingElseIsServed(_ name: String) {
    #expect(WebFiles.file(name) == nil)
  }
}
