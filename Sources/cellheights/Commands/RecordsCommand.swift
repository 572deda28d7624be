import ArgumentParser
import FeedRecords

/// `cellheights records`.
struct RecordsCommand: ParsableCommand {
  /// The shapes that records can be written in.
  enum Shape: String, ExpressibleByArgument, CaseIterable {
    case ndjson
  }

  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: "Print the records of a feed as they are read, one JSON object a line.",
    discussion: """
      The same records as `build` sees, and what `layout` reads. --detect prints what was \
      recognised instead: format and mapping, as the beginning of a mapping file of your own.
      """)

  @Argument(help: "A feed file, or - for standard input.")
  var file: String

  @OptionGroup var reading: InputOptions

  @Flag(name: .long, help: "Print the mapping that fits the feed instead of its records.")
  var detect = false

  @Option(name: .long, help: "Shape of the output.")
  var format = Shape.ndjson

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    let settings = try configured.settings()
    let source = FeedSource(path: file)
    if detect {
      let found = try FeedReader.detect(source, limits: settings.feedLimits)
      StandardOutput.write("# format: \(found.format.rawValue)")
      StandardOutput.write(found.yaml.hasSuffix("\n") ? String(found.yaml.dropLast()) : found.yaml)
      return
    }
    var reader = try FeedReader(
      source: source, mapping: try reading.mapping(settings), limits: settings.feedLimits)
    var output = BufferedOutput()
    var good = 0
    var failures = FailureLines()
    do {
      while let item = try reader.next() {
        switch item {
        case .record(let record):
          good += 1
          output.write(record.recordJSON)
        case .failure(let failure): failures.add(failure)
        }
      }
    } catch {
      output.flush()
      failures.print()
      throw error
    }
    output.flush()
    failures.print()
    if good == 0 { throw Failure(.badData, "\(file) has no record that can be read") }
  }
}

/// Failures of records, one line a kind.
struct FailureLines {
  private var groups: [(first: RecordFailure, count: Int)] = []

  mutating func add(_ failure: RecordFailure) {
    if let known = groups.firstIndex(where: { $0.first.code == failure.code }) {
      groups[known].count += 1
    } else {
      groups.append((failure, 1))
    }
  }

  func print() {
    for group in groups {
      let count = group.count == 1 ? "" : " (\(group.count) times, this was the first)"
      StandardError.write("warning \(group.first)\(count)")
    }
  }
}
