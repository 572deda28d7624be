import HTTPTypes
import HeightService
import HummingbirdTesting
import NIOCore
import ServeOptions
import Synchronization
import TestSupport
import Testing

/// Long answers beside short ones.
@Suite(.serialized) struct LongAnswerTests {
  let fixture: ServiceFixture

  init() throws {
    fixture = try ServiceFixture()
    try fixture.build(records: 400)
  }

  private func serving(
    _ change: @escaping (inout ServiceSettings) -> Void = { _ in },
    _ test: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let service = try fixture.service { settings in
      settings.limits.ids = 100_000
      settings.limits.requestSeconds = 600
      change(&settings)
    }
    try await service.application.test(.live) { client in
      try await test(try #require(client.port))
    }
  }

  private static func get(_ path: String, _ port: Int) async throws -> String {
    let connection = try RawConnection(port: port)
    await connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return await connection.read()
  }

  /// A count that several tasks raise.
  private final class Count: Sendable {
    private let atomic = Atomic(0)

    var value: Int { atomic.load(ordering: .relaxed) }
    func increment() { atomic.add(1, ordering: .relaxed) }
  }

  /// More long requests than there are event loops, and short ones that overtake them.
  ///
  /// On a machine that does much else, the test may be late to send the short ones; it tries again
  /// with longer requests then.
  @Test func shortAnswersDoNotWaitForLongOnes() async throws {
    try await serving { port in
      var overtaken = false
      for ids in [5_000, 20_000, 80_000] where !overtaken {
        overtaken = try await Self.shortAnswersOvertake(requests: 12, ids: ids, port)
      }
      #expect(overtaken)
    }
  }

  /// Whether short answers arrive before the last of some long ones.
  private static func shortAnswersOvertake(
    requests count: Int, ids: Int, _ port: Int
  ) async throws -> Bool {
    let requests = try (0..<count).map { _ in try RawConnection(port: port) }
    let finished = Count()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      for request in requests {
        await request.send(RawRequestTests.longRequest(ids: ids))
        group.addTask {
          #expect(await request.read().hasPrefix("HTTP/1.1 200"))
          finished.increment()
        }
      }
      for path in [
        "/livez", "/readyz", "/v1/feeds/home/cells?id=r7", "/v1/feeds/home/range?to=8",
        "/v1/feeds/home/at-offset?y=40", "/v1/feeds/home/extent", "/v1/feeds",
      ] {
        #expect(try await get(path, port).hasPrefix("HTTP/1.1 200"), "\(path)")
      }
      let overtaken = finished.value < count
      try await group.waitForAll()
      return overtaken
    }
  }

  @Test func shortAnswersAreNotCounted() async throws {
    try await serving({ $0.limits.requests = 1 }) { port in
      let long = try (0..<4).map { _ in try RawConnection(port: port) }
      for connection in long { await connection.send(RawRequestTests.longRequest(ids: 20_000)) }
      for _ in 0..<20 {
        #expect(
          try await Self.get("/v1/feeds/home/cells?id=r7", port).hasPrefix("HTTP/1.1 200"))
      }
      var statuses: [String: Int] = [:]
      for connection in long {
        statuses[String(await connection.read().dropFirst(9).prefix(3)), default: 0] += 1
      }
      #expect(statuses["200", default: 0] >= 1)
      #expect(statuses["200", default: 0] + statuses["503", default: 0] == 4)
    }
  }

  @Test func longAnswersThatWaitTooLongGiveUp() async throws {
    try await serving({ $0.limits.requestSeconds = 0.3 }) { port in
      let requests = try (0..<24).map { _ in try RawConnection(port: port) }
      for request in requests { await request.send(RawRequestTests.longRequest(ids: 20_000)) }
      for request in requests {
        let answer = await request.read()
        #expect(
          answer.hasPrefix("HTTP/1.1 200")
            || (answer.hasPrefix("HTTP/1.1 503") && answer.contains("request-time")
              && answer.contains("Retry-After: 1")),
          "\(answer.prefix(80))")
      }
      #expect(try await Self.get("/v1/feeds/home/range?to=40", port).hasPrefix("HTTP/1.1 200"))
    }
  }

  /// The same answers on a loop and on a worker thread, in order on one connection, in any coding.
  @Test func longAnswersArePipelined() async throws {
    try await serving { port in
      let connection = try RawConnection(port: port)
      for count in [400, 8, 399, 1] {
        await connection.send(
          "GET /v1/feeds/home/range?to=\(count) HTTP/1.1\r\nHost: localhost\r\n\r\n")
      }
      await connection.send(
        "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      let answers = await connection.read().split(separator: "HTTP/1.1 200")
      #expect(
        answers.map { $0.split(separator: "\"position\":").count - 1 } == [400, 8, 399, 1, 0])
    }
  }

  @Test func longAnswersAreCompressedAndHaveTags() async throws {
    try await fixture.service().application.test(.router) { client in
      let path = "/v1/feeds/home/range?to=400"
      let plain = try await client.get(path)
      #expect(plain.headers[.contentEncoding] == nil)
      let packed = try await client.get(path, [.acceptEncoding: "gzip"])
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(gunzipped(packed.bytes, size: plain.bytes.count) == plain.bytes)
      let tag = try #require(packed.headers[.eTag])
      #expect(tag != plain.headers[.eTag])
      let known = try await client.get(path, [.acceptEncoding: "gzip", .ifNoneMatch: tag])
      #expect(known.status == .notModified)
      #expect(known.bytes.isEmpty)
      #expect(known.headers[.eTag] == tag)
      let head = try await client.get(path, method: .head)
      #expect(head.headers[.contentLength] == String(plain.bytes.count))
      #expect(head.bytes.isEmpty)
    }
  }
}
