import Foundation

/// One unattended run: fetches, builds, checks and reports errors.
struct NightlyRun {
  /// Number of last output lines that are repeated after a failure.
  static let repeatedLines = 20
  /// Free space for temporary files that a child process requires, in bytes.
  static let room = 1 << 16

  let plan: NightlyPlan
  let log: NightlyLog
  /// The folder of temporary files.
  let folder: String
  let relay: SignalRelay
  private let start = Stopwatch()
  /// The exit code of the first failure.
  private var code: Int32 = 0
  /// The store before the current feed.
  private var before: FileStatus?
  /// The generation of the last successful run.
  private var last: Int
  /// The last lines of the child's standard error.
  private var words: [String] = []
  private var summary: String?

  init(_ plan: NightlyPlan, log: NightlyLog, folder: String, relay: SignalRelay) {
    (self.plan, self.log, self.folder, self.relay) = (plan, log, folder, relay)
    let kept = FileManager.default.contents(atPath: plan.generationFile) ?? Data()
    // Other content than a number counts as none.
    last = Int(String(decoding: kept.prefix { $0 != 10 }, as: UTF8.self)) ?? 0
    before = FileStatus(plan.store)
  }

  /// Builds the files, then each fetched feed independently.
  ///
  /// - Returns: The exit code of the first failure.
  mutating func run() -> Int32 {
    let names = plan.webFeeds.map(\.name)
    let all = (plan.files + names + plan.flags + plan.further).joined(separator: " ")
    log.note("started as process \(getpid()): \(all)")
    if !plan.files.isEmpty || plan.webFeeds.isEmpty {
      // With inherited standard input, for a feed `-`.
      let trouble = attempt { run throws in try run.build(run.plan.files, input: nil) }
      if trouble?.endsNight == true { return trouble?.code ?? code }
    }
    for feed in plan.webFeeds {
      let trouble = attempt { run throws in try run.build(feed) }
      if trouble?.endsNight == true { return trouble?.code ?? code }
    }
    // Cron expects no output on success.
    if let summary, StandardError.isTerminal { StandardError.write("cellheights: \(summary)") }
    return code
  }

  /// Runs a step, and reports its error to the log and to standard error.
  private mutating func attempt(_ step: (inout NightlyRun) throws -> Void) -> NightlyTrouble? {
    let trouble: NightlyTrouble
    do {
      try step(&self)
      return nil
    } catch let error as NightlyTrouble {
      trouble = error
    } catch {
      trouble = NightlyTrouble(ExitStatus(of: error) ?? .internalError, "\(error)")
    }
    log.note("failed with exit \(trouble.code): \(trouble.sentence)")
    for line in words { StandardError.write(line) }
    // A failed build reports its reason itself, unless a signal killed it.
    if !trouble.isOfBuild || !words.contains(where: { $0.hasPrefix("cellheights: ") }) {
      StandardError.write("cellheights: \(trouble.sentence)")
    }
    let now = FileStatus(plan.store)
    let served =
      now == nil
      ? "there is no store \(plan.store) yet"
      : now == before
        ? "the old store \(plan.store) is unchanged and still served"
        : "\(plan.store) was published by this run all the same"
    StandardError.write("cellheights: \(served); log: \(log.path)")
    if code == 0 { code = trouble.code }
    return trouble
  }

  /// Fetches a feed, and builds it if it has changed.
  private mutating func build(_ feed: WebFeed) throws {
    let fetch = FeedFetch(feed: feed, limits: plan.limits, folder: folder)
    let file = FeedValidators.file(of: feed.name, state: plan.state)
    let key = plan.circumstances(of: feed, ProcessInfo.processInfo.environment)
    var kept: FeedValidators?
    if !plan.isFresh, FileStatus(plan.store).map({ $0.size > 0 }) ?? false {
      let text = FileManager.default.contents(atPath: file) ?? Data()
      kept = FeedValidators(kept: String(decoding: text, as: UTF8.self), key: key)
    }
    fetch.clear()
    let code = try wait(for: fetch.process(curl: plan.curl, kept: kept))
    guard let answer = try fetch.outcome(code, wasConditional: kept != nil) else {
      log.note(
        "feed '\(feed.name)' is unchanged since the last good night, nothing is built: "
          + feed.shown)
      return
    }
    log.note("feed '\(feed.name)': \(answer.size) bytes from \(feed.shown)")
    try build(["-", "--feed=\(feed.name)"], input: fetch.body)
    // After the build, so that the next run fetches again what was not built.
    try keep(
      FeedValidators(key: key, answer.headers).text, in: file,
      "feed '\(feed.name)' is published, but its ETag cannot be kept; is the disk full?")
  }

  /// Builds, and checks the result.
  ///
  /// - Parameter input: The file for standard input; `nil` to inherit it.
  private mutating func build(_ feeds: [String], input: String?) throws {
    let output = folder + "/document"
    let code = try wait(
      for: ChildProcess(
        program: plan.program,
        arguments: ["build"] + feeds + plan.flags + ["--format", "json"] + plan.further,
        input: input, output: output))
    // Exit codes of a program that cannot write its output.
    if code == 1 || code == 128 + SIGPIPE { try needRoom() }
    guard code == 0 else { throw NightlyTrouble(buildEndedWith: code) }
    let text = String(
      decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    let document = text.trimmingCharacters(in: .newlines)
    log.note("document: \(document)")
    let account = try BuildAccount(document: document)
    let published = account.store ?? plan.store
    try account.check(
      after: last, in: plan.generationFile, store: published,
      isPublished: FileStatus(published).map { $0.size > 0 } ?? false)
    try keep(
      "\(account.generation)\n", in: plan.generationFile,
      "the store is published, but \(plan.generationFile) cannot be written; is the disk full?")
    last = account.generation
    let cells = account.cells
    let line =
      "done in \(Int(start.wallSeconds)) s: \(account.records) records, "
      + "\(cells.computed) cells computed, \(cells.reused) reused, \(cells.failed) failed, "
      + "\(cells.removed) removed; generation \(account.generation) in \(published)"
    summary = line
    log.note(line)
  }

  /// Runs a process and logs its standard error.
  private mutating func wait(for child: ChildProcess) throws -> Int32 {
    before = FileStatus(plan.store)
    words = []
    try needRoom()
    return try child.run(relay) { line in
      log.note("  \(line)")
      words = words.suffix(Self.repeatedLines - 1) + [line]
    }
  }

  /// Checks that the temporary folder has space for the output of a process.
  private func needRoom() throws(NightlyTrouble) {
    let file = folder + "/room"
    defer { unlink(file) }
    do {
      try Data(count: Self.room).write(to: URL(filePath: file))
    } catch {
      throw NightlyTrouble(
        .writeFailed, "the temporary folder \(folder) has no room; is the disk full?")
    }
  }

  /// Writes a file atomically.
  private func keep(_ text: String, in file: String, _ sentence: String) throws(NightlyTrouble) {
    do {
      try OutputFile(file, is: "state").write(text)
    } catch {
      throw NightlyTrouble(.writeFailed, sentence)
    }
  }
}
