import HeightService
import HummingbirdTesting
import ServeOptions
import TestSupport
import Testing

/// Requests that no client library sends, over real connections.
///
/// They run one after another, because some keep a thread of the server busy.
@Suite(.serialized) struct RawRequestTests {
  let fixture: ServiceFixture

  init() throws {
    fixture = try ServiceFixture()
    try fixture.build(records: 400)
  }

  private func serving(
    _ change: @escaping (inout ServiceSettings) -> Void = { _ in },
    _ test: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    try await fixture.service(change).application.test(.live) { client in
      try await test(try #require(client.port))
    }
  }

  @Test func malformedRequestsAreRefusedAndTheServiceLives() async throws {
    try await serving { port in
      for request in [
        "nonsense\r\n\r\n", "GET\r\n\r\n", "GET /livez\r\n\r\n", "GET /livez HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "\r\n\r\n\r\nGET\r\n\r\n",
        "GET /livez HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST /v1/feeds/home/cells HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/feeds/home/cells HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET /livez HTTP/1.1\r\nA\u{0}B: c\r\n\r\n",
      ] {
        let connection = try RawConnection(port: port)
        await connection.send(request)
        let answer = await connection.read()
        #expect(
          answer.hasPrefix("HTTP/1.1 400") || answer.isEmpty, "\(request): \(answer.prefix(80))")
      }
      try await Self.live(port)
    }
  }

  private static func live(_ port: Int) async throws {
    let connection = try RawConnection(port: port)
    await connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(await connection.read().hasPrefix("HTTP/1.1 200"))
  }

