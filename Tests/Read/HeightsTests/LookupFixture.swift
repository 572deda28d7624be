import Foundation
import HeightStore
import LayoutPrimitives

/// A directory with a store of known cells: the height of record `r<n>` in the environment of
/// index `e` is `100 + 10 n + e` steps, at 2 steps a point.
final class LookupFixture {
  let directory: String
  var store: String { directory + "/heights.sqlite" }

  static let template = StoredTemplate(
    name: "post", hash: "t1",
    views: [
      StoredView(id: "title", kind: "label", isLabel: true),
      StoredView(id: "photo", kind: "image", isLabel: false),
    ])
  static let list = ListDescription(
    spacing: 8, insets: Insets(top: 4, leading: 0, bottom: 24, trailing: 0))

  init() throws {
    directory = NSTemporaryDirectory() + "cellheights-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: directory) } catch { print(error) }
  }

  static func layout(_ record: Int, _ environment: Int, shift: Int = 0) -> CellLayout {
    let height = 100 + 10 * record + environment + shift
    return CellLayout(
      height: height, exactHeight: Double(height) / 2,
      frames: [
        PixelRect(x: 2, y: 0, width: 60, height: 40),
        PixelRect(x: -2, y: 40, width: 60, height: height - 40),
      ],
      labels: [LabelLines(count: record, truncated: record % 2 == 1)], caveats: [])
  }

  /// Builds a feed of records `r0`… ; `missing` has no cell in the last environment, and a record
  /// in `failed` has an error in all.
  func build(
    _ feed: String = "home", records: Int = 10,
    environments keys: [String] = ["375@2x/L/ltr/en/uikit", "390@2x/L/ltr/en/uikit"],
    missing: Set<Int> = [], failed: Set<Int> = [], shift: Int = 0
  ) throws {
    let writer = try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: "2026-01-31T08:00:00Z"),
      plan: GenerationPlan(
        feeds: [feed], createdUTC: "2026-01-31T08:00:00Z", engineVersion: "test-1"))
    let ids = try writer.begin(
      feed: FeedDescription(
        name: feed, sources: [],
        environments: try keys.map { key in
          try StoredEnvironment(
            key: key, stepsPerPoint: 2,
            state: key.contains("#") ? key.split(separator: "#").last.map(String.init) : nil)
        }, templates: [Self.template]))
    let list = try writer.makeList(Self.list)
    for record in 0..<records {
      for environment in keys.indices {
        if missing.contains(record), environment == keys.count - 1 { continue }
        let layout = Self.layout(record, environment, shift: shift)
        let cell = NewCell(
          recordID: "r\(record)", version: "v\(record)",
          environment: ids.environments[environment], template: ids.templates[0],
          fingerprint: Fingerprint(high: UInt64(record), low: UInt64(environment + shift)),
          outcome: failed.contains(record)
            ? .failure(CellFailure(code: "layout-loop", message: "It never settled."))
            : .layout(layout))
        let found = try writer.find(recordID: cell.recordID, environment: cell.environment)
        try writer.append(
          try writer.write(cell, over: found), to: list,
          environment: ids.environments[environment])
      }
    }
    _ = try writer.endFeed(records: records)
    _ = try writer.finish()
  }
}
