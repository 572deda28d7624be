import ArgumentParser
import Foundation
import PairedBenchmark
import RawShaping

/// The command `cellheights-bench`: times two sides against each other, row by row.
@main
struct CellheightsBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellheights-bench",
    abstract: "Measure what cellheights costs against what the same work costs otherwise.",
    discussion: """
      Each ratio is the median over pairs: both sides do the same work right after each other, and \
      every other pair begins with the other side. Benchmarks/README.md tells what each row times.
      """)

  @Argument(help: "Rows to run: \(Benchmark.all.map(\.name).joined(separator: ", ")); all if none.")
  var names: [String] = []

  @Option(help: "Output for people or for programs.")
  var format = OutputFormat.table

  @Option(help: "Pairs a row; fewer than \(Self.leastPairs) make no figure to be quoted.")
  var pairs = Self.leastPairs

  @Option(help: "Records of the feed that build.vs-parts builds.")
  var records = 3_000

  @Option(help: "The project's folder, with Feeds and scripts.")
  var root = "."

  @Option(help: "A library with Yoga's C interface, for card.layout.vs-yoga.")
  var yoga: String?

  @Option(help: ArgumentHelp("Build a feed into --store.", visibility: .hidden))
  var build: String?

  @Option(help: ArgumentHelp("Store of --build.", visibility: .hidden))
  var store = "Cache/heights.sqlite"

  @Option(help: ArgumentHelp("Workers of --build, whose time is printed.", visibility: .hidden))
  var jobs: Int?

  @Option(help: "Run one side alone, as many times as --pairs says, for a profiler; no ratios.")
  var only: Side?

  /// Fewer pairs make no median worth quoting.
  static let leastPairs = 31

  /// Tables for people or JSON for programs.
  enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
  }

  /// One of the two sides of a row.
  enum Side: String, ExpressibleByArgument, CaseIterable {
    case ours, other
  }

  func validate() throws {
    let known = Benchmark.all.map(\.name)
    for name in names where !known.contains(name) {
      throw ValidationError("there is no row '\(name)'; there are \(known.joined(separator: ", "))")
    }
    guard pairs >= 1 else { throw ValidationError("--pairs is a number of pairs from 1") }
    guard yoga != nil || !Benchmark.all.contains(where: { $0.needsYoga && names.contains($0.name) })
    else { throw ValidationError("card.layout.vs-yoga needs --yoga; use scripts/bench") }
    guard records >= 1 else { throw ValidationError("--records is a number of records from 1") }
  }

  /// Exits with 65 if a row has no figure, which only data or a disagreement can cause.
  func run() async throws {
    do {
      try await runRows()
    } catch {
      Self.say("cellheights-bench: \(error)")
      throw ExitCode(65)
    }
  }

  private func runRows() async throws {
    #if DEBUG
    Self.warn("this is a debug build: its figures mean nothing; use scripts/bench")
    #endif
    if let build, let jobs {
      print(try await TimeOfBuild(building: build, store: store, jobs: jobs).line)
      return
    }
    if let build {
      print(try await MemoryOfBuild(building: build, store: store).line)
      return
    }
    let machine = Machine.current()
    for warning in machine.warnings { Self.warn(warning) }
    if AllocationCounter() == nil {
      Self.warn("heap allocations cannot be counted here, so nothing is known of them")
    }
    let input = BenchmarkInput(root: root, buildRecords: records, yoga: yoga)
    var report = BenchmarkReport(
      machine: machine, harfBuzz: RawShaper.version, pango: PangoLayouter.version,
      swift: try SwiftCompiler.version())
    let wanted = Benchmark.all.filter {
      names.isEmpty ? !$0.needsYoga || yoga != nil : names.contains($0.name)
    }
    for benchmark in wanted {
      Self.say("running \(benchmark.name)")
      let contest = try await benchmark.prepare(input)
      if let only {
        for _ in 0..<pairs {
          _ = try await only == .ours ? contest.subject() : contest.reference()
        }
        continue
      }
      let comparison = try await contest.run(
        pairs: min(pairs, benchmark.maximumPairs ?? pairs), warmsUp: !benchmark.isMemory)
      try benchmark.checkAllocations(comparison)
      report.add(benchmark, comparison)
      if format == .json { for line in report.lastCosts { Self.say(line) } }
    }
    guard only == nil else { return }
    print(format == .json ? report.json : report.table)
  }

  private static func warn(_ text: String) { say("warning: \(text)") }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
