import ArgumentParser
import CommandSettings
import Operations
import TextMeasurement

struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure text: lines with UTF-16 ranges and widths, and height.",
    discussion: """
      With --input the texts are read one JSON object a line, \
      {"id", "text", "width"?, "language"?, "runs"?}, and answered one line each, in their order; - \
      reads standard input. A run is {"length", "family"?, "size"?, "weight"?, "italic"?, \
      "letterSpacing"?, "baselineOffset"?}, its length in UTF-16 units.
      """)

  @Option(name: .long, parsing: .unconditional, help: "The text to measure.")
  var text: String?

  @Option(name: .long, help: "A file of texts, one JSON object a line, or -.", completion: .file())
  var input: String?

  @Option(name: .long, help: "Available width in points.")
  var width: Double?

  @OptionGroup var characters: CharacterOptions
  @OptionGroup var fonts: FontOptions
  @OptionGroup var paragraphs: ParagraphOptions
  @OptionGroup var fitting: FittingOptions
  @OptionGroup var rules: RulesOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(
    name: .long,
    help: "Workers for --input, 1 to 256; by default one per processor for long input.")
  var jobs: Int?

  @OptionGroup var shaping: VerifyShapingOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    guard (text == nil) != (input == nil) else {
      throw ValidationError("give --text T or --input FILE, one of them")
    }
    try NumberRange.size.check("--width", width)
    guard text == nil || width != nil else { throw ValidationError("--text needs a --width") }
    if let refusal = Setting.jobs.refusal(of: jobs) { throw ValidationError(refusal) }
  }

  func run() async throws {
    let settings = try configured.settings(fonts)
    let job = MeasureJob(
      library: try settings.fontLibrary(), limits: settings.textLimits, shaping: shaping.method,
      style: paragraphs.textStyle(try characters.characterStyle()),
      rules: try rules.rules(), fitting: fitting.fitting, direction: rules.direction,
      language: rules.language, width: width)
    let measurer = try TextMeasurer(
      library: job.library, limits: job.limits, shaping: job.shaping)
    guard let text, let width else {
      // Reports a missing font now, because it would make every line fail.
      _ = try measurer.prepare("", style: job.style, rules: job.rules)
      let statistics = try await MeasureStream(job: job, jobs: jobs).run(
        try LineInput(path: input ?? "-", limits: settings.feedLimits),
        to: StandardOutput.write(_:))
      return try shaping.report(statistics)
    }
    let measured = try job.measure(
      AttributedText(text), width: width, language: job.language, with: measurer)
    switch format {
    case .json: StandardOutput.write(json: measured.json)
    case .table: StandardOutput.write(titled: measured.table(text))
    }
    try shaping.report(measurer.statistics)
  }
}
