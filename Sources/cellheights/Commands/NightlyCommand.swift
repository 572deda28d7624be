import ArgumentParser
import Foundation

struct NightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Build unattended: one run at a time, with a log, the result checked.",
    usage: """
      cellheights nightly [<options>] [<feed> | [<name>=]<url>] ... [-- <build-argument> ...]
      """,
    discussion: """
      A URL is fetched with curl, only when it changed since the last good night, and built as a \
      feed of its own. Without feeds those of the configuration file are built. On failure the old \
      store is left as it was. docs/nightly.md tells what each exit code asks of you.
      """)

  @Argument(
    help: ArgumentHelp(
      "Feed files, and addresses as URL or NAME=URL; by default the configured feeds.",
      valueName: "feed"),
    completion: .file())
  var feeds: [String] = []

  @OptionGroup var store: StoreOption

  @Option(
    name: .long,
    help: ArgumentHelp("The log. (default: nightly.log beside the store)", valueName: "file"),
    completion: .file())
  var log: String?

  @OptionGroup var configured: ConfigurationOption

  @Flag(name: .long, help: "Fetch what has not changed too.")
  var fresh = false

  @Option(
    name: .long, help: ArgumentHelp("Seconds of one attempt to fetch.", valueName: "seconds"))
  var maxTime = FetchLimits().seconds

  @Option(
    name: .long, help: ArgumentHelp("Bytes of a fetched feed, unpacked.", valueName: "bytes"))
  var maxBytes = FetchLimits().bytes

  @Option(
    name: .long, help: ArgumentHelp("Attempts to fetch after the first.", valueName: "n"))
  var retries = FetchLimits().retries

  @Option(
    name: .customLong("build-argument"),
    help: ArgumentHelp(
      "A further argument of build; what stands behind -- are such too.", valueName: "word"))
  var further: [String] = []

  /// Rewrites the words after `--` as options, because the parser supports one positional list.
  static func spelled(_ words: [String]) -> [String] {
    guard words.first == configuration.commandName, let end = words.firstIndex(of: "--") else {
      return words
    }
    return words[..<end] + words[(end + 1)...].map { "--build-argument=\($0)" }
  }

  func validate() throws {
    if log?.isEmpty == true { throw ValidationError("--log needs the path of a file") }
    for (name, least, number) in [
      ("--max-time", 1, maxTime), ("--max-bytes", 1, maxBytes), ("--retries", 0, retries),
    ] where !(least...FetchLimits.largest).contains(number) {
      throw ValidationError("\(name) is a number from \(least) to \(FetchLimits.largest)")
    }
    let (_, webFeeds) = try divided()
    var names: Set<String> = []
    for feed in webFeeds where !names.insert(feed.name).inserted {
      throw ValidationError(
        "two URLs would both be feed '\(feed.name)'; write NAME=URL to name one of them")
    }
    for word in further {
      switch word.prefix(while: { $0 != "=" }) {
      case "--store":
        throw ValidationError("name the store before --, so that it can be locked and checked")
      case "--config": throw ValidationError("name the configuration file before --")
      case "--format", "--plan":
        throw ValidationError("\(word) is no argument of an unattended build")
      case "--feed" where !webFeeds.isEmpty:
        throw ValidationError("\(word): each URL is a feed of its own; write NAME=URL")
      default: break
      }
    }
  }

  func run() throws {
    let variables = ProcessInfo.processInfo.environment
    let plan = try plan(variables)
    let logBytes = try Self.logBytes(variables["CELLHEIGHTS_LOG_BYTES"])
    let folder = Self.folder(of: plan.store)
    let logFile = log ?? (folder == "." ? "./nightly.log" : "\(folder)/nightly.log")
    do {
      for folder in [folder, Self.folder(of: logFile)] {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      }
    } catch {
      throw Failure(
        .cannotCreate,
        "cannot make the folders of \(plan.store) and \(logFile); check their parents and "
          + "permissions")
    }
    _ = try NightlyLock(plan.state + ".lock")
    let nightlyLog = try NightlyLog(logFile, rotatedAbove: logBytes)
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "cellheights-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: temporary, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(.cannotCreate, "cannot make a temporary folder; check TMPDIR")
    }
    var night = NightlyRun(plan, log: nightlyLog, folder: temporary, relay: SignalRelay())
    let code = night.run()
    do {
      try FileManager.default.removeItem(atPath: temporary)
    } catch {
      nightlyLog.note("the temporary folder \(temporary) cannot be removed; remove it")
    }
    if code != 0 { throw ExitCode(code) }
  }

  /// Divides the feeds into files and URLs.
  private func divided() throws(ValidationError) -> (files: [String], webFeeds: [WebFeed]) {
    var files: [String] = []
    var webFeeds: [WebFeed] = []
    for word in feeds {
      if let feed = try WebFeed(word) { webFeeds.append(feed) } else { files.append(word) }
    }
    return (files, webFeeds)
  }

  private func plan(_ variables: [String: String]) throws -> NightlyPlan {
    let (files, webFeeds) = try divided()
    let folders = variables["PATH"] ?? ""
    let named = variables["CELLHEIGHTS_BINARY"].flatMap { $0.isEmpty ? nil : $0 }
    guard let program = ChildProcess.file(of: named ?? ChildProcess.ownFile, in: folders) else {
      throw Failure(
        .configuration, "CELLHEIGHTS_BINARY '\(named ?? "")' is not a program that can be run")
    }
    let curl = webFeeds.isEmpty ? "" : ChildProcess.file(of: "curl", in: folders)
    guard let curl else {
      throw Failure(.configuration, "curl is missing; install it, or run scripts/setup")
    }
    let settings = try configured.settings()
    guard !feeds.isEmpty || !further.isEmpty || settings.file != nil else {
      throw Failure(
        .usage,
        "no feed: name a feed file or an address (see cellheights nightly --help), or feeds in "
          + ConfigurationDiscovery.fileName)
    }
    return NightlyPlan(
      store: store.path(settings), config: settings.file?.path, files: files, webFeeds: webFeeds,
      flags: [("--store", store.store), ("--config", configured.config)].flatMap { name, value in
        value.map { [name, $0] } ?? []
      }, further: further, isFresh: fresh,
      limits: FetchLimits(seconds: maxTime, bytes: maxBytes, retries: retries), program: program,
      curl: curl)
  }

  /// The size above which the log is rotated.
  private static func logBytes(_ text: String?) throws(Failure) -> Int {
    guard let text, !text.isEmpty else { return NightlyLog.standardBytes }
    guard let bytes = Int(text), bytes >= 0 else {
      throw Failure(.usage, "CELLHEIGHTS_LOG_BYTES '\(text)' is not a number of bytes")
    }
    return bytes
  }

  private static func folder(of path: String) -> String {
    let folder = NSString(string: path).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }
}
