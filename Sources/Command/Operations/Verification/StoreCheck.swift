package import CommandSettings
import CellTemplates
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// `verify`: checks every row and list of a store, and lays out a sample of its cells again.
package struct StoreCheck {
  package private(set) var report: VerifyReport
  /// The feeds whose cells could not be laid out again, each with the error.
  package private(set) var failures: [(feed: String, error: any Error)] = []

  private let settings: Settings
  private let lookup: HeightLookup
  private let feeds: [FeedEntry]
  private let sample: SampleSize
  private let input: [String]

  /// Opens the store of the settings.
  ///
  /// - Parameters:
  ///   - feed: The feed to check; `nil` for all feeds.
  ///   - input: The files to read records from; empty for the files of the build.
  ///   - maximumListed: Maximum number of differences in the report.
  /// - Throws: `Miss` for an unknown feed; `Failure.usage` for `input` with several feeds;
  ///   `StoreError`.
  package init(
    settings: Settings, feed: String?, sample: SampleSize, input: [String], maximumListed: Int
  ) throws {
    let path = settings.storePath
    let lookup = try HeightLookup(store: path)
    if let feed, lookup.catalog.feed(named: feed) == nil {
      throw Miss(.unknownFeed(asked: feed, known: lookup.feeds.map(\.name)))
    }
    feeds = lookup.feeds.filter { feed == nil || $0.name == feed }
    guard input.isEmpty || feeds.count == 1 else {
      throw Failure(.usage, "--input is of one feed; name it with --feed")
    }
    (self.settings, self.lookup, self.sample, self.input) = (settings, lookup, sample, input)
    report = VerifyReport(
      store: path, generation: lookup.generation.number, digest: lookup.generation.digest,
      maximumListed: maximumListed)
  }

  /// Runs all checks.
  ///
  /// - Parameter tell: Receives warnings.
  /// - Throws: `StoreError` if the store cannot be read at all.
  package mutating func run(tell: (String) -> Void) throws {
    try readRows()
    let samples = try readLists(tell)
    for (feed, cells) in zip(feeds, samples) where cells.contains(where: { $0.count > 0 }) {
      // If the feed's files cannot be read, the differences found so far are still reported.
      do {
        try layOut(StoredFeed(entry: feed, settings: settings), cells, tell)
      } catch {
        report.leftOut.append(VerifyReport.LeftOut(feed: feed.name, why: "\(error)"))
        failures.append((feed.name, error))
      }
    }
  }

  /// Reads every page and row of all feeds.
  private mutating func readRows() throws {
    let verification = try StoreVerification(path: report.store)
    // After an unreadable page only the current check ends.
    func check(_ kind: String, _ body: (inout VerifyReport) throws -> Void) throws {
      do { try body(&report) } catch let error as StoreError {
        report.add(VerifyReport.Difference(kind: kind, what: "\(error)"))
      }
    }
    let limit = max(1, report.maximumListed)
    try check("sqlite") { report in
      for fault in try verification.faultsOfSQLite(limit: limit) {
        report.add(VerifyReport.Difference(kind: "sqlite", what: fault))
      }
    }
    try check("cell") { report in
      try verification.readCells { number, what in
        report.rows += 1
        guard let what else { return }
        report.add(VerifyReport.Difference(kind: "cell", what: "cell \(number): \(what)"))
      }
    }
    try check("count") { report in
      for what in try verification.wrongCounts() {
        report.add(VerifyReport.Difference(kind: "count", what: what))
      }
    }
  }

  /// Reads every list, and chooses the sample.
  ///
  /// - Returns: The sample, by feed and environment.
  private mutating func readLists(_ tell: (String) -> Void) throws -> [[CellVerification]] {
    let lists = ListVerification(lookup: lookup)
    let total = feeds.flatMap(\.environments).reduce(0) {
      $0 + ($1.environment.isRange ? 0 : $1.cells)
    }
    var position = 0
    var samples: [[CellVerification]] = []
    for feed in feeds {
      var sampled: Set<String>?
      var cells: [CellVerification] = []
      for environment in feed.environments {
        let scope = try lookup.onlyScope(
          feed: feed.name, environment: environment.environment.key)
        if environment.environment.isRange {
          cells.append(try rangeSample(of: scope, like: sampled, tell))
          continue
        }
        var chosen: Set<String> = []
        for list in feed.lists.map(\.description) {
          // Each record is in the list in feed order, and each other cell in one list.
          let isWhole = list.name == ListDescription.feedOrder
          let hasCells = list.shape?.kinds.isEmpty == false
          try lists.check(list.name, in: scope, &report) { cell in
            guard isWhole || hasCells && ListCellID.isReserved(cell.recordID),
              case .cells = sample
            else { return }
            if sample.contains(position, of: total) { chosen.insert(cell.recordID) }
            position += 1
          }
        }
        guard case .cells = sample else {
          cells.append(try CellVerification(lookup: lookup, scope: scope, sample: nil))
          continue
        }
        sampled = sampled ?? chosen
        cells.append(try CellVerification(lookup: lookup, scope: scope, sample: chosen))
      }
      samples.append(cells)
    }
    return samples
  }

  /// The sample for a range of widths: the records of the feed's first environment of one width.
  ///
  /// A range has no list of its own.
  private mutating func rangeSample(
    of scope: LookupScope, like records: Set<String>?, _ tell: (String) -> Void
  ) throws -> CellVerification {
    guard case .cells(let number) = sample else {
      return try CellVerification(lookup: lookup, scope: scope, sample: nil)
    }
    if records == nil, number > 0 {
      leaveOut(
        scope.feed.name,
        "\(scope.key) has no list to take a sample from; --sample all lays out all of it", tell)
    }
    return try CellVerification(lookup: lookup, scope: scope, sample: records ?? [])
  }

  /// Lays out the sample of a feed again, and compares it.
  private mutating func layOut(
    _ feed: StoredFeed, _ cells: [CellVerification], _ tell: (String) -> Void
  ) throws {
    guard !input.isEmpty || !feed.isImported else {
      return leaveOut(
        feed.entry.name,
        "its cells were imported; give the records that they were made of with --input FILE", tell)
    }
    let templates = try feed.templates(lookup.catalog)
    let library = try feed.settings.fontLibrary(for: templates.templates)
    let measurer = try TextMeasurer(library: library, limits: feed.settings.textLimits)
    let formats = try feed.settings.formats(for: templates.templates)
    let sizes = try feed.settings.pictureSizes(tell: tell)
    try feed.check(templates, library, formats, sizes)
    for line in feed.settings.systemFontWarning(for: templates.templates) { tell(line) }
    var layouters = templates.plans.map { plan in
      var layouter = CellLayouter(plan: plan, measurer: measurer, formats: formats)
      // The result of a compiled program must equal the result of the solver.
      layouter.verifiesPrograms = true
      return layouter
    }
    // If several records have one id, the first is used, as in a build.
    var seen: Set<ContentHash> = []
    var count = 0
    do {
      try feed.forEachRecord(input, sizes, cellsOf: lookup) { record in
        guard seen.insert(ContentHash(of: record.id)).inserted else { return }
        let index = layouters.count > 1 ? templates.index(for: record) : 0
        for cell in cells where try cell.check(record, &layouters[index], &report) {
          count += 1
        }
      }
    } catch let error as Failure where error.status == .inputMissing {
      throw Failure(error.status, "\(error); --sample 0 checks what needs no source")
    }
    report.gone += max(0, cells.reduce(0) { $0 + $1.count } - count)
  }

  private mutating func leaveOut(_ feed: String, _ why: String, _ tell: (String) -> Void) {
    report.leftOut.append(VerifyReport.LeftOut(feed: feed, why: why))
    tell("warning: feed '\(feed)' is not laid out again: \(why)")
  }
}

