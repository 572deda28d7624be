import ArgumentParser
import CellTemplates
import CommandSettings
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import Operations
import TextMeasurement

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check a store: its rows, its cells laid out again, or heights measured elsewhere.",
    discussion: """
      Every row is read. Then a sample of the cells is laid out again from the feed's own files, \
      with the template and the fonts of the build, and compared. Any difference is listed, and the exit code is 1.

      With --against, heights that a device or a browser measured are compared instead, one \
      {"id":…,"template":…,"environment":…,"height":POINTS} a line; "lines" by view, "fonts" by \
      family and "version" help to name the cause. Exits 1 where one is off by more than the \
      tolerance.

      For example:  cellheights verify --sample all
                    cellheights verify --against measured.ndjson
      """)

  @OptionGroup var store: StoreOption

  @Option(name: .long, help: "The feed; by default all of them.", completion: .feed)
  var feed: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Cells to lay out again, spread evenly over the lists; or all. (default: 1000)",
      valueName: "n"))
  var sample: SampleSize?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Heights measured elsewhere, a file of NDJSON or - for standard input; may be repeated.",
      valueName: "file"), completion: .file())
  var against: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How far a measured height may be off. (default: one device pixel)", valueName: "points"))
  var tolerance: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file to read records from, instead of those of the build; may be repeated.",
      valueName: "file"), completion: .file())
  var input: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Differences, or cells that are off by most, to list.", valueName: "n"))
  var maxListed = 20

  @OptionGroup var template: TemplateOption
  @OptionGroup var reading: InputOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var fonts: FontOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    guard (0...100_000).contains(maxListed) else {
      throw ValidationError("--max-listed is a number of differences from 0 to 100000")
    }
    if let tolerance, !(tolerance.isFinite && tolerance >= 0) {
      throw ValidationError("--tolerance is a number of points from 0")
    }
    guard against.isEmpty || sample == nil else {
      throw ValidationError("--sample lays cells out again, which --against does not")
    }
    guard !against.isEmpty || tolerance == nil else {
      throw ValidationError("--tolerance belongs to --against")
    }
  }

  func run() throws {
    guard against.isEmpty else { return try compareMeasured() }
    let sample = self.sample ?? .cells(1000)
    let settings = try configured.settings(
      store, template, reading, imageSizes, formatOptions, fonts)
    let path = settings.storePath
    let lookup = try HeightLookup(store: path)
    if let feed, lookup.catalog.feed(named: feed) == nil {
      throw Miss(.unknownFeed(asked: feed, known: lookup.feeds.map(\.name)))
    }
    let feeds = lookup.feeds.filter { feed == nil || $0.name == feed }
    guard input.isEmpty || feeds.count == 1 else {
      throw Failure(.usage, "--input is of one feed; name it with --feed")
    }
    var report = VerifyReport(
      store: path, generation: lookup.generation.number, digest: lookup.generation.digest,
      maximumListed: maxListed)
    try readRows(path, &report)
    let samples = try readLists(lookup, feeds, sample, &report)
    var failures: [(feed: String, error: any Error)] = []
    for (feed, cells) in zip(feeds, samples) where cells.contains(where: { $0.count > 0 }) {
      // What was found without the feed's files is told in any case.
      do {
        try layOut(StoredFeed(entry: feed, settings: settings), cells, lookup, &report)
      } catch {
        report.leftOut.append(VerifyReport.LeftOut(feed: feed.name, why: "\(error)"))
        failures.append((feed.name, error))
      }
    }
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table:
      for line in report.lines { StandardOutput.write(line) }
    }
    var separate = SeparateFailures()
    for (feed, error) in failures { try separate.note(error, in: "feed '\(feed)'") }
    if !report.holds { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
    if let status = separate.status { throw ExitCode(status.rawValue) }
  }

  /// Compares the store with heights that devices measured.
  private func compareMeasured() throws {
    let settings = try configured.settings(
      store, template, reading, imageSizes, formatOptions, fonts)
    let report = try MeasuredVerification(
      settings: settings, against: against, feed: feed, tolerance: tolerance, maxListed: maxListed,
      input: input
    ).report(of: settings.storePath, tell: StandardError.write(_:))
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: for line in report.table { StandardOutput.write(line) }
    }
    guard report.holds, report.compared > 0 else {
      throw ExitCode(ExitStatus.negativeAnswer.rawValue)
    }
  }

  /// Reads every page and row, of all feeds.
  private func readRows(_ path: String, _ report: inout VerifyReport) throws {
    let verification = try StoreVerification(path: path)
    // A page that cannot be read ends a check and not the others.
    func check(_ kind: String, _ body: () throws -> Void) throws {
      do { try body() } catch let error as StoreError {
        report.add(VerifyReport.Difference(kind: kind, what: "\(error)"))
      }
    }
    try check("sqlite") {
      for fault in try verification.faultsOfSQLite(limit: max(1, maxListed)) {
        report.add(VerifyReport.Difference(kind: "sqlite", what: fault))
      }
    }
    try check("cell") {
      try verification.readCells { number, what in
        report.rows += 1
        guard let what else { return }
        report.add(VerifyReport.Difference(kind: "cell", what: "cell \(number): \(what)"))
      }
    }
    try check("count") {
      for what in try verification.wrongCounts() {
        report.add(VerifyReport.Difference(kind: "count", what: what))
      }
    }
  }

  /// Reads every list.
  ///
  /// - Returns: The sample, by feed and environment.
  private func readLists(
    _ lookup: HeightLookup, _ feeds: [FeedEntry], _ sample: SampleSize,
    _ report: inout VerifyReport
  ) throws -> [[CellVerification]] {
    let lists = ListVerification(lookup: lookup)
    let total = feeds.flatMap(\.environments).reduce(0) {
      $0 + ($1.environment.isRange ? 0 : $1.cells)
    }
    var place = 0
    return try feeds.map { feed in
      var sampled: Set<String>?
      return try feed.environments.map { environment in
        let scope = try lookup.onlyScope(
          feed: feed.name, environment: environment.environment.key)
        if environment.environment.isRange {
          return try rangeSample(of: scope, sample, like: sampled, lookup, &report)
        }
        var chosen: Set<String> = []
        for name in feed.lists.map(\.description.name) {
          let isWhole = name == ListDescription.feedOrder
          try lists.check(name, in: scope, &report) { cell in
            guard isWhole, case .cells = sample else { return }
            if sample.contains(place, of: total) { chosen.insert(cell.recordID) }
            place += 1
          }
        }
        guard case .cells = sample else {
          return try CellVerification(lookup: lookup, scope: scope, sample: nil)
        }
        sampled = sampled ?? chosen
        return try CellVerification(lookup: lookup, scope: scope, sample: chosen)
      }
    }
  }

  /// The sample of a range of widths, which has no list: the records of the feed's first single
  /// width.
  private func rangeSample(
    of scope: LookupScope, _ sample: SampleSize, like records: Set<String>?,
    _ lookup: HeightLookup, _ report: inout VerifyReport
  ) throws -> CellVerification {
    guard case .cells(let number) = sample else {
      return try CellVerification(lookup: lookup, scope: scope, sample: nil)
    }
    if records == nil, number > 0 {
      let why = "\(scope.key) has no list to take a sample from; --sample all lays out all of it"
      report.leftOut.append(VerifyReport.LeftOut(feed: scope.feed.name, why: why))
      StandardError.write("warning: feed '\(scope.feed.name)' is not laid out again: \(why)")
    }
    return try CellVerification(lookup: lookup, scope: scope, sample: records ?? [])
  }

  /// Lays out the sample of a feed again.
  private func layOut(
    _ feed: StoredFeed, _ cells: [CellVerification], _ lookup: HeightLookup,
    _ report: inout VerifyReport
  ) throws {
    guard !input.isEmpty || !feed.isImported else {
      let why = "its cells were imported; give the records that they were made of with --input FILE"
      report.leftOut.append(VerifyReport.LeftOut(feed: feed.entry.name, why: why))
      StandardError.write("warning: feed '\(feed.entry.name)' is not laid out again: \(why)")
      return
    }
    let templates = try feed.templates(lookup.catalog)
    let library = try feed.settings.fontLibrary(for: templates.templates)
    let measurer = try TextMeasurer(library: library, limits: feed.settings.textLimits)
    let formats = try feed.settings.formats(for: templates.templates)
    let sizes = try feed.settings.pictureSizes(tell: StandardError.write(_:))
    try feed.check(templates, library, formats, sizes)
    var layouters = templates.plans.map { plan in
      var layouter = CellLayouter(plan: plan, measurer: measurer, formats: formats)
      // A compiled program must agree with the solver, whose optimum holds the constraints.
      layouter.verifiesPrograms = true
      return layouter
    }
    // Of several records with one id the first counts, as in a build.
    var seen: Set<ContentHash> = []
    var found = 0
    do {
      try feed.forEachRecord(input, sizes) { record in
        guard seen.insert(ContentHash(of: record.id)).inserted else { return }
        let index = layouters.count > 1 ? templates.index(for: record) : 0
        for cell in cells where try cell.check(record, &layouters[index], &report) {
          found += 1
        }
      }
    } catch let error as Failure where error.status == .inputMissing {
      throw Failure(error.status, "\(error); --sample 0 checks what needs no source")
    }
    report.gone += max(0, cells.reduce(0) { $0 + $1.count } - found)
  }
}

extension SampleSize: ExpressibleByArgument {}
