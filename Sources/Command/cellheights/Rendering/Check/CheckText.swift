import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives
import Operations
import StructuredDocuments
import TemplateDocuments

/// The result of a check in the format of compiler diagnostics.
struct CheckText {
  let report: CheckReport

  var lines: [String] {
    groups.flatMap { lines($0.first, alike: $0.others) } + summary
  }

  /// Maximum number of environments that a line lists.
  private static let namedEnvironments = 3
  /// Maximum number of findings that a line lists as alike.
  private static let namedFindings = 8

  /// A finding, and those that differ from it only in the named view: a copy of the same repeated
  /// view or, for findings about the document alone, any view.
  private struct Group {
    var first: Finding
    var others: [Finding] = []
  }

  private var groups: [Group] {
    var groups: [Group] = []
    var indices: [String: Int] = [:]
    for (finding, _) in report.findings {
      guard let key = Self.key(finding) else {
        groups.append(Group(first: finding))
        continue
      }
      if let index = indices[key] {
        groups[index].others.append(finding)
      } else {
        indices[key] = groups.count
        groups.append(Group(first: finding))
      }
    }
    return groups
  }

  /// What alike findings have in common; `nil` for a finding that is always listed alone.
  private static func key(_ finding: Finding) -> String? {
    guard finding.related.isEmpty, let name = name(finding) else { return nil }
    let location =
      finding.cells > 0
      ? "\(finding.location?.file ?? ""):\(finding.location?.line ?? 0)" : "document"
    return [finding.severity.rawValue, finding.code, location, finding.message, finding.help]
      .joined(separator: "\n").replacing(name, with: "")
  }