/// The number of cells that `verify` lays out again.
package enum SampleSize {
  case all
  case cells(Int)

  package init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let number = Int(argument), number >= 0 {
      self = .cells(number)
    } else {
      return nil
    }
  }

  /// Whether a cell is in the sample, whose cells are spread evenly.
  ///
  /// - Parameters:
  ///   - position: The position of the cell, from 0.
  ///   - total: Number of cells.
  func contains(_ position: Int, of total: Int) -> Bool {
    guard case .cells(let number) = self, number < total else { return true }
    // Each cell adds number/total to a sum. It is in the sample if the whole part increases.
    let (before, after) = (
      position.multipliedFullWidth(by: number), (position + 1).multipliedFullWidth(by: number)
    )
    return total.dividingFullWidth(before).quotient != total.dividingFullWidth(after).quotient
  }
}

/// The result of `verify`.
package struct VerifyReport {
  /// A difference between stored and computed values.
  package struct Difference {
    /// The check that found the difference: `sqlite`, `cell`, `count`, `list` or `layout`.
    package var kind: String
    package var feed: String?
    package var record: String?
    package var environment: String?
    /// A description with the stored and the computed value.
    package var what: String
  }

  /// A feed whose sample was not, or not completely, laid out again.
  package struct LeftOut {
    package var feed: String
    package var why: String
  }

  package let store: String
  package let generation: Int
  package let digest: String
  package let maximumListed: Int
  /// Number of rows of cells that were read.
  package internal(set) var rows = 0
  /// Number of lists that were read; a list counts once per environment.
  package internal(set) var lists = 0
  /// Number of positions in the lists that were read.
  package internal(set) var positions = 0
  /// Number of cells that were laid out again.
  package internal(set) var recomputed = 0
  /// Number of sampled cells whose record now has another version.
  package internal(set) var changed = 0
  /// Number of sampled cells whose record was removed.
  package internal(set) var gone = 0
  /// The feeds whose sample was not, or not completely, laid out again.
  package internal(set) var leftOut: [LeftOut] = []
  /// The first differences, at most `maximumListed`.
  package private(set) var differences: [Difference] = []
  /// Number of all differences.
  package private(set) var total = 0

  mutating func add(_ difference: Difference) {
    total += 1
    if differences.count < maximumListed { differences.append(difference) }
  }

  /// Whether there is no difference.
  package var holds: Bool { total == 0 }
}
