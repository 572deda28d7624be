package import CommandSettings
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import StructuredDocuments
import TextMeasurement

/// `verify --against`: compares stored heights with heights that devices measured.
package struct MeasuredVerification {
  package let settings: Settings
  /// The paths of the files with measured heights.
  package let against: [String]
  /// The feed to search; `nil` for all feeds.
  package let feed: String?
  /// The largest accepted deviation, in points; `nil` for one device pixel.
  package let tolerance: Double?
  /// Maximum number of worst cells in the report.
  package let maxListed: Int
  /// The files of the records that the device had; empty for the files of each feed.
  package let input: [String]

  package init(
    settings: Settings, against: [String], feed: String?, tolerance: Double?, maxListed: Int,
    input: [String]
  ) {
    self.settings = settings
    self.against = against
    self.feed = feed
    self.tolerance = tolerance
    self.maxListed = maxListed
    self.input = input
  }

  /// Compares every line of the files.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - tell: Receives warnings.
  /// - Throws: `Failure` if no line could be read; `Miss` for an unknown feed; `StoreError`.
  package func report(of path: String, tell: (String) -> Void) throws -> MeasuredReport {
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
    for warning in warnings { tell("warning: \(warning)") }
    return MeasuredReport(
      store: path, generation: lookup.generation, files: against, lines: lines,
      unreadable: unreadable, comparison: comparison, remarks: remarks)
  }

  /// Reads the files, and compares every line.
  ///
  /// - Returns: The number of lines that are not blank.
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
        let location = "\(path):\(line.number)"
        do {
          let measured = try measured(line, decoder)
          let key = try keys[measured.environment] ?? key(measured.environment)
          if keys.count < Self.maximumKeys { keys[measured.environment] = key }
          if asksFonts, !measured.fonts.isEmpty {
            asksFonts = false
            remarks += try useFonts(lookup, &comparison)
          }
          try comparison.add(measured, environment: key, location: location)
        } catch let problem as MeasuredHeight.Problem {
          let detail = problem.found.isEmpty ? "" : ": \(problem.found)"
          unreadable.add(problem.kind, "\(location): \(problem.kind)\(detail)".printable())
        }
      }
    }
    return count
  }

  /// Maximum number of environments, as written, whose parsed form is cached.
  private static let maximumKeys = 10_000

  private func measured(
    _ line: InputLine, _ decoder: JSONParser
  ) throws(MeasuredHeight.Problem) -> MeasuredHeight {
    if let exceeded = line.exceeded {
      throw MeasuredHeight.Problem(kind: "the line is longer than \(exceeded) bytes", found: "")
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

  /// Sets the fonts whose hashes are compared.
  ///
  /// - Returns: The reasons why these fonts may not be the fonts of the store.
  private func useFonts(
    _ lookup: HeightLookup, _ comparison: inout MeasuredComparison
  ) throws -> [String] {
    let feeds = lookup.feeds.filter { feed == nil || $0.name == feed }
      .map { StoredFeed(entry: $0, settings: settings) }
    let only = feeds.count == 1 ? feeds.first : nil
    let library = try (only?.settings ?? settings).fontLibrary()
    comparison.use(StoredFonts(library))
    return feeds.compactMap { feed in
      do {
        return try feed.hasFonts(library, lookup.catalog)
          ? nil
          : "feed '\(feed.entry.name)' was measured with other fonts than are given now; give those of "
            + "its build"
      } catch {
        return "whether the fonts are those of feed '\(feed.entry.name)' is not known: \(error)"
      }
    }
  }

  /// Reads the records of deviating cells, to compare their versions.
  ///
  /// - Returns: The reasons why records could not be read.
  private func readVersions(
    _ lookup: HeightLookup, _ comparison: inout MeasuredComparison
  ) throws -> [String] {
    var remarks: [String] = []
    for name in comparison.feedsToRead {
      guard let entry = lookup.catalog.feed(named: name) else { continue }
      let feed = StoredFeed(entry: entry, settings: settings)
      guard !input.isEmpty || !feed.isImported else { continue }
      do {
        try feed.forEachRecord(input, nil, cellsOf: lookup) { comparison.add($0, of: name) }
      } catch  where ExitStatus(of: error) != nil {
        guard input.isEmpty else { throw error }
        remarks.append("whether records of feed '\(name)' have changed is not known: \(error)")
      }
    }
    return remarks
  }
}

/// A cell's height as a device or a browser measured it: a line of `verify --against`.
struct MeasuredHeight {
  /// The reason why a line is invalid.
  struct Problem: Error {
    /// The kind of problem, with the same text for all lines that have it.
    let kind: String
    /// The invalid value; empty if `kind` describes the problem completely.
    let found: String
  }

  /// The id of the record, without white space at its ends.
  var id: String
  /// The environment as written in the line.
  var environment: String
  /// The measured height, in points.
  var height: Double
  /// The name of the feed; `nil` if only one feed has the record.
  var feed: String?
  /// The name or hash of the template; `nil` if the line has none.
  var template: String?
  /// The version of the record; `nil` if the line has none.
  var version: String?
  /// The number of lines that the device drew, by view.
  var lines: [(view: String, count: Int)] = []
  /// The hashes of font files, by family.
  var fonts: [(family: String, hash: String)] = []

  /// Reads the members of a line; unknown members are ignored.
  init(_ value: JSONValue) throws(Problem) {
    guard value.kind == .object else {
      throw Problem(kind: "the line is no object", found: "")
    }
    id = try Self.text("id", in: value) ?? ""
    environment = try Self.text("environment", in: value) ?? ""
    guard !id.isEmpty, !environment.isEmpty else {
      throw Problem(kind: "\"id\" or \"environment\" is missing or empty", found: "")
    }
    guard let height = value["height"]?.number, height.isFinite, height >= 0 else {
      throw Problem(kind: "\"height\" is no number of points from 0", found: "")
    }
    self.height = height
    feed = try Self.text("feed", in: value)
    template = try Self.text("template", in: value)
    version = try Self.text("version", in: value)
    for member in try Self.members("lines", in: value) {
      guard let count = member.value.literal.flatMap(Int.init), count >= 0 else {
        throw Problem(kind: "\"lines\" has a value that is no number of lines", found: member.key)
      }
      lines.append((member.key, count))
    }
    for member in try Self.members("fonts", in: value) {
      guard let hash = member.value.string?.lowercased(), (8...32).contains(hash.utf8.count),
        hash.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else {
        throw Problem(
          kind: "\"fonts\" has a value that is no hash as doctor prints it (8 to 32 digits)",
          found: member.key)
      }
      fonts.append((member.key, hash))
    }
  }

  /// The text of a member, or its number as text; `nil` if the member is missing.
  private static func text(
    _ name: String, in value: JSONValue
  ) throws(Problem) -> String? {
    guard let member = value[name], member != .null else { return nil }
    guard let text = member.text else {
      throw Problem(kind: "\"\(name)\" is no text", found: "")
    }
    return name == "version" ? text : text.trimmingWhitespace
  }

  /// The members of an object; empty if the object is missing.
  private static func members(
    _ name: String, in value: JSONValue
  ) throws(Problem) -> [JSONValue.Member] {
    guard let member = value[name], member != .null else { return [] }
    guard member.kind == .object else {
      throw Problem(kind: "\"\(name)\" is no object", found: "")
    }
    return member.members
  }
}

/// The hashes of the font files of this machine, for a comparison with those of a device.
struct StoredFonts {
  private let library: FontLibrary
  /// The hashes of the font files of each family; empty if the family is not installed.
  private var cached: [String: [String]] = [:]

  init(_ library: FontLibrary) { self.library = library }

  /// Maximum number of families whose hashes are cached.
  private static let maximumFamilies = 1000

  /// Describes the difference between a font of the device and the installed font of its family;
  /// `nil` if they are equal.
  ///
  /// - Parameters:
  ///   - family: `system` or a family name.
  ///   - hash: The hash of a font file on the device, or the first digits of the hash.
  mutating func difference(family: String, hash: String) -> String? {
    let hashes = hashes(of: family)
    guard let first = hashes.first else {
      return "the device's font '\(family)' is not among the fonts here"
    }
    if hashes.contains(where: { $0.hasPrefix(hash) }) { return nil }
    return "font '\(family)' is \(hash.prefix(8)) there, \(first.prefix(8)) here"
  }

  private mutating func hashes(of family: String) -> [String] {
    if let hashes = cached[family] { return hashes }
    // The name comes from a device and must not be used as a path.
    let hashes = family.contains("/") ? nil : try? library.fileHashes(ofFamily: family)
    if cached.count < Self.maximumFamilies { cached[family] = hashes ?? [] }
    return hashes ?? []
  }
}
