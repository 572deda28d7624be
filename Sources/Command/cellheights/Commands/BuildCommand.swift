import ArgumentParser
import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments
import TextMeasurement

struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Lay out every record of the feeds and publish the heights.",
    discussion: """
      Unchanged cells are reused, the rest are laid out again. A build works beside the store and replaces it as a whole at the end; until then, and after \
      any failure, readers see the old heights. It replaces the feeds it names and touches no other. Without --environment a feed keeps the environments that it \
      has in the store. A build that would drop one of them or a template, or that reads another \
      file into a feed named after a file, stops (65) unless --replace is given.
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
      "Write the pictures whose size a layout needed and nobody said, as NDJSON.",
      discussion: "`cellheights images probe` reads it and finds their sizes.", valueName: "file"),
    completion: .file(extensions: ["ndjson"]))
  var missingSizes: String?
  @OptionGroup var shardOption: ShardOption

  @Option(name: .long, help: "Workers, 1 to 256; by default one per processor.")
  var jobs: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What is stored of a cell: all of its frames, or none but its height. (default: all)",
      valueName: "all|none"))
  var frames: FramesChoice?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Stop at this time: 05:00 is the next one in the time zone, or 2026-01-31T05:00:00Z.",
      discussion: "Finished feeds are published, the rest goes on with the next build; exit 75.",
      valueName: "time"))
  var deadline: String?

  @Flag(name: .long, help: "Only say how many cells a build would compute and keep; write nothing.")
  var plan = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Leave out the feeds that fail and publish the others as one generation.",
      discussion:
        "A feed that fails keeps the cells that it has; the exit code is that of the first one."))
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
    let stored =
      change.changes == nil
      ? Self.storedFeeds(settings.storePath) : try StoredFeeds(store: settings.storePath)
    var leftOut = LeftOutFeeds(isAllowed: keepGoing, stored: stored.names)
    var configuration = try buildConfiguration(settings, stored, &leftOut)
    configuration.verifiesPrograms = verifyPrograms
    configuration.shaping = shaping.method
    if plan {
      render(try BuildForecast(configuration), configuration)
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
        try await leftOut.build(
          configuration, progress, recorder, isDue: due.map { due in { due.hasCome(at: .now) } },
          tell: StandardError.write(_:)))
    } catch { result = .failure(error) }
    progress.finish()
    // Also after a failure.
    try trace.write(recorder)
    if let missingFile { try MissingSizesDocument(leftOut.missingSizes).write(to: missingFile) }
    let summary: BuildSummary
    do {
      summary = try result.get()
    } catch let error as BuildError {
      guard let feed = error.feedWithFindings else { throw error }
      let check = try checkCommand(
        feed: feed, plan: nil, environment: nil, configuration, settings)
      throw Failure(.badData, "\(error)\nsee      \(check)")
    }
    for line in BuildReport.warnings(summary) + leftOut.lines { StandardError.write(line) }
    let found = FindingLines(summary.findings)
    for line in found.lines { StandardError.write(line) }
    let check =
      found.needsLook
      ? try found.example.map { example in
        try checkCommand(
          feed: example.feed, plan: example.template, environment: example.environment,
          configuration,
          settings)
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
      documents: try documents(of: summary.findings, configuration, settings), leftOut: leftOut)
    report.write(as: format)
    try shaping.report(summary.text)
    if let status = leftOut.status { throw ExitCode(status.rawValue) }
    if let missed = summary.deadline {
      throw Failure(.tryAgain, BuildDeadline.sentence(missed, deadline: deadline ?? ""))
    }
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

  /// The `template check` command that explains the findings of a feed.
  ///
  /// - Parameters:
  ///   - plan: The template; `nil` for the feed's own.
  ///   - environment: One environment; `nil` for those of the build.
  private func checkCommand(
    feed name: String, plan: TemplatePlan?, environment: String?,
    _ configuration: BuildConfiguration, _ settings: Settings
  ) throws -> String {
    let feed = configuration.feeds.first { $0.name == name }
    let settings = settings.remembering(feed?.arguments ?? [])
    let configured = settings.file?.feed(name)
    let standard = settings.template(template.template, feed: configured)
    var names = [standard.value]
    if let plan, plan.template.hash != (feed?.template ?? configuration.template).template.hash,
      let rule = zip(configuration.rules, settings.rules(standard)).first(where: {
        $0.0.plan.template.hash == plan.template.hash
      })
    {
      names = [rule.1.use.value]
    }
    var words = ["cellheights", "template", "check"] + names.map { $0.shellWord }
    for source in feed?.sources ?? [] { words += ["--input", source.path.shellWord] }
    if let mapping = feedOptions.reading.mapping {
      words += ["--mapping", mapping.shellWord]
    }
    for given in try environment.map({ [$0] }) ?? checkedEnvironments(feed, settings) {
      words += ["--environment", given.shellWord]
    }
    return words.joined(separator: " ")
  }

  /// The environments that `template check` must name to lay out for those of a feed.
  private func checkedEnvironments(_ feed: FeedInput?, _ settings: Settings) throws -> [String] {
    let flags = environment.environment
    guard flags.isEmpty, let environments = feed?.environments else { return flags }
    let unnamed = try settings.environments([]).value.flatMap { try settings.environmentSet($0) }
    return environments == unnamed ? [] : environments.map(\.key)
  }

  private func buildConfiguration(
    _ settings: Settings, _ stored: StoredFeeds, _ leftOut: inout LeftOutFeeds
  ) throws -> BuildConfiguration {
    var feeds =
      change.changes == nil
      ? try feedOptions.feeds(
        settings, stored: { rebuild.replace ? [] : stored.arguments(of: $0) },
        leaveOut: { try leftOut.add($0, $1) })
      : [try change.feed(feedOptions, stored, store: settings.storePath, settings)]
    try leftOut.check(feeds)
    try settings.checkLists(
      feeds: feeds.map(\.name) + leftOut.feeds.map(\.name), store: settings.storePath)
    // The flag overrides every feed.
    if tolerance.maxRemoved != nil {
      for index in feeds.indices { feeds[index].maximumRemoved = nil }
    }
    let plan = try feeds.first?.template ?? settings.templatePlan()
    let rules = try settings.templateRules()
    for rule in rules { try settings.checkName(of: rule.plan.template) }
    let fontSettings = try self.fontSettings(of: feeds.map(\.name), settings, stored)
    for index in feeds.indices { feeds[index].arguments += fontSettings.fontArguments }
    let choices = feeds.map { TemplateSelector(standard: $0.template ?? plan, rules: rules) }
    for (index, choice) in choices.enumerated() {
      feeds[index].environments =
        change.changes == nil
        ? try rebuild.environments(
          of: feeds[index].name, for: choice, settings, stored)
        : stored.environments(of: feeds[index].name, for: choice)
    }
    var configuration = BuildConfiguration(
      feeds: feeds, template: plan, environments: [], store: settings.storePath,
      fonts: try fontSettings.fontLibrary(),
      jobs: try settings.jobs(
        jobs, standard: ProcessInfo.processInfo.activeProcessorCount
      ).value,
      tolerance: try tolerance.tolerance(), feedLimits: settings.feedLimits,
      textLimits: settings.textLimits, createdUTC: Date.now.ISO8601Format())
    configuration.rules = rules
    configuration.shard = shardOption.shard?.number
    configuration.keepsFrames = settings.frames(frames).value == .all
    configuration.storeSettings.keptGenerations = settings.keep(keep.keep).value
    configuration.allowsDrops = rebuild.replace
    configuration.imageSizes = try settings.pictureSizes(tell: StandardError.write(_:))
    configuration.changes = try change.changes.map {
      try FeedChanges(
        source: FeedSource(path: $0), limits: settings.feedLimits,
        imageSizes: configuration.imageSizes)
    }
    if missingSizes != nil { configuration.missingSizes = settings.limits.missing }
    StandardError.write(ImportNoteSummary(of: choices.flatMap(\.templates)).lines)
    configuration.formats = try settings.formats(for: choices.flatMap(\.templates))
    return configuration
  }

  /// The settings with the fonts that the feeds are stored with, of which a build has one set.
  private func fontSettings(
    of feeds: [String], _ settings: Settings, _ stored: StoredFeeds
  ) throws(Failure) -> Settings {
    guard !rebuild.replace else { return settings }
    let known = feeds.filter(stored.names.contains).map {
      (name: $0, settings: settings.remembering(stored.arguments(of: $0)))
    }
    guard let first = known.first else { return settings }
    let wanted = first.settings.fontConfiguration
    if let other = known.first(where: { $0.settings.fontConfiguration != wanted }) {
      throw Failure(
        .usage,
        "feeds '\(first.name)' and '\(other.name)' are stored with different fonts; build them apart, or "
          + "name the fonts: --system-font, --fallback, --font-family")
    }
    return first.settings
  }

  /// What the store holds of feeds; nothing for one that cannot be read, which the build reports.
  private static func storedFeeds(_ path: String) -> StoredFeeds {
    do { return try StoredFeeds(store: path) } catch { return StoredFeeds(nil) }
  }

  private func render(_ forecast: BuildForecast, _ configuration: BuildConfiguration) {
    let cells = forecast.computed + forecast.reused + forecast.failed
    switch format {
    case .json: StandardOutput.write(json: BuildReport.json(forecast, store: configuration.store))
    case .table:
      var line =
        "plan     \(counted(forecast.records, "record")) × "
        + "\(counted(forecast.environments, "environment")): "
      line += "\(counted(cells, "cell")), \(grouped(forecast.computed)) to compute, "
      line += "\(grouped(forecast.reused)) to reuse, "
      if forecast.removed > 0 { line += "\(grouped(forecast.removed)) to remove, " }
      if forecast.failed > 0 { line += "\(grouped(forecast.failed)) failed before, " }
      line += "\(grouped(forecast.failedRecords)) records unreadable"
      if forecast.duplicates > 0 { line += ", \(grouped(forecast.duplicates)) with a repeated id" }
      StandardOutput.write(line)
      for drop in forecast.drops {
        StandardOutput.write(
          "drops    \(drop)"
            + (configuration.allowsDrops ? "" : "; the build refuses to without --replace"))
      }
      StandardOutput.write("store    \(configuration.store) is left as it is")
    }
  }
}

extension FramesChoice: ExpressibleByArgument {}
