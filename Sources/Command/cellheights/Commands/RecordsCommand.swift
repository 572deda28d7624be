import ArgumentParser
import CommandSettings
import FeedRecords
import Operations

struct RecordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: "Print the records of a feed as they are read, one JSON object a line.",
    discussion: """
      These are the records that `build` lays out and that `layout` reads. --detect prints the \
      detected format and mapping instead, as a start for a mapping file.
      """)

  @Argument(
    help: "Feed files, or - for standard input; they are read one after the other.",
    completion: .file())
  var files: [String]

  @OptionGroup var reading: InputOptions

  @Flag(name: .long, help: "Print the detected format and mapping instead of the records.")
  var detect = false

  @Flag(
    name: .long,
    help: "Add content_runs: which parts of content_text are emphasised, links, headings and so on."
  )
  var runs = false

  @Option(name: .long, help: "Shape of the output.")
  var format = LineFormat.ndjson

  @OptionGroup var configured: ConfigurationOption

  func validate() throws {
    if detect, files.count > 1 { throw ValidationError("--detect looks at one file") }
  }

  func run() throws {
    let settings = try configured.settings(reading)
    let sources = files.map(FeedSource.init(path:))
    if detect {
      for source in sources {
        try show(
          FeedReader.detect(
            source, format: try settings.recordFormat(), limits: settings.feedLimits))
      }
      return
    }
    var reader = try settings.recordReader(sources)
    var output = BufferedOutput(to: StandardOutput.write(_:))
    var progress = ProgressPrinter(isTerminal: StandardError.canOverwrite)
    var account = RecordAccount()
    do {
      while let item = try reader.next() {
        switch item {
        case .record(let record):
          if runs {
            output.write(record.documentWithRuns(settings.feedLimits))
          } else {
            output.write(record.write(to:))
          }
        case .failure: break
        }
        try account.add(item)
        // Not after every record, because reading the clock takes time.
        if account.read.isMultiple(of: 64) { progress.show(reader.progress) }
      }
    } catch {
      progress.finish()
      output.flush()
      StandardError.write(account.lines(reader.warnings))
      throw error
    }
    progress.finish()
    output.flush()
    StandardError.write(account.lines(reader.warnings))
    if account.good == 0 {
      throw Failure(.badData, "\(files.joined(separator: ", ")) has no record that can be read")
    }
  }

  private func show(_ detection: FeedDetection) {
    StandardOutput.write("# format: \(detection.format.rawValue)")
    StandardOutput.write(
      document: detection.yaml.hasSuffix("\n") ? String(detection.yaml.dropLast()) : detection.yaml)
  }
}
