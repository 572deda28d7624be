import CellHeightsClient
import Foundation
import Heights
import PublishedHeights
import TestSupport
import Testing

@Suite struct WebTests {
  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Python's own server, like any server of static files.
  @Test(.enabled(if: python != nil, "needs python3"))
  func aPlainServerIsEnough() async throws {
    let fixture = try ClientFixture()
    try fixture.publish(ClientFixture.ids(0..<300))
    var sink = try FolderSink(folder: fixture.folder.path("web/heights"))
    _ = try HeightPublisher(try HeightLookup(store: fixture.store)).publish(into: &sink)
    let server = Process()
    server.executableURL = URL(filePath: try #require(Self.python))
    server.arguments = [
      "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
      fixture.folder.path("web"),
    ]
    let output = Pipe()
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    // SIGTERM may be blocked in the thread that starts the server, and so in the server.
    defer { kill(server.processIdentifier, SIGKILL) }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(line.firstMatch(of: /port (\d+)/)?.1)
    let base = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let heights = try await CellHeights.published(at: base.appendingPathComponent("heights"))
    let list = try await heights.list(ClientFixture.name)
    #expect(list.count == 300)
    #expect(try await heights.next() == nil)
    await #expect(throws: SourceError.status(404, path: "current.json")) {
      try await CellHeights.published(at: base.appendingPathComponent("nowhere"))
    }
  }
}
