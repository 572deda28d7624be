@testable import CommandSettings
import Foundation
import TestSupport
import Testing

@testable import cellheights

@Suite struct FilePatternTests {
  private func folder(_ names: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder("[pattern]")
    for name in names { try folder.write([], to: name) }
    return folder
  }

  @Test func filesComeInTheOrderOfTheirBytes() throws {
    // Any locale of people would put ä beside a and B after a.
    let folder = try folder(["b.x", "ä.x", "B.x", "a.x", "10.x", "9.x", "other.y"])
    defer { withExtendedLifetime(folder) {} }
    let base = folder.url.path + "/"
    let found = try FilePattern(written: "*.x", folder: base).files()
    #expect(
      found.map { $0.dropFirst(base.count) } == ["10.x", "9.x", "B.x", "a.x", "b.x", "ä.x"])
    let some = try FilePattern(written: "[a-b].x", folder: base).files()
    #expect(some.map { $0.dropFirst(base.count) } == ["a.x", "b.x"])
  }

  @Test func aPathWithoutWildcardsIsTakenAsItIs() throws {
    #expect(try FilePattern(written: "none.json", folder: "x/").files() == ["x/none.json"])
    #expect(try FilePattern(written: "/srv/a.json", folder: "x/").files() == ["/srv/a.json"])
    #expect(try FilePattern(written: "a.json", folder: "").files() == ["a.json"])
  }

  @Test func aPatternThatNothingFitsIsAnError() throws {
    let folder = try folder(["a.x"])
    defer { withExtendedLifetime(folder) {} }
    #expect(throws: Failure.self) {
      try FilePattern(written: "*.json", folder: folder.url.path + "/").files()
    }
  }
}
