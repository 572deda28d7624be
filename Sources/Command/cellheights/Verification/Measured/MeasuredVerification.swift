import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import StructuredDocuments
import TextMeasurement

/// `verify --against`: stored heights compared with those that devices measured.
struct MeasuredVerification {
  let settings: Settings
  /// The files of measured heights.
  let against: [String]
  /// The feed to search; `nil` for all of them.
  let feed: String?
  /// The accepted deviation, in points; `nil` for a device pixel.
  let tolerance: Double?
  /// Maximum number of worst cells.
  let maxListed: Int
  /// The records that the device had; none for the feeds' own files.
  let input: [String]
  let reading: InputOptions
  let template: TemplateOption
  let fonts: FontOptions

  /// Compares every line.
  ///
  /// - Parameter path: The store.
  /// - Throws: `Failure` where no line could be read; `Miss` for an unknown feed; `StoreError`.
  func report(of path: String) throws -> MeasuredReport {
    let lookup = try HeightLookup(store: path)
    if let feed, lookup.catalog.feed(named: feed) == nil {
      throw Miss(.unknownFeed(asked: feed, known: lookup.feeds.map(\.name)))
    }
    guard input.isEmpty || feed != nil || lookup.feeds.count == 1 else {
      throw Failure(.usage, "--input is of one feed; name it with --feed")
    }
    var comparison = MeasuredComparison(
      lookup: lookup, onlyFeed: feed, tolerance: tolerance, worst: maxListed,
      limit: settings.feedLimits.records)
    var unreadable = KindCounts()
    var remarks: [String] = []
    let lines = try readMeasured(lookup, &comparison, &unreadable, &remarks)
    guard lines > unreadable.total else {
      throw Failure(
        .badData,
        (unreadable.entries.first?.first ?? "\(against.joined(separator: ", ")): no line")
          + "; no line could be read; lines are "
          + #"{"id":"…","template":"…","environment":"390","height":97.33}"#)
    }
    remarks += try readVersions(lookup, &comparison)
    let warnings =
      unreadable.lines + comparison.unknownLabels.lines + comparison.misses.lines + remarks
    for warning in warnings { StandardError.write("warning: \(warning)") }
    return MeasuredReport(
      store: path, generation: lookup.generation, files: against, lines: lines,
      unreadable: unreadable, comparison: comparison, remarks: remarks)
  }

  /// Compares every line of the files.
  ///
  /// - Returns: Number of lines that are not blank.
  private func readMeasured(
    _ lookup: HeightLookup, _ comparison: inout MeasuredComparison,
    _ unreadable: inout KindCounts, _ remarks: inout [String]
  ) throws -> Int {
    let decoder = JSONParser(maxDepth: settings.feedLimits.jsonDepth)
    var keys: [String: String] = [:]
    var asksFonts = true
    var count = 0
    for path in against {
      var input = try LineInput(path: path, limits: settings.feedLimits)
      while let line = try input.next(whenIdle: {}) {
        guard !line.isBlank else { continue }
        count += 1
        let place = "\(path):\(line.number)"
        do {
          let measured = try measured(line, decoder)
          let key = try keys[measured.environment] ?? key(measured.environment)
          if keys.count < Self.mostKeys { keys[measured.environment] = key }
          if asksFonts, !measured.fonts.isEmpty {
            asksFonts = false
            remarks += try useFonts(lookup, &comparison)
          }
          try comparison.add(measured, environment: key, place: place)
        } catch let problem as MeasuredHeight.Problem {
          let found = problem.found.isEmpty ? "" : ": \(problem.found)"
          unreadable.note(problem.kind, "\(place): \(problem.kind)\(found)".printable())
        }
      }
    }
    return count
  }

  /// Maximum number of spellings of environments that are kept.
  private static let mostKeys = 10_000

  private func measured(
    _ line: InputLine, _ decoder: JSONParser
  ) throws(MeasuredHeight.Problem) -> MeasuredHeight {
    guard !line.isTooLong else {
      throw MeasuredHeight.Problem(
        kind: "the line is longer than \(LineInput.lineLimit) bytes", found: "")
    }
    let value: JSONValue
    do throws(RecordFailure) {
      value = try line.value(decoder)
    } catch {
      throw MeasuredHeight.Problem(kind: error.message, found: "")
    }
    return try MeasuredHeight(value)
  }

  private func key(
    _ environment: String
  ) throws(MeasuredHeight.Problem) -> String {
    do { return try settings.storedEnvironment(environment) } catch {
      throw MeasuredHeight.Problem(kind: "\"environment\" is none", found: "\(error)")
    }
  }

  /// Sets the fonts for comparison.
  ///
  /// - Returns: Why they may not be those of the store.
  private func useFonts(
    _ lookup: HeightLookup, _ comparison: inout MeasuredComparison
  ) throws -> [String] {
    let feeds = lookup.feeds.filter { feed == nil || $0.name == feed }
      .map { StoredFeed(entry: $0, settings: settings) }
    let only = feeds.count == 1 ? feeds.first : nil
    let library = try fonts.library(only?.settings ?? settings)
    comparison.use(StoredFonts(library))
    return feeds.compactMap { feed in
      do {
        return try feed.hasFonts(library, template, lookup.catalog)
          ? nil
          : "feed '\(feed.entry.name)' was measured with other fonts than are given now; give those of "
            + "its build"
      } catch {
        return "whether the fonts are those of feed '\(feed.entry.name)' is not known: \(error)"
      }
    }
  }

  /// Reads the records of cells that are off, for their versions.
  ///
  /// - Returns: Why records could not be read.
  private func readVersions(
    _ lookup: HeightLookup, _ comparison: inout MeasuredComparison
  ) throws -> [String] {
    var remarks: [String] = []
    for name in comparison.feedsToRead {
      guard let entry = lookup.catalog.feed(named: name) else { continue }
      let feed = StoredFeed(entry: entry, settings: settings)
      guard !input.isEmpty || !feed.isImported else { continue }
      do {
        try feed.forEachRecord(input, reading, nil) { comparison.note($0, of: name) }
      } catch  where ExitStatus(of: error) != nil {
        guard input.isEmpty else { throw error }
        remarks.append("whether records of feed '\(name)' have changed is not known: \(error)")
      }
    }
    return remarks
  }
}