  @Test func pathsDoNotLeaveTheFolder() async throws {
    let folder = fixture.folder
    try folder.write("secret".utf8, to: "secret.bin")
    try folder.write("{}".utf8, to: "files/current.json")
    try folder.write("chunk".utf8, to: "files/c/\(String(repeating: "a", count: 64)).bin")
    let files = folder.path("files")
    try await serving({ $0.published = files }) { port in
      for path in [
        "/heights/c/../../secret.bin", "/heights/../secret.bin", "/heights/c/..%2f..%2fsecret.bin",
        "/heights/c/%2e%2e/%2e%2e/secret.bin", "/heights//etc/passwd", "/heights/c//etc/passwd",
        "/heights/c/%2fetc%2fpasswd", "/heights/c/..\\..\\secret.bin", "/../../../etc/passwd",
        "/heights/c/%00.bin", "/heights/c/\(String(repeating: "A", count: 64)).bin",
        "/heights/c/\(String(repeating: "a", count: 63))%00.bin",
        "/heights/m/\(String(repeating: "a", count: 64)).bin", "/heights/c/", "/heights/c/.",
        "*", "http://x/heights/c/../../secret.bin", "secret.bin", "?", "#",
      ] {
        let connection = try RawConnection(port: port)
        await connection.send(
          "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answer = await connection.read()
        #expect(
          ["404", "400", "421"].contains { answer.hasPrefix("HTTP/1.1 \($0)") },
          "\(path): \(answer.prefix(40))")
        #expect(!answer.contains("secret\n") && !answer.contains("root:"), "\(path)")
      }
      let connection = try RawConnection(port: port)
      let name = String(repeating: "a", count: 64)
      await connection.send(
        "GET /heights/c/\(name).bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let answer = await connection.read()
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      #expect(answer.hasSuffix("\r\n\r\nchunk"))
      #expect(answer.contains("immutable"))
      #expect(answer.contains("ETag: \"\(name)\""))
    }
  }

  @Test func headsThatAreTooLarge() async throws {
    try await serving({ limits in
      limits.limits.headerBytes = 2_000
      limits.limits.uriBytes = 1_000
    }) { port in
      for head in [
        "X: \(String(repeating: "a", count: 3_000))",
        (0..<90).map { "X\($0): \(String(repeating: "a", count: 30))" }.joined(separator: "\r\n"),
        (0..<200).map { "X\($0): a" }.joined(separator: "\r\n"),
      ] {
        let connection = try RawConnection(port: port)
        await connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\(head)\r\n\r\n")
        let answer = await connection.read()
        #expect(await connection.isRefused())
        #expect(answer.hasPrefix("HTTP/1.1 400"))
        #expect(answer.contains("Content-Type: application/problem+json"))
        #expect(answer.contains("\"code\":\"unreadable-head\""))
        #expect(answer.hasSuffix("}\n"))
      }
      let connection = try RawConnection(port: port)
      await connection.send(
        "GET /\(String(repeating: "a", count: 1_500)) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      )
      #expect(await connection.read().hasPrefix("HTTP/1.1 414"))
    }
  }

  @Test func slowHeadsAreCutOff() async throws {
    try await serving({ $0.limits.idleSeconds = 0.5 }) { port in
      let silent = try RawConnection(port: port)
      #expect(await silent.read().isEmpty)
      // Bytes now and then are no head.
      let slow = try RawConnection(port: port)
      var sent = 0
      for letter in "GET /livez HTTP/1.1\r\nHost: abcdefgh" {
        guard await slow.send(String(letter)) else { break }
        sent += 1
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(sent < 30)
      try await Self.live(port)
    }
  }

  @Test func slowBodiesGetAnAnswerAndTheEnd() async throws {
    try await serving({ $0.limits.requestSeconds = 0.5 }) { port in
      let connection = try RawConnection(port: port)
      await connection.send(
        "POST /v1/feeds/home/cells HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"ids\""
      )
      let answer = await connection.read()
      #expect(answer.hasPrefix("HTTP/1.1 408"), "\(answer)")
      #expect(answer.contains("slow-body"))
      try await Self.live(port)
    }
  }

  @Test func bodiesNobodyReadsEndTheConnection() async throws {
    try await serving({ $0.limits.bodyBytes = 2_000 }) { port in
      for request in [
        "POST /v1/feeds/home/cells HTTP/1.1\r\nContent-Length: 99999999999",
        "POST /v1/feeds/home/cells HTTP/1.1\r\nTransfer-Encoding: chunked",
        "POST /nowhere HTTP/1.1\r\nTransfer-Encoding: chunked",
        "GET /livez HTTP/1.1\r\nContent-Length: 99999999999",
      ] {
        let connection = try RawConnection(port: port)
        await connection.send("\(request)\r\nHost: localhost\r\n\r\n")
        // A sender without end.
        let piece =
          request.contains("chunked")
          ? "1000\r\n\(String(repeating: "a", count: 4_096))\r\n"
          : String(repeating: "a", count: 4_096)
        let sender = Task {
          var sent = 0
          while await connection.send(piece), sent < 100_000 { sent += 1 }
          return sent
        }
        // Further bytes end with the connection soon.
        #expect(await sender.value < 100_000, "\(request)")
      }
      try await Self.live(port)
    }
  }

  @Test func tooManyRequestsAtOnce() async throws {
    try await serving({ settings in
      settings.limits.requests = 1
      settings.limits.ids = 100_000
    }) { port in
      // More than the server has threads, so that two are made at a time. Where the machine does
      // much else, the first may be answered before the second is read: longer ones follow.
      var refused: [String] = []
      for ids in [10_000, 40_000, 100_000] where refused.isEmpty {
        let requests = try (0..<8).map { _ in try RawConnection(port: port) }
        for request in requests { await request.send(Self.longRequest(ids: ids)) }
        for request in requests {
          let answer = await request.read()
          if answer.hasPrefix("HTTP/1.1 503") {
            refused.append(answer)
          } else {
            #expect(answer.hasPrefix("HTTP/1.1 200"))
          }
        }
      }
      #expect((1..<8).contains(refused.count))
      #expect(
        refused.allSatisfy {
          $0.contains("Retry-After: 1") && $0.contains("\"code\":\"busy\"")
        })
      // Whoever watches the service gets an answer.
      try await Self.live(port)
    }
  }

  /// A request that takes long, the longer the more ids it has.
  static func longRequest(ids count: Int) -> String {
    let ids = (0..<count).map { "\"r\($0 % 400)\"" }.joined(separator: ",")
    let body = "{\"ids\":[\(ids)]}"
    return "POST /v1/feeds/home/cells HTTP/1.1\r\nHost: localhost\r\n"
      + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  /// The head of a request with a body.
  private static func post(_ count: Int) -> String {
    "POST /v1/feeds/home/cells HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\n"
      + "Connection: close\r\n\r\n"
  }

  @Test func bodiesThatDoNotComeKeepNobodyOut() async throws {
    try await serving({ $0.limits.requests = 1 }) { port in
      let body = #"{"ids":["r1"]}"#
      var held: [RawConnection] = []
      for _ in 0..<4 {
        let connection = try RawConnection(port: port)
        await connection.send(Self.post(body.count) + "{")
        held.append(connection)
      }
      try await Task.sleep(for: .milliseconds(200))
      for _ in 0..<10 {
        let other = try RawConnection(port: port)
        await other.send("GET /v1/feeds HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(await other.read().hasPrefix("HTTP/1.1 200"))
      }
      for connection in held {
        await connection.send(String(body.dropFirst()))
        #expect(await connection.read().hasPrefix("HTTP/1.1 200"))
      }
    }
  }

  @Test func bodiesTogetherAreBounded() async throws {
    try await serving({ $0.limits.allBodyBytes = 1_000 }) { port in
      let body = #"{"ids":["r1"]}"# + String(repeating: " ", count: 886)
      let held = try RawConnection(port: port)
      await held.send(Self.post(body.utf8.count) + body.prefix(800))
      try await Task.sleep(for: .milliseconds(200))
      // Until the service has read the part that is held, another body is admitted.
      var refused = ""
      for _ in 0..<50 where !refused.hasPrefix("HTTP/1.1 503") {
        let other = try RawConnection(port: port)
        await other.send(Self.post(body.utf8.count) + body)
        refused = await other.read()
      }
      #expect(refused.hasPrefix("HTTP/1.1 503"))
      #expect(refused.contains("\"code\":\"busy\""))
      await held.send(String(body.dropFirst(800)))
      #expect(await held.read().hasPrefix("HTTP/1.1 200"))
      let next = try RawConnection(port: port)
      await next.send(Self.post(body.utf8.count) + body)
      #expect(await next.read().hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func connectionsBeyondTheLimitWait() async throws {
    try await serving({ $0.limits.connections = 3 }) { port in
      // One is that of the test's own client.
      var held: [RawConnection] = []
      for _ in 0..<2 {
        let connection = try RawConnection(port: port)
        await connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await connection.read(until: "live\"}").hasPrefix("HTTP/1.1 200"))
        held.append(connection)
      }
      let waiting = try RawConnection(port: port)
      await waiting.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      async let answer = waiting.read()
      try await Task.sleep(for: .milliseconds(300))
      await held[0].send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      _ = await held[0].read()
      held.removeFirst()
      #expect(await answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func requestsInARowOnOneConnection() async throws {
    try await serving { port in
      let connection = try RawConnection(port: port)
      let one = "GET /v1/feeds/home/range?to=2 HTTP/1.1\r\nHost: localhost\r\n\r\n"
      await connection.send(one + one)
      await connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let answers = await connection.read()
      #expect(answers.split(separator: "HTTP/1.1 200").count == 3)
    }
  }

  @Test func longRequestsGiveUp() async throws {
    try await serving({ settings in
      settings.limits.requestSeconds = 1
      settings.limits.chunkCells = 1_000_000
      settings.limits.ids = 1_000_000
      settings.limits.bodyBytes = 8 << 20
    }) { port in
      // Many times what a machine answers in a second.
      let connection = try RawConnection(port: port)
      await connection.send(Self.longRequest(ids: 600_000))
      let answer = await connection.read()
      #expect(answer.hasPrefix("HTTP/1.1 503"), "\(answer.prefix(100))")
      #expect(answer.contains("request-time"))
    }
  }
}
