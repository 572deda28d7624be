import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import PairedBenchmark
import Precomputation
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `build.memory.1e6-vs-1e4`: peak resident memory of a build of a million records, or of ten
  /// thousand, each in a process of its own.
  static let buildMemory = Benchmark(
    name: "build.memory.1e6-vs-1e4", sense: .timesAsLong, operation: "build", maximumPairs: 1,
    isMemory: true
  ) { input in
    let large = try BenchmarkFolder()
    let small = try BenchmarkFolder()
    let million = try large.generateFeed(records: 1_000_000, root: input.root)
    let thousands = try small.generateFeed(records: 10_000, root: input.root)
    return Contest(
      operations: 1, subject: { try MemoryOfBuild.inChild(of: million, large) },
      reference: { try MemoryOfBuild.inChild(of: thousands, small) })
  }
}

/// The memory that a build takes at most.
struct MemoryOfBuild {
  /// Peak bytes in memory, mapped files among them.
  private let resident: Int
  /// Peak bytes that no file backs.
  private let anonymous: Int

  /// Builds a feed for 390 points with a worker for each processor.
  init(building feed: String, store: String) async throws {
    let sampler = MemorySampler()
    var builder = try BatchBuilder(
      BuildConfiguration(
        feeds: [FeedInput(name: "feed", sources: [FeedSource(path: feed)])],
        template: TemplatePlan(try TemplateCatalog().template("post")),
        environments: [try Environment(width: 390)], store: store,
        fonts: try FontLibrary(FontConfiguration()),
        jobs: ProcessInfo.processInfo.activeProcessorCount, createdUTC: "2026-01-31T08:00:00Z"),
      progress: sampler)
    _ = try await builder.run()
    guard let peak = ProcessMemory.current().peak else {
      throw BenchmarkError("the system does not tell how much memory a process has")
    }
    resident = peak
    anonymous = sampler.anonymous
  }

  /// Both figures in bytes, for the parent process.
  var line: String { "\(resident) \(anonymous)" }

  /// Builds a feed in a process of its own.
  ///
  /// - Returns: Its peak resident memory; the anonymous part is printed on standard error.
  static func inChild(of feed: String, _ folder: BenchmarkFolder) throws
    -> PairedBenchmark.Measurement
  {
    try folder.remove("heights.sqlite")
    let child = Process()
    let output = Pipe()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["--build", feed, "--store", folder.path("heights.sqlite")]
    child.standardOutput = output
    try child.run()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    let figures = answer.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard child.terminationStatus == 0, figures.count == 2 else {
      throw BenchmarkError("the build of \(feed) ended with \(child.terminationStatus)")
    }
    let (resident, anonymous) = (figures[0] / 1_000_000, figures[1] / 1_000_000)
    FileHandle.standardError.write(
      Data("  resident \(resident) MB, of it anonymous \(anonymous) MB\n".utf8))
    return PairedBenchmark.Measurement(bytes: figures[0])
  }
}

/// Reads how much anonymous memory the process has, whenever a build reports progress.
private final class MemorySampler: BuildProgress {
  /// The maximum so far, in bytes.
  private(set) var anonymous = 0

  func report(_ progress: ReadingProgress) {
    anonymous = max(anonymous, ProcessMemory.current().anonymous ?? 0)
  }

  func interruption() -> Int? { nil }
}
