public import FeedRecords
public import HeightStore
import LayoutPrimitives

/// The reason why a build published nothing.
public enum BuildError: Error, CustomStringConvertible, Sendable {
  /// A source is missing, is empty, ends early, or cannot be parsed.
  case source(feed: String, FeedError)
  /// Every record of a feed failed, or the feed has no records.
  case nothingGood(feed: String, failed: Int, ProblemGroups)
  /// `failed` of the feed's records failed, and the tolerance accepts only `limit`.
  case tooManyFailed(feed: String, failed: Int, of: Int, limit: Int, ProblemGroups)
  /// `removed` of the feed's stored records were removed, and the tolerance accepts only `limit`.
  case tooManyRemoved(feed: String, removed: Int, of: Int, limit: Int)
  /// The feed has fewer records than in the last generation, and without `--max-removed` only
  /// `limit` fewer are accepted; `removed` stored records are not in it.
  case shrunk(feed: String, from: Int, to: Int, removed: Int, limit: Int)
  /// Cells have caveats that the tolerance does not accept.
  ///
  /// `reasons` are names of caveats with their counts; the last value describes rejected findings.
  case untrusted(feed: String, reasons: [String], cells: Int, [String])
  /// Cells have findings that the tolerance does not accept; each text describes one finding.
  case findings(feed: String, [String])
  /// A cell that a list has besides those of records could not be laid out.
  case listCell(feed: String, list: String, id: String, environment: String, CellFailure)
  /// The build would drop environments, templates or sources of stored feeds.
  ///
  /// `alternative` describes how to keep them.
  case drops([FeedDrop], alternative: String?)
  /// The changes cannot be applied to the stored feed.
  case changesRefused(feed: String, reason: String)
  /// A signal stopped the build; the next build can use `cells` cells of the staging file.
  case interrupted(signal: Int, cells: Int)
  /// The deadline stopped the build; the next build can use `cells` cells of the staging file.
  case overdue(cells: Int)

  /// One sentence for standard error, followed by the causes on separate lines.
  public var description: String { description(consequence: Self.unchanged) }

  private static let unchanged = "the store is unchanged"

  /// One sentence for standard error, followed by the causes on separate lines.
  ///
  /// - Parameter consequence: The effect of the error on the store or on the feed, as text.
  public func description(consequence: String) -> String {
    switch self {
    case .source(let feed, let error):
      return "\(Self.subject(feed)): \(Self.oneLine("\(error)"))"
    case .nothingGood(let feed, let failed, let problems):
      let what =
        failed == 0
        ? "\(Self.subject(feed)) has no records"
        : "no record of \(Self.subject(feed)) could be used (\(failed))"
      return "\(what); \(consequence)\(Self.causes(problems))"
    case .tooManyFailed(let feed, let failed, let total, let limit, let problems):
      return
        "\(failed) of \(total) records of \(Self.subject(feed)) failed and \(limit) are accepted "
        + "(--max-failed); \(consequence)\(Self.causes(problems))"
    case .tooManyRemoved(let feed, let removed, let total, let limit):
      return "\(removed) of \(total) records of \(Self.subject(feed)) vanished and \(limit) may "
        + "(--max-removed); \(consequence)"
    case .shrunk(let feed, let before, let now, let removed, let limit):
      return
        "\(Self.subject(feed)) has \(now) records instead of \(before), and \(limit) fewer are "
        + "accepted; \(consequence); --max-removed \(removed) allows it"
    case .untrusted(_, let reasons, let cells, let findings):
      return "\(cells) cells are not exact (\(reasons.joined(separator: ", "))) and --strict "
        + "accepts none of these reasons; \(consequence), --accept REASON allows one"
        + findings.map { "\n  \($0)" }.joined()
    case .findings(let feed, let refused):
      return
        "\(Self.subject(feed)) has findings that this build does not accept; \(consequence)"
        + refused.map { "\n  \($0)" }.joined()
    case .listCell(let feed, let list, let id, let environment, let failure):
      return "\(failure.code) cell '\(Self.oneLine(id))' of list '\(Self.oneLine(list))' of "
        + "\(Self.subject(feed)) at \(environment): \(Self.oneLine(failure.message)); "
        + "\(consequence), because a list without the cell would have other offsets"
    case .drops(let drops, let alternative):
      let outcome = consequence == Self.unchanged ? ". Nothing was changed" : "; \(consequence)"
      return drops.map(\.contrast).joined(separator: "; ") + outcome + ". Add --replace to switch"
        + (alternative.map { ", or \($0)." } ?? ".")
    case .changesRefused(let feed, let reason):
      return
        "changes cannot be applied to \(Self.subject(feed)): \(reason); \(consequence); build the "
        + "whole feed once [CH0439]"
    case .interrupted(let signal, let cells):
      return "stopped by signal \(signal); \(consequence)\(Self.kept(cells))"
    case .overdue(let cells):
      return "stopped, because the time of --deadline has come; \(consequence)\(Self.kept(cells))"
    }
  }

  private static func kept(_ cells: Int) -> String {
    cells == 0
      ? ""
      : ", \(cells) finished cells are kept, and the same build run again goes on from there"
  }

  /// The name of the feed that failed; `nil` if a signal or the deadline stopped the build.
  public var feed: String? {
    switch self {
    case .source(let feed, _), .nothingGood(let feed, _, _), .tooManyFailed(let feed, _, _, _, _),
      .tooManyRemoved(let feed, _, _, _), .shrunk(let feed, _, _, _, _),
      .untrusted(let feed, _, _, _), .findings(let feed, _),
      .changesRefused(let feed, _), .listCell(let feed, _, _, _, _):
      feed
    // Names only the first feed; after it is corrected, the next build names the second one.
    case .drops(let drops, _): drops.first?.feed
    case .interrupted, .overdue: nil
    }
  }

  /// The name of the feed if its findings are the reason; otherwise `nil`.
  public var feedWithFindings: String? {
    switch self {
    case .findings(let feed, _): feed
    case .untrusted(let feed, _, _, let findings): findings.isEmpty ? nil : feed
    case .source, .nothingGood, .tooManyFailed, .tooManyRemoved, .shrunk, .drops, .changesRefused,
      .interrupted, .overdue, .listCell:
      nil
    }
  }

  /// The name of a feed for a message, such as `feed 'home'`, on one line.
  package static func subject(_ feed: String) -> String { "feed '\(oneLine(feed))'" }

  /// The text with each line feed written as `\u{A}`.
  private static func oneLine(_ text: String) -> String {
    text.replacing("\n", with: #"\u{A}"#)
  }

  private static func causes(_ problems: ProblemGroups) -> String {
    problems.groups.map {
      "\n  \($0.code) \($0.count)×, first at \(oneLine($0.firstLocation)): \(oneLine($0.message))"
    }
    .joined()
  }
}
