import HeightStore
import LayoutPrimitives
import TestSupport

/// Shards of made cells, those of `PublishingFixture`.
struct ShardFixture {
  let folder: TemporaryFolder
  var environments = [PublishingFixture.single]
  var template = PublishingFixture.template
  var engineVersion = "test-1"
  var spacing = 8.0
  /// Names of lists besides the feed's own.
  var lists: [String] = []
  /// Records whose cells fail in single widths, and those whose cells fail in ranges.
  var rangeOnly: Set<String> = []
  var singleOnly: Set<String> = []
  /// Added to positions in the second shard, which then are those of other records.
  var shift = 0

  init() throws { folder = try TemporaryFolder("shards") }

  /// Builds the shards of feeds.
  ///
  /// - Parameter index: The only shard to build; nil for all.
  /// - Returns: The paths of all, the last first.
  @discardableResult
  func build(
    _ count: Int, _ feeds: [(name: String, ids: [String])], only index: Int? = nil
  ) throws -> [String] {
    var paths: [String] = []
    for number in (1...count).reversed() {
      let path = folder.path("\(number)-\(count)")
      paths.append(path)
      guard index == nil || index == number else { continue }
      guard let shard = ShardNumber(index: number, count: count) else { continue }
      let writer = try GenerationWriter(
        lock: BuildLock(store: path, startedUTC: "2026-01-31T08:00:00Z"),
        plan: GenerationPlan(
          feeds: feeds.map(\.name), createdUTC: "2026-01-31T08:00:00Z",
          engineVersion: engineVersion, settings: StoreSettings(cellsPerChunk: 16), shard: shard))
      for feed in feeds { try write(feed.name, feed.ids, shard, writer) }
      _ = try writer.finish()
    }
    return paths
  }

  private func write(
    _ feed: String, _ ids: [String], _ shard: ShardNumber, _ writer: GenerationWriter
  ) throws {
    let environments = try environments.map { key in
      try StoredEnvironment(key: key, stepsPerPoint: key.contains("@2x") ? 2 : 1, state: nil)
    }
    let keys = try writer.begin(
      feed: FeedDescription(
        name: feed, sources: [], environments: environments, templates: [template],
        keepsFrames: true))
    var description = PublishingFixture.list
    description.spacing = spacing
    let list = try writer.makeList(description)
    for name in lists { _ = try writer.makeList(ListDescription(name: name)) }
    var records = 0
    for (position, id) in ids.enumerated() where shard.contains(id) {
      records += 1
      for (index, environment) in environments.enumerated() {
        let fails = (environment.isRange ? singleOnly : rangeOnly).contains(id)
        let cell = NewCell(
          recordID: id, version: PublishingFixture.version(id),
          environment: keys.environments[index], template: keys.templates[0],
          fingerprint: Fingerprint(of: id + environment.key),
          outcome: fails
            ? .failure(CellFailure(code: "layout-loop", message: "It never settled."))
            : .layout(try PublishingFixture.layout(id, isRange: environment.isRange)))
        let found = try writer.find(recordID: id, environment: keys.environments[index])
        let stored = try writer.write(cell, over: found)
        try writer.append(stored, to: list, environment: keys.environments[index])
        try writer.record(
          position: position + (shard.index == 2 ? shift : 0), environment: index, of: stored)
      }
    }
    try writer.record(
      shard: ShardFeed(
        records: records, unreadable: 0, duplicates: 0, fonts: "fonts", basis: "basis",
        problems: []))
    _ = try writer.endFeed(records: records)
  }
}
