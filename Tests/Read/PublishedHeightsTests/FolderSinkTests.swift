import Foundation
import Heights
import PublishedHeights
import TestSupport
import Testing

@Suite struct FolderSinkTests {
  let fixture: PublishingFixture

  init() throws { fixture = try PublishingFixture() }

  @discardableResult
  private func publish(prune: Int? = nil) throws -> (PublishingSummary, PrunedFiles?) {
    var sink = try FolderSink(folder: fixture.published)
    let lookup = try HeightLookup(store: fixture.store)
    let summary = try HeightPublisher(lookup).publish(into: &sink)
    return (summary, try prune.map { try sink.prune(keep: $0) })
  }

  private func names(_ folder: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: "\(fixture.published)/\(folder)"))
  }

  private func url(_ name: String) -> URL { URL(filePath: "\(fixture.published)/\(name)") }

  @Test func aFolderIsWholeAndNothingElseIsInIt() throws {
    try fixture.build(PublishingFixture.ids(0..<500))
    let (summary, _) = try publish()
    let manifest = try PublishedReader(folder: fixture.published).manifest()
    #expect(try names("c") == Set(manifest.references.map { "\($0.sha256).bin" }))
    let address = try #require(summary.manifest)
    #expect(try names("m") == ["\(address).json"])
    #expect(try names(".") == ["c", "m", "current.json", ".publishing.lock"])
    #expect(summary.written.files == manifest.references.count + 1)
  }

  @Test func filesThatAreThereStayAndShortOnesAreReplaced() throws {
    try fixture.build(PublishingFixture.ids(0..<500))
    try publish()
    let chunks = try names("c").sorted()
    try Data([1, 2, 3]).write(to: url("c/\(chunks[0])"))
    try Data([9]).write(to: url("c/\(chunks[1]).writing"))
    let (summary, _) = try publish()
    #expect(summary.written.files == 1)
    let reader = PublishedReader(folder: fixture.published)
    for reference in try reader.manifest().references {
      _ = try reference.unpack(try reader.fetch(reference.path))
    }
  }

  @Test func damagedFilesOfTheRightSizeAreReplaced() throws {
    try fixture.build(PublishingFixture.ids(0..<500))
    let (first, _) = try publish()
    let address = try #require(first.manifest)
    for name in ["c/\(try names("c").sorted()[0])", "m/\(address).json"] {
      var bytes = try Data(contentsOf: url(name))
      bytes[bytes.count / 2] ^= 1
      try bytes.write(to: url(name))
    }
    let (summary, _) = try publish()
    #expect(summary.written.files == 2)
    let reader = PublishedReader(folder: fixture.published)
    for reference in try reader.manifest().references {
      _ = try reference.unpack(try reader.fetch(reference.path))
    }
    #expect(try publish().0.written.files == 0)
  }

  @Test func linksInTheFolderAreNotFollowed() throws {
    try fixture.build(PublishingFixture.ids(0..<100))
    let files = FileManager.default
    let outside = fixture.folder.path("outside")
    try files.createDirectory(atPath: outside, withIntermediateDirectories: true)
    try files.createDirectory(atPath: fixture.published, withIntermediateDirectories: true)
    for part in ["c", "m"] {
      try files.createSymbolicLink(at: url(part), withDestinationURL: URL(filePath: outside))
      #expect(throws: PublishingError.self) { try publish() }
      #expect(try files.contentsOfDirectory(atPath: outside).isEmpty)
      try files.removeItem(at: url(part))
    }
    // A pointer that is a link is replaced, and so is a chunk.
    try fixture.folder.write("mine".utf8, to: "outside/mine")
    try publish()
    for name in ["current.json", "c/\(try names("c").sorted()[0])"] {
      try files.removeItem(at: url(name))
      try files.createSymbolicLink(
        at: url(name), withDestinationURL: URL(filePath: "\(outside)/mine"))
      try publish()
      let type = try files.attributesOfItem(atPath: url(name).path)[.type]
      #expect(type as? FileAttributeType == .typeRegular)
    }
    #expect(try String(contentsOfFile: "\(outside)/mine", encoding: .utf8) == "mine")
    // The folder itself may be one.
    try files.createSymbolicLink(
      atPath: fixture.folder.path("link"), withDestinationPath: fixture.published)
    _ = try FolderSink(folder: fixture.folder.path("link"))
  }

  @Test func pruneKeepsWhatKeptManifestsName() throws {
    let ids = PublishingFixture.ids(0..<2_000)
    for start in [30, 20, 10, 0] {
      try fixture.build(Array(ids[start...]))
      try publish()
    }
    try fixture.build(ids, spacing: 9)
    try Data([9]).write(to: url("c/\(String(repeating: "a", count: 64)).bin.writing"))
    try Data([9]).write(to: url("m/\(String(repeating: "b", count: 64)).json"))
    try Data([9]).write(to: url("c/mine.txt"))
    let before = try names("c")
    #expect(try names("m").count == 5)
    let pruned = try #require(try publish(prune: 2).1)
    #expect(pruned.generations == [5, 4])
    let kept = try names("c")
    #expect(kept.contains("mine.txt") && kept.isStrictSubset(of: before))
    #expect(try names("m").count == 2)
    #expect(
      pruned.paths.count == before.subtracting(kept).count + 4, "\(pruned.paths)")
    let reader = PublishedReader(folder: fixture.published)
    for name in try names("m") {
      let address = try #require(FileAddress(String(name.dropLast(5))))
      let manifest = try PublishedManifest(
        stored: try reader.fetch("m/\(name)"), address: address)
      for reference in manifest.references {
        _ = try reference.unpack(try reader.fetch(reference.path))
      }
    }
    #expect(try publish(prune: 1).1?.generations == [5])
  }

  @Test func aDamagedPointerRemovesNothing() throws {
    try fixture.build(PublishingFixture.ids(0..<100))
    try publish()
    let sink = try FolderSink(folder: fixture.published)
    let before = try names("c")
    try Data("{}".utf8).write(to: url("current.json"))
    #expect(throws: PublishedFormatError.self) { try sink.prune(keep: 1) }
    try FileManager.default.removeItem(at: url("current.json"))
    #expect(throws: PublishingError.self) { try sink.prune(keep: 1) }
    #expect(try names("c") == before)
  }

  @Test func onlyOneProgramPublishesAtATime() throws {
    let first = try FolderSink(folder: fixture.published)
    #expect(throws: PublishingError.locked(path: fixture.published)) {
      try FolderSink(folder: fixture.published)
    }
    withExtendedLifetime(first) {}
  }

  @Test func aFolderThatCannotBeIsNamed() throws {
    try Data([1]).write(to: URL(filePath: fixture.folder.path("file")))
    #expect(throws: PublishingError.self) { try FolderSink(folder: fixture.folder.path("file")) }
    #expect(throws: PublishingError.self) {
      try FolderSink(folder: fixture.folder.path("file/below"))
    }
  }

  /// A sink that fails after some files.
  private struct FullDisk: PublishingSink {
    var sink: FolderSink
    var left: Int

    func holds(_ file: PublishedFile) throws -> Bool { try sink.holds(file) }

    mutating func write(_ file: PublishedFile) throws {
      left -= 1
      guard left >= 0 else { throw PublishingError.writeFailed(path: file.path, reason: "full") }
      try sink.write(file)
    }

    func finish(_ pointer: PublishedFile) throws { try sink.finish(pointer) }
  }

  @Test func aFailureLeavesTheFormerGeneration() throws {
    let ids = PublishingFixture.ids(0..<500)
    try fixture.build(ids)
    try publish()
    let pointer = try PublishedReader(folder: fixture.published).pointer()
    try fixture.build(Array(ids.reversed()), spacing: 9)
    let lookup = try HeightLookup(store: fixture.store)
    for count in [0, 1, 5, 20] {
      var sink = FullDisk(sink: try FolderSink(folder: fixture.published), left: count)
      #expect(throws: PublishingError.self) { try HeightPublisher(lookup).publish(into: &sink) }
      #expect(try PublishedReader(folder: fixture.published).pointer() == pointer)
    }
    try publish()
    #expect(try PublishedReader(folder: fixture.published).manifest().generation == 2)
  }
}
