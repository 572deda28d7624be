import HeightStore
import LayoutPrimitives
import Testing

/// The differences of two stores, compared with computed numbers.
///
/// Heights are thirds of a point.
@Suite struct StoreComparisonTests {
  /// A cell of the feed: its version, height in steps, first frame's x; nil for one that failed.
  private struct Row {
    var id: String
    var version = "1"
    var height: Int? = 300
    var x = 0
  }

  private let inputs = [
    "engine": "e1", "templates": "t", "fonts": "f1", "limits": "l", "frames": "all",
    "formats": "z", "pictures": "p",
  ]

  /// A store of one feed in two environments, in which rows are the same.
  private func store(
    _ rows: [Row], template: String = "t1", inputs: [String: String]? = nil,
    engine: String = "5", list: ListDescription = ListDescription(),
    order: ([Row]) -> [Row] = { $0 }
  ) throws -> (StoreFixture, StoreReader) {
    let fixture = try StoreFixture()
    let writer = try GenerationWriter(
      lock: BuildLock(store: fixture.store, startedUTC: "2026-01-31T08:00:00Z"),
      plan: GenerationPlan(
        feeds: ["home"], createdUTC: "2026-01-31T08:00:00Z", engineVersion: engine,
        settings: StoreSettings()))
    let text = (inputs ?? self.inputs).sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    let keys = try writer.begin(
      feed: FeedDescription(
        name: "home", sources: [], environments: try StoreFixture.environments(),
        templates: [
          StoredTemplate(
            name: "card", hash: template,
            views: [StoredView(id: "title", kind: "label", isLabel: true)])
        ], inputs: text.joined(separator: " ")))
    let number = try writer.makeList(list)
    for row in order(rows) {
      for environment in keys.environments {
        var outcome = CellOutcome.failure(CellFailure(code: "CH0301", message: "no"))
        if let height = row.height {
          outcome = .layout(
            CellLayout(
              height: height, exactHeight: Double(height) / 3,
              frames: [PixelRect(x: row.x, y: 0, width: 9, height: 9)],
              labels: [LabelLines(count: 1, truncated: false)], caveats: []))
        }
        let cell = NewCell(
          recordID: row.id, version: row.version, environment: environment,
          template: keys.templates[0], fingerprint: Fingerprint(high: 1, low: 2),
          outcome: outcome)
        try writer.append(
          try writer.write(cell, over: .none), to: number, environment: environment)
      }
    }
    _ = try writer.endFeed(records: rows.count)
    _ = try writer.finish()
    return (fixture, try StoreReader(path: fixture.store))
  }

  private func compare(
    _ old: (StoreFixture, StoreReader), _ new: (StoreFixture, StoreReader), limit: Int = 10
  ) throws -> StoreComparison {
    try withExtendedLifetime((old, new)) {
      try StoreComparison(from: old.1, to: new.1, limit: limit) { _, _ in true }
    }
  }

  private let rows = ["a", "b", "c", "d", "é", "z"].map { Row(id: $0) }

  @Test func equalStoresDoNotDiffer() throws {
    let comparison = try compare(try store(rows), try store(rows))
    #expect(!comparison.differs && comparison.count(.same) == 12)
    #expect(comparison.largest.isEmpty && comparison.feeds[0].allCauses.isEmpty)
    // Fingerprint, template document and inputs alone do not change what is served.
    let other = try compare(
      try store(rows), try store(rows, template: "t2", inputs: ["fonts": "f2"], engine: "6"))
    #expect(!other.differs)
  }

