import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives
import Precomputation
import StructuredDocuments

/// Writes findings and constraints as JSON.
struct FindingDocument {
  let template: CellTemplate
  let listings: SourceListings

  /// Writes the members of a finding.
  ///
  /// - Parameter diagnosis: The diagnosis that explains the finding; nil if there is none.
  func write(
    _ finding: Finding, _ diagnosis: TemplateExamination.Diagnosis? = nil,
    to json: inout JSONWriter
  ) {
    finding.writeName(to: &json)
    writeLocation(finding.location, to: &json)
    json.member("message", finding.message)
    json.strings("facts", finding.facts)
    if !finding.help.isEmpty { json.member("help", finding.help) }
    if let diagnosis { write(diagnosis, to: &json) }
    finding.writeCells(to: &json, withNumbers: true)
  }

  private func write(_ diagnosis: TemplateExamination.Diagnosis, to json: inout JSONWriter) {
    switch diagnosis {
    case .unsatisfiable(let found):
      json.object("relaxed") { json in writeMembers(found.relaxed, to: &json) }
      write("members", found.members, to: &json)
      json.member("leastError", found.leastError)
    case .ambiguous(let found):
      json.member("variable", found.variable)
      json.array("solutions", found.solutions) { json, solution in
        json.member("value", solution.value)
        json.object("frames") { json in
          for (view, frame) in zip(template.views, solution.frames) {
            json.numbers(view.id, [frame.x, frame.y, frame.width, frame.height])
          }
        }
      }
      write("affecting", found.affecting, to: &json)
    case .tie(let found):
      json.object("constraint") { json in writeMembers(found.constraint, to: &json) }
      write("rivals", found.rivals, to: &json)
    case .feedbackLoop(let loop):
      json.member("variable", loop.variable)
      json.strings("viewsInLoop", loop.views)
      json.numbers("values", loop.values)
      json.member("passes", loop.passes)
      write("affecting", loop.constraints, to: &json)
    }
  }

  private func write(
    _ name: String, _ constraints: [ImposedConstraint], to json: inout JSONWriter
  ) {
    json.array(name, constraints) { json, constraint in writeMembers(constraint, to: &json) }
  }

  /// Writes the members of a constraint.
  func writeMembers(
    _ constraint: ImposedConstraint, constant: Double? = nil, to json: inout JSONWriter
  ) {
    json.member("id", constraint.identifier)
    json.member("name", constraint.name)
    json.member("equation", constraint.equation)
    if let constant { json.member("constant", constant) }
    json.member("priority", constraint.priority.value)
    writeLocation(template.place(of: constraint.source), to: &json)
  }

  private func writeLocation(_ location: SourceLocation?, to json: inout JSONWriter) {
    guard let location else { return }
    let listing = listings.listing(location.file)
    let position = listing.position(of: location)
    if listing.file != listings.main.file { json.member("file", listing.file) }
    json.member("line", position.line)
    json.member("column", position.column)
  }
}

extension Finding {
  /// Writes the members of a finding that is read from a store, with its text only.
  func writeStored(to json: inout JSONWriter) {
    writeName(to: &json)
    if let location { json.member("place", location.description) }
    json.member("message", message)
    writeCells(to: &json, withNumbers: false)
  }

  /// Writes severity, code, kind and view.
  func writeName(to json: inout JSONWriter) {
    json.member("severity", severity.rawValue)
    json.member("code", code)
    json.member("kind", word)
    if let view { json.member("view", view) }
  }

  fileprivate func writeCells(to json: inout JSONWriter, withNumbers: Bool) {
    json.member("records", records)
    json.member("cells", cells)
    json.strings("environments", environments.map(\.key))
    guard let sample else { return }
    json.object("reproducer") { json in
      json.member("record", sample.record)
      json.member("environment", sample.environment)
      guard withNumbers else { return }
      json.object("numbers") { json in
        for number in sample.numbers { json.member(number.name, number.value) }
      }
    }
  }
}

/// The output for people about the findings of a build, a merge or `layout`.
struct FindingLines {
  /// Maximum number of findings with their own line.
  static let limit = 3

  /// A finding with its feed.
  private struct Entry {
    var feed: FeedFindings
    var finding: Finding
    /// Number of other findings of the same code and severity.
    var others = 0
  }

  /// The entries to report, with the worst first.
  private let entries: [Entry]
  /// Whether findings of the same code and severity share one entry, as in a check report.
  private let groups: Bool

  /// Selects the worst finding of each code and severity, for a build or `layout`.
  init(_ feeds: [FeedFindings]) {
    var entries: [Entry] = []
    for entry in Self.sorted(feeds, byCode: true) {
      let same = entries.firstIndex {
        ($0.finding.code, $0.finding.severity) == (entry.finding.code, entry.finding.severity)
      }
      if let same { entries[same].others += 1 } else { entries.append(entry) }
    }
    self.entries = entries
    groups = true
  }

  /// Selects all errors and warnings of a merge.
  init(merged feeds: [FeedFindings]) {
    entries = Self.sorted(feeds, byCode: false).filter { $0.finding.severity != .note }
    groups = false
  }

  /// Sorts findings by severity, and within a severity by number of cells.
  ///
  /// Equal numbers are sorted by code if `byCode` is true, and otherwise by the order of the feeds.
  private static func sorted(_ feeds: [FeedFindings], byCode: Bool) -> [Entry] {
    let all = feeds.flatMap { feed in feed.findings.map { Entry(feed: feed, finding: $0) } }
    return FindingSeverity.allCases.flatMap { severity in
      all.filter { $0.finding.severity == severity }.enumerated().sorted {
        let (left, right) = ($0.element.finding, $1.element.finding)
        if left.cells != right.cells { return left.cells > right.cells }
        return byCode && left.code != right.code ? left.code < right.code : $0.offset < $1.offset
      }.map(\.element)
    }
  }

  /// Whether there is an error or a warning.
  var needsLook: Bool { entries.first.map { $0.finding.severity != .note } ?? false }

  /// One line for each of the worst findings, and one for the number of others.
  ///
  /// It is empty if there are only notes.
  var lines: [String] {
    guard needsLook else { return [] }
    var lines = entries.prefix(Self.limit).map(line)
    let more = entries.count - Self.limit
    if more > 0 {
      lines.append(
        "and " + counted(more, groups ? "more kind" : "more finding")
          + (groups ? " of findings" : ""))
    }
    return lines.map { $0.printable() }
  }

  private func line(_ entry: Entry) -> String {
    let (finding, feed) = (entry.finding, entry.feed)
    var text = "\(finding.severity.rawValue) \(finding.code): \(finding.message)"
    // A finding without a sample concerns all cells.
    if let cell = finding.sample {
      text += ", in \(grouped(finding.cells)) of \(counted(feed.cells, "cell"))"
      if groups, feed.environments.count > 1 {
        text +=
          " and \(grouped(finding.environments.count)) of "
          + counted(feed.environments.count, "environment")
      }
      text += ", for example record '\(cell.record)' at \(cell.environment)"
    }
    return text + (entry.others > 0 ? "; \(grouped(entry.others)) more like it" : "")
  }

  /// The feed, template and environment of the worst finding; nil if its template is unknown.
  var example: (feed: String, template: TemplatePlan, environment: String)? {
    entries.first.flatMap { entry in
      guard let template = entry.finding.template, entry.feed.plans.indices.contains(template)
      else { return nil }
      return (
        entry.feed.feed, entry.feed.plans[template],
        entry.finding.sample?.environment ?? entry.finding.environments.first?.key
          ?? entry.feed.environments.first ?? "390"
      )
    }
  }
}
