import Foundation
import LayoutPrimitives
import TestSupport
import Testing

@testable import HeightStore

/// The reader in `docs/store.md`, an independent one, reads the written values.
@Suite struct PythonReaderTests {
  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: python != nil, "needs python3"))
  func theDocumentedReaderAgrees() throws {
    let script = try documentedScript(0)
    #expect(script.split(separator: "\n").count < 20)
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(3))
    // Record r1 has the seeds 10 and 11; three steps are one point.
    let layouts = [StoreFixture.layout(10), StoreFixture.layout(11)]
    let lines = try run(script, [fixture.store, "r1"]).split(separator: "\n").map(String.init)
    try #require(lines.count == 8)
    for (index, layout) in layouts.enumerated() {
      let key = try StoreFixture.environments()[index].key
      #expect(lines[index * 4] == "\(key) \(Double(layout.height) / 3)")
      for (view, frame) in layout.frames.enumerated() {
        let words = lines[index * 4 + 1 + view].split(separator: " ").map(String.init)
        #expect(words[0] == StoreFixture.template.views[view].id)
        let edges = [frame.x, frame.y, frame.width, frame.height].map { Double($0) / 3 }
        #expect(words[1...4].compactMap(Double.init) == edges)
      }
      let title = layout.labels[0]
      #expect(lines[index * 4 + 1].hasSuffix(" \(title.truncated ? -title.count : title.count)"))
      #expect(lines[index * 4 + 3].hasSuffix(" \(layout.labels[1].count)"))
    }
  }

  @Test(
    "S1: the documented way to every checksum agrees",
    .enabled(if: hasXXHash, "needs python3 with xxhash"))
  func theDocumentedChecksumsAgree() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(40))
    try fixture.build("news", StoreFixture.records(3))
    #expect(try run(try documentedScript(1), [fixture.store]) == "")
  }

  /// Whether Python can take the checksum.
  static let hasXXHash: Bool = {
    guard let python else { return false }
    do {
      return try FinishedProcess(python, ["-c", "import xxhash"]).code == 0
    } catch {
      return false
    }
  }()

  @Test(.enabled(if: python != nil, "needs python3"))
  func theViewForPeopleIsInPoints() throws {
    let fixture = try StoreFixture()
    try fixture.build("home", StoreFixture.records(2))
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(f"file:{sys.argv[1]}?immutable=1", uri=True)
      for row in db.execute("SELECT feed, id, environment, height, trust FROM cell_heights"): print(*row)
      """
    let first = try run(script, [fixture.store]).split(separator: "\n").first
    #expect(first == "home r0 375@3x/L/ltr/en/uikit 30.0 substitute-font limit")
  }

  /// A Python block of the page, counted from 0.
  private func documentedScript(_ number: Int) throws -> String {
    let root = Checkout.folder
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/store.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```python\n")
    try #require(blocks.count > number + 1)
    return try #require(blocks[number + 1].components(separatedBy: "```").first)
  }

  private func run(_ script: String, _ arguments: [String]) throws -> String {
    let done = try FinishedProcess(try #require(Self.python), ["-c", script] + arguments)
    #expect(done.code == 0)
    return done.text
  }
}
