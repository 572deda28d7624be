package import CellTemplates
package import CommandSettings
package import FeedRecords
import HeightStore
package import Heights
package import LayoutPrimitives
import Precomputation
import StructuredDocuments
package import TemplateDocuments

/// A record to inspect, with its template and environment.
package struct InspectedRecord {
  /// The flags that choose the record and its cell.
  package struct Request {
    /// The name of the feed; `nil` if there is only one.
    package let feed: String?
    package let environment: String?
    /// The files to read records from; empty for the files of the build.
    package let input: [String]
    /// The record in the files: its id, or else its number over all files, from 1.
    ///
    /// `nil` chooses the first record.
    package let record: String?

    package init(feed: String?, environment: String?, input: [String], record: String?) {
      self.feed = feed
      self.environment = environment
      self.input = input
      self.record = record
    }
  }

  package let record: FeedRecord
  package let plan: TemplatePlan
  /// The template with its document.
  package let document: TemplateCatalog.Entry
  /// The time zone and clock for formatting values of the record.
  package let formats: FormatSettings
  /// The settings of the command, combined with the settings of the stored feed.
  package let settings: Settings
  package let environment: Environment
  /// The stored cell; `nil` for a record from a file.
  package let stored: LookupHit?

  /// Finds the record of a stored cell in the files of its feed.
  ///
  /// - Throws: `Miss` for a cell that is not stored; `Failure` if the record or the template has
  ///   changed since the build, or if a file is missing.
  package init(
    storedID id: String, _ request: Request, _ settings: Settings, tell: (String) -> Void
  ) throws {
    let input = request.input
    let lookup = try HeightLookup(store: settings.storePath)
    let key = try request.environment.map { try settings.storedEnvironment($0) }
    let hit: LookupHit
    switch try lookup.lookup(id: id, feed: request.feed, environment: key) {
    case .hit(let matched): hit = matched
    case .miss(let reason): throw Miss(reason)
    }
    let entry = hit.scope.feed
    let configured = settings.file?.feed(entry.name)
    let settings = settings.remembering(entry.arguments)
    self.settings = settings
    let choice = try settings.explaining(feed: entry.name) {
      var selector = try settings.templateSelector(feed: configured)
      selector.add(cellsOf: try FeedLists(ofFeed: entry.name, settings).named)
      return selector
    }
    let names = choice.templates.map { "'\($0.name)'" }.joined(separator: ", ")
    guard let plan = choice.plans.first(where: { StoredTemplate($0).hash == hit.template.hash })
    else {
      let file = settings.template(settings.flags.template, feed: configured).value
      let of = TemplateCatalog.isPath(file) ? " of \(file)" : ""
      let isNamed = choice.templates.contains { $0.name == hit.template.name }
      throw Failure(
        .usage,
        isNamed
          ? "template '\(hit.template.name)'\(of) has changed since '\(id)' was built with it; build "
            + "again, or name the one it was built with: --template"
          : "'\(id)' was built with another template, '\(hit.template.name)', than \(names); name "
            + "the one it was built with, or build again: --template")
    }
    self.plan = plan
    document = try settings.templateEntry(of: plan, feed: configured)
    formats = try settings.formats(for: [plan.template])
    let paths = input.isEmpty ? entry.recordFiles : input
    guard !paths.isEmpty, !input.isEmpty || !paths.contains("-") else {
      throw Failure(
        .usage,
        "feed '\(entry.name)' came from standard input; give its records with --input FILE")
    }
    var matched: FeedRecord?
    do {
      if entry.hasListCells, ListCellID.isReserved(id) {
        try StoredFeed(entry: entry, settings: settings).forEachRecord(
          input, try settings.pictureSizes(tell: tell), cellsOf: lookup
        ) { if $0.id == id { matched = $0 } }
      } else {
        try Self.forEachRecord(paths, configured, settings, tell: tell) { record in
          if record.id == id { matched = record }
          return matched == nil
        }
      }
    } catch let error as FeedError where error.isMissing && input.isEmpty {
      throw Self.missingSource(error, feed: entry.name)
    }
    guard let matched else {
      throw Failure(
        .negativeAnswer, "'\(id)' is no longer in \(paths.joined(separator: ", ")); build again")
    }
    guard matched.version == hit.cell.version else {
      throw Failure(
        .negativeAnswer,
        "'\(id)' has changed since the build: version \(hit.cell.version) is stored, "
          + "\(matched.version) is in the file; build again, or inspect the file with --template and "
          + "--input")
    }
    record = matched
    environment = try Environment(parsing: hit.scope.key)
    try environment.checkSingleWidth(for: "inspect")
    stored = hit
  }

  /// Finds the record that a request chooses, in files.
  ///
  /// - Throws: `Failure` if no record has the id or number, or for several environments; errors of
  ///   templates, fonts and feeds.
  package init(fromFiles request: Request, _ settings: Settings, tell: (String) -> Void) throws {
    let (chosen, input, environment) = (request.record, request.input, request.environment)
    self.settings = settings
    plan = try settings.templatePlan()
    document = try settings.templateEntry(of: plan)
    formats = try settings.formats(for: [plan.template])
    let declared = settings.environments(environment.map { [$0] } ?? []).value
    let all = try declared.first.map { try settings.environmentSet($0) } ?? []
    guard let first = all.first, environment == nil || all.count == 1 else {
      throw Failure(.usage, "--environment is one environment here, such as 390@3x/L")
    }
    self.environment = try Self.checked(first, plan.template)
    let number = chosen.map { Int($0) } ?? 1
    var count = 0
    var matched: FeedRecord?
    var isNamed = false
    try Self.forEachRecord(input, nil, settings, tell: tell) { record in
      count += 1
      if record.id == chosen {
        matched = record
        isNamed = true
      } else if count == number {
        matched = record
      }
      // The number may be the id of a later record, so reading continues.
      return !isNamed && (chosen != nil || matched == nil)
    }
    guard let matched else {
      throw Failure(
        count == 0 ? .badData : .negativeAnswer,
        count == 0
          ? "\(input.joined(separator: ", ")) has no record"
          : "no record '\(chosen ?? "1")' among the \(grouped(count)) of "
            + input.joined(separator: ", "))
    }
    record = matched
    stored = nil
  }

  /// Checks an environment, and returns it, in the first state of the template if it has no state.
  ///
  /// - Throws: `Failure.usage` for a range of widths or an unknown state; `KnownLanguages.Failure`.
  private static func checked(
    _ environment: Environment, _ template: CellTemplate
  ) throws -> Environment {
    try environment.checkSingleWidth(for: "inspect")
    try KnownLanguages().check(environment)
    if let state = environment.state, !template.states.contains(state) {
      throw Failure(
        .usage,
        "template '\(template.name)' declares no state '\(state)'"
          + NearestName(template.states).suggestion(for: state))
    }
    return [environment].withStates(template.states).first ?? environment
  }

  /// The error for a missing file of a feed.
  static func missingSource(_ error: FeedError, feed: String) -> Failure {
    if error.path.contains("://") {
      return Failure(
        .inputMissing,
        "feed '\(feed)' was fetched from \(error.path); give its records with --input FILE")
    }
    let isRelative = !error.path.hasPrefix("/")
    return Failure(
      .inputMissing,
      "\(error.path) of feed '\(feed)' is not there"
        + (isRelative ? ", seen from this folder; go to the folder of the build" : "")
        + (isRelative ? ", or" : ";") + " name the file with --input")
  }

  /// Reads records until `body` returns false.
  private static func forEachRecord(
    _ paths: [String], _ configured: ConfiguredFeed?, _ settings: Settings,
    tell: (String) -> Void, _ body: (FeedRecord) -> Bool
  ) throws {
    var reader = try settings.recordReader(
      paths.map(FeedSource.init(path:)), feed: configured,
      imageSizes: try settings.pictureSizes(tell: tell))
    while let item = try reader.next() {
      if case .record(let record) = item, !body(record) { return }
    }
  }
}
