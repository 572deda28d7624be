import LayoutPrimitives
import Testing

@testable import HeightStore

@Suite struct FindingTests {
  @Test func findingsAndPathsComeBackAndGoWithTheirFeed() throws {
    let fixture = try StoreFixture()
    let paths = [SeenPath(path: "title", records: 3), SeenPath(path: "image.url", records: 1)]
    let findings = try build(fixture, paths)
    let reader = try StoreReader(path: fixture.store)
    #expect(reader.catalog.feed(named: "home")?.findings == findings)
    #expect(reader.catalog.feed(named: "home")?.paths == [paths[1], paths[0]])
    // Another feed's build keeps them, the next of their own begins without.
    try fixture.build("news", StoreFixture.records(2))
    #expect(try StoreReader(path: fixture.store).catalog.feed(named: "home")?.findings == findings)
    let writer = try fixture.writer(["home"])
    try fixture.write(writer, feed: "home", records: StoreFixture.records(2))
    _ = try writer.finish()
    let after = try StoreReader(path: fixture.store).catalog
    #expect(after.feed(named: "home")?.findings == [])
    #expect(after.feed(named: "home")?.paths == [])
  }

  @Test func findingsOfACellComeBackAndAreNoPartOfTheDigest() throws {
    var digests: Set<String> = []
    for bits in [[], [0], [2, 9, 130]] {
      let fixture = try StoreFixture()
      var layout = StoreFixture.layout(4)
      layout.findings = FindingSet()
      for bit in bits { layout.findings.insert(bit) }
      digests.insert(try build(fixture, layout).digest)
      let reader = try StoreReader(path: fixture.store)
      #expect(try fixture.layout(reader, "home", "a")?.findings == layout.findings)
      let next = try fixture.writer(["home"])
      let found = try next.find(
        recordID: "a", environment: try fixture.begin(next, "home").environments[0])
      guard case .cell(let known) = found else {
        Issue.record("\(found)")
        continue
      }
      #expect(known.findings == layout.findings)
    }
    #expect(digests.count == 1)
  }

  private func build(_ fixture: StoreFixture, _ layout: CellLayout) throws -> Generation {
    let writer = try fixture.writer(["home"])
    let keys = try fixture.begin(writer, "home")
    let list = try writer.makeList(ListDescription())
    for (index, environment) in keys.environments.enumerated() {
      var cell = StoreFixture.cell("a", keys, environment: index, seed: 4)
      cell.outcome = .layout(layout)
      try writer.append(try writer.write(cell), to: list, environment: environment)
    }
    _ = try writer.endFeed(records: 1)
    return try writer.finish()
  }

  @Test func aFindingOfAnUnknownTemplateIsRefused() throws {
    let fixture = try StoreFixture()
    let writer = try fixture.writer(["home"])
    _ = try fixture.begin(writer, "home")
    var finding = Finding(code: "CH0610", severity: .note, word: "tie", message: "A tie.")
    (finding.template, finding.records, finding.cells) = (99, 1, 1)
    #expect(throws: StoreError.self) { try writer.record(findings: [finding]) }
    var odd = finding
    odd.template = nil
    try writer.record(findings: [odd])
    odd.environments = [.init(key: "1@1x/L/ltr/en/uikit", cells: 1)]
    #expect(throws: StoreError.self) { try writer.record(findings: [odd]) }
    odd.environments = []
    odd.cells = -1
    #expect(throws: StoreError.self) { try writer.record(findings: [odd]) }
  }

  private func build(_ fixture: StoreFixture, _ paths: [SeenPath]) throws -> [Finding] {
    let writer = try fixture.writer(["home"])
    let keys = try fixture.begin(writer, "home")
    let list = try writer.makeList(ListDescription())
    for record in 0..<3 {
      for (index, environment) in keys.environments.enumerated() {
        let cell = StoreFixture.cell("r\(record)", keys, environment: index, seed: record)
        try writer.append(try writer.write(cell), to: list, environment: environment)
      }
    }
    var collapsed = Finding(
      code: "CH0610", severity: .warning, word: "collapsed", view: "body",
      location: SourceLocation(line: 4, text: "", file: "a, b.yaml"),
      message: "Nothing holds the bottom.")
    (collapsed.template, collapsed.position) = (0, 3)
    (collapsed.records, collapsed.cells) = (2, 3)
    collapsed.sample = Finding.Sample(record: "r1", environment: "375@3x/L/ltr/en/uikit")
    collapsed.environments = zip(try StoreFixture.environments(), [2, 1]).map {
      Finding.InEnvironment(key: $0.key, cells: $1)
    }
    var absent = Finding(
      code: "CH0612", severity: .note, word: "unanswered", message: "absent in 3 of 3 records")
    absent.records = 3
    let findings = [collapsed, absent]
    try writer.record(findings: [findings[1]])
    try writer.record(findings: findings)
    try writer.record(paths: paths)
    _ = try writer.endFeed(records: 3)
    _ = try writer.finish()
    return findings
  }
}
