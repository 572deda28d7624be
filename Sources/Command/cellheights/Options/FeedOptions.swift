public import ArgumentParser
import CommandSettings
public import FeedRecords

/// The options for the feeds of a build.
struct FeedOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Feed files, or - for standard input. (default: the configured feeds)",
      discussion: "RSS, Atom, JSON Feed, NDJSON, or JSON with an array of records."),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .long,
    help: """
      The name of one feed made of all files, or of the configured feed to build. By default each \
      file is a feed named after it.
      """, completion: .feed)
  var feed: String?

  @OptionGroup var reading: InputOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The address that a file was fetched from, which the store notes; may be repeated.",
      valueName: "file=address", visibility: .hidden))
  var sourceAddress: [String] = []
}

extension FeedFormat: ExpressibleByArgument {}

/// The options for finding records in files.
struct InputOptions: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help:
      "The name of a mapping, or a mapping file. (default: detected from the content)",
    completion: .mapping)
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The input format. (default: detected from the content)", valueName: "format"))
  var inputFormat: FeedFormat?

  func add(to flags: inout SettingFlags) {
    (flags.mapping, flags.inputFormat) = (mapping, inputFormat)
  }
}

/// The option `--changes`.
struct ChangesOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Apply a file of changes to a stored feed (--feed, or the only one).",
      discussion: """
        NDJSON in the order of application: {"put":RECORD}, {"put":RECORD,"before":"ID"} or \
        {"delete":"ID"}. A record without `before` becomes the first.
        """,
      valueName: "file"), completion: .file(extensions: ["ndjson"]))
  var changes: String?

  /// Throws if an option that requires a full build is set together with `--changes`.
  func validate(_ others: [(option: String, isGiven: Bool)]) throws {
    guard let changes else { return }
    guard !changes.isEmpty else { throw ValidationError("--changes needs the path of a file") }
    if let other = others.first(where: \.isGiven) {
      throw ValidationError(
        "--changes applies to what is stored of a feed, in its stored environments; leave "
          + "\(other.option) out, or build the whole feed")
    }
  }
}
