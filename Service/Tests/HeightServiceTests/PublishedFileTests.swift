import Foundation
import HTTPTypes
import PublishedHeights
import HeightService
import HummingbirdTesting
import ServeOptions
import StructuredDocuments
import Synchronization
import TestSupport
import Testing

/// The files under `/heights/`.
@Suite struct PublishedFileTests {
  /// Reads the heights of the only list by the pointer, the manifest and its chunks.
  private static func heights(_ client: any TestClientProtocol, pointer: [UInt8]) async throws
    -> [UInt32]
  {
    let pointer = try JSONParser().parse(pointer[...])
    let address = try #require(pointer["manifest"]?.string)
    let manifest = try await client.get("/heights/m/\(address).json")
    #expect(manifest.status == .ok)
    #expect(manifest.headers[.contentEncoding] == nil)
    #expect(manifest.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(FileAddress(of: manifest.bytes).description == address)
    let text = try #require(gunzipped(manifest.bytes, size: 1 << 20))
    let list = try JSONParser().parse(text[...])["feeds"]?[0]?["environments"]?[0]?[
      "lists"]?[0]
    var heights: [UInt32] = []
    for chunk in list?["chunks"]?.elements ?? [] {
      let name = try #require(chunk["heights"]?["sha256"]?.string)
      let size = Int(try #require(chunk["heights"]?["size"]?.number))
      let answer = try await client.get("/heights/c/\(name).bin")
      #expect(FileAddress(of: answer.bytes).description == name)
      let bytes = try #require(gunzipped(answer.bytes, size: size))
      heights += try HeightsChunk(decoding: bytes, file: name).heights
    }
    return heights
  }

  @Test func theyAreMadeOfTheGeneration() async throws {
    let fixture = try ServiceFixture()
    try fixture.build(records: 40)
    let sources = try fixture.sources()
    let service = try HeightService(sources, settings: ServiceSettings())
    try await service.application.test(.router) { client in
      let old = try await client.get("/heights/current.json")
      #expect(old.headers[.cacheControl] == "public, max-age=30")
      let first = (0..<40).map { UInt32(ServiceFixture.steps($0)) }
      #expect(try await Self.heights(client, pointer: old.bytes) == first)
      let tag = old.headers[.eTag] ?? ""
      let again = try await client.get("/heights/current.json", [.ifNoneMatch: tag])
      #expect(again.status == .notModified)

      try fixture.build(records: 40, shift: 2)
      sources.follower.refresh()
      let new = try await client.get("/heights/current.json", [.ifNoneMatch: tag])
      #expect(new.json["generation"]?.number == 2)
      let second = try await Self.heights(client, pointer: new.bytes)
      #expect(second == (0..<40).map { UInt32(ServiceFixture.steps($0, shift: 2)) })
      // Whoever read the pointer before the build can finish.
      #expect(try await Self.heights(client, pointer: old.bytes) == first)

      let none = try await client.get("/heights/c/\(String(repeating: "0", count: 64)).bin")
      #expect(none.status == .notFound)
      #expect(none.problem == "unknown-file")
    }
  }

  @Test func theyAreThoseOfAFolder() async throws {
    let fixture = try ServiceFixture()
    try fixture.build(records: 20)
    let folder = fixture.folder.path("published")
    let service = try fixture.service { $0.published = folder }
    try await service.application.test(.router) { client in
      let empty = try await client.get("/heights/current.json")
      #expect(empty.status == .notFound)
      #expect(empty.problem == "nothing-published")
      var sink = try FolderSink(folder: folder)
      _ = try HeightPublisher(try fixture.sources().follower.current.lookup).publish(into: &sink)
      let pointer = try await client.get("/heights/current.json")
      let heights = try await Self.heights(client, pointer: pointer.bytes)
      #expect(heights == (0..<20).map { UInt32(ServiceFixture.steps($0)) })
      // A file that cannot be one is an error of the service, and no answer.
      let name = "\(String(repeating: "b", count: 64)).bin"
      try fixture.folder.write([], to: "published/c/\(name)/inside")
      #expect(try await client.get("/heights/c/\(name)").status == .internalServerError)
    }
  }

  @Test func tooMuchIsNotMade() async throws {
    let fixture = try ServiceFixture()
    try fixture.build(records: 400)
    let service = try fixture.service { $0.limits.publishedBytes = 1_024 }
    try await service.application.test(.router) { client in
      let answer = try await client.get("/heights/current.json")
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.problem == "not-published")
      #expect(answer.json["detail"]?.string?.contains("1024 bytes") == true)
    }
  }

  @Test func whatFailedOnceIsTriedAgain() async throws {
    let fixture = try ServiceFixture()
    try fixture.build(records: 40)
    let temporary = fixture.folder.path("temporary")
    let sources = try fixture.sources { $0.temporaryFolder = temporary }
    var settings = ServiceSettings()
    settings.limits.requestSeconds = 1
    let log = Mutex<[String]>([])
    let service = try HeightService(
      sources, settings: settings, log: { line in log.withLock { $0.append(line) } })
    try await service.application.test(.router) { client in
      let failed = try await client.get("/heights/current.json")
      #expect(failed.status == .serviceUnavailable)
      #expect(failed.problem == "not-published")
      #expect(failed.headers[.retryAfter] == "1")
      #expect(!String(decoding: failed.bytes, as: UTF8.self).contains(fixture.folder.url.path))
      #expect(log.withLock(\.self).contains { $0.contains(temporary) })
      mkdir(temporary, 0o700)
      try await Task.sleep(for: .milliseconds(1050))
      let pointer = try await client.get("/heights/current.json")
      #expect(pointer.status == .ok)
      // Whoever empties temporary folders does not end it either.
      try FileManager.default.removeItem(atPath: temporary)
      mkdir(temporary, 0o700)
      #expect(try await client.get("/heights/current.json").bytes == pointer.bytes)
      #expect(
        try await Self.heights(client, pointer: pointer.bytes)
          == (0..<40).map { UInt32(ServiceFixture.steps($0)) })
    }
  }

  @Test func linksInAFolderAreNotFollowed() async throws {
    let fixture = try ServiceFixture()
    try fixture.build()
    let folder = fixture.folder
    let name = String(repeating: "a", count: 64)
    try folder.write("secret".utf8, to: "outside/current.json")
    try folder.write("secret".utf8, to: "outside/\(name).bin")
    try folder.write("chunk".utf8, to: "published/c/\(name).bin")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("published"))
    let service = try fixture.service { $0.published = folder.path("link") }
    try await service.application.test(.router) { client in
      // The folder itself may be a link.
      #expect(try await client.get("/heights/c/\(name).bin").bytes == Array("chunk".utf8))
      try files.createSymbolicLink(
        atPath: folder.path("published/current.json"),
        withDestinationPath: folder.path("outside/current.json"))
      try files.removeItem(atPath: folder.path("published/c"))
      try files.createSymbolicLink(
        atPath: folder.path("published/c"), withDestinationPath: folder.path("outside"))
      for path in ["current.json", "c/\(name).bin"] {
        let answer = try await client.get("/heights/\(path)")
        #expect(answer.status == .internalServerError, "\(path)")
        let text = String(decoding: answer.bytes, as: UTF8.self)
        #expect(!text.contains("secret\n") && !text.contains(folder.url.path), "\(text)")
        #expect(answer.bytes != Array("secret".utf8))
      }
    }
  }
}
