import ArgumentParser
import CommandSettings
import Operations
import ScrollReports
import ScrollSimulation

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate scrolling and check hitches against budgets.",
    subcommands: [SimulateRunCommand.self, SimulateDiffCommand.self],
    defaultSubcommand: SimulateRunCommand.self)

  /// Adds the name of the default subcommand, so that the parser writes better messages.
  static func spelled(_ words: [String]) -> [String] {
    guard words.first == configuration.commandName else { return words }
    let subcommands = ["run", "diff", "help", "--help", "-h", "--version"]
    if words.count > 1, subcommands.contains(words[1]) { return words }
    return [words[0], "run"] + words.dropFirst()
  }
}

struct SimulateRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract:
      "Simulate scrolling and check the results; the default subcommand.",
    discussion: """
      Strategies: stored looks each cell up; stored-lines also reads the lines of its text, from a \
      store that was built with --lines; live asks one long-lived engine, fresh makes an engine for \
      every cell, self-sizing an engine for the height and a live one for the frames; manual is \
      hand-written frames, for the template post; estimate:H is self-sizing with H points until a \
      cell is on screen. Costs come from a table of a device, or are measured on this machine. Every \
      run is made at the full clock and with a clock that follows the load. A breached budget or \
      --threshold exits 99.

      For example:  cellheights simulate flick-fast --strategy stored,self-sizing --html scroll.html
                    cellheights simulate all --threshold 'hitch.time_ratio_ms_per_s<5 @120//stored'
                    cellheights simulate --import app-benchmarkData.json
      """)

  @Argument(
    help: ArgumentHelp(
      "Scroll profiles separated by commas, all, or a CSV file of a recorded scroll.",
      discussion: ScrollProfile.named.map { "\($0.name): \($0.summary)" }.joined(separator: "; ")),
    completion: .list(ScrollProfile.names + ["all"]))
  var profile = "flick-medium"

  @OptionGroup(title: "List") var list: SimulatedListOptions
  @OptionGroup(title: "Scroll") var scroll: ScrollOptions
  @OptionGroup(title: "Device") var device: SimulatedDeviceOptions

  @Option(
    name: .long,
    help: "Where heights and frames come from: names separated by commas; may be repeated.",
    completion: .list(ScrollStrategy.names))
  var strategy: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A limit on a figure, 'METRIC OP VALUE [@RATE/PROFILE/STRATEGY/DEVICE]'; may be repeated.",
      discussion: "Such as 'hitch.time_ratio_ms_per_s<5 @120'; metrics are those of the JSON.",
      valueName: "expression"))
  var threshold: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Judge results of devices instead, by the same budgets: JSON of Macrobenchmark or XCTest; may "
        + "be repeated, - is standard input.", valueName: "file"), completion: .file())
  var `import`: [String] = []

  @OptionGroup(title: "Output") var output: SimulationOutputOptions

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    let settings = try configured.settings(
      list.store, list.reading, list.template, list.fonts, list.imageSizes, list.formats)
    let devices = try device.models()
    let judge = try SimulationJudge(
      thresholds: threshold, budgets: settings.file?.budgets ?? [], devices: devices)
    guard `import`.isEmpty else {
      guard strategy.isEmpty, output.simulationFiles.isEmpty else {
        throw Failure(
          .usage,
          "--import judges results of a device; it knows --threshold, --format and --html besides")
      }
      return try SimulateImport(
        paths: `import`, thresholds: judge.thresholds, budgets: judge.budgets,
        output: output
      ).run()
    }
    let plan = SimulationPlan(
      profiles: try scroll.profiles(profile), rates: try scroll.rates(),
      strategies: try strategies(), devices: devices)
    if let remark = try judge.check(plan) { StandardError.write(remark) }
    let configurations = plan.runs.map { one in
      var configuration = SimulationConfiguration(profile: one.profile, rate: one.rate)
      scroll.apply(to: &configuration)
      device.apply(to: &configuration)
      configuration.strategy = one.strategy
      configuration.device = one.device
      return configuration
    }
    // Reports settings out of range before a list is read.
    for configuration in configurations { _ = try Simulator(configuration) }
    let stage = try SimulationStage(
      list.request, settings, plan, costs: try device.table(),
      hasTrace: output.trace.trace != nil, tell: StandardError.write(_:))
    StandardError.write(stage.warnings(viewport: scroll.viewport))
    var writer = try SimulationWriter(output, title: stage.title, runs: configurations.count)
    let expected = try stage.expectedFrames(configurations)
    writer.tellSizes(frames: expected.reduce(0, +))
    var progress = SimulationProgress(
      expected: zip(expected, configurations).map { $0 * stage.iterations(of: $1) })
    defer { progress.finish() }
    var verdict = SimulationVerdict()
    for configuration in configurations {
      let run = try stage.run(configuration, judge) { progress.countFrame() }
      progress.endRun()
      verdict.add(run)
      // Clears the progress line, after which JSON output would otherwise continue.
      if output.format == .json { progress.finish() }
      try writer.write(run)
    }
    progress.finish()
    try writer.finish()
    guard let status = verdict.status else { return }
    if status == .tryAgain {
      StandardError.write(
        "cellheights: inconclusive: measured runs do not agree on a threshold; run again on a quiet "
          + "machine, or with more --iterations")
    }
    throw ExitCode(status.rawValue)
  }

  private func strategies() throws -> [ScrollStrategy] {
    var strategies: [ScrollStrategy] = []
    for text in strategy.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      let one = try ScrollStrategy(parsing: String(text))
      if !strategies.contains(one) { strategies.append(one) }
    }
    return strategies.isEmpty ? [.stored] : strategies
  }
}

struct SimulateDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two simulations: what is better, worse or the same.",
    discussion: """
      Both files hold what simulate --format json printed. Runs are matched by rate, profile, \
      strategy, device and costs. With a table of costs every change counts; measured figures count \
      where the spreads of their iterations do not overlap. It exits 1 when something is worse.
      """)

  /// The formats of a comparison.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, markdown
  }

  @Argument(
    help: ArgumentHelp("The simulation before.", valueName: "before"), completion: .file())
  var before: String

  @Argument(help: ArgumentHelp("The simulation after.", valueName: "after"), completion: .file())
  var after: String

  @Option(name: .long, help: "Output for people, for programs, or for a pull request.")
  var format = Format.table

  func run() throws {
    let comparison = try ReportComparison(
      old: try TextFile(path: before).text(), new: try TextFile(path: after).text(),
      names: (before, after))
    switch format {
    case .json: StandardOutput.write(json: comparison.document)
    case .table: StandardOutput.write(titled: comparison.lines)
    case .markdown: for line in comparison.markdown { StandardOutput.write(line) }
    }
    if comparison.isWorse { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }
}
