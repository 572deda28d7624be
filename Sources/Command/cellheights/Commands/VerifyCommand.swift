import ArgumentParser
import CommandSettings
import Operations

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a store against its checksums, a new layout, or measured heights.",
    discussion: """
      Every row is read. Then a sample of the cells is laid out again from the feed's own files, \
      with the template and the fonts of the build, and compared. Any difference is listed, and the exit code is 1.

      With --against, heights that a device or a browser measured are compared instead, one \
      {"id":…,"template":…,"environment":…,"height":POINTS} a line; "lines" by view, "fonts" by \
      family and "version" help to name the cause. Exits 1 where one is off by more than the \
      tolerance.

      For example:  cellheights verify --sample all
                    cellheights verify --against measured.ndjson
      """)

  @OptionGroup var store: StoreOption

  @Option(name: .long, help: "The feed; by default all of them.", completion: .feed)
  var feed: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The number of cells to lay out again, spread evenly, or all. (default: 1000)",
      valueName: "n"))
  var sample: SampleSize?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Heights measured on a device, as NDJSON, or - for standard input; may be repeated.",
      valueName: "file"), completion: .file())
  var against: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The accepted deviation of a measured height. (default: one device pixel)",
      valueName: "points"))
  var tolerance: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of records, in place of the files of the build; may be repeated.",
      valueName: "file"), completion: .file())
  var input: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The number of differences to list, largest first with --against.", valueName: "n"))
  var maxListed = 20

  @OptionGroup var template: TemplateOption
  @OptionGroup var reading: InputOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var fonts: FontOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    guard (0...100_000).contains(maxListed) else {
      throw ValidationError("--max-listed is a number of differences from 0 to 100000")
    }
    if let tolerance, !(tolerance.isFinite && tolerance >= 0) {
      throw ValidationError("--tolerance is a number of points from 0")
    }
    guard against.isEmpty || sample == nil else {
      throw ValidationError("--sample lays cells out again, which --against does not")
    }
    guard !against.isEmpty || tolerance == nil else {
      throw ValidationError("--tolerance belongs to --against")
    }
  }

  func run() throws {
    guard against.isEmpty else { return try compareMeasured() }
    let settings = try configured.settings(
      store, template, reading, imageSizes, formatOptions, fonts)
    var check = try StoreCheck(
      settings: settings, feed: feed, sample: sample ?? .cells(1000), input: input,
      maximumListed: maxListed)
    try check.run(tell: StandardError.write(_:))
    let report = check.report
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table:
      for line in report.lines { StandardOutput.write(line) }
    }
    var separate = SeparateFailures()
    for (feed, error) in check.failures { try separate.add(error, in: "feed '\(feed)'") }
    if !report.holds { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
    if let status = separate.status { throw ExitCode(status.rawValue) }
  }

  /// Compares the store with heights that devices measured.
  private func compareMeasured() throws {
    let settings = try configured.settings(
      store, template, reading, imageSizes, formatOptions, fonts)
    let report = try MeasuredVerification(
      settings: settings, against: against, feed: feed, tolerance: tolerance, maxListed: maxListed,
      input: input
    ).report(of: settings.storePath, tell: StandardError.write(_:))
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: for line in report.table { StandardOutput.write(line) }
    }
    guard report.holds, report.compared > 0 else {
      throw ExitCode(ExitStatus.negativeAnswer.rawValue)
    }
  }
}

extension SampleSize: ExpressibleByArgument {}
