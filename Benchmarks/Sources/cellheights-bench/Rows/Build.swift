import CellTemplates
import FeedRecords
import FoundationEssentials
import HeightStore
import LayoutPrimitives
import PairedBenchmark
import Precomputation
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `build.vs-parts`: one worker, an open vocabulary, three widths; the whole or its parts alone.
  static let build = Benchmark(
    name: "build.vs-parts", sense: .timesAsLong, operation: "record"
  ) { input in
    let folder = try BenchmarkFolder()
    let feed = try folder.generateFeed(records: input.buildRecords, root: input.root)
    let configuration = BuildConfiguration(
      feeds: [FeedInput(name: "feed", sources: [FeedSource(path: feed)])],
      template: TemplatePlan(try TemplateCatalog().template("post")),
      environments: try [320, 390, 430].map { try Environment(width: $0) },
      store: folder.path("built.sqlite"), fonts: try FontLibrary(FontConfiguration()), jobs: 1,
      createdUTC: "2026-01-31T08:00:00Z")
    let parts = try BuildParts(
      configuration, records: try input.records(of: feed), store: folder.path("rows.sqlite"))
    var builder = try BatchBuilder(configuration)
    let digest = try await builder.run().generation?.digest
    guard digest == (try parts.writeRows()).digest else {
      throw BenchmarkError("the rows written alone are not those that the build wrote")
    }
    let sink = input.sink
    return Contest(
      operations: input.buildRecords,
      subject: {
        try folder.remove("built.sqlite")
        let start = CPUClock.process.nanoseconds
        var builder = try BatchBuilder(configuration)
        sink.take(try await builder.run().computed)
        return Measurement(nanoseconds: CPUClock.process.nanoseconds - start)
      },
      reference: {
        try folder.remove("rows.sqlite")
        return try CPUClock.process.measure {
          sink.take(try parts.parse())
          sink.take(try parts.measureTexts())
          sink.take(try parts.writeRows().cells)
        }
      })
  }
}
