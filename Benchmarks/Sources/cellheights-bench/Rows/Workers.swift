import CProcessors
import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import PairedBenchmark
import Precomputation
import TextMeasurement

extension Benchmark {
  /// `workers.2-vs-ideal`: a build by two workers, or half of the processor time of one worker.
  static let workers = Benchmark(
    name: "workers.2-vs-ideal", sense: .timesFaster, operation: "record", maximumPairs: 11
  ) { input in
    let records = 20_000
    let folder = try BenchmarkFolder()
    let feed = try folder.generateFeed(records: records, root: input.root)
    let fonts = try FontLibrary(FontConfiguration())
    func build(jobs: Int) async throws -> (wall: Double, processor: Double) {
      try folder.remove("heights.sqlite")
      let configuration = BuildConfiguration(
        feeds: [FeedInput(name: "feed", sources: [FeedSource(path: feed)])],
        template: TemplatePlan(try TemplateCatalog().template("post")),
        environments: try [320, 390, 430].map { try Environment(width: $0) },
        store: folder.path("heights.sqlite"), fonts: fonts, jobs: jobs,
        createdUTC: "2026-01-31T08:00:00Z")
      let clock = ContinuousClock()
      let (start, before) = (clock.now, CPUClock.process.nanoseconds)
      var builder = try BatchBuilder(configuration)
      input.sink.take(try await builder.run().computed)
      let wall = (clock.now - start) / .nanoseconds(1)
      return (wall, CPUClock.process.nanoseconds - before)
    }
    return Contest(
      operations: records,
      subject: {
        try useAllProcessors()
        return PairedBenchmark.Measurement(nanoseconds: try await build(jobs: 2).wall)
      },
      reference: {
        PairedBenchmark.Measurement(nanoseconds: try await build(jobs: 1).processor / 2)
      })
  }

  /// Undoes the binding to one processor that `scripts/bench` makes, for all threads.
  private static func useAllProcessors() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
      if let thread = Int32(name) { use_all_processors(thread) }
    }
  }
}
