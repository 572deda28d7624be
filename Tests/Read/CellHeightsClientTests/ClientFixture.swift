import Heights
import PublishedHeights
import HeightStore
import LayoutPrimitives
import Synchronization
import TestSupport

import CellHeightsClient

/// A store of made cells and the files that were published of it.
final class ClientFixture: Sendable {
  let folder: TemporaryFolder
  var store: String { folder.path("heights.sqlite") }

  private let sink = Mutex(MemorySink())
  private let asked = Mutex<[String]>([])

  static let key = "390@3x/L/ltr/en/uikit"
  static let range = "280..300@1x/L/ltr/en/uikit"
  static let name = ListName(feed: "home", environment: key)
  static let template = StoredTemplate(
    name: "post", hash: "t1",
    views: [
      StoredView(id: "title", kind: "label", isLabel: true),
      StoredView(id: "photo", kind: "image", isLabel: false),
    ])

  init() throws { folder = try TemporaryFolder("client") }

  static func height(_ id: String) -> Int { 21 + Int(ContentHash(of: id).low % 300) }

  /// Height of a record's cell at a width of the range, in steps.
  static func height(_ id: String, atWidth width: Int) -> Int { height(id) - (width - 280) / 7 }

  /// The lines of a record's title, with each kind of line in some of them.
  static func lines(_ id: String) -> LabelFragments {
    let lines = (0..<height(id) % 5).map { index in
      var line = LineFragment(
        end: 7 * (index + 1), width: 61 - 2 * index, baseline: 5 * index * index - 3,
        mark: [.none, .hyphen, .ellipsis(omitted: 16..<19), .clip][index],
        isRightToLeft: index == 1 || index == 2, isTightened: index == 3)
      if index == 1 {
        line.runs = [
          LineFragment.Run(range: 10..<14, isRightToLeft: true),
          LineFragment.Run(range: 7..<10, isRightToLeft: false),
        ]
      }
      return line
    }
    return lines.isEmpty
      ? .none
      : LabelFragments(
        textHash: LabelFragments.textHash(of: id), scale: height(id) % 2 == 0 ? 1 : 0.75,
        lines: lines)
  }

  static func ids(_ range: Range<Int>) -> [String] { range.map { "post-\($0)" } }

  /// Builds the feed and publishes it.
  func publish(
    _ ids: [String], keepsFrames: Bool = true, keepsLines: Bool = false
  ) throws {
    try build(ids, keepsFrames: keepsFrames, keepsLines: keepsLines)
    let lookup = try HeightLookup(store: store)
    _ = try sink.withLock { sink in try HeightPublisher(lookup).publish(into: &sink) }
  }

  private func build(_ ids: [String], keepsFrames: Bool, keepsLines: Bool) throws {
    let writer = try GenerationWriter(
      lock: BuildLock(store: store, startedUTC: "2026-01-31T08:00:00Z"),
      plan: GenerationPlan(
        feeds: ["home"], createdUTC: "2026-01-31T08:00:00Z", engineVersion: "test-1",
        settings: StoreSettings(cellsPerChunk: 64)))
    let keys = try writer.begin(
      feed: FeedDescription(
        name: "home", sources: [],
        environments: [
          try StoredEnvironment(key: Self.key, stepsPerPoint: 3, state: nil),
          try StoredEnvironment(key: Self.range, stepsPerPoint: 1, state: nil),
        ], templates: [Self.template], keepsFrames: keepsFrames, keepsLines: keepsLines))
    let list = try writer.makeList(
      ListDescription(
        spacing: 8, insets: Insets(top: 4, leading: 1, bottom: 24, trailing: 2)))
    for id in ids {
      let height = Self.height(id)
      var layout = CellLayout(
        height: height, exactHeight: Double(height) / 3,
        frames: keepsFrames
          ? [
            PixelRect(x: 2, y: 0, width: 60, height: 21),
            PixelRect(x: -2, y: 21, width: 60, height: height - 21),
          ] : [],
        labels: keepsFrames ? [LabelLines(count: height % 5, truncated: height % 5 == 4)] : [],
        caveats: height % 2 == 0 ? [] : .substituteFont)
      if keepsLines { layout.lineFragments = [Self.lines(id)] }
      let cell = NewCell(
        recordID: id, version: "v", environment: keys.environments[0],
        template: keys.templates[0], fingerprint: Fingerprint(of: id), outcome: .layout(layout))
      let found = try writer.find(recordID: id, environment: keys.environments[0])
      try writer.append(
        try writer.write(cell, over: found), to: list, environment: keys.environments[0])
      var heights = HeightRuns()
      for width in 280...300 {
        heights.append(height: Int32(Self.height(id, atWidth: width)), atWidth: Int32(width))
      }
      let ranged = NewCell(
        recordID: id, version: "v", environment: keys.environments[1],
        template: keys.templates[0], fingerprint: Fingerprint(of: id + Self.range),
        outcome: .layout(
          CellLayout(
            height: height, exactHeight: Double(height), frames: [], labels: [], caveats: [],
            heights: heights)))
      _ = try writer.write(
        ranged, over: try writer.find(recordID: id, environment: keys.environments[1]))
    }
    _ = try writer.endFeed(records: ids.count)
    _ = try writer.finish()
  }

  struct Missing: Error {
    let path: String
  }

  /// Opens what is published, as an app does.
  func open() async throws -> CellHeights {
    try await CellHeights.published(at: "https://example.org/heights") { path in
      let name = String(path.dropFirst("https://example.org/heights/".count))
      self.asked.withLock { $0.append(name) }
      guard let bytes = self.file(name) else { throw Missing(path: name) }
      return bytes
    }
  }

  func file(_ name: String) -> [UInt8]? { sink.withLock { $0.files[name] } }

  /// Puts other bytes in a file's place.
  func replace(_ name: String, by bytes: [UInt8]) {
    sink.withLock { $0.write(.init(path: name, bytes: bytes)) }
  }

  /// The files that were requested since the last call.
  func takeAsked() -> [String] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked
    }
  }
}
