import FeedRecords
import HTTPTypes
import HeightPublishing
import HeightService
import HummingbirdTesting
import PublishedFormat
import TestSupport
import Testing

/// The files under `/heights/`.
@Suite struct PublishedFileTests {
  /// Reads the heights of the only list by the pointer, the manifest and its chunks.
  private static func heights(_ client: any TestClientProtocol, pointer: [UInt8]) async throws
    -> [UInt32]
  {
    let pointer = try JSONLineDecoder().value(pointer, number: 1)
    let address = try #require(pointer["manifest"]?.string)
    let manifest = try await client.get("/heights/m/\(address).json")
    #expect(manifest.status == .ok)
    #expect(manifest.headers[.contentEncoding] == nil)
    #expect(manifest.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(FileAddress(of: manifest.bytes).description == address)
    let text = try #require(gunzipped(manifest.bytes, size: 1 << 20))
    let list = try JSONLineDecoder().value(text, number: 1)["feeds"]?[0]?["environments"]?[0]?[
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
}
