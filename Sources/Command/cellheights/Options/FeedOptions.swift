public import ArgumentParser
import CellTemplates
import CommandSettings
public import FeedRecords
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation

/// The feeds of a build.
struct FeedOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Feed files, or - for standard input; by default the configured feeds.",
      discussion: "RSS, Atom, JSON Feed, NDJSON, or JSON with an array of records."),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .long,
    help: """
      One feed of this name from all files, without files the configured feed of this name; by \
      default each file is a feed named after it.
      """, completion: .feed)
  var feed: String?

  @OptionGroup var reading: InputOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The address that a file was fetched from, which the store notes; may be repeated.",
      valueName: "file=address", visibility: .hidden))
  var sourceAddress: [String] = []

  /// The feeds to build, each with its template.
  ///
  /// - Parameter leaveOut: Called with the name of a feed whose files, mapping or template cannot
  ///   be found, and the error, which it throws if the feed may not be left out.
  /// - Parameter stored: What a stored feed was built with, by its name.
  func feeds(
    _ settings: Settings,
    stored: (String) -> [FeedArgument],
    leaveOut: (String, any Error) throws -> Void = { throw $1 }
  ) throws -> [FeedInput] {
    var plans: [String: TemplatePlan] = [:]
    var feeds: [FeedInput] = []
    for (name, files) in try named(settings) {
      do {
        let configured = settings.file?.feed(name)
        let settings = settings.remembering(stored(name))
        let templateName = settings.template(settings.flags.template, feed: configured).value
        let sources = try files.get().map(source)
        let plan =
          try plans[templateName]
          ?? settings.explaining(feed: name) { try settings.templatePlan(feed: configured) }
        plans[templateName] = plan
        try settings.checkName(of: plan.template)
        var input = FeedInput(
          name: name, sources: sources,
          mapping: try settings.recordMapping(feed: configured),
          format: try settings.recordFormat(feed: configured), template: plan,
          maximumRemoved: configured?.maximumRemoved?.value.bound)
        let lists = try FeedLists(
          (settings.file?.lists ?? []).filter { $0.feed == name }, limits: settings.feedLimits)
        (input.list, input.lists) = (lists.own, lists.named)
        input.arguments = try settings.templateArguments(feed: configured)
        // Whoever wrote an address beside a name means the feed.
        input.isNamedAfterFile =
          !self.files.isEmpty && self.feed == nil && self.files.contains(sources[0].path)
        feeds.append(input)
      } catch {
        try leaveOut(name, error)
      }
    }
    return feeds
  }

  /// The source of a file, by its address if it was fetched.
  private func source(_ file: String) -> FeedSource {
    let start = file + "="
    let address = sourceAddress.first { $0.hasPrefix(start) }?.dropFirst(start.count)
    return FeedSource(path: file, name: address.map(String.init) ?? file)
  }

  /// The names of the feeds to build, with their files.
  private func named(
    _ settings: Settings
  ) throws(Failure) -> [(name: String, files: Result<[String], Failure>)] {
    if feed?.isEmpty == true { throw Failure(.usage, "--feed needs a name that is not empty") }
    if !files.isEmpty, let feed { return [(feed, .success(files))] }
    if !files.isEmpty { return try namedAfterFiles().map { ($0, .success($1)) } }
    let configured = settings.file?.feeds ?? []
    if configured.isEmpty {
      throw Failure(
        .usage,
        "no feed: name a feed file (see cellheights build --help), or feeds in "
          + (settings.file?.path ?? ConfigurationDiscovery.fileName))
    }
    var wanted = configured
    if let feed {
      wanted = configured.filter { $0.name == feed }
      guard !wanted.isEmpty else {
        let names = configured.map(\.name)
        throw Failure(
          .usage,
          "no feed '\(feed)' is configured; there are \(names.joined(separator: ", "))"
            + NearestName(names).suggestion(for: feed))
      }
    }
    return wanted.map { feed in
      (feed.name, Result { () throws(Failure) in try Self.files(of: feed, settings) })
    }
  }

  /// The files of a configured feed without repetition.
  private static func files(
    of feed: ConfiguredFeed, _ settings: Settings
  ) throws(Failure) -> [String] {
    var files: [String] = []
    for pattern in feed.files.value {
      do throws(Failure) {
        let found = try FilePattern(written: pattern, folder: settings.file?.folder ?? "").files()
        for file in found where !files.contains(file) { files.append(file) }
      } catch {
        throw Failure(
          error.status, "\(feed.files.origin): feed '\(feed.name)': \(error.description)")
      }
    }
    return files
  }

  /// One feed per file.
  private func namedAfterFiles() throws(Failure) -> [(name: String, files: [String])] {
    var known: [String: String] = [:]
    var feeds: [(name: String, files: [String])] = []
    for file in files {
      let name = FeedSource.feedName(of: file)
      if let other = known.updateValue(file, forKey: name) {
        throw Failure(
          .usage,
          "\(other) and \(file) would both be feed '\(name)'; "
            + "give --feed NAME to make one feed of them, or build each by itself with a --feed NAME "
            + "of its own, because a build replaces the feed it names")
      }
      feeds.append((name, [file]))
    }
    return feeds
  }
}

extension FeedFormat: ExpressibleByArgument {}

/// How records are found in the input.
struct InputOptions: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help:
      "A configured or built-in mapping's name, or a mapping file; by default found by content.",
    completion: .mapping)
  var mapping: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What the input is, where its content does not tell.", valueName: "format"))
  var inputFormat: FeedFormat?

  func add(to flags: inout SettingFlags) {
    (flags.mapping, flags.inputFormat) = (mapping, inputFormat)
  }
}

/// `--changes`.
struct ChangesOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Apply changes to a stored feed (--feed, or the only one), without reading the whole feed.",
      discussion: """
        NDJSON in the order of application: {"put":RECORD}, {"put":RECORD,"before":"ID"} or \
        {"delete":"ID"}. A record without `before` comes to the top.
        """,
      valueName: "file"), completion: .file(extensions: ["ndjson"]))
  var changes: String?

  /// Checks that no option of a whole build is given.
  func validate(_ others: [(option: String, isGiven: Bool)]) throws {
    guard let changes else { return }
    guard !changes.isEmpty else { throw ValidationError("--changes needs the path of a file") }
    if let other = others.first(where: \.isGiven) {
      throw ValidationError(
        "--changes applies to what is stored of a feed, in its stored environments; leave "
          + "\(other.option) out, or build the whole feed")
    }
  }

  /// The stored feed that the changes apply to.
  func feed(
    _ options: FeedOptions, _ stored: StoredFeeds, store: String,
    _ settings: Settings
  ) throws -> FeedInput {
    let names = stored.names
    guard let first = names.first else {
      throw Failure(
        .inputMissing, "\(store) has no feed to apply changes to; build the whole feed first")
    }
    guard let name = options.feed ?? (names.count == 1 ? first : nil) else {
      throw Failure(
        .usage, "\(store) has several feeds, \(names.joined(separator: ", ")); say which: --feed")
    }
    guard names.contains(name) else {
      throw Failure(
        .usage,
        "\(store) has no feed '\(name)'; it has \(names.joined(separator: ", "))"
          + NearestName(names).suggestion(for: name))
    }
    let configured = settings.file?.feed(name)
    let settings = settings.remembering(stored.arguments(of: name))
    var feed = FeedInput(
      name: name, sources: [],
      template: try settings.explaining(feed: name) {
        try settings.templatePlan(feed: configured)
      }, maximumRemoved: configured?.maximumRemoved?.value.bound)
    feed.arguments = try settings.templateArguments(feed: configured)
    return feed
  }
}
