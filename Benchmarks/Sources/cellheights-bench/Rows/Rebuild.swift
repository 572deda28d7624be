import CRawSQLite
import CellTemplates
import FeedRecords
import Foundation
import HeightStore
import LayoutPrimitives
import PairedBenchmark
import Precomputation
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `rebuild.1pct.vs-floor`: a build after one record of a hundred changed, or the work that none
  /// can leave out.
  static let rebuild = Benchmark(
    name: "rebuild.1pct.vs-floor", sense: .timesAsLong, operation: "record", maximumPairs: 5
  ) { input in
    let records = 100_000
    let folder = try BenchmarkFolder()
    let feed = try folder.generateFeed(records: records, root: input.root)
    let (base, store) = (folder.path("base.sqlite"), folder.path("heights.sqlite"))
    let fonts = try FontLibrary(FontConfiguration())
    func configuration(_ store: String) throws -> BuildConfiguration {
      BuildConfiguration(
        feeds: [FeedInput(name: "feed", sources: [FeedSource(path: feed)])],
        template: TemplatePlan(try TemplateCatalog().template("post")),
        environments: [try input.environment()], store: store,
        fonts: fonts, jobs: 1, createdUTC: "2026-01-31T08:00:00Z")
    }
    var first = try BatchBuilder(try configuration(base))
    _ = try await first.run()
    let changed = try changeEveryHundredth(of: feed, input)
    let floor = try RebuildFloor(
      configuration: try configuration(base), feed: feed, changed: changed, base: base,
      copy: folder.path("copy.sqlite"))
    let sink = input.sink
    return Contest(
      operations: records,
      subject: {
        try folder.remove("heights.sqlite")
        try FileManager.default.copyItem(atPath: base, toPath: store)
        let configuration = try configuration(store)
        let start = CPUClock.process.nanoseconds
        var builder = try BatchBuilder(configuration)
        let summary = try await builder.run()
        let time = CPUClock.process.nanoseconds - start
        guard summary.computed == changed.count, summary.reused == records - changed.count else {
          throw BenchmarkError("\(summary.computed) cells were computed of \(changed.count)")
        }
        return PairedBenchmark.Measurement(nanoseconds: time)
      },
      reference: {
        try folder.remove("copy.sqlite")
        return try CPUClock.process.measure { sink.take(try floor.run()) }
      })
  }

  /// Appends a word to the content of every hundredth record of an NDJSON feed.
  ///
  /// - Returns: The changed records.
  private static func changeEveryHundredth(
    of feed: String, _ input: BenchmarkInput
  ) throws -> [FeedRecord] {
    let marker = "\"content_text\":"
    var lines = try String(contentsOfFile: feed, encoding: .utf8)
      .split(separator: "\n").map { String($0) }
    for index in stride(from: 0, to: lines.count, by: 100) {
      guard
        let place = lines[index].range(of: "\(marker) \"") ?? lines[index].range(of: "\(marker)\"")
      else { throw BenchmarkError("line \(index + 1) of the feed has no \(marker)") }
      lines[index].insert(contentsOf: "Changed ", at: place.upperBound)
    }
    try lines.joined(separator: "\n").write(toFile: feed, atomically: true, encoding: .utf8)
    let all = try input.records(of: feed)
    return stride(from: 0, to: all.count, by: 100).map { all[$0] }
  }
}

/// The work that no rebuild can omit.
///
/// It is hashing and reading the feed, laying out what changed, reading every stored cell, and a
/// copy of the store that is synced and checked.
private struct RebuildFloor {
  private let feed: String
  private let changed: [FeedRecord]
  private let base: String
  private let copy: String
  private let environment: Environment
  /// Has laid out the changed records before.
  private let worker: CellLayouter

  init(
    configuration: BuildConfiguration, feed: String, changed: [FeedRecord], base: String,
    copy: String
  ) throws {
    self.feed = feed
    self.changed = changed
    self.base = base
    self.copy = copy
    environment = configuration.environments[0]
    var worker = CellLayouter(
      plan: configuration.template,
      measurer: try TextMeasurer(library: configuration.fonts, limits: configuration.textLimits))
    for record in changed { _ = try worker.layout(record, in: environment) }
    self.worker = worker
  }

  /// - Returns: A sum over the work, so that none is omitted.
  func run() throws -> Int {
    let bytes = try Data(contentsOf: URL(filePath: feed), options: .alwaysMapped)
    var sum = Int(truncatingIfNeeded: ContentHash(of: bytes).low)
    var reader = try FeedReader(source: FeedSource(path: feed))
    while let item = try reader.next() {
      if case .record(let record) = item { sum &+= record.id.utf8.count }
    }
    var worker = worker
    for record in changed { sum &+= try worker.layout(record, in: environment).layout.height }
    let store = try StoreReader(path: base)
    var number: Int64 = 1
    while let cell = try store.cell(number: number) {
      sum &+= Int(cell.cellID)
      number += 1
    }
    try FileManager.default.copyItem(atPath: base, toPath: copy)
    let file = try FileHandle(forUpdating: URL(filePath: copy))
    try file.synchronize()
    try file.close()
    try checkPages(copy)
    return sum
  }

  /// SQLite's `quick_check`.
  private func checkPages(_ path: String) throws {
    var connection: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(connection)
    }
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_prepare_v2(connection, "PRAGMA quick_check", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let answer = sqlite3_column_text(statement, 0)
    else { throw BenchmarkError("SQLite: \(String(cString: sqlite3_errmsg(connection)))") }
    let check = String(cString: answer)
    guard check == "ok" else { throw BenchmarkError("quick_check says \(check)") }
  }
}
