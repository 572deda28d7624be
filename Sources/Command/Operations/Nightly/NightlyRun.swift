package import CommandSettings
import Foundation
import HeightStore
import LayoutPrimitives

/// One unattended run: fetches, builds, checks and reports errors.
package struct NightlyRun {
  /// Number of last lines of output that are repeated after a failure.
  static let repeatedLines = 20
  /// Space that must be free for temporary files before a child process starts, in bytes.
  package static let room = 1 << 16

  /// A feed that was fetched.
  private struct FetchedFeed {
    package var name: String
    package var body: String
    /// The address without its secret parts.
    package var address: String
    package var validators: FeedValidators
  }

  package let plan: NightlyPlan
  package let log: NightlyLog
  /// The folder of temporary files.
  package let folder: String
  package let relay: SignalRelay
  /// Whether `tell` receives the summary of a successful run.
  package let tellsSuccess: Bool
  /// Receives lines for the user.
  package let tell: (String) -> Void
  private let start = Stopwatch()
  /// The exit code of the first failure; 0 without failures.
  private var code: Int32 = 0
  /// The state of the store's file before the run.
  private let before: FileStatus?
  /// The data of the last successful run.
  private var last: PreviousRun
  /// Whether the store is the one that the last successful run published.
  private var isLastNights = false
  /// The last lines of the child's standard error.
  private var words: [String] = []
  /// The counts of the build; `nil` before it has published.
  private var account: BuildAccount?
  private var failedFeeds: [(feed: String, exit: Int32)] = []
  /// Whether a line of the log could not be written.
  private var hasLostLines = false
  private let lock: NightlyLock

  package init(
    _ plan: NightlyPlan, log: NightlyLog, folder: String, lock: NightlyLock, relay: SignalRelay,
    tellsSuccess: Bool, tell: @escaping (String) -> Void
  ) {
    (self.plan, self.log, self.folder, self.relay) = (plan, log, folder, relay)
    self.lock = lock
    (self.tellsSuccess, self.tell) = (tellsSuccess, tell)
    let kept = FileManager.default.contents(atPath: plan.generationFile) ?? Data()
    last = PreviousRun(kept: String(decoding: kept, as: UTF8.self))
    before = FileStatus(plan.store)
  }

  /// Fetches the feeds, builds one generation with the changed feeds, and reports the run.
  ///
  /// - Returns: The exit code of the first failure; 0 without failures.
  package mutating func run() -> Int32 {
    let names = plan.webFeeds.map(\.name)
    let all = (plan.files + names + plan.flags + plan.further).joined(separator: " ")
    logEvent(.started, "started as process \(getpid()): \(all)")
    ping(.start)
    let trouble = attempt { run throws in try run.fetchAndBuild() }
    removeFetched()
    reportServedGeneration(after: trouble)
    writeMetrics()
    ping(.end(code))
    summarize()
    return code
  }

  private mutating func fetchAndBuild() throws {
    // Checked first, because the build would fail for this after all fetches.
    if let hold = try GenerationHold(store: plan.store) {
      throw StoreError.held(store: plan.store, note: hold.note)
    }
    var fetched: [FetchedFeed] = []
    if let curl = plan.curl, !plan.webFeeds.isEmpty {
      try makeFetchedFolder()
      recognizeStore()
      for feed in plan.webFeeds {
        let trouble = attempt(feed: feed.name) { run throws in
          if let feed = try run.fetch(feed, curl) { fetched.append(feed) }
        }
        if let trouble, trouble.endsNight { throw trouble }
      }
    }
    let files = plan.files + fetched.map(\.body)
    if files.isEmpty, !plan.webFeeds.isEmpty { return }
    // The build inherits standard input, which the feed `-` reads.
    try build(
      files + fetched.flatMap { ["--source-address", "\($0.body)=\($0.address)"] })
    // Saved after the build, so that the next run refetches feeds that were not built.
    for feed in fetched where !failedFeeds.contains(where: { $0.feed == feed.name }) {
      try keep(
        feed.validators.text, in: FeedValidators.file(of: feed.name, state: plan.state),
        "feed '\(feed.name)' is published, but its ETag cannot be kept; is the disk full?")
    }
  }

  /// Determines whether the store is the one that the last successful run published.
  ///
  /// If it is another store, unchanged feeds are fetched too, because cells of these feeds may be
  /// missing in that store.
  private mutating func recognizeStore() {
    isLastNights = last.published(plan.store)
    guard !isLastNights else { return }
    FeedValidators.removeAll(state: plan.state)
    if last.storeHash != nil {
      logEvent(
        .output,
        "the store \(plan.store) is not as the last good night left it; all feeds are fetched",
        level: .warning)
    }
  }

  /// Runs a step, and reports its error to the log and to standard error.
  ///
  /// - Parameter feed: The feed that the step handles; `nil` for a step of the whole run.
  /// - Returns: The error; `nil` if the step succeeded.
  private mutating func attempt(
    feed: String? = nil, _ step: (inout NightlyRun) throws -> Void
  ) -> NightlyFailure? {
    let trouble: NightlyFailure
    do {
      try step(&self)
      return nil
    } catch let error as NightlyFailure {
      trouble = error
    } catch {
      trouble = NightlyFailure(ExitStatus(of: error) ?? .internalError, "\(error)")
    }
    // The outer step reports an interruption, so that it is reported once.
    if feed != nil, trouble.endsNight { return trouble }
    logEvent(
      feed == nil ? .failed : .feedFailed, "failed with exit \(trouble.code): \(trouble.sentence)",
      level: .error, NightlyLog.Fields(feed: feed, exit: trouble.code))
    // A failed build reports its own reason, unless a signal killed it.
    if !trouble.isOfBuild || !words.contains(where: { $0.hasPrefix("cellheights: ") }) {
      tell("cellheights: \(trouble.sentence)")
    }
    // The output of curl explains the message, so it comes after the message.
    for line in words { tell(line) }
    words = []
    if let feed { failedFeeds.append((feed, trouble.code)) }
    if code == 0 { code = trouble.code }
    return trouble
  }

  /// Reports, after a failure, which store is still served.
  private func reportServedGeneration(after trouble: NightlyFailure?) {
    guard code != 0 else { return }
    let now = FileStatus(plan.store)
    let served =
      if now == nil {
        "there is no store \(plan.store) yet"
      } else if now == before {
        "the old store \(plan.store) is unchanged and still served"
      } else if trouble == nil {
        "\(plan.store) was published by this run; the feeds that failed keep the cells that they had"
      } else {
        "\(plan.store) was published by this run all the same"
      }
    tell("cellheights: \(served); log: \(log.path)")
  }

  /// Fetches a feed.
  ///
  /// - Returns: The fetched feed; `nil` if it has not changed.
  private mutating func fetch(_ feed: WebFeed, _ curl: Curl) throws -> FetchedFeed? {
    let watch = Stopwatch()
    let fetch = FeedFetch(
      feed: feed, limits: plan.limits, folder: folder, body: "\(plan.fetched)/\(feed.name).body")
    let file = FeedValidators.file(of: feed.name, state: plan.state)
    let key = plan.circumstances(of: feed, ProcessInfo.processInfo.environment)
    var kept: FeedValidators?
    if !plan.isFresh, isLastNights {
      let text = FileManager.default.contents(atPath: file) ?? Data()
      kept = FeedValidators(kept: String(decoding: text, as: UTF8.self), key: key)
    }
    fetch.clear()
    let code = try wait(for: fetch.process(curl: curl, kept: kept), feed: feed.name)
    let outcome = try fetch.outcome(code, wasConditional: kept != nil)
    let fields = NightlyLog.Fields(feed: feed.name, milliseconds: watch.milliseconds)
    guard let outcome else {
      logEvent(
        .unchanged,
        "feed '\(feed.name)' is unchanged since the last good night, nothing is built: "
          + feed.shown, fields)
      return nil
    }
    logEvent(.fetched, "feed '\(feed.name)': \(outcome.size) bytes from \(feed.shown)", fields)
    return FetchedFeed(
      name: feed.name, body: fetch.body, address: feed.shown,
      validators: FeedValidators(key: key, outcome.headers))
  }

  /// Builds the feeds and checks the result; feeds that fail are omitted.
  ///
  /// - Parameter files: The arguments that name the files and the addresses that they come from.
  /// - Throws: `NightlyFailure` if nothing was published, or if the result is wrong.
  private mutating func build(_ files: [String]) throws {
    let output = folder + "/document"
    let ended = try wait(
      for: ChildProcess(
        program: plan.program,
        arguments: ["build"] + files + plan.flags + ["--format", "json", "--keep-going"]
          + NightlyPlan.refusedFindings.flatMap { ["--refuse", $0.rawValue] } + plan.further,
        input: nil, output: output, inherited: lock.descriptor))
    // These exit codes can mean that the program could not write its output.
    if ended == 1 || ended == 128 + SIGPIPE { try needRoom() }
    let text = String(
      decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    let document = text.trimmingCharacters(in: .newlines)
    // A build that omitted feeds has published the other feeds.
    guard ended == 0 || !document.isEmpty else { throw NightlyFailure(buildEndedWith: ended) }
    let account: BuildAccount
    do {
      account = try BuildAccount(document: document)
    } catch {
      throw ended == 0 ? error : NightlyFailure(buildEndedWith: ended)
    }
    logEvent(
      .document, document.contains("\n") ? "document: \(document)" : "document:",
      NightlyLog.Fields(
        generation: account.generation,
        document: document.contains("\n") ? nil : document))
    logFailedFeeds(account)
    let published = account.store ?? plan.store
    try account.check(
      after: last.generation, in: plan.generationFile, store: published,
      isPublished: FileStatus(published).map { $0.size > 0 } ?? false)
    let left = PreviousRun(
      generation: account.generation,
      storeHash: plan.webFeeds.isEmpty ? nil : PreviousRun.hash(of: published))
    try keep(
      left.text, in: plan.generationFile,
      "the store is published, but \(plan.generationFile) cannot be written; is the disk full?")
    last = left
    self.account = account
    if ended != 0 {
      for line in words { tell(line) }
      if code == 0 { code = ended }
    }
    logEvent(
      .built, sentence(account),
      NightlyLog.Fields(generation: account.generation, milliseconds: start.milliseconds))
  }

  /// Records the feeds that the build omitted.
  private mutating func logFailedFeeds(_ account: BuildAccount) {
    for feed in account.failedFeeds ?? [] {
      failedFeeds.append((feed.feed, feed.exit))
      logEvent(
        .feedFailed, "failed with exit \(feed.exit): \(feed.message)", level: .error,
        NightlyLog.Fields(
          feed: feed.feed, generation: account.generation > 0 ? account.generation : nil,
          exit: feed.exit))
    }
  }

  private func sentence(_ account: BuildAccount) -> String {
    let cells = account.cells
    let failed = account.failedRecords > 0 ? " (\(account.failedRecords) failed)" : ""
    return "done in \(Int(start.wallSeconds)) s: \(account.records) records\(failed), "
      + "\(cells.computed) cells computed, \(cells.reused) reused, \(cells.failed) failed, "
      + "\(cells.removed) removed; generation \(account.generation) in "
      + (account.store ?? plan.store)
  }

  /// The generation of the last successful build; `nil` for none.
  private var servedGeneration: Int? { last.generation > 0 ? last.generation : nil }

  /// Writes the summary as the last line of the log, and to a terminal.
  private mutating func summarize() {
    let built = account.map(sentence) ?? "nothing was built"
    let failed = failedFeeds.map(\.feed)
    let exit = code == 0 ? "" : "; exit \(code)"
    let left = failed.isEmpty ? "" : "; failed: \(failed.joined(separator: ", "))"
    logEvent(
      .summary, built + left + exit, level: code == 0 ? .info : .error,
      NightlyLog.Fields(
        generation: servedGeneration, milliseconds: start.milliseconds, exit: code,
        failedFeeds: failed))
    // Cron expects no output on success.
    if code == 0, account != nil, tellsSuccess {
      tell("cellheights: \(built)")
    }
  }

  /// Replaces the metrics file; a failure is only reported.
  private mutating func writeMetrics() {
    guard let path = plan.metrics else { return }
    let previous = FileManager.default.contents(atPath: path) ?? Data()
    let metrics = NightlyMetrics(
      time: Int(Date.now.timeIntervalSince1970), exit: code, seconds: start.wallSeconds,
      account: account, generation: servedGeneration,
      storeBytes: FileStatus(plan.store)?.size, failedFeeds: failedFeeds)
    do {
      let text = metrics.text(after: String(decoding: previous, as: UTF8.self))
      try OutputFile(path, is: "metrics").write(text)
      // The program that reads the file may run as another user.
      chmod(path, 0o644)
      logEvent(.metrics, "wrote the metrics \(path)")
    } catch {
      warn(.metrics, "\(error)")
    }
  }

  /// Requests the address of `--ping-url`; a failure is only reported.
  private mutating func ping(_ moment: NightlyPing.Moment) {
    guard let ping = plan.ping, let curl = plan.curl else { return }
    do {
      let process = ping.process(curl: curl, moment, output: folder + "/ping")
      var said = ""
      // The new relay has not received an interruption, so the end is reported after one too.
      let ended = try process.run(moment == .start ? relay : SignalRelay()) { said = $0 }
      if ended == 0 {
        logEvent(.ping, "pinged \(ping.shown)")
      } else {
        warn(.ping, "\(ping.shown) could not be pinged (--ping-url): curl exit \(ended) \(said)")
      }
    } catch {
      warn(.ping, "\(ping.shown) could not be pinged (--ping-url): \(error)")
    }
  }

  /// Reports a problem that does not change the result of the run.
  private mutating func warn(_ event: NightlyLog.Event, _ sentence: String) {
    logEvent(event, sentence, level: .warning)
    tell("cellheights: warning: \(sentence)")
  }

  /// Appends a line to the log, and reports the first line that cannot be written.
  private mutating func logEvent(
    _ event: NightlyLog.Event, _ message: String, level: NightlyLog.Level = .info,
    _ fields: NightlyLog.Fields = NightlyLog.Fields()
  ) {
    guard !log.append(event, message, level: level, fields), !hasLostLines else { return }
    hasLostLines = true
    tell(
      "cellheights: warning: the log \(log.path) cannot be written, and lines are missing there; is "
        + "the disk full?")
  }

  /// Runs a process and logs its standard error.
  private mutating func wait(for child: ChildProcess, feed: String? = nil) throws -> Int32 {
    words = []
    try needRoom()
    return try child.run(relay) { line in
      let level: NightlyLog.Level =
        line.hasPrefix("cellheights: ") ? .error : line.hasPrefix("warning") ? .warning : .info
      logEvent(.output, "  \(line)", level: level, NightlyLog.Fields(feed: feed))
      words = words.suffix(Self.repeatedLines - 1) + [line]
    }
  }

  /// Creates the folder for fetched feeds, and removes the files of a run that was killed.
  private mutating func makeFetchedFolder() throws(NightlyFailure) {
    removeFetched()
    do {
      try FileManager.default.createDirectory(
        atPath: plan.fetched, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw NightlyFailure(.cannotCreate, "cannot make the folder \(plan.fetched)")
    }
  }

  private mutating func removeFetched() {
    guard FileManager.default.fileExists(atPath: plan.fetched) else { return }
    do {
      try FileManager.default.removeItem(atPath: plan.fetched)
    } catch {
      warn(.output, "the folder \(plan.fetched) cannot be removed; remove it")
    }
  }

  /// Throws if the temporary folder has no space for the output of a process.
  private func needRoom() throws(NightlyFailure) {
    let file = folder + "/room"
    defer { unlink(file) }
    do {
      try Data(count: Self.room).write(to: URL(filePath: file))
    } catch {
      throw NightlyFailure(
        .writeFailed, "the temporary folder \(folder) has no space left; is the disk full?")
    }
  }

  /// Writes a file atomically.
  ///
  /// - Parameter sentence: The message if the file cannot be written.
  private func keep(_ text: String, in file: String, _ sentence: String) throws(NightlyFailure) {
    do {
      try OutputFile(file, is: "state").write(text)
    } catch {
      throw NightlyFailure(.writeFailed, sentence)
    }
  }
}

/// A failure of a nightly run or of one of its feeds.
package struct NightlyFailure: Error, Equatable {
  /// The exit code of the run, which may be the exit code of the build.
  package let code: Int32
  /// The message.
  package let sentence: String
  /// Whether the run ends immediately, as after an interruption.
  var endsNight = false
  /// Whether the build has reported the reason itself.
  var isOfBuild = false

  package init(_ status: ExitStatus, _ sentence: String) {
    code = status.rawValue
    self.sentence = sentence
  }

  /// The failure for a build that ended with an exit code.
  package init(buildEndedWith code: Int32) {
    self.code = code
    sentence = "the build ended with exit \(code)"
    isOfBuild = true
  }

  package init(interruptedBy signal: Int32) {
    self.init(signal == SIGINT ? .interrupted : .terminated, "interrupted")
    endsNight = true
  }
}

/// A lock that prevents two simultaneous unattended builds of one store.
///
/// The build of the run inherits the lock, so it lasts until both have ended. Other processes, such
/// as curl, do not inherit it. It is not released explicitly, and its file is not removed.
package struct NightlyLock {
  /// The file descriptor that has the lock.
  let descriptor: Int32
  /// Maximum length of the note about the holder, in bytes.
  private static let noteBytes = 256

  /// Takes the lock, and writes a note about this process into its file.
  ///
  /// - Throws: `Failure.tryAgain` if another run has the lock.
  package init(_ path: String) throws(Failure) {
    // The file is not truncated on opening, because another process may have it locked.
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else {
      throw Failure(
        .cannotCreate, "cannot make the lock \(path); check the permissions of its folder")
    }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      var bytes = [UInt8](repeating: 0, count: Self.noteBytes)
      let count = max(read(file, &bytes, bytes.count), 0)
      let holder = String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
      let remark = Self.hasEnded(holder) ? ", which was killed; what it started still works" : ""
      throw Failure(
        .tryAgain,
        "another run holds \(path) (\(holder.isEmpty ? "just started" : holder)\(remark)); "
          + "nothing was done")
    }
    let note = "\(Self.words(getpid())) since \(Date.now.utcText)\n"
    guard ftruncate(file, 0) == 0, pwrite(file, note, note.utf8.count, 0) == note.utf8.count else {
      throw Failure(
        .writeFailed, "cannot write \(path); is the disk full? Nothing was done")
    }
    descriptor = file
  }

  /// The text in a note that names a process of this host.
  private static func words(_ process: pid_t) -> String {
    "process \(process) on \(ProcessInfo.processInfo.hostName)"
  }

  /// Whether a note names a process of this host that has ended.
  private static func hasEnded(_ note: String) -> Bool {
    guard let process = note.split(separator: " ").dropFirst().first.flatMap({ pid_t($0) }),
      process > 0, note.hasPrefix(words(process) + " ")
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
