import CellTemplates
import LayoutPrimitives
import Precomputation
import StructuredDocuments

/// A summary of the findings of a build, a merge or `layout`, for people.
struct FindingLines {
  /// Maximum number of lines with findings.
  static let limit = 3

  /// A finding with its feed.
  private struct Entry {
    var feed: FeedFindings
    var finding: Finding
    /// Number of other findings of the same code and severity.
    var others = 0
  }

  /// The worst first.
  private let entries: [Entry]
  /// Whether findings of one code and severity are one entry, as templates at hand explain them.
  private let groups: Bool

  /// The findings of a build or of `layout`, the worst of each code and severity.
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

  /// The errors and warnings of a merge, each by itself.
  init(merged feeds: [FeedFindings]) {
    entries = Self.sorted(feeds, byCode: false).filter { $0.finding.severity != .note }
    groups = false
  }

  /// By severity, then by number of cells, then by code if wanted, then in the order of the feeds.
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

  /// The worst findings, one per line, and the number of others; empty if there are only notes.
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
    // A path without values concerns all cells.
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

  /// The feed, the template and the environment of the worst finding.
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
