public import Heights
import HeightStore
import LayoutPrimitives
import Precomputation

/// A store with one feed in one environment, whose cells have one of 400 heights and as many
/// layouts.
public struct StoreOfCells {
  /// Lookups in the store.
  public let lookup: HeightLookup
  /// Its feed and environment.
  public let scope: LookupScope

  /// Writes the store.
  ///
  /// - Parameters:
  ///   - count: Number of cells.
  ///   - views: Number of views of a cell; the first is as high as the cell.
  ///   - store: Path of the store.
  ///   - sections: Number of sections of a second list, `listed`, of the same cells, with separators
  ///     between them; 0 for a plain list, nil for no second list.
  /// - Throws: `StoreError`.
  public init(count: Int, views: Int, store: String, sections: Int? = nil) throws {
    let lock = try BuildLock(store: store, startedUTC: "2026-01-31T08:00:00Z")
    defer { lock.release() }
    let writer = try GenerationWriter(
      lock: lock,
      plan: GenerationPlan(
        feeds: ["feed"], createdUTC: "2026-01-31T08:00:00Z", engineVersion: EngineVersion.current))
    let keys = try writer.begin(
      feed: FeedDescription(
        name: "feed", sources: [],
        environments: [
          try StoredEnvironment(key: try Environment(width: 390).key, stepsPerPoint: 3, state: nil)
        ],
        templates: [
          StoredTemplate(
            name: "view", hash: "view",
            views: (0..<views).map {
              StoredView(id: "view\($0)", kind: "view", isLabel: false)
            })
        ]))
    let list = try writer.makeList(ListDescription(name: ListDescription.feedOrder))
    let second = try sections.map { sections in
      let shape = ListShape(
        kinds: [.header], isSticky: true, separator: ListShape.Separator(height: 1))
      return try writer.makeList(
        ListDescription(name: Self.secondList, shape: sections > 0 ? shape : nil))
    }
    func write(_ id: String, _ number: Int, isListCell: Bool = false) throws -> CellReference {
      let height = 200 + number * 7_919 % 400
      let frames = (0..<views).map { view in
        PixelRect(x: view, y: 0, width: 1_170 - view, height: height / (view + 1))
      }
      return try writer.write(
        NewCell(
          recordID: id, version: "1", environment: keys.environments[0],
          template: keys.templates[0],
          fingerprint: Fingerprint(high: UInt64(number), low: UInt64(height)),
          outcome: .layout(
            CellLayout(
              height: height, exactHeight: Double(height) / 3, frames: frames, labels: [],
              caveats: []))), isListCell: isListCell)
    }
    for number in 0..<count {
      let reference = try write(Self.id(number), number)
      try writer.append(reference, to: list, environment: keys.environments[0])
      guard let second, let sections else { continue }
      if sections > 0, number % max(1, count / sections) == 0 {
        try writer.beginSection(in: second)
        let header = try write("section:\(number)", number, isListCell: true)
        try writer.append(header, to: second, environment: keys.environments[0])
      }
      try writer.append(reference, to: second, environment: keys.environments[0])
    }
    _ = try writer.endFeed(records: count)
    _ = try writer.finish()
    lookup = try HeightLookup(store: store)
    scope = try lookup.scopes(feed: "feed").get()[0]
  }

  /// The name of the second list.
  public static let secondList = "listed"

  /// The id of a record: 18 characters that do not reveal its position.
  public static func id(_ number: Int) -> String {
    let digits = String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
    return "post-" + String(repeating: "0", count: 13 - digits.count) + digits
  }
}