  @Test func everyKindOfChangeIsCountedWithItsCause() throws {
    var changed = rows
    changed[0].height = 330  // a: +10 pt, no known cause
    changed[1].height = 270  // b: -10 pt, and of another version
    changed[1].version = "2"
    changed[2].version = "2"  // c: the version alone
    changed[3].x = 5  // d: a frame alone
    changed[4].height = nil  // é: fails
    changed[5] = Row(id: "y")  // z is gone, y is new
    let comparison = try compare(try store(rows), try store(changed))
    let feed = try #require(comparison.feeds.first)
    #expect(feed.presence == .both && feed.environments.count == 2)
    for environment in feed.environments {
      let counts: [CellChange: Int] = [
        .same: 0, .added: 1, .removed: 1, .height: 2, .otherwise: 2, .failed: 1, .recovered: 0,
      ]
      for (change, count) in counts { #expect(environment.count(change) == count, "\(change)") }
      #expect(environment.before == 600 && environment.after == 500)
      #expect(environment.largest == 10 && environment.mean == 10)
    }
    // a, d and é in two environments: 10 - 100 each; b and c: -10.
    let causes = feed.allCauses
    #expect(causes.map(\.causes) == [["unknown"], ["text"]])
    #expect(causes.map(\.cells) == [6, 4] && causes.map(\.heights) == [2, 2])
    #expect(causes.map(\.total) == [-180, -20])
    #expect(comparison.largest.map(\.recordID) == ["a", "b", "a", "b"])
    #expect(comparison.largest[1].causes == ["text"])
    #expect(comparison.largest[1].before == 100 && comparison.largest[1].by == -10)
    let back = try compare(try store(changed), try store(rows))
    #expect(back.count(.recovered) == 2 && back.count(.failed) == 0 && back.count(.added) == 2)
    #expect(try compare(try store(rows), try store(changed), limit: 1).largest.count == 1)
  }

  @Test(arguments: [
    ("engine", "engine"), ("fonts", "font"), ("pictures", "pictures"), ("formats", "formats"),
    ("limits", "limits"),
  ])
  func whatDiffersBesidesRecordsIsNamed(_ input: String, _ cause: String) throws {
    var changed = rows
    changed[0].height = 303
    changed[1].height = 302
    changed[1].version = "2"
    let inputs = inputs.merging([input: "other"]) { $1 }
    let comparison = try compare(try store(rows), try store(changed, inputs: inputs))
    #expect(comparison.feeds[0].allCauses.map(\.causes) == [[cause], ["text", cause]])
    #expect(comparison.largest.map(\.by) == [1, 1, 2.0 / 3, 2.0 / 3])
    // An input that the older store does not have is no cause.
    var fewer = self.inputs
    fewer[input] = nil
    let unknown = try compare(
      try store(rows, inputs: fewer), try store(changed, inputs: inputs))
    #expect(unknown.feeds[0].allCauses.map(\.causes) == [["text"], ["unknown"]])
  }

  @Test func templatesAndImportedEngineVersionsAreCauses() throws {
    var changed = rows
    changed[0].height = 303
    let template = try compare(try store(rows), try store(changed, template: "t2"))
    #expect(template.feeds[0].allCauses.map(\.causes) == [["template"]])
    let engine = try compare(
      try store(rows, inputs: [:]), try store(changed, inputs: [:], engine: "6"))
    #expect(engine.feeds[0].allCauses.map(\.causes) == [["engine"]])
  }

  @Test func listsInAnotherOrderDiffer() throws {
    let comparison = try compare(
      try store(rows), try store(rows, order: { $0.reversed() }))
    #expect(comparison.differs && comparison.count(.same) == 12)
    #expect(comparison.feeds[0].lists == ["feed"])
    let spaced = try compare(try store(rows), try store(rows, list: ListDescription(spacing: 8)))
    #expect(spaced.feeds[0].lists == ["feed"])
  }

  @Test func largestChangesKeepTheFirstOfEqualOnes() {
    var changes = LargestChanges<Int>(limit: 3)
    for (index, size) in [1, 3, 2, 3, 5, 3, 0].enumerated() {
      changes.add(size: Double(size), index)
    }
    #expect(changes.changes.map(\.change) == [4, 1, 3])
    var none = LargestChanges<Int>(limit: 0)
    none.add(size: 9, 1)
    #expect(none.changes.isEmpty)
  }

  @Test func viewsAreMatchedByTheirIDs() {
    func template(_ ids: [String]) -> StoredTemplate {
      StoredTemplate(
        name: "t", hash: ids.joined(),
        views: ids.map { StoredView(id: $0, kind: "label", isLabel: true) })
    }
    func layout(_ xs: [Int], truncated: Int? = nil) -> CellLayout {
      CellLayout(
        height: 9, exactHeight: 3, frames: xs.map { PixelRect(x: $0, y: 0, width: 1, height: 1) },
        labels: xs.map { LabelLines(count: 1, truncated: $0 == truncated) }, caveats: [])
    }
    let swapped = CellMatch(template(["a", "b"]), template(["b", "a"]))
    #expect(swapped.change(from: .layout(layout([1, 2])), to: .layout(layout([2, 1]))) == .same)
    #expect(
      swapped.change(from: .layout(layout([1, 2])), to: .layout(layout([1, 2]))) == .otherwise)
    let added = CellMatch(template(["a"]), template(["a", "b"]))
    #expect(added.change(from: .layout(layout([1])), to: .layout(layout([1, 2]))) == .otherwise)
    let cut = layout([2, 1], truncated: 1)
    #expect(swapped.newlyTruncated(from: layout([1, 2]), to: cut) == 1)
    #expect(swapped.noLongerTruncated(from: layout([1, 2]), to: cut) == 0)
    #expect(
      swapped.noLongerTruncated(from: layout([1, 2], truncated: 1), to: layout([2, 1])) == 1)
  }
}
