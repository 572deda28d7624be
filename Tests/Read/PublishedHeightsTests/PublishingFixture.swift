import Heights
import HeightStore
import LayoutPrimitives
import TestSupport

/// A folder with a store of made cells.
struct PublishingFixture {
  let folder: TemporaryFolder
  var store: String { folder.path("heights.sqlite") }
  /// The folder of published files.
  var published: String { folder.path("published") }

  static let single = "390@2x/L/ltr/en/uikit"
  static let range = "280..300@1x/L/ltr/en/uikit"

  init() throws { folder = try TemporaryFolder("publishing") }

  static let template = StoredTemplate(
    name: "post", hash: "t1",
    views: [
      StoredView(id: "title", kind: "label", isLabel: true),
      StoredView(id: "photo", kind: "image", isLabel: false),
    ])
  static let list = ListDescription(
    spacing: 8, insets: Insets(top: 4, leading: 3, bottom: 24, trailing: 2))

  /// Height of a record's cell, in steps.
  static func height(_ id: String) -> Int { 100 + Int(ContentHash(of: id).low % 300) }

  /// Version of a record: a hash or a text.
  static func version(_ id: String) -> String {
    id.hasSuffix("0") ? "hash:\(ContentHash(of: id))" : "v-\(id)"
  }

  static func layout(_ id: String, isRange: Bool) throws -> CellLayout {
    let height = height(id)
    if isRange {
      var runs = HeightRuns()
      for width in Int32(280)...300 {
        runs.append(height: Int32(height) - (width - 280) / 7, atWidth: width)
      }
      return CellLayout(
        height: height, exactHeight: Double(height), frames: [], labels: [],
        caveats: .substituteFont, heights: runs)
    }
    return CellLayout(
      height: height, exactHeight: Double(height) / 2,
      frames: [
        PixelRect(x: 2, y: 0, width: 60, height: 40),
        PixelRect(x: -2, y: 40, width: 60, height: height - 40),
      ],
      labels: [LabelLines(count: height % 5, truncated: height % 5 == 4)],
      caveats: height % 2 == 0 ? [] : .substituteFont)
  }

  /// Builds a feed; `rangeOnly` fails in single widths, `singleOnly` in ranges.
  func build(
    _ ids: [String], feed: String = "home", environments keys: [String] = [single],
    rangeOnly: Set<String> = [], singleOnly: Set<String> = [], keepsFrames: Bool = true,
    spacing: Double = 8
  ) throws {
    let writer = try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: "2026-01-31T08:00:00Z"),
      plan: GenerationPlan(
        feeds: [feed], createdUTC: "2026-01-31T08:00:00Z", engineVersion: "test-1",
        settings: StoreSettings(cellsPerChunk: 64)))
    let environments = try keys.map { key in
      try StoredEnvironment(key: key, stepsPerPoint: key.contains("@2x") ? 2 : 1, state: nil)
    }
    let keys = try writer.begin(
      feed: FeedDescription(
        name: feed, sources: [], environments: environments, templates: [Self.template],
        keepsFrames: keepsFrames))
    var description = Self.list
    description.spacing = spacing
    let list = try writer.makeList(description)
    for id in ids {
      for (environment, number) in zip(environments, keys.environments) {
        var layout = try Self.layout(id, isRange: environment.isRange)
        if !keepsFrames { (layout.frames, layout.labels) = ([], []) }
        let fails = (environment.isRange ? singleOnly : rangeOnly).contains(id)
        let cell = NewCell(
          recordID: id, version: Self.version(id),
          environment: number, template: keys.templates[0],
          fingerprint: Fingerprint(of: id + environment.key),
          outcome: fails
            ? .failure(CellFailure(code: "layout-loop", message: "It never settled."))
            : .layout(layout))
        let found = try writer.find(recordID: id, environment: number)
        let stored = try writer.write(cell, over: found)
        try writer.append(stored, to: list, environment: number)
      }
    }
    _ = try writer.endFeed(records: ids.count)
    _ = try writer.finish()
  }

  /// Ids in an order that is not that of their bytes.
  static func ids(_ range: Range<Int>) -> [String] { range.map { "post-\($0 * 7919 % 100_003)" } }
}
