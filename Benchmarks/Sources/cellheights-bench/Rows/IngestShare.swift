import CellTemplates
import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import Precomputation
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `ingest.share`: reading a feed without HTML to text, as a fraction of its build; of JSON Feed
  /// and RSS the worse.
  static let ingestShare = Benchmark(
    name: "ingest.share", sense: .timesAsLong, operation: "record"
  ) { input in
    var worst: (share: Double, contest: Contest)?
    for format in ["json", "rss"] {
      let contest = try ingestShare(of: format, input)
      // One round of both to find out which is worse; the pairs are of that one.
      let share = try await contest.subject().cost / contest.reference().cost
      if share > worst?.share ?? 0 { worst = (share, contest) }
    }
    guard let worst else { throw BenchmarkError("reading takes no time, or a build for ever") }
    return worst.contest
  }

  private static func ingestShare(
    of format: String, _ input: BenchmarkInput
  ) throws -> Contest {
    let folder = try BenchmarkFolder()
    let feed = try folder.generateFeed(
      records: input.buildRecords, format: format, root: input.root)
    let configuration = BuildConfiguration(
      feeds: [FeedInput(name: "feed", sources: [FeedSource(path: feed)])],
      template: TemplatePlan(try TemplateCatalog().template("post")),
      environments: try [320, 390, 430].map { try Environment(width: $0) },
      store: folder.path("built.sqlite"), fonts: try FontLibrary(FontConfiguration()), jobs: 1,
      createdUTC: "2026-01-31T08:00:00Z")
    let sink = input.sink
    return Contest(
      operations: input.buildRecords,
      subject: {
        try CPUClock.process.measure {
          var reader = try FeedReader(source: FeedSource(path: feed), convertsHTML: false)
          var records = 0
          while let item = try reader.next() {
            if case .record = item { records += 1 }
          }
          guard records == input.buildRecords else {
            throw BenchmarkError("\(records) records were read of \(input.buildRecords)")
          }
          sink.take(records)
        }
      },
      reference: {
        try folder.remove("built.sqlite")
        let start = CPUClock.process.nanoseconds
        var builder = try BatchBuilder(configuration)
        let summary = try await builder.run()
        guard summary.failedRecords == 0, summary.records == input.buildRecords else {
          throw BenchmarkError("the build read \(summary.records) of \(input.buildRecords) records")
        }
        sink.take(summary.computed)
        return Measurement(nanoseconds: CPUClock.process.nanoseconds - start)
      })
  }
}
