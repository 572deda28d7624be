import ArgumentParser
import CellTemplates
import CommandSettings
import Foundation
import LayoutPrimitives
import Operations
import Precomputation
import TextMeasurement

struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Lay out every record of the feeds and publish the heights.",
    discussion: """
      Unchanged cells are reused; the others are laid out again. A build writes beside the store \
      and replaces it at the end. Until then, and after a failure, readers see the old heights. \
      Feeds that the build does not name stay as they are. Without --environment a feed keeps its \
      stored environments. A build that would drop a stored environment or template, or that \
      reads a different file for a feed named after a file, stops (65) without --replace.
      """)

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup var template: TemplateOption
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var rebuild: RebuildOptions
  @OptionGroup var change: ChangesOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var fonts: FontOptions
  @OptionGroup var store: StoreOption
  @OptionGroup var keep: KeepOption
  @OptionGroup var tolerance: ToleranceOptions
  @OptionGroup var imageSizes: ImageSizesOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the pictures whose size is required and unknown, as NDJSON.",
      discussion: "Input of `cellheights images probe`, which finds their sizes.", valueName: "file"
    ),
    completion: .file(extensions: ["ndjson"]))
  var missingSizes: String?
  @OptionGroup var shardOption: ShardOption

  @Option(name: .long, help: "The number of workers, 1 to 256. (default: one per processor)")
  var jobs: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Whether frames are stored, or heights alone. (default: all)",
      valueName: "all|none"))
  var frames: FramesChoice?

  @Flag(
    name: .long, inversion: .prefixedNo,
    help: ArgumentHelp(
      "Whether the lines of labels are stored, for clients that draw them. (default: no)",
      discussion: "A range of widths has no lines."))
  var lines: Bool?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Stop at this time: 05:00 in the time zone, or 2026-01-31T05:00:00Z.",
      discussion:
        "Nothing is published; the same build uses the finished cells again. Exits 75.",
      valueName: "time"))
  var deadline: String?

  @Flag(name: .long, help: "Print how many cells would be computed and reused; write nothing.")
  var plan = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Skip feeds that fail and publish the others as one generation.",
      discussion:
        "A skipped feed keeps its stored cells. The exit code is that of the first failure."))
  var keepGoing = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "For finding faults, slow: compare each cell of a compiled program with the solver's.",
      discussion: "A cell where they differ fails with CH0111.", visibility: .hidden))
  var verifyPrograms = false

  @OptionGroup var shaping: VerifyShapingOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  @OptionGroup var trace: TraceOption

  @OptionGroup var configured: ConfigurationOption

  func validate() throws {
    guard environment.environment.isEmpty || rebuild.addEnvironment.isEmpty else {
      throw ValidationError(
        "--environment names all environments of a build and --add-environment further ones; "
          + "give one of the two")
    }
    try change.validate([
      ("the files", !feedOptions.files.isEmpty),
      ("--environment", !environment.environment.isEmpty),
      ("--add-environment", !rebuild.addEnvironment.isEmpty), ("--replace", rebuild.replace),
      ("--plan", plan), ("--shard", shardOption.shard != nil), ("--deadline", deadline != nil),
      ("--keep-going", keepGoing),
    ])
    if let refusal = Setting.jobs.refusal(of: jobs) { throw ValidationError(refusal) }
    if missingSizes?.isEmpty == true {
      throw ValidationError("--missing-sizes needs the path of a file")
    }
    guard missingSizes == nil || !plan else {
      throw ValidationError("--plan lays nothing out; leave --missing-sizes out")
    }
    try shardOption.validate(tolerance)
  }

  func run() async throws {
    let settings = try configured.settings(
      template, feedOptions.reading, environment, formatOptions, fonts, store, imageSizes)
    var build = try BuildRun(try request(), settings, tell: StandardError.write(_:))
    let configuration = build.configuration
    if plan {
      let forecast = try await BuildForecast(configuration)
      switch format {
      case .json: StandardOutput.write(json: BuildReport.json(forecast, store: configuration.store))
      case .table:
        for line in BuildReport.lines(forecast, configuration) { StandardOutput.write(line) }
      }
      return
    }
    let due = try deadline.map {
      try BuildDeadline($0, now: .now, timeZone: settings.timeZone(formatOptions.timeZone).value)
    }
    let missingFile = try missingSizes.map { try OutputFile($0, is: "list of pictures") }
    let recorder = try trace.recorder()
    let progress = ProgressReporter()
    let start = Stopwatch()
    let result: Result<BuildSummary, any Error>
    do {
      result = .success(
        try await build.run(progress, recorder, deadline: due, tell: StandardError.write(_:)))
    } catch { result = .failure(error) }
    progress.finish()
    // The trace is written after a failure, too.
    try trace.write(recorder)
    if let missingFile { try MissingSizesDocument(build.missingSizes).write(to: missingFile) }
    let summary: BuildSummary
    do {
      summary = try result.get()
    } catch let error as BuildError {
      guard let feed = error.feedWithFindings else { throw error }
      throw Failure(.badData, "\(error)\nsee      \(try build.checkCommand(feed: feed))")
    }
    for line in BuildReport.warnings(summary) + build.leftOut.lines { StandardError.write(line) }
    let lines = FindingLines(summary.findings)
    for line in lines.lines { StandardError.write(line) }
    let check =
      lines.needsLook
      ? try lines.example.map { example in
        try build.checkCommand(
          feed: example.feed, plan: example.template, environment: example.environment)
      } : nil
    if let check { StandardError.write("see      \(check)") }
    let first = configuration.feeds.first.map { configuration.environments(of: $0) } ?? []
    let report = BuildReport(
      summary: summary, store: configuration.store,
      storeIsNamed: settings.storeIsNamed(configFileIsNamed: configured.config != nil),
      feed: BuildReport.needsFeed(
        summary, feeds: configuration.feeds.count, store: configuration.store)
        ? configuration.feeds.first?.name : nil,
      environment: first.count > 1 ? first.first?.key : nil,
      wallSeconds: start.wallSeconds,
      cpuSeconds: start.cpuSeconds, check: check,
      documents: try documents(of: summary.findings, configuration, settings),
      leftOut: build.leftOut, hasPacks: settings.fontConfiguration.hasPacks)
    report.write(as: format)
    try shaping.report(summary.text)
    if let status = build.leftOut.status { throw ExitCode(status.rawValue) }
  }

  private func request() throws -> BuildPlan {
    var request = BuildPlan(
      feeds: FeedSelection(
        files: feedOptions.files, feed: feedOptions.feed,
        sourceAddresses: feedOptions.sourceAddress))
    request.changes = change.changes
    request.addedEnvironments = rebuild.addEnvironment
    request.replaces = rebuild.replace
    request.keepsGoing = keepGoing
    request.tolerance = try tolerance.tolerance()
    request.shard = shardOption.shard?.number
    request.jobs = jobs
    request.frames = frames
    request.lines = lines
    request.keep = keep.keep
    request.listsMissingSizes = missingSizes != nil
    request.verifiesPrograms = verifyPrograms
    request.shaping = shaping.method
    return request
  }

  private func documents(
    of findings: [FeedFindings], _ configuration: BuildConfiguration, _ settings: Settings
  ) throws -> [[Int: FindingDocument]] {
    guard format == .json else { return [] }
    return try findings.map { feed in
      let configured = settings.file?.feed(feed.feed)
      let built = configuration.feeds.first { $0.name == feed.feed }
      let settings = settings.remembering(built?.arguments ?? [])
      var documents: [Int: FindingDocument] = [:]
      for index in Set(feed.findings.compactMap(\.template)) {
        let plan = feed.plans[index]
        documents[index] = FindingDocument(
          template: plan.template,
          listings: try SourceListings(of: plan, settings, feed: configured))
      }
      return documents
    }
  }
}

extension FramesChoice: ExpressibleByArgument {}
