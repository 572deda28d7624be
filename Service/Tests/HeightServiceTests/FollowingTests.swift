import Glibc
import HTTPTypes
import Heights
import HeightService
import HeightStore
import HummingbirdTesting
import Logging
import ServeOptions
import ServiceLifecycle
import StructuredDocuments
import Synchronization
import TestSupport
import Testing

/// New generations under requests, and the end of the service.
@Suite struct FollowingTests {
  private static let records = 60

  @Test func noAnswerMixesGenerations() async throws {
    let fixture = try ServiceFixture()
    try fixture.build(records: Self.records)
    let sources = try fixture.sources()
    let service = try HeightService(sources, settings: ServiceSettings())
    let done = Flag()
    try await service.application.test(.ahc(.http)) { client in
      try await withThrowingTaskGroup(of: Set<Int>.self) { group in
        for worker in 0..<4 {
          group.addTask {
            var seen: Set<Int> = []
            while !done.isSet {
              seen.insert(try await Self.checkOne(client, worker: worker))
            }
            return seen
          }
        }
        for number in 2...6 {
          try fixture.build(records: Self.records, shift: 2 * (number - 1))
          sources.follower.refresh()
          try await Task.sleep(for: .milliseconds(50))
        }
        done.set()
        var seen: Set<Int> = []
        for try await some in group { seen.formUnion(some) }
        #expect(seen.count > 1)
        #expect(seen.isSubset(of: Set(1...6)))
      }
      let last = try await client.get("/v1/generation")
      #expect(last.json["generation"]?.number == 6)
    }
  }

  /// Asks for something, and compares every height and offset with those of the generation that
  /// the answer names.
  private static func checkOne(
    _ client: any TestClientProtocol, worker: Int
  ) async throws -> Int {
    let answer: TestResponse
    if worker % 2 == 0 {
      answer = try await client.get("/v1/feeds/home/range?to=\(records)")
    } else {
      let ids = (0..<records).map { "\"r\($0)\"" }.joined(separator: ",")
      answer = try await client.post("/v1/feeds/home/cells", "{\"ids\":[\(ids)]}")
    }
    #expect(answer.status == .ok)
    let number = Int(answer.json["generation"]?.number ?? 0)
    let cells = answer.json["cells"]?.elements ?? []
    #expect(cells.count == records)
    var offset = 4.0
    for (index, cell) in cells.enumerated() {
      let height = Double(ServiceFixture.steps(index, shift: 2 * (number - 1))) / 2
      #expect(cell["generation"]?.number == Double(number))
      #expect(cell["height"]?.number == height)
      if let top = cell["offset"]?.number { #expect(top == offset) }
      offset += height + 8
    }
    return number
  }

  @Test func aStoreThatBreaksLeavesTheOldGeneration() async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    let events = Mutex<[String]>([])
    // Only this test checks the store, however long it takes.
    var follow = FollowSettings()
    follow.seconds = 3_600
    let sources = ServiceSources(try HeightLookup(store: fixture.store), follow: follow) { event in
      switch event {
      case .swapped(let number): events.withLock { $0.append("\(number)") }
      case .failed(_, let isNew): events.withLock { $0.append(isNew ? "new" : "again") }
      }
    }
    let service = try HeightService(sources, settings: ServiceSettings())
    try await service.application.test(.router) { client in
      rename(fixture.store, fixture.store + ".away")
      try fixture.folder.write("no store".utf8, to: "heights.sqlite")
      sources.follower.refresh()
      sources.follower.refresh()
      #expect(events.withLock(\.self) == ["new", "again"])
      let ready = try await client.get("/readyz")
      #expect(ready.status == .ok)
      #expect(ready.json["refresh"]?.string == "failing")
      #expect(ready.json["failures"]?.number == 2)
      #expect(try await client.get("/v1/feeds/home/cells?id=r1").status == .ok)
      let metrics = String(decoding: try await client.get("/metrics").bytes, as: UTF8.self)
      #expect(metrics.contains("cellheights_refresh_failing 1\n"))
      #expect(metrics.contains("cellheights_refresh_failures_total 2\n"))

      rename(fixture.store + ".away", fixture.store)
      try fixture.build(shift: 2)
      sources.follower.refresh()
      let healed = try await client.get("/readyz")
      #expect(healed.json["refresh"]?.string == "current")
      #expect(healed.json["generation"]?.number == 2)
    }
  }

