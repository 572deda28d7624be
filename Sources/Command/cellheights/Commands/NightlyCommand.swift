import ArgumentParser
import CommandSettings
import FeedRecords
import Foundation
import Operations

struct NightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Build unattended: fetch feeds, build, verify, log.",
    usage: """
      cellheights nightly [<options>] [<feed> | [<name>=]<url>] ... [-- <build-argument> ...]
      """,
    discussion: """
      Each URL is a feed, fetched with curl if it has changed since the last successful run. Without \
      feeds the configured feeds are built. All feeds are published as one generation. A feed that \
      fails keeps its stored cells; the exit code is that of the first failure. docs/runbook.md \
      explains what to do for each exit code.
      """)

  @Argument(
    help: ArgumentHelp(
      "Feed files, and addresses as URL or NAME=URL. (default: the configured feeds)",
      valueName: "feed"),
    completion: .file())
  var feeds: [String] = []

  @OptionGroup var store: StoreOption

  @Option(
    name: .long,
    help: ArgumentHelp("The log. (default: nightly.log beside the store)", valueName: "file"),
    completion: .file())
  var log: String?

  @Option(
    name: .long, help: "Form of the log. (default: text on a terminal, json elsewhere)")
  var logFormat: NightlyLog.Form?

  @Option(
    name: .long, help: ArgumentHelp("Rotated logs that are kept.", valueName: "n"))
  var keepLogs = NightlyLog.Retention().files

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Days after which a rotated log is removed. (default: none)", valueName: "days"))
  var keepLogDays: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("Metrics for the textfile collector of Prometheus.", valueName: "file"),
    completion: .file())
  var metrics: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The address to ping: URL/start, then URL, or URL/CODE after a failure.",
      valueName: "url"))
  var pingURL: String?

  @OptionGroup var configured: ConfigurationOption

  @Flag(name: .long, help: "Fetch every feed, even if it is unchanged.")
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
      "Pass one more argument to build; so is everything after --.", valueName: "word"))
  var further: [String] = []

  /// Rewrites the arguments after `--` as options; the parser supports only one positional list.
  static func spelled(_ words: [String]) -> [String] {
    guard words.first == configuration.commandName, let end = words.firstIndex(of: "--") else {
      return words
    }
    return words[..<end] + words[(end + 1)...].map { "--build-argument=\($0)" }
  }

  func validate() throws {
    for (name, path) in [("--log", log), ("--metrics", metrics)] where path?.isEmpty == true {
      throw ValidationError("\(name) needs the path of a file")
    }
    if let pingURL, NightlyPing(pingURL) == nil {
      throw ValidationError("--ping-url '\(pingURL)' is no URL of http or https")
    }
    guard (0...NightlyLog.Retention.largest).contains(keepLogs) else {
      throw ValidationError("--keep-logs is a number from 0 to \(NightlyLog.Retention.largest)")
    }
    guard keepLogDays.map({ $0 >= 1 }) ?? true else {
      throw ValidationError("--keep-log-days is a number of days from 1")
    }
    for (name, minimum, number) in [
      ("--max-time", 1, maxTime), ("--max-bytes", 1, maxBytes), ("--retries", 0, retries),
    ] where !(minimum...FetchLimits.largest).contains(number) {
      throw ValidationError("\(name) is a number from \(minimum) to \(FetchLimits.largest)")
    }
    let (files, webFeeds) = try divided()
    var names: Set<String> = []
    for feed in webFeeds where !names.insert(feed.name).inserted {
      throw ValidationError(
        "two URLs would both be feed '\(feed.name)'; write NAME=URL to name one of them")
    }
    for file in files where names.contains(FeedSource.feedName(of: file)) {
      throw ValidationError(
        "\(file) and a URL would both be feed '\(FeedSource.feedName(of: file))'; write NAME=URL")
    }
    for word in further {
      if let reason = ConfigurationReader.refusal(of: word) { throw ValidationError(reason) }
      if word.prefix(while: { $0 != "=" }) == "--feed", !webFeeds.isEmpty {
        throw ValidationError("\(word): each URL is a feed of its own; write NAME=URL")
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
    let lock = try NightlyLock(plan.state + ".lock")
    let now = Date.now
    let nightlyLog = try NightlyLog(
      logFile,
      NightlyLog.Retention(files: keepLogs, days: keepLogDays, bytes: logBytes),
      form: logFormat, run: "\(now.utcText)/\(getpid())", now: now)
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "cellheights-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: temporary, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(.cannotCreate, "cannot make a temporary folder; check TMPDIR")
    }
    var night = NightlyRun(
      plan, log: nightlyLog, folder: temporary, lock: lock, relay: SignalRelay(),
      tellsSuccess: StandardError.isTerminal, tell: StandardError.write(_:))
    let code = night.run()
    do {
      try FileManager.default.removeItem(atPath: temporary)
    } catch {
      nightlyLog.append(
        .output, "the temporary folder \(temporary) cannot be removed; remove it", level: .warning)
    }
    if code != 0 { throw ExitCode(code) }
  }

  /// Separates the arguments into paths of files and feeds with a URL.
  private func divided() throws(ValidationError) -> (files: [String], webFeeds: [WebFeed]) {
    var files: [String] = []
    var webFeeds: [WebFeed] = []
    for word in feeds {
      do throws(WebFeed.Problem) {
        if let feed = try WebFeed(word) { webFeeds.append(feed) } else { files.append(word) }
      } catch {
        throw ValidationError(error.message)
      }
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
    let curl = webFeeds.isEmpty && pingURL == nil ? nil : try Curl(in: folders)
    let settings = try configured.settings(store)
    guard !feeds.isEmpty || !further.isEmpty || settings.file != nil else {
      throw Failure(
        .usage,
        "no feed: name a feed file or an address (see cellheights nightly --help), or feeds in "
          + ConfigurationDiscovery.fileName)
    }
    return NightlyPlan(
      store: settings.storePath, config: settings.file?.path, files: files, webFeeds: webFeeds,
      flags: [("--store", store.store), ("--config", configured.config)].flatMap { name, value in
        value.map { [name, $0] } ?? []
      }, further: (settings.file?.nightlyArguments?.value ?? []) + further, isFresh: fresh,
      limits: FetchLimits(seconds: maxTime, bytes: maxBytes, retries: retries), program: program,
      curl: curl, metrics: metrics, ping: pingURL.flatMap { NightlyPing($0) })
  }

  /// The size in bytes above which the log is rotated; the default if the variable is not set.
  private static func logBytes(_ text: String?) throws(Failure) -> Int {
    guard let text, !text.isEmpty else { return NightlyLog.Retention().bytes }
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

extension NightlyLog.Form: ExpressibleByArgument {}
