import CProcessors
import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import PairedBenchmark
import Precomputation
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `workers.2-vs-ideal`: a build by two workers, or half of the processor time of one worker.
  static let workers = Benchmark(
    name: "workers.2-vs-ideal", sense: .timesFaster, operation: "record", maximumPairs: 11
  ) { input in
    let records = 20_000
    let folder = try BenchmarkFolder()
    let feed = try folder.generateFeed(records: records, root: input.root)
    return Contest(
      operations: records,
      subject: {
        let time = try TimeOfBuild.inChild(of: feed, folder, jobs: 2)
        try time.checkProcessors()
        return PairedBenchmark.Measurement(nanoseconds: time.wall)
      },
      reference: {
        let time = try TimeOfBuild.inChild(of: feed, folder, jobs: 1)
        return PairedBenchmark.Measurement(nanoseconds: time.processor / 2)
      })
  }
}

/// The time that a build takes, in nanoseconds.
struct TimeOfBuild {
  /// On the clock.
  let wall: Double
  /// Of all threads.
  let processor: Double

  /// Builds a feed at three widths.
  init(building feed: String, store: String, jobs: Int) async throws {
    let configuration = BuildConfiguration(
      feeds: [FeedInput(name: "feed", sources: [FeedSource(path: feed)])],
      template: TemplatePlan(try TemplateCatalog().template("post")),
      environments: try [320, 390, 430].map { try Environment(width: $0) },
      store: store, fonts: try FontLibrary(FontConfiguration()), jobs: jobs,
      createdUTC: "2026-01-31T08:00:00Z")
    let clock = ContinuousClock()
    let (start, before) = (clock.now, CPUClock.process.nanoseconds)
    var builder = try BatchBuilder(configuration)
    _ = try await builder.run()
    wall = (clock.now - start) / .nanoseconds(1)
    processor = CPUClock.process.nanoseconds - before
  }

  /// Both times, for the parent process.
  var line: String { "\(Int(wall)) \(Int(processor))" }

  /// Builds a feed in a process of its own, which may use all processors.
  ///
  /// `scripts/bench` binds this process to one processor. The number of threads that Swift uses for
  /// tasks follows from the processors at the start of a process.
  static func inChild(
    of feed: String, _ folder: BenchmarkFolder, jobs: Int
  ) throws -> TimeOfBuild {
    try folder.remove("heights.sqlite")
    let child = Process()
    let output = Pipe()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = [
      "--build", feed, "--store", folder.path("heights.sqlite"), "--jobs", "\(jobs)",
    ]
    child.standardOutput = output
    var before = processor_set()
    guard use_all_processors(&before) != 0 else {
      throw BenchmarkError("the system does not let a process choose its processors")
    }
    defer { use_processors(&before) }
    guard usable_processors() >= 2 else {
      throw BenchmarkError("the row needs two processors, and there is \(usable_processors())")
    }
    try child.run()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    let figures = answer.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard child.terminationStatus == 0, figures.count == 2 else {
      throw BenchmarkError("the build of \(feed) ended with \(child.terminationStatus)")
    }
    return TimeOfBuild(wall: figures[0], processor: figures[1])
  }

  private init(wall: Double, processor: Double) {
    self.wall = wall
    self.processor = processor
  }

  /// The share of one processor that all threads of two workers need at least: threads that share a
  /// processor have at most 1.
  private static let leastProcessors = 1.1

  /// Throws if the threads of two workers did not run on two processors.
  func checkProcessors() throws {
    guard processor < Self.leastProcessors * wall else { return }
    throw BenchmarkError(
      "the threads of two workers shared one processor: \(Int(processor / 1e6)) ms of processor time "
        + "in \(Int(wall / 1e6)) ms; run the row while two processors are idle")
  }
}