  @Test func theServiceFollowsByItself() async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    var follow = FollowSettings()
    follow.seconds = 0.05
    let sources = ServiceSources(try HeightLookup(store: fixture.store), follow: follow)
    let service = try HeightService(sources, settings: ServiceSettings())
    try await service.application.test(.live) { client in
      try fixture.build(shift: 2)
      for _ in 0..<200 where sources.follower.current.lookup.generation.number < 2 {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try await client.get("/v1/generation").json["generation"]?.number == 2)
    }
  }

  @Test func requestsThatWereBegunAreFinished() async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    let port = Mutex<Int>(0)
    var settings = ServiceSettings()
    settings.port = 0
    // An address of its own, so that no service of another test has the port next.
    settings.host = "127.0.0.2"
    let service = try HeightService(
      fixture.sources(), settings: settings, onListening: { found in port.withLock { $0 = found } })
    let group = ServiceGroup(services: [service.application], logger: Logger(label: "test"))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      while port.withLock(\.self) == 0 { try await Task.sleep(for: .milliseconds(5)) }
      let number = port.withLock(\.self)
      let idle = try RawConnection(port: number, address: settings.host)
      await idle.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = await idle.read(until: "live\"}")
      let body = #"{"ids":["r1"]}"#
      let begun = try RawConnection(port: number, address: settings.host)
      await begun.send(
        "POST /v1/feeds/home/cells HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.count)\r\n\r\n{"
      )
      try await Task.sleep(for: .milliseconds(200))
      await group.triggerGracefulShutdown()
      // Connections without a request end at once.
      #expect(await idle.read().isEmpty)
      await begun.send(String(body.dropFirst()))
      #expect(await begun.read().hasPrefix("HTTP/1.1 200"))
      try await tasks.waitForAll()
      // For a moment a service of another test, which listens at all addresses, may have the port.
      var refused = false
      for _ in 0..<100 where !refused {
        do {
          _ = try RawConnection(port: number, address: settings.host)
          try await Task.sleep(for: .milliseconds(100))
        } catch {
          refused = true
        }
      }
      #expect(refused)
    }
  }

  @Test func eachRequestHasALine() async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    let path = fixture.folder.path("access.log")
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    let log = AccessLog(descriptor: descriptor)
    let service = try HeightService(
      fixture.sources(), settings: ServiceSettings(), accessLog: log)
    try await service.application.test(.router) { client in
      _ = try await client.get("/v1/feeds/home/cells?id=r1")
      _ = try await client.get("/v1/feeds/home/cells?id=%0a%22")
      _ = try await client.get("/nowhere")
    }
    log.flush()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    bytes.removeLast(bytes.count - max(0, pread(descriptor, &bytes, bytes.count, 0)))
    let lines = try bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONParser().parse(Array($0)[...])
    }
    #expect(lines.count == 3)
    #expect(lines.map { $0["status"]?.number } == [200, 404, 404])
    #expect(lines[0]["schema"]?.string == "cellheights.access/1")
    #expect(lines[0]["route"]?.string == "/v1/feeds/{feed}/cells")
    #expect(lines[0]["generation"]?.number == 1)
    #expect((lines[0]["bytes"]?.number ?? 0) > 100)
    #expect(lines[1]["problem"]?.string == "unknown-id")
    #expect(lines[1]["target"]?.string == "/v1/feeds/home/cells?id=%0a%22")
    #expect(lines[2]["route"]?.string == "unknown")
    #expect(lines[0]["time"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT[\d:.]{12}Z/) != nil)
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
