import Foundation
import Testing

@testable import HeightStore

/// The location of a store, and the files that must not be changed there.
@Suite struct StoreLocationTests {
  @Test("S5: a build behind a symbolic link replaces its target")
  func aLinkStaysAndItsTargetIsReplaced() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    let folder = fixture.directory + "/links"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for (name, target) in [
      ("near", "../heights.sqlite"), ("far", fixture.directory + "/links/near"),
    ] {
      let link = folder + "/" + name
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      let writer = try writer(link)
      try fixture.write(writer, feed: "home", records: StoreFixture.records(7))
      let number = try writer.finish().number
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      #expect(try StoreReader(path: fixture.store).catalog.generation.number == number)
      #expect(try StoreReader(path: link).catalog.generation.cells == 14)
    }
    #expect(try fixture.files() == ["heights.sqlite", "heights.sqlite.lock", "links"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["far", "near"])
  }

  @Test("S5: a link to nothing yet is filled, links in a circle are refused")
  func linksToNothing() throws {
    let fixture = try StoreFixture()
    let link = fixture.directory + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "heights.sqlite")
    let writer = try writer(link)
    try fixture.write(writer, feed: "home", records: StoreFixture.records(2))
    _ = try writer.finish()
    #expect(try StoreReader(path: fixture.store).catalog.generation.cells == 4)
    let circle = fixture.directory + "/circle"
    try FileManager.default.createSymbolicLink(atPath: circle, withDestinationPath: "circle")
    #expect(throws: StoreError.self) { try BuildLock(store: circle, startedUTC: "now") }
  }

  @Test("S5: a lock file that is a link or somebody's file is left alone")
  func lockFilesOfOthers() throws {
    let fixture = try StoreFixture()
    let lock = fixture.store + ".lock"
    let notes = fixture.directory + "/notes.txt"
    try Data("precious".utf8).write(to: URL(fileURLWithPath: notes))
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: notes)
    #expect(throws: StoreError.self) { try BuildLock(store: fixture.store, startedUTC: "now") }
    #expect(FileManager.default.contents(atPath: notes) == Data("precious".utf8))
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.moveItem(atPath: notes, toPath: lock)
    let error = #expect(throws: StoreError.self) {
      try BuildLock(store: fixture.store, startedUTC: "now")
    }
    #expect(error?.description.contains("it is no lock of a build") == true)
    #expect(FileManager.default.contents(atPath: lock) == Data("precious".utf8))
    try FileManager.default.removeItem(atPath: lock)
    #expect(mkfifo(lock, 0o600) == 0)
    #expect(throws: StoreError.self) { try BuildLock(store: fixture.store, startedUTC: "now") }
  }

  @Test("S5: a store keeps its permissions", arguments: [0o600, 0o640, 0o664])
  func permissionsStay(mode: Int) throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: fixture.store)
    let side = fixture.store + ".building"
    let found = try permissions(fixture.store)
    #expect(found == mode)
    var seen: Set<Int?> = []
    func look(_ point: Failpoint) throws { seen.insert(try permissions(side)) }
    try fixture.build("home", StoreFixture.records(4), failpoint: look)
    #expect(try permissions(fixture.store) == mode)
    // One that is computed again keeps them too.
    try StoreEdit.execute("PRAGMA user_version = 1", fixture.store)
    try fixture.build("home", StoreFixture.records(4), failpoint: look)
    // After the rename there is none any more.
    #expect(seen == [mode, nil])
    #expect(try permissions(fixture.store) == mode)
  }

  @Test(
    "S5: a refused path leaves neither lock nor folder",
    arguments: [
      "a/b/", "a/b/.", "a/..", "file/heights.sqlite", "file/a/heights.sqlite", "folder", "file",
      "a/b/\(String(repeating: "x", count: 300))", "a/\(String(repeating: "y", count: 300))/b",
    ])
  func refusedPathsLeaveNothing(path: String) throws {
    let fixture = try StoreFixture()
    try Data("text".utf8).write(to: URL(fileURLWithPath: fixture.directory + "/file"))
    try FileManager.default.createDirectory(
      atPath: fixture.directory + "/folder", withIntermediateDirectories: false)
    #expect(throws: StoreError.self) {
      try BuildLock(store: fixture.directory + "/" + path, startedUTC: "now")
    }
    #expect(try fixture.files() == ["file", "folder"])
    #expect(
      FileManager.default.contents(atPath: fixture.directory + "/file") == Data("text".utf8))
  }

  /// nil if there is no file.
  private func permissions(_ path: String) throws -> Int? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  private func writer(_ store: String) throws -> GenerationWriter {
    try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: "2026-01-31T08:00:00Z"),
      plan: GenerationPlan(
        feeds: ["home"], createdUTC: "2026-01-31T08:00:00Z", engineVersion: "test-1"))
  }
}
