import CellTemplates
import FeedRecords
import Foundation
import HeightStore
import Heights
import LayoutPrimitives
@testable import Precomputation
import StructuredDocuments
import TemplateDocuments
import TestSupport
import Testing

/// Lists with sections and inserted cells, in builds and in merges.
@Suite struct SectionedListTests {
  let fixture: BuildFixture
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("lists")
    fixture = try BuildFixture(templateText: Self.template("post", "{title}"))
  }

  /// A template with one label, which may have several lines.
  private static func template(_ name: String, _ text: String) -> String {
    """
    schema: cellheights.template/1
    template: \(name)
    views:
      - {id: text, kind: label, text: "\(text)", font: Inter, style: body, lines: 0}
    constraints: ["H:|-16-[text]-16-|", "V:|-4-[text]-4-|"]

    """
  }

  private func plan(_ name: String, _ text: String) throws -> TemplatePlan {
    TemplatePlan(
      try TemplateCatalog().template(
        folder.write(Self.template(name, text).utf8, to: "\(name).yaml")))
  }

  /// A list of days with all kinds of cells.
  private func days(
    _ places: ListCellPlan.Places = .every(3, after: 2, fromOldest: false),
    order: NamedList.Order = .feed
  ) throws -> NamedList {
    var cells = ListCellPlan()
    cells.sections = ListCellPlan.Sections(
      by: try SectionValue("{published, date}"),
      header: try plan("day", "{section}: {count} from {first.title} to {last.title}"),
      footer: try plan("night", "end of {section}"), isSticky: true)
    cells.inserted = (try plan("ad", "ad {number} after {previous.title}"), places)
    cells.header = try plan("top", "{list}: {count}, {first.title}")
    cells.footer = try plan("bottom", "{last.title}")
    return NamedList(
      ListDescription(
        name: "days", spacing: 2,
        shape: ListShape(separator: ListShape.Separator(height: 1, inset: 16))),
      order: order, cells: cells)
  }

  /// Lines of records, newest first, on days that come back.
  private func lines(_ count: Int, days: Int, seed: UInt64) -> [String] {
    var random = TestRandom(seed: seed)
    var day = 1
    return (0..<count).map { number in
      if random.next(below: 3) == 0 { day = 1 + random.next(below: days) }
      let mark = random.next(below: 4) == 0 ? #","sponsored":true"# : ""
      return #"{"id":"r\#(count - number)","title":"title \#(count - number)","#
        + #""published":"2026-01-0\#(day)T10:00:00Z"\#(mark)}"#
    }
  }

  @discardableResult
  private func build(
    _ lines: [String], _ lists: [NamedList], store: String? = nil, shard: ShardNumber? = nil,
    jobs: Int = 1
  ) async throws -> BuildSummary {
    var feed = BuildFixture.feed("home", lines)
    feed.lists = lists
    var configuration = try fixture.configuration(
      [feed], environments: ["390", "320@2x/XXL"], jobs: jobs)
    configuration.store = store ?? fixture.store
    configuration.shard = shard
    configuration.allowsDrops = true
    var builder = try BatchBuilder(configuration)
    return try await builder.run()
  }

  private func list(_ name: String = "days", store: String? = nil) throws -> ListHeights {
    let lookup = try HeightLookup(store: store ?? fixture.store)
    let scope = try lookup.scopes(feed: "home", environment: "390").get()[0]
    return try lookup.list(name, in: scope).heights()
  }

  /// The ids that a list must have, from the days and marks of its records, newest first.
  private func expected(
    _ lines: [String], isInserted: (_ place: Int, _ line: String) -> Bool
  ) -> [String] {
    let days = lines.map { String($0.split(separator: "\"published\":\"")[1].prefix(10)) }
    var numbers: [String: Int] = [:]
    // Runs from the oldest record on.
    var names: [Int: String] = [:]
    for index in days.indices.reversed() where index == 0 || days[index - 1] != days[index] {
      let number = numbers[days[index], default: 0] + 1
      numbers[days[index]] = number
      names[index] = days[index] + (number > 1 ? "#\(number)" : "")
    }
    var ids = ["list-header:days"]
    var name = ""
    let all = lines.indices.filter { isInserted($0 + 1, lines[$0]) }
    for (index, line) in lines.enumerated() {
      if let begun = names[index] {
        if !name.isEmpty { ids.append("section-footer:\(name)") }
        name = begun
        ids.append("section:\(name)")
      }
      ids.append("r\(lines.count - index)")
      if let place = all.firstIndex(of: index) { ids.append("inserted:\(all.count - place)") }
      _ = line
    }
    return ids + ["section-footer:\(name)", "list-footer:days"]
  }

  @Test func cellsOfAListAreBetweenItsRecords() async throws {
    for seed in 0..<8 as Range<UInt64> {
      let lines = lines(5 + Int(seed) * 9, days: 4, seed: seed)
      try await build(lines, [try days()])
      let found = try list()
      #expect(found.ids == expected(lines) { place, _ in place >= 2 && (place - 2) % 3 == 0 })
      let kinds = found.indices.map { found.kind(at: $0) }
      #expect(kinds == found.ids.map { ListCellID($0)?.kind ?? .item })
      #expect(try list("feed").ids == (1...lines.count).reversed().map { "r\($0)" })
    }
    let marked = lines(40, days: 3, seed: 5)
    try await build(marked, [try days(.rule(try TemplateRule(when: "{sponsored}")))])
    #expect(try list().ids == expected(marked) { _, line in line.contains("sponsored") })
    // Counted from the oldest end, between two records.
    try await build(marked, [try days(.every(4, after: 1, fromOldest: true))])
    #expect(
      try list().ids == expected(marked) { place, _ in place < 40 && (40 - place - 1) % 4 == 0 })
  }

  @Test func templatesBindTheirSection() async throws {
    let lines = ["03", "03", "01"].enumerated().map { number, day in
      #"{"id":"r\#(number)","title":"t\#(number)","published":"2026-01-\#(day)T23:30:00Z"}"#
    }
    try await build(lines, [try days(.every(2, after: 1, fromOldest: false))])
    let records = try #require(
      try ListCellRecords(
        [try days(.every(2, after: 1, fromOldest: false))], formats: FormatSettings()))
    var reader = try FeedReader(sources: BuildFixture.feed("home", lines).sources)
    while let item = try reader.next() {
      if case .record(let record) = item { try records.add(record) }
    }
    var texts: [String: String] = [:]
    try records.forEach { record in
      var json = JSONWriter()
      if let fields = record.fields { json.value(fields) }
      texts[record.id] = json.text
    }
    #expect(
      texts["section:2026-01-03"]
        == #"{"list":"days","section":"2026-01-03","count":2,"first":{"title":"t0"},"last":{"title":"t1"}}"#
    )
    #expect(texts["inserted:2"]?.contains(#""number":2"#) == true)
    #expect(texts["inserted:2"]?.contains(#""previous":{"title":"t0"}"#) == true)
    #expect(
      texts["list-footer:days"]
        == #"{"list":"days","count":3,"first":{"title":"t0"},"last":{"title":"t2"}}"#)
    // A time zone moves the days.
    let west = try SectionValue("{published, date}").reader(
      try FormatSettings(timeZone: "Asia/Tokyo"))
    #expect(west.value(of: try record(lines[2])) == "2026-01-02")
    let month = try SectionValue("{published, date, 'yyyy-MM'} {title}").reader(FormatSettings())
    #expect(month.value(of: try record(lines[2])) == "2026-01 t2")
    for text in ["day", "{published, date, long}", "{published, relative}", "{", "{n, number}"] {
      #expect(throws: SectionValue.Failure.self) { try SectionValue(text) }
    }
  }

  private func record(_ line: String) throws -> FeedRecord {
    var reader = try FeedReader(sources: BuildFixture.feed("home", [line]).sources)
    guard case .record(let record)? = try reader.next() else { throw CocoaError(.fileReadUnknown) }
    return record
  }

  /// What is on a screen stays where it is, when records come before it.
  @Test func aPrependMovesNothing() async throws {
    let all = lines(60, days: 5, seed: 9)
    let plan = try days(.every(5, after: 2, fromOldest: true))
    try await build(Array(all[7...]), [plan])
    let before = try list()
    let summary = try await build(all, [plan])
    let after = try list()
    // Only the sections and cells at the join, and the header of the list, are laid out again.
    #expect(summary.reused > 2 * before.count - 12)
    // The list's own ends are about all records.
    for offset in stride(from: before.top(of: 1), to: before.extent - 300, by: 7.3) {
      let anchor = try #require(before.anchor(atOffset: offset))
      let place = try #require(after.resolve(anchor))
      #expect(place.isExact)
      let moved = place.screenTop - offset
      for index in before.range(visible: offset..<offset + 300)
      where before.kind(at: index) != .listFooter && before.id(at: index) != before.id(at: 1) {
        let id = before.id(at: index)
        let now = try #require(after.index(of: id), "\(id)")
        #expect(abs(after.top(of: now) - before.top(of: index) - moved) < 1e-9, "\(id)")
        #expect(after.height(at: now) == before.height(at: index), "\(id)")
      }
    }
    // Records come and go without an edge of the screen that is no record.
    #expect(
      before.anchor(atOffset: before.top(of: 1))?.id == before.ids.first { $0.hasPrefix("r") })
  }

  @Test func sixteenShardsAreOneBuild() async throws {
    let lines = lines(300, days: 4, seed: 3)
    var reversed = try days(
      .rule(try TemplateRule(when: "{sponsored}")),
      order: .path(try #require(RecordPath("title")), isDescending: false))
    reversed.description.name = "titles"
    let lists = [try days(), reversed]
    let one = try await build(lines, lists, jobs: 2)
    var shards: [String] = []
    for index in 1...16 {
      let path = folder.path("\(index).sqlite")
      try await build(
        lines, lists, store: path, shard: ShardNumber(index: index, count: 16))
      shards.append(path)
    }
    func merged(_ lists: [NamedList], hasLayout: Bool = true) throws -> BuildSummary {
      var configuration = MergeConfiguration(
        shards: shards, store: folder.path("all.sqlite"), createdUTC: "2026-01-31T08:00:00Z")
      configuration.lists["home"] = (ListDescription(), lists)
      if hasLayout {
        configuration.layout = { _ in
          var layout = try fixture.configuration([])
          layout.keepsFrames = true
          return (layout, FeedInput(name: "home", sources: []))
        }
      }
      var merge = try ShardMerge(configuration)
      return try merge.run()
    }
    let all = try merged(lists)
    #expect(all.generation?.digest == one.generation?.digest)
    #expect(all.generation?.listDigest == one.generation?.listDigest)
    #expect(all.computed == one.computed && all.failed == one.failed)
    let (mine, theirs) = (try list(), try list(store: folder.path("all.sqlite")))
    #expect(mine.ids == theirs.ids && mine.geometry == theirs.geometry)
    // The second merge lays nothing out.
    #expect(try merged(lists).computed == 0)
    // Another list, or no layout: the shards do not have what it is made of.
    var other = lists
    other[0].cells.sections?.value = try SectionValue("{title}")
    for attempt in [{ try merged(other) }, { try merged(lists, hasLayout: false) }] {
      let error = #expect(throws: ShardError.self) { _ = try attempt() }
      #expect(error?.description.hasPrefix("CH0726") == true)
    }
  }

  @Test func aCellThatFailsPublishesNothing() async throws {
    let lines =
      lines(12, days: 3, seed: 1) + [#"{"id":"r0","title":"9e300","published":"2026-01-01"}"#]
    try await build(lines, [try days()])
    let digest = try HeightLookup(store: fixture.store).generation.digest
    var broken = try days()
    let failing = """
      schema: cellheights.template/1
      template: broken
      views: [{id: a, kind: view}]
      constraints: ["H:|[a]|", "V:|[a]|", "a.height == {last.title}"]

      """
    broken.cells.footer = TemplatePlan(
      try TemplateCatalog().template(folder.write(failing.utf8, to: "broken.yaml")))
    let error = await #expect(throws: BuildError.self) { try await build(lines, [broken]) }
    #expect(error?.description.contains("cell 'list-footer:days' of list 'days'") == true)
    #expect(try HeightLookup(store: fixture.store).generation.digest == digest)
  }

  @Test func reservedIDsAreRefused() async throws {
    let lines = lines(20, days: 3, seed: 1) + [#"{"id":"section:2026-01-01","title":"x"}"#]
    let summary = try await build(lines, [try days()])
    #expect(summary.failedRecords == 1)
    #expect(summary.problems.groups.map(\.code) == ["CH0474"])
    // Without such lists it is an id like any other.
    let plain = try await build(lines, [])
    #expect(plain.failedRecords == 0 && plain.problems.groups.isEmpty)
  }

  @Test func tallStickyHeadersAreReported() async throws {
    var list = try days()
    list.cells.sections?.header = try plan(
      "tall", "{section}" + String(repeating: " word", count: 300))
    let summary = try await build(lines(6, days: 2, seed: 1), [list])
    #expect(summary.problems.groups.contains { $0.code == "CH0476" })
  }

  /// Sections that vanish are no records that vanish.
  @Test func vanishedSectionsAreNoRecords() async throws {
    let all = lines(40, days: 6, seed: 2)
    try await build(all, [try days()])
    var feed = BuildFixture.feed("home", all)
    feed.lists = [try days()]
    feed.lists[0].cells.sections?.value = try SectionValue("{title}")
    var configuration = try fixture.configuration([feed], environments: ["390", "320@2x/XXL"])
    configuration.tolerance.maximumRemoved = .records(0)
    var builder = try BatchBuilder(configuration)
    let summary = try await builder.run()
    #expect(summary.removed > 0)
    #expect(try list().sectionCount == 40)
  }
}
