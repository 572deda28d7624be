import HeightService
import HummingbirdTesting
import ServeOptions
import TestSupport
import Testing

/// Connections that send requests and do not read.
@Suite struct SlowReaderTests {
  private static let name = String(repeating: "a", count: 64)
  /// More than the system buffers for a connection.
  private static let bytes = 8 << 20
  private static let request = "GET /heights/c/\(name).bin HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private static let last = request.replacing(
    "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")

  private static func serving(
    _ change: @escaping (inout ServiceSettings) -> Void,
    _ test: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    try fixture.folder.write(
      [UInt8](repeating: 97, count: bytes), to: "published/c/\(name).bin")
    let service = try fixture.service {
      $0.published = fixture.folder.path("published")
      change(&$0)
    }
    try await service.application.test(.live) { client in
      try await test(try #require(client.port))
    }
  }

  @Test func theyAreCutOff() async throws {
    try await Self.serving({ $0.limits.idleSeconds = 0.5 }) { port in
      let connection = try RawConnection(port: port)
      await connection.send(String(repeating: Self.request, count: 4))
      try await Task.sleep(for: .seconds(2))
      let answers = await connection.read()
      #expect(answers.hasPrefix("HTTP/1.1 200"))
      #expect(answers.utf8.count < 2 * Self.bytes)
    }
  }

  @Test func longAnswersAreWhole() async throws {
    try await Self.serving({ _ in }) { port in
      let connection = try RawConnection(port: port)
      await connection.send(Self.request + Self.last)
      let answers = await connection.read()
      let bodies = answers.split(separator: "\r\n\r\n", omittingEmptySubsequences: true)
      #expect(bodies.count == 3)
      #expect(bodies.last?.utf8.count == Self.bytes)
      #expect(answers.utf8.count { $0 == 97 } >= 2 * Self.bytes)
    }
  }

  /// Two connections that send two requests each and do not read, with space for two answers.
  private static func stall(_ port: Int) async throws -> [RawConnection] {
    var stalled: [RawConnection] = []
    for _ in 0..<2 {
      let connection = try RawConnection(port: port)
      await connection.send(request + last)
      stalled.append(connection)
    }
    try await Task.sleep(for: .milliseconds(500))
    return stalled
  }

  @Test func answersTogetherAreBounded() async throws {
    try await Self.serving({
      $0.limits.sentBytes = 20 << 20
      $0.limits.stalledSeconds = 3_600
    }) { port in
      let stalled = try await Self.stall(port)
      // Until the service has made the answers that nobody reads, there is room for another.
      var refused = ""
      for _ in 0..<20 where !refused.hasPrefix("HTTP/1.1 503") {
        let other = try RawConnection(port: port)
        await other.send(Self.last)
        refused = await other.read()
      }
      #expect(refused.hasPrefix("HTTP/1.1 503"), "\(refused.prefix(100))")
      #expect(refused.contains("\"code\":\"busy\""))
      for connection in stalled { #expect(await connection.read().utf8.count > 2 * Self.bytes) }
      let next = try RawConnection(port: port)
      await next.send(Self.last)
      #expect(await next.read().utf8.count > Self.bytes)
    }
  }

  @Test func theyMakeRoomForOthers() async throws {
    try await Self.serving({
      $0.limits.sentBytes = 20 << 20
      $0.limits.stalledSeconds = 0.2
    }) { port in
      let stalled = try await Self.stall(port)
      let other = try RawConnection(port: port)
      await other.send(Self.last)
      #expect(await other.read().utf8.count > Self.bytes)
      var read = 0
      for connection in stalled { read += await connection.read().utf8.count }
      #expect(read < 4 * Self.bytes)
    }
  }
}
