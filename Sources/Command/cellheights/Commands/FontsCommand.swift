import ArgumentParser
import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import MetricsPacks
import Operations
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

struct FontsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts", abstract: "Measure with fonts that are not on this machine.",
    discussion: """
      A metrics pack has the widths of a font as a device draws it. It stands for the font's file: \
      --system-font phone.metrics.json. docs/fonts.md has the way from substitute-font to exact.
      """,
    subcommands: [FontsWordsCommand.self, FontsCaptureCommand.self, FontsShowCommand.self])
}

struct FontsWordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words",
    abstract: "Print the distinct words of a feed's cells, the most frequent first.",
    discussion: """
      A capture measures these words whole. The texts are those that the template shows. Chinese, \
      Japanese and Korean characters and emoji are listed one by one and in pairs.

      For example:  cellheights fonts words feed.json > words.txt
      """)

  @OptionGroup var records: FontRecordOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Print at most this number of words. (default: all)", valueName: "count"))
  var limit: Int?

  @Option(name: .long, help: "Words alone, or words with their counts for programs.")
  var format = OutputFormat.table

  @OptionGroup var configured: ConfigurationOption

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit is a number of words from 1") }
  }

  func run() throws {
    guard !records.isEmpty else { throw ValidationError("name a feed") }
    let settings = try configured.settings(
      records.template, records.environment, records.fonts, records.formats, records.imageSizes,
      records.reading, records.store)
    let trial = try records.trial(settings)
    for (word, count) in trial.words.words.prefix(limit ?? .max) {
      switch format {
      case .table: StandardOutput.write(word)
      case .json:
        var json = JSONWriter()
        json.object {
          $0.member("word", word)
          $0.member("count", count)
        }
        StandardOutput.write(json: json.text)
      }
    }
    if trial.words.areMore {
      StandardError.write(
        "warning: there are more than \(grouped(WordTally.limit)) words; the others are left out")
    }
  }
}

struct FontsCaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Write the metrics pack of a font file.",
    discussion: """
      It asks the file the questions that the files in Capture ask a device, for trials and tests.
      """)

  @Argument(help: "A font file, FILE#2 for its third face, or a family.", completion: .font)
  var font: String

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Weights, separated by commas. (default: those of the family)", valueName: "weights"))
  var weights: String?

  @Flag(name: .long, help: "Ask italic faces, too.")
  var italic = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Sizes in points of a font with optical sizes, separated by commas.", valueName: "sizes"))
  var sizes = "12,13,15,16,17,20,22,28,34"

  @Option(
    name: .long,
    help: ArgumentHelp("A file of words to measure whole, one a line.", valueName: "file"),
    completion: .file())
  var words: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The pack to write. (default: standard output)", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var output: String?

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    let settings = try configured.settings()
    let capture = try FileCapture(font, library: settings.fontLibrary())
    let weights = try weights.map { try Self.numbers($0, "--weights", 1...1000).map { Int($0) } }
    if let unknown = weights?.first(where: { !capture.has(weight: $0) }) {
      throw ValidationError(
        "--weights: the font has no face of the weight \(unknown); it has "
          + capture.weights.map { "\($0)" }.joined(separator: ", "))
    }
    let list = try words.map(FontTrial.words(inFile:)) ?? []
    let pack = try capture.pack(
      weights: weights ?? capture.weights, isItalic: italic,
      sizes: try Self.numbers(sizes, "--sizes", PackLimits.sizes), words: list)
    if pack.faces.allSatisfy({ $0.pairs.isEmpty && $0.words.isEmpty }) {
      StandardError.write(
        "warning: the font has no pairs of the letters that are asked, so that the pack has only "
          + "single characters; give words of its script with --words")
    }
    let document = pack.document
    if let output {
      try OutputFile(output, is: "metrics pack").write(document)
      StandardError.write(
        "captured \(counted(pack.faces.count, "face")) of \(pack.family.printable()), "
          + "\(counted(document.count, "byte"))")
    } else {
      StandardOutput.write(json: String(decoding: document, as: UTF8.self))
    }
  }

  private static func numbers(
    _ text: String, _ option: String, _ range: ClosedRange<Double>
  ) throws -> [Double] {
    let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let numbers = parts.compactMap { Double($0) }
    guard !parts.isEmpty, numbers.count == parts.count, Set(numbers).count == numbers.count,
      numbers.allSatisfy(range.contains)
    else {
      throw ValidationError(
        "\(option) '\(text)' is not a list of different numbers from \(points(range.lowerBound)) to "
          + "\(points(range.upperBound)), such as 400,700")
    }
    return numbers
  }
}

struct FontsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the metrics packs in use, and what feeds need that they do not have.",
    discussion: """
      The records of feeds are laid out: the number of cells with the caveat substitute-font, and \
      the words and characters that the packs do not have. Exits 1 when there are such cells.

      For example:  cellheights fonts show feed.json --system-font phone.metrics.json
      """)

  @OptionGroup var records: FontRecordOptions

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    let settings = try configured.settings(
      records.template, records.environment, records.fonts, records.formats, records.imageSizes,
      records.reading, records.store)
    let inventory = try FontInventory(settings.fontConfiguration)
    if let problem = inventory.problems.first { throw problem }
    let report = FontsReport(
      packs: try inventory.packs,
      trial: records.isEmpty ? nil : try records.trial(settings))
    switch format {
    case .table: StandardOutput.write(titled: report.lines)
    case .json: StandardOutput.write(json: report.json)
    }
    if let trial = report.trial, trial.substituted > 0 {
      throw ExitCode(ExitStatus.negativeAnswer.rawValue)
    }
  }
}

/// The options of a trial with the records of feeds.
struct FontRecordOptions: ParsableArguments {
  @Argument(help: "Feed files, names of stored feeds, or - for standard input.")
  var feeds: [String] = []

  @OptionGroup var template: TemplateOption
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var fonts: FontOptions
  @OptionGroup var formats: FormatOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var reading: InputOptions
  @OptionGroup var store: StoreOption

  /// Whether no feed is named.
  var isEmpty: Bool { feeds.isEmpty }

  func trial(_ settings: Settings) throws -> FontTrial {
    try FontTrial(
      of: settings.template(settings.template(settings.flags.template).value),
      with: TemplateTrial.sources(feeds: feeds, input: [], templates: 1, settings), settings,
      tell: StandardError.write(_:))
  }
}
