import Heights
import HeightService
import HeightStore
import LayoutPrimitives
import ServeOptions
import TestSupport

/// A store of known cells, and services of it.
///
/// The height of record `r<n>` in the environment of index `e` is `100 + 10 n + e + shift` steps,
/// at 2 steps a point; between cells are 8 points, above them 4, below 24.
final class ServiceFixture: Sendable {
  let folder: TemporaryFolder
  var store: String { folder.path("heights.sqlite") }

  static let narrow = "375@2x/L/ltr/en/uikit"
  static let wide = "390@2x/L/ltr/en/uikit"
  static let range = "280..900@2x/L/ltr/en/uikit"

  init() throws { folder = try TemporaryFolder("service") }

  /// Builds the next generation.
  func build(
    _ feed: String = "home", records: Int = 10, keys: [String] = [wide], failed: Set<Int> = [],
    absent: Set<Int> = [], shift: Int = 0, pad: String = "", lines: [LabelFragments] = []
  ) throws {
    let writer = try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: "2026-01-31T08:00:00Z"),
      plan: GenerationPlan(
        feeds: [feed], createdUTC: "2026-01-31T08:00:00Z", engineVersion: "test-1"))
    let ids = try writer.begin(
      feed: FeedDescription(
        name: feed, sources: [],
        environments: try keys.map {
          try StoredEnvironment(key: $0, stepsPerPoint: 2, state: nil)
        },
        templates: [
          StoredTemplate(
            name: "post", hash: "t1",
            views: [StoredView(id: "title" + pad, kind: "label", isLabel: true)])
        ], keepsLines: !lines.isEmpty))
    let list = try writer.makeList(
      ListDescription(
        spacing: 8, insets: Insets(top: 4, leading: 0, bottom: 24, trailing: 0)))
    for record in 0..<records where !absent.contains(record) {
      for (index, key) in keys.enumerated() where !key.contains("..") {
        let height = Self.steps(record, index, shift: shift)
        var layout = CellLayout(
          height: height, exactHeight: Double(height) / 2,
          frames: [PixelRect(x: 2, y: 0, width: 60, height: height)],
          labels: [LabelLines(count: 2, truncated: false)], caveats: [])
        layout.lineFragments = lines
        let cell = NewCell(
          recordID: "r\(record)", version: "v\(record)", environment: ids.environments[index],
          template: ids.templates[0],
          fingerprint: Fingerprint(high: UInt64(record), low: UInt64(index + shift * 100)),
          outcome: failed.contains(record)
            ? .failure(CellFailure(code: "CH0412", message: "It never settled."))
            : .layout(layout))
        let found = try writer.find(recordID: cell.recordID, environment: cell.environment)
        try writer.append(
          try writer.write(cell, over: found), to: list, environment: ids.environments[index])
      }
    }
    _ = try writer.endFeed(records: records)
    _ = try writer.finish()
  }

  /// The height of a record, in steps.
  static func steps(_ record: Int, _ environment: Int = 0, shift: Int = 0) -> Int {
    100 + 10 * record + environment + shift
  }

  /// The sources of the store as it is now.
  func sources(_ change: (inout FollowSettings) -> Void = { _ in }) throws -> ServiceSources {
    var follow = FollowSettings()
    change(&follow)
    let sources = ServiceSources(
      try HeightLookup(store: store, access: .calls), follow: follow)
    // Reads the cells into memory, as a service does when it begins.
    sources.follower.refresh()
    return sources
  }

  /// A service of the store as it is now.
  func service(_ change: (inout ServiceSettings) -> Void = { _ in }) throws -> HeightService {
    var settings = ServiceSettings()
    change(&settings)
    return try HeightService(try sources(), settings: settings)
  }
}
