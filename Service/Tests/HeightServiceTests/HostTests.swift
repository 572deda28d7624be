import HeightService
import HummingbirdTesting
import ServeOptions
import TestSupport
import Testing

/// The field `Host`.
@Suite struct HostTests {
  let fixture: ServiceFixture

  init() throws {
    fixture = try ServiceFixture()
    try fixture.build()
  }

  /// The status line and the body that a head gets.
  private static func answer(_ fields: String, version: String = "1.1", _ port: Int) async throws
    -> String
  {
    let connection = try RawConnection(port: port)
    await connection.send("GET /v1/feeds HTTP/\(version)\r\n\(fields)Connection: close\r\n\r\n")
    return await connection.read()
  }

  @Test func oneHostIsRequired() async throws {
    try await fixture.service().application.test(.live) { client in
      let port = try #require(client.port)
      for fields in ["", "Host: localhost\r\nHost: localhost\r\n", "Host: a\r\nhost: b\r\n"] {
        let answer = try await Self.answer(fields, port)
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(fields)")
        #expect(answer.contains("\"code\":\"unreadable-head\""))
      }
      #expect(try await Self.answer("", version: "1.0", port).contains(" 200 "))
    }
  }

  @Test func namesOfOthersAreRefused() async throws {
    let service = try fixture.service { $0.allowedHosts = ["heights.example"] }
    try await service.application.test(.live) { client in
      let port = try #require(client.port)
      for host in [
        "localhost", "LOCALHOST:\(port)", "localhost.", "127.0.0.1", "127.0.0.1:\(port)",
        "[::1]:80",
        "10.1.2.3", "heights.example", "Heights.Example:443",
      ] {
        #expect(try await Self.answer("Host: \(host)\r\n", port).contains(" 200 "), "\(host)")
      }
      for host in [
        "evil.example", "evil.example:\(port)", "", "127.0.0.1.evil.example",
        "localhost.evil.example",
        "a.heights.example", "[::1.evil.example]", "heights.example@evil.example",
      ] {
        let answer = try await Self.answer("Host: \(host)\r\n", port)
        #expect(answer.hasPrefix("HTTP/1.1 421"), "\(host)")
        #expect(answer.contains("\"code\":\"foreign-host\""))
      }
    }
  }

  /// Source: RFC 9112, 3.2.2: the host of a target in absolute form precedes the field.
  @Test func theHostOfATargetCounts() async throws {
    let service = try fixture.service { $0.allowedHosts = ["heights.example"] }
    try await service.application.test(.live) { client in
      let port = try #require(client.port)
      for (target, host, status) in [
        ("http://heights.example/v1/feeds", "localhost", "200"),
        ("HTTP://127.0.0.1:\(port)/v1/feeds", "evil.example", "200"),
        ("https://localhost/v1/feeds?", "localhost", "200"),
        ("http://evil.example/v1/feeds", "localhost", "421"),
        ("http://evil.example/livez", "127.0.0.1", "421"),
        ("http://localhost@evil.example/v1/feeds", "localhost", "421"),
        ("http://localhost.evil.example", "localhost", "421"),
        ("http://localhost", "localhost", "404"), ("http://localhost?x=1", "localhost", "404"),
        ("http://", "localhost", "400"), ("http:///v1/feeds", "localhost", "400"),
        ("ftp://localhost/v1/feeds", "localhost", "400"), ("v1/feeds", "localhost", "400"),
      ] {
        let connection = try RawConnection(port: port)
        await connection.send(
          "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        let answer = await connection.read()
        #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(target): \(answer.prefix(40))")
      }
    }
  }

  @Test func anyNameWhereOtherMachinesAreServed() async throws {
    for (names, status) in [([], "200"), (["heights.example"], "421")] {
      let service = try fixture.service {
        $0.host = "0.0.0.0"
        $0.allowedHosts = names
      }
      try await service.application.test(.live) { client in
        let port = try #require(client.port)
        #expect(
          try await Self.answer("Host: service.internal\r\n", port).contains(" \(status) "))
      }
    }
  }
}
