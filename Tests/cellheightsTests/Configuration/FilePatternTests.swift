import Foundation
import Testing

@testable import cellheights

@Suite struct FilePatternTests {
  private func folder(_ names: [String]) throws -> URL {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "cellheights-[pattern]-\(UUID().uuidString)", directoryHint: .isDirectory)
    for name in names {
      let file = url.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    return url
  }

  @Test func filesComeInTheOrderOfTheirBytes() throws {
    // Any locale of people would put ä beside a and B after a.
    let url = try folder(["b.x", "ä.x", "B.x", "a.x", "10.x", "9.x", "other.y"])
    defer { do { try FileManager.default.removeItem(at: url) } catch { print("left \(url)") } }
    let base = url.path + "/"
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
    let url = try folder(["a.x"])
    defer { do { try FileManager.default.removeItem(at: url) } catch { print("left \(url)") } }
    #expect(throws: Failure.self) {
      try FilePattern(written: "*.json", folder: url.path + "/").files()
    }
  }
}
