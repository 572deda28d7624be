import CellTemplates
import LayoutPrimitives
import Precomputation
import StructuredDocuments

/// A summary of the findings of a build or of `layout`.
struct FindingLines {
  /// Maximum number of kinds that are listed.
  static let limit = 3

  let feeds: [FeedFindings]

  /// A finding with its feed and template.
  private struct Entry {
    var feed: FeedFindings
    var plan: TemplatePlan
    var finding: TemplateFinding
  }

  /// The findings of one code and severity, those with the most cells first.
  private struct Group {
    var entries: [Entry]
    var severity: FindingSeverity { entries[0].finding.severity }
  }

  private var entries: [Entry] {
    feeds.flatMap { feed in
      feed.byTemplate.flatMap { part in
        part.findings.map { Entry(feed: feed, plan: part.plan, finding: $0) }
      }
    }
  }

  /// Groups by severity, then by number of cells.
  private var groups: [Group] {
    var groups: [Group] = []
    for entry in entries {
      let same = groups.firstIndex {
        let first = $0.entries[0].finding
        return first.code == entry.finding.code && first.severity == entry.finding.severity
      }
      if let same {
        groups[same].entries.append(entry)
      } else {
        groups.append(Group(entries: [entry]))
      }
    }
    for index in groups.indices { groups[index].entries.sort(by: Self.goesBefore) }
    return groups.sorted { Self.goesBefore($0.entries[0], $1.entries[0]) }
  }

  private static func goesBefore(_ left: Entry, _ right: Entry) -> Bool {
    let (first, second) = (left.finding, right.finding)
    if first.severity != second.severity { return first.severity.rank < second.severity.rank }
    if first.cells != second.cells { return first.cells > second.cells }
    return first.code < second.code
  }

  /// Whether there is an error or a warning.
  var needsLook: Bool { worst.map { $0.finding.severity != .note } ?? false }

  private var worst: Entry? { groups.first?.entries.first }

  /// The worst kinds, one per line, and the number of others; empty if there are only notes.
  var lines: [String] {
    guard needsLook else { return [] }
    let groups = groups
    var lines = groups.prefix(Self.limit).map(line)
    if groups.count > Self.limit {
      lines.append("and \(counted(groups.count - Self.limit, "more kind")) of findings")
    }
    return lines.map { $0.printable() }
  }

  private func line(_ group: Group) -> String {
    let entry = group.entries[0]
    let finding = entry.finding
    var text =
      "\(finding.severity.rawValue) \(finding.code): \(finding.headline(in: entry.plan.template))"
    // A path without values concerns all cells.
    if finding.reproducer == nil { return text + more(group) }
    text += ", in \(grouped(finding.cells)) of \(counted(entry.feed.cells, "cell"))"
    if entry.feed.environments.count > 1 {
      text +=
        " and \(grouped(finding.environments.count)) of "
        + counted(entry.feed.environments.count, "environment")
    }
    if let cell = finding.reproducer {
      text += ", for example record '\(cell.record)' at \(cell.environment)"
    }
    return text + more(group)
  }

  private func more(_ group: Group) -> String {
    let more = group.entries.count - 1
    return more > 0 ? "; \(grouped(more)) more like it" : ""
  }

  /// The feed, the template and the environment of the worst finding.
  var example: (feed: String, template: TemplatePlan, environment: String)? {
    worst.map { entry in
      (
        entry.feed.feed, entry.plan,
        entry.finding.reproducer?.environment ?? entry.finding.environments.first
          ?? entry.feed.environments.first ?? "390"
      )
    }
  }
}

extension FindingSeverity {
  /// 0 for the worst.
  fileprivate var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}
