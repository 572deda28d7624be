import HeightLookup
import HeightStore
import LayoutPrimitives
import PairedBenchmark
import Precomputation

extension Benchmark {
  /// `offset.1e6-vs-1e4`: offset to position to cell in a list of a million cells, and of ten
  /// thousand.
  static let offset = Benchmark(
    name: "offset.1e6-vs-1e4", sense: .timesAsLong, operation: "lookup"
  ) { input in
    let folder = try BenchmarkFolder()
    let lookups = 2_000
    let long = try ListOfCells(count: 1_000_000, store: folder.path("long.sqlite"))
    let short = try ListOfCells(count: 10_000, store: folder.path("short.sqlite"))
    let sink = input.sink
    var generator = SystemRandomNumberGenerator()
    func sample(_ list: ListOfCells) throws -> Measurement {
      let offsets = (0..<lookups).map { _ in
        Double.random(in: 0..<list.snapshot.extent, using: &generator)
      }
      return try CPUClock.thread.measure {
        for offset in offsets { sink.take(try list.height(atOffset: offset)) }
      }
    }
    return Contest(
      operations: lookups, subject: { try sample(long) }, reference: { try sample(short) })
  }
}

/// A store with one list of cells of one view.
private struct ListOfCells {
  let snapshot: ListSnapshot

  init(count: Int, store: String) throws {
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
            views: [StoredView(id: "cell", kind: "view", isLabel: false)])
        ]))
    let list = try writer.makeList(ListDescription(name: ListDescription.feedOrder))
    for number in 0..<count {
      let height = 200 + number * 7_919 % 400
      let reference = try writer.write(
        NewCell(
          recordID: "r\(number)", version: "1", environment: keys.environments[0],
          template: keys.templates[0],
          fingerprint: Fingerprint(high: UInt64(number), low: UInt64(height)),
          outcome: .layout(
            CellLayout(
              height: height, exactHeight: Double(height) / 3,
              frames: [PixelRect(x: 0, y: 0, width: 1_170, height: height)], labels: [],
              caveats: []))))
      try writer.append(reference, to: list, environment: keys.environments[0])
    }
    _ = try writer.endFeed(records: count)
    _ = try writer.finish()
    let lookup = try HeightLookup(store: store)
    guard case .success(let scopes) = lookup.scopes(feed: "feed"), let scope = scopes.first else {
      throw BenchmarkError("the store that was written has no feed")
    }
    snapshot = try lookup.list(in: scope)
    guard snapshot.count == count else {
      throw BenchmarkError("a list has \(snapshot.count) cells of \(count)")
    }
  }

  /// The height of the cell at an offset, in pixels.
  func height(atOffset offset: Double) throws -> Int {
    guard let index = try snapshot.index(atOffset: offset) else {
      throw BenchmarkError("there is no cell at offset \(offset)")
    }
    return try snapshot.layout(at: index).height
  }
}
