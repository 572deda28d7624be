import ArgumentParser
import HeightLookup
import LayoutPrimitives
import ScrollSimulation

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Scroll through a stored list frame by frame and measure what its cells cost.",
    discussion: """
      Strategies: stored looks each cell up; live lays it out with one long-lived engine; fresh \
      makes an engine for every cell, as self-sizing does. Costs are measured on this machine, in \
      processor time of the thread. The table has the main figures, --format json all of them. live and fresh read the records from the feed's own files, or \
      from --input. A breached --threshold exits 99.
      """)

  @Argument(
    help: ArgumentHelp(
      "The scroll profile.",
      discussion: ScrollProfile.named.map { "\($0.name): \($0.summary)" }.joined(separator: "; ")),
    completion: .list(ScrollProfile.named.map(\.name)))
  var profile = "flick-medium"

  @Option(name: .long, help: "The feed; needed where the store holds several.", completion: .feed)
  var feed: String?

  @Option(
    name: .long, help: "The environment, such as 390; needed where there are several.",
    completion: .storedEnvironment)
  var environment: String?

  @OptionGroup var list: ListOption

  @OptionGroup var store: StoreOption

  @Option(
    name: .long, help: "A file to read records from, instead of those of the build.",
    completion: .file())
  var input: [String] = []

  @OptionGroup var reading: InputOptions

  @OptionGroup var template: TemplateOption

  @OptionGroup var fonts: FontOptions

  @OptionGroup var imageSizes: ImageSizesOption

  @OptionGroup var formatOptions: FormatOptions

  @OptionGroup var configured: ConfigurationOption

  @Option(
    name: .long,
    help: ArgumentHelp("Refresh rates in Hz, separated by commas.", valueName: "rates"))
  var hz = "60,120"

  @Option(name: .long, help: "Where frames come from while scrolling; may be repeated.")
  var strategy: [Strategy] = [.stored]

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A limit on a figure, 'METRIC OP VALUE [@HZ/PROFILE/STRATEGY]'; may be repeated.",
      discussion: "Such as 'hitch.time_ratio_ms_per_s<5 @120'; metrics are those of the JSON.",
      valueName: "expression"))
  var threshold: [String] = []

  @Option(name: .long, help: ArgumentHelp("Height of the screen.", valueName: "points"))
  var viewport = 844.0

  @Option(
    name: .long, help: ArgumentHelp("Work of every frame besides its cells.", valueName: "ms"))
  var baseCost = 0.0

  @Option(name: .long, help: "How often each run is repeated; the report has the medians.")
  var iterations = 5

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func run() throws {
    let settings = try configured.settings()
    let rates = try refreshRates()
    let named = try ScrollProfile.named(profile)
    let names = Strategy.allCases.map(\.rawValue)
    var thresholds: [Threshold] = []
    for text in threshold { thresholds.append(try Threshold(parsing: text, strategies: names)) }
    for threshold in thresholds where !isAboutARun(threshold, rates) {
      throw Failure(.usage, "threshold '\(threshold.text)' is about no run of this simulation")
    }
    let stage = try SimulationSetup(self, settings)
    if stage.extent <= viewport {
      StandardError.write(
        "warning: the list is \(points(stage.extent)) points high and fits the screen of "
          + "\(points(viewport)): nothing scrolls, and the figures say nothing of scrolling")
    }
    var results: [ThresholdResult] = []
    for strategy in strategy {
      for rate in rates {
        var configuration = SimulationConfiguration(profile: named, refreshHz: rate)
        configuration.viewportHeight = viewport
        configuration.baseCostMs = baseCost
        configuration.iterations = iterations
        configuration.scale = stage.grid.stepsPerPoint
        let report = try Simulator(configuration).run(
          strategy: strategy.rawValue, costs: ThreadClock()
        ) { try stage.source(strategy) }
        let checked = thresholds.compactMap { $0.evaluate(report) }
        results += checked
        print(report, checked)
      }
    }
    if results.contains(where: { !$0.passed }) {
      throw ExitCode(ExitStatus.thresholdBreached.rawValue)
    }
  }

  private func isAboutARun(_ threshold: Threshold, _ rates: [Double]) -> Bool {
    (threshold.refreshHz.map(rates.contains) ?? true)
      && (threshold.profile.map { $0 == profile } ?? true)
      && (threshold.strategy.map { strategy.map(\.rawValue).contains($0) } ?? true)
  }

  private func refreshRates() throws -> [Double] {
    try hz.split(separator: ",", omittingEmptySubsequences: false).map { text in
      guard let rate = Double(text), rate.isFinite, rate > 0 else {
        throw Failure(
          .usage, "--hz '\(text)' is no refresh rate; write 60, 120 or 60,120")
      }
      return rate
    }
  }

  private func print(_ report: SimulationReport, _ results: [ThresholdResult]) {
    switch format {
    case .json:
      StandardOutput.write(json: SimulationDocument(report: report, thresholds: results).line)
    case .table:
      StandardOutput.write(titled: SimulationTable(report: report, thresholds: results).lines)
    }
  }
}

/// The source of heights and frames while scrolling.
enum Strategy: String, ExpressibleByArgument, CaseIterable {
  case stored, live, fresh
}
