import ArgumentParser
import CellTemplates
import Foundation
import LayoutPrimitives
import Precomputation
import TextMeasurement

/// `cellheights build`.
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Lay out every record of the feeds and publish the heights.",
    discussion: """
      Unchanged cells are kept, the rest are laid out again. A build works beside the store and replaces it as a whole at the end; until then, and after \
      any failure, readers see the old heights. It replaces the feeds it names and touches no other.
      """)

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup var template: TemplateOption
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var fonts: FontOptions
  @OptionGroup var store: StoreOption
  @OptionGroup var tolerance: ToleranceOptions

  @Option(name: .long, help: "Workers, 1 to 256; by default one per processor.")
  var jobs: Int?

  @Flag(name: .long, help: "Only say how many cells a build would compute and keep; write nothing.")
  var plan = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "For finding faults, slow: compare each cell of a compiled program with the solver's.",
      discussion: "A cell where they differ fails with CH0111.", visibility: .hidden))
  var verifyPrograms = false

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  @OptionGroup var trace: TraceOption

  func validate() throws {
    guard jobs.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--jobs is a number of workers from 1 to 256")
    }
  }

  func run() async throws {
    let template = try template.plan()
    var configuration = BuildConfiguration(
      feeds: try feedOptions.feeds(), template: template,
      environments: try environment.environments(for: template.template), store: store.store,
      fonts: try fonts.library(),
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      tolerance: try tolerance.tolerance(), createdUTC: Date.now.ISO8601Format())
    configuration.verifiesPrograms = verifyPrograms
    configuration.temporaryDirectory = FileManager.default.temporaryDirectory.path
    if plan {
      render(try BuildForecast(configuration), configuration)
      return
    }
    let recorder = try trace.recorder()
    let progress = ProgressReporter()
    let start = Stopwatch()
    var builder = try BatchBuilder(configuration, progress: progress, trace: recorder)
    let result: Result<BuildSummary, any Error>
    do { result = .success(try await builder.run()) } catch { result = .failure(error) }
    progress.finish()
    // Of a build that failed too: its trace may tell why.
    try trace.write(recorder)
    let summary = try result.get()
    for line in BuildReport.warnings(summary) { StandardError.write(line) }
    let report = BuildReport(
      summary: summary, store: store.store,
      feed: configuration.feeds.count > 1 ? configuration.feeds.first?.name : nil,
      environment: configuration.environmentsWithStates.count > 1
        ? configuration.environmentsWithStates.first?.key : nil,
      wallSeconds: start.wallSeconds,
      cpuSeconds: start.cpuSeconds)
    switch format {
    case .json: StandardOutput.write(report.json)
    case .table:
      for line in report.lines { StandardOutput.write(line) }
    }
  }

  private func render(_ forecast: BuildForecast, _ configuration: BuildConfiguration) {
    let cells = forecast.computed + forecast.kept
    switch format {
    case .json: StandardOutput.write(BuildReport.json(forecast, store: store.store))
    case .table:
      StandardOutput.write(
        "plan     \(counted(forecast.records, "record")) × "
          + "\(counted(configuration.environmentsWithStates.count, "environment")): "
          + "\(counted(cells, "cell")), "
          + "\(grouped(forecast.computed)) to compute, \(grouped(forecast.kept)) to keep, "
          + "\(grouped(forecast.failedRecords)) records unreadable")
      StandardOutput.write("store    \(store.store) is left as it is")
    }
  }
}
