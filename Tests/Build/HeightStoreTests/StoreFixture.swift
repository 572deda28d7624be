import Foundation
import HeightStore
import LayoutPrimitives
import TestSupport

/// A directory of its own for one test, removed with it, and cells to put into a store there.
final class StoreFixture {
  let directory: String
  private let folder: TemporaryFolder?
  var store: String { directory + "/heights.sqlite" }

  /// Three views, two of them labels.
  static let template = StoredTemplate(
    name: "post", hash: "t1",
    views: [
      StoredView(id: "title", kind: "label", isLabel: true),
      StoredView(id: "photo", kind: "image", isLabel: false),
      StoredView(id: "body", kind: "label", isLabel: true),
    ])

  /// The directory of a fixture in another process.
  init(existing directory: String) {
    self.directory = directory
    folder = nil
  }

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    directory = folder.url.path
  }

  static func environment(
    _ key: String, state: String? = nil
  ) throws -> StoredEnvironment {
    try StoredEnvironment(key: key, stepsPerPoint: 3, state: state)
  }

  static func environments() throws -> [StoredEnvironment] {
    [try environment("375@3x/L/ltr/en/uikit"), try environment("390@3x/L/ltr/en/uikit")]
  }

  /// A layout that follows from one number, negative coordinates and truncation included.
  static func layout(_ seed: Int) -> CellLayout {
    CellLayout(
      height: 90 + seed % 700, exactHeight: 30.25 + Double(seed % 700) / 3,
      frames: [
        PixelRect(x: -seed, y: 0, width: 10 + seed, height: 7),
        PixelRect(x: 2_147_483_647, y: -2_147_483_648, width: 0, height: 1),
        PixelRect(x: 48, y: 100 + seed, width: 1_074, height: 60),
      ],
      labels: [
        LabelLines(count: 2, truncated: seed % 2 == 1),
        LabelLines(count: seed % 7, truncated: false),
      ],
      caveats: seed % 3 == 0 ? [.substituteFont, .limit] : [], findings: findings(seed))
  }

  /// Bit 3 in one cell of five, bit 70 in one of seven.
  static func findings(_ seed: Int) -> FindingSet {
    var findings = FindingSet()
    if seed % 5 == 0 { findings.insert(3) }
    if seed % 7 == 0 { findings.insert(70) }
    return findings
  }

  func plan(_ feeds: [String], settings: StoreSettings = StoreSettings()) -> GenerationPlan {
    GenerationPlan(
      feeds: feeds, createdUTC: "2026-01-31T08:00:00Z", engineVersion: "test-1",
      settings: settings)
  }

  func writer(
    _ feeds: [String], settings: StoreSettings = StoreSettings(),
    failpoint: ((Failpoint) throws -> Void)? = nil
  ) throws -> GenerationWriter {
    try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: "2026-01-31T08:00:00Z"),
      plan: plan(feeds, settings: settings), failpoint: failpoint)
  }

  func begin(_ writer: GenerationWriter, _ feed: String) throws -> FeedKeys {
    try writer.begin(
      feed: FeedDescription(
        name: feed, sources: [SourceFile(path: "\(feed).json", hash: "00", bytes: 12)],
        environments: try Self.environments(), templates: [Self.template]))
  }

  static func cell(_ id: String, _ keys: FeedKeys, environment: Int, seed: Int) -> NewCell {
    NewCell(
      recordID: id, version: "v\(seed)", environment: keys.environments[environment],
      template: keys.templates[0], fingerprint: Fingerprint(high: UInt64(seed), low: 7),
      outcome: .layout(layout(seed)))
  }

  /// Writes a feed in which a record's seed decides its cells, reusing what is known.
  @discardableResult
  func write(
    _ writer: GenerationWriter, feed: String, records: [(id: String, seed: Int)],
    list description: ListDescription = ListDescription()
  ) throws -> FeedSummary {
    let keys = try begin(writer, feed)
    let list = try writer.makeList(description)
    for record in records {
      for (index, environment) in keys.environments.enumerated() {
        let cell = Self.cell(record.id, keys, environment: index, seed: record.seed + index)
        let found = try writer.find(recordID: record.id, environment: environment)
        let reference: CellReference
        if case .cell(let known) = found, known.fingerprint == cell.fingerprint {
          reference = try writer.reuse(known)
        } else {
          reference = try writer.write(cell, over: found)
        }
        try writer.append(reference, to: list, environment: environment)
      }
    }
    return try writer.endFeed(records: records.count)
  }

  /// Builds and publishes one feed.
  @discardableResult
  func build(
    _ feed: String, _ records: [(id: String, seed: Int)],
    failpoint: ((Failpoint) throws -> Void)? = nil
  ) throws -> (Generation, FeedSummary) {
    let writer = try writer([feed], failpoint: failpoint)
    let summary = try write(writer, feed: feed, records: records)
    return (try writer.finish(), summary)
  }

  /// Records `0..<count` with seeds from `first`.
  static func records(_ count: Int, first: Int = 0) -> [(id: String, seed: Int)] {
    (0..<count).map { ("r\($0)", first + $0 * 10) }
  }

  func layout(_ reader: StoreReader, _ feed: String, _ id: String, _ environment: Int = 0) throws
    -> CellLayout?
  {
    guard let entry = reader.catalog.feed(named: feed),
      let cell = try reader.cell(
        feed: entry, environment: entry.environments[environment].id, recordID: id),
      case .layout(let layout) = cell.outcome
    else { return nil }
    return layout
  }

  /// The bytes of the published store.
  func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: store))
  }

  /// Names of the files beside the store.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }
}

/// A whole list, read cell by cell.
struct WholeList {
  let cellIDs: [Int64]
  fileprivate let tops: [Int]

  var count: Int { cellIDs.count }

  func offset(of position: Int) -> Int { tops[position] }
}

extension StoreReader {
  func offsets(of entry: ListEntry, environment: FeedEnvironment) throws -> WholeList {
    let list = try list(entry, environment: environment)
    return WholeList(
      cellIDs: try (0..<list.count).map { try cell(at: $0, of: list) },
      tops: try (0...list.count).map { try offset(of: $0, in: list) })
  }
}