  /// The name that a message quotes first.
  private static func name(_ finding: Finding) -> Substring? {
    let parts = finding.message.split(
      separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && !parts[1].isEmpty ? parts[1] : nil
  }

  private func lines(_ finding: Finding, alike others: [Finding]) -> [String] {
    let listings = report.listings
    var lines = Self.headed(
      finding.severity.rawValue, "\(finding.message) [\(finding.code)]",
      at: finding.location, listings)
    for related in finding.related {
      lines += Self.headed(
        "note", related.text, at: related.location, listings)
    }
    lines += finding.facts.map { "  = \($0)" }
    if !others.isEmpty { lines.append("  = also \(alike(others, finding))") }
    if finding.cells > 0, report.hasRecords { lines.append("  = \(affected(finding))") }
    if report.hasRecords, let cell = finding.sample {
      lines.append("  = \(Self.reproducer(cell))")
    }
    if !finding.help.isEmpty { lines.append("  = help: \(finding.help)") }
    return lines.map { $0.printable() }
  }

  /// The names of alike findings, each with its line and its number of cells where these differ.
  private func alike(_ others: [Finding], _ finding: Finding) -> String {
    let named = others.prefix(Self.namedFindings).map { other -> String in
      var remarks: [String] = []
      if let location = other.location, location.line != finding.location?.line {
        remarks.append("line \(location.line)")
      }
      if other.cells != finding.cells { remarks.append(counted(other.cells, "cell")) }
      return "'\(Self.name(other) ?? "")'"
        + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
    }.joined(separator: ", ")
    let more = others.count - Self.namedFindings
    return named + (more > 0 ? " and \(grouped(more)) more" : "")
  }

  /// The line `PATH:LINE:COLUMN: LEVEL: TEXT` and an excerpt; if there is no location, only the
  /// path.
  private static func headed(
    _ level: String, _ text: String, at location: SourceLocation?, _ listings: SourceListings
  ) -> [String] {
    let listing = listings.listing(location?.file)
    return headed(
      level, text, at: listing.position(of: location), hasLocation: location != nil, listing)
  }

  private static func headed(
    _ level: String, _ text: String, at position: SourceListing.Position, hasLocation: Bool,
    _ listing: SourceListing
  ) -> [String] {
    guard hasLocation else { return ["\(listing.file): \(level): \(text)"] }
    return ["\(listing.file):\(position.line):\(position.column): \(level): \(text)"]
      + listing.excerpt(position)
  }

  private func affected(_ finding: Finding) -> String {
    let all = report.examination
    let named = finding.environments.prefix(Self.namedEnvironments).map(\.key).joined(
      separator: ", ")
    let more = finding.environments.count - Self.namedEnvironments
    return "affects \(grouped(finding.records)) of \(counted(all.records, "record")) in "
      + "\(grouped(finding.environments.count)) of "
      + "\(counted(all.environments.count, "environment")) (\(named)"
      + (more > 0 ? " and \(grouped(more)) more" : "")
      + "), \(counted(finding.cells, "cell"))"
  }

  private static func reproducer(_ cell: Finding.Sample) -> String {
    let numbers = cell.numbers.map { "\($0.name) = \(JSONWriter.digits(of: $0.value))" }
    return "for example record '\(cell.record)' at \(cell.environment)"
      + (numbers.isEmpty ? "" : ": " + numbers.joined(separator: ", "))
  }

  /// The summary: skipped inputs, counts, and the work of the solver.
  private var summary: [String] {
    let all = report.examination
    let template = report.template
    var lines: [String] = []
    if report.trial.unreadable > 0 {
      lines.append(
        "skipped  \(counted(report.trial.unreadable, "unreadable record")), the first: "
          + report.trial.firstUnreadable)
    }
    if all.unlistedCells > 0 {
      lines.append(
        "skipped  \(counted(all.unlistedCells, "finding")) beyond the "
          + "\(TemplateExamination.causeLimit) causes that are listed")
    }
    let groups = groups
    let counts = FindingSeverity.allCases.compactMap { severity in
      let count = groups.count { $0.first.severity == severity }
      return count > 0 ? counted(count, severity.rawValue) : nil
    }
    let isOK = all.count(.error) + all.count(.warning) == 0
    lines.append(
      "\(isOK ? "ok      " : "found   ") \(report.name): "
        + (counts.isEmpty ? "" : counts.joined(separator: ", ") + "; ")
        + "template \(template.name), \(counted(template.views.count - 1, "view")), "
        + system
        + (report.hasRecords
          ? ", \(counted(all.cells, "cell")) tried"
          : "; no record was tried, --input FILE tries them"))
    if report.hasRecords { lines += template.boxCount == nil ? work + labels : labels }
    return lines.map { $0.printable() }
  }

  /// The numbers of constraints and groups with the kind of program, or the number of boxes, as
  /// text.
  private var system: String {
    let template = report.template
    if let boxes = template.boxCount { return counted(boxes, "box", plural: "boxes") }
    return "\(counted(template.system.constraints.count, "constraint")), "
      + "\(counted(template.groups.count, "group")), solved with the axes \(report.program)"
  }

  private var labels: [String] {
    zip(report.template.views, report.examination.labels).filter { $1.count > 0 }.map {
      view, label in
      "label    \(view.id): sized \(counted(label.count, "time")), "
        + "\(grouped(label.unwrapped)) of them unwrapped, "
        + "\((Double(label.nanoseconds) / 1e6).fixed(3)) ms"
    }
  }

  private var work: [String] {
    let all = report.examination
    let work = all.statistics
    let churn = all.churn.total
    return [
      "solver   engines created: \(all.enginesCreated), \(counted(work.pivots, "pivot")), "
        + "\(counted(work.programEvaluations, "basis hit")), "
        + counted(work.basisMisses, "basis miss", plural: "basis misses"),
      "churn    \(counted(churn.changed, "constant")) changed, "
        + "\(counted(churn.toggled, "constraint")) toggled, \(grouped(churn.added)) added, "
        + "\(grouped(churn.removed)) removed",
    ]
  }
}

extension CheckText {
  /// The output for an invalid document, with its problems.
  static func lines(
    of problems: [TemplateProblem], unreported: Int, _ listings: SourceListings
  ) -> [String] {
    var lines: [String] = []
    for problem in problems {
      let listing = listings.listing(problem.file)
      lines += headed(
        "error", "\(problem.found) [\(problem.code.rawValue)]", at: listing.position(of: problem),
        hasLocation: true, listing)
      if problem.lines.count > 1 {
        let others = problem.lines.dropFirst()
        let named = others.prefix(8).map(String.init).joined(separator: ", ")
        lines.append(
          "  = also on \(others.count == 1 ? "line" : "lines") \(named)"
            + (others.count > 8 ? " and \(others.count - 8) more" : ""))
      }
      lines.append("  = help: \(problem.expected)")
    }
    if unreported > 0 { lines.append("and \(counted(unreported, "more problem"))") }
    return lines.map { $0.printable() }
  }
}
