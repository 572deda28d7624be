import ArgumentParser
import CommandSettings
import Operations
import Precomputation

struct TemplateDiffCommand: ParsableCommand {
  /// The formats of the report.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare the cells of two versions of a template.",
    discussion: """
      Every record is laid out in both templates, in the environments that the feed has in the \
      store; nothing is stored. Exits 1 when anything differs.

      For example:  cellheights template diff old.yaml new.yaml --feed home
                    cellheights template diff post edited.yaml --input Feeds/demo.json --format markdown
      """)

  @Argument(help: "The template before the edit, a file or a name.", completion: .template)
  var old: String

  @Argument(help: "The template after the edit, a file or a name.", completion: .template)
  var new: String

  @Option(
    name: .long, help: "A stored feed, whose own files are read; needed without --input.",
    completion: .feed)
  var feed: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of records, in place of the files of the build, or -; may be repeated.",
      valueName: "file"), completion: .file())
  var input: [String] = []

  @OptionGroup var reading: InputOptions
  @OptionGroup var store: StoreOption
  @OptionGroup var environment: EnvironmentOption

  @Option(
    name: .long, help: ArgumentHelp("The number of changes to list, largest first.", valueName: "n")
  )
  var limit = 10

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Draw the records that change most before and after, as SVG files into a folder.",
      valueName: "folder"), completion: .directory)
  var pictures: String?

  @OptionGroup var fonts: FontOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "table for people, json for programs, markdown for a review.")
  var format = Format.table

  func validate() throws {
    guard feed != nil || !input.isEmpty else {
      throw ValidationError("name the records: a stored feed with --feed F, or --input FILE")
    }
    guard (0...100_000).contains(limit) else {
      throw ValidationError("--limit is a number of changes from 0 to 100000")
    }
    if pictures?.isEmpty == true {
      throw ValidationError("--pictures needs the path of a folder")
    }
  }

  func run() throws {
    let settings = try configured.settings(
      reading, store, environment, fonts, imageSizes, formatOptions)
    let diff = try TemplateDiff(
      settings, from: old, to: new, feed: feed, input: input, limit: limit, pictures: pictures,
      tell: StandardError.write(_:))
    let report = TemplateDiffReport(
      old: (old, diff.before), new: (new, diff.after), feed: feed, comparison: diff.comparison,
      pictures: diff.pictures)
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: for line in report.lines { StandardOutput.write(line) }
    case .markdown: for line in report.markdown { StandardOutput.write(line) }
    }
    if diff.comparison.differs { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }
}
