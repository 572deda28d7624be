import HeightStore
import StructuredDocuments

/// The result of `diff`.
struct DiffReport {
  let old: (path: String, generation: Generation)
  let new: (path: String, generation: Generation)
  let comparison: StoreComparison

  /// The output for people.
  var lines: [String] {
    var lines = [storeLine("old", old), storeLine("new", new)]
    lines.append(
      "cells    "
        + CellChange.allCases.map { ComparisonWords.counted(comparison.count($0), $0) }
        .compactMap(\.self).joined(separator: ", "))
    let differing = comparison.feeds.filter(\.differs)
    if differing.contains(where: { $0.environments.contains { $0.differing > 0 } }) {
      lines += [""] + environments(differing).lines
    }
    if differing.contains(where: { !$0.allCauses.isEmpty }) {
      lines += [""] + causes(differing).lines
    }
    let lists = differing.filter { !$0.lists.isEmpty }
    if !lists.isEmpty { lines.append("") }
    for feed in lists {
      lines.append(
        "lists    of feed '\(feed.feed)' differ in order, spacing or insets: "
          + feed.lists.joined(separator: ", "))
    }
    if !comparison.largest.isEmpty { lines += [""] + largest.lines }
    if isSuspicious {
      lines += [
        "",
        "warning  cells changed for no known cause: the records' versions, templates, fonts and "
          + "all else are the same. A mapping, or records that change without a new version, can "
          + "do this",
      ]
    }
    return lines
  }

  /// Whether any cell changed although all recorded inputs are equal.
  private var isSuspicious: Bool {
    comparison.feeds.contains { $0.allCauses.contains { $0.causes == ["unknown"] } }
  }

  private func storeLine(_ word: String, _ store: (path: String, generation: Generation)) -> String
  {
    "\(word)      \(store.path)  generation \(store.generation.number), engine version "
      + store.generation.engineVersion
  }

  private func environments(_ feeds: [FeedComparison]) -> TextTable {
    var table = TextTable(
      ["feed", "environment"] + ComparisonWords.columns(CellChange.allCases).map { ">\($0)" }
        + [">points", ">by"])
    for feed in feeds {
      for environment in feed.environments where environment.differing > 0 {
        table.add(
          [feed.feed, environment.environment]
            + CellChange.allCases.map { grouped(environment.count($0)) }
            + [points(environment.after), ComparisonWords.signed(environment.total)])
      }
    }
    return table
  }

  private func causes(_ feeds: [FeedComparison]) -> TextTable {
    var table = TextTable(["feed", "cause", ">cells", ">height", ">by"])
    for feed in feeds {
      for cause in feed.allCauses {
        table.add([
          feed.feed, cause.causes.joined(separator: ", "), grouped(cause.cells),
          grouped(cause.heights), ComparisonWords.signed(cause.total),
        ])
      }
    }
    return table
  }

  private var largest: TextTable {
    var table = TextTable(["record", "feed", "environment", "cause", ">old", ">new", ">by"])
    for change in comparison.largest {
      table.add([
        change.recordID, change.feed, change.environment,
        change.causes.joined(separator: ", "), points(change.before), points(change.after),
        ComparisonWords.signed(change.by),
      ])
    }
    return table
  }

  /// The document `cellheights.diff/1`.
  var json: String {
    JSONWriter.document("cellheights.diff/1") { json in
      for (name, store) in [("old", old), ("new", new)] {
        json.object(name) {
          $0.member("store", store.path)
          $0.member("generation", store.generation.number)
          $0.member("digest", store.generation.digest)
          $0.member("engineVersion", store.generation.engineVersion)
        }
      }
      json.member("differs", comparison.differs)
      json.object("cells") { json in
        for change in CellChange.allCases {
          json.member(change.rawValue, comparison.count(change))
        }
      }
      json.array("feeds", comparison.feeds) { write($1, to: &$0) }
      json.array("largest", comparison.largest) { json, change in
        json.member("id", change.recordID)
        json.member("feed", change.feed)
        json.member("environment", change.environment)
        json.strings("causes", change.causes)
        json.member("old", change.before)
        json.member("new", change.after)
        json.member("by", change.by)
      }
    }
  }

  private func write(_ feed: FeedComparison, to json: inout JSONWriter) {
    json.member("feed", feed.feed)
    json.member("in", feed.presence.rawValue)
    json.strings("lists", feed.lists)
    write(feed.allCauses, to: &json)
    json.array("environments", zip(feed.environments, feed.causes)) { json, entry in
      ComparisonWords.write(entry.0, CellChange.allCases, to: &json)
      write(entry.1, to: &json)
    }
  }

  private func write(_ causes: [FeedComparison.Cause], to json: inout JSONWriter) {
    json.array("causes", causes) { json, cause in
      json.strings("causes", cause.causes)
      json.member("cells", cause.cells)
      json.member("height", cause.heights)
      json.member("by", cause.total)
    }
  }
}

/// The text that `diff` and `template diff` share.
enum ComparisonWords {
  /// The headings of the columns that contain numbers of cells.
  static func columns(_ changes: [CellChange]) -> [String] { changes.map(\.rawValue) }

  /// A number of cells with their kind of difference; `nil` for 0 cells, except for the kind
  /// `same`.
  static func counted(_ cells: Int, _ change: CellChange) -> String? {
    guard cells > 0 || change == .same else { return nil }
    return switch change {
    case .same: "\(grouped(cells)) the same"
    case .added: "\(grouped(cells)) added"
    case .removed: "\(grouped(cells)) removed"
    case .height: "\(grouped(cells)) with another height"
    case .otherwise: "\(grouped(cells)) otherwise different"
    case .failed: "\(grouped(cells)) failing now"
    case .recovered: "\(grouped(cells)) no longer failing"
    }
  }

  /// A number of points with its sign; 0 has no sign.
  static func signed(_ number: Double) -> String {
    let text = points(number)
    return number > 0 && text != "0" ? "+\(text)" : text
  }

  /// Writes the numbers of an environment as members.
  static func write(
    _ numbers: EnvironmentComparison, _ changes: [CellChange], to json: inout JSONWriter
  ) {
    json.member("environment", numbers.environment)
    for change in changes { json.member(change.rawValue, numbers.count(change)) }
    json.member("old", numbers.before)
    json.member("new", numbers.after)
    json.member("by", numbers.total)
    json.member("largest", numbers.largest)
    json.member("mean", numbers.mean)
  }
}
