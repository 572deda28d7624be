import Foundation
import HeightStore
import LayoutPrimitives
import Operations
import StructuredDocuments

/// The report of `stores` about one store.
struct StoreReport {
  let path: String
  /// The size of the file, in bytes.
  let bytes: Int
  let catalog: StoreCatalog
  /// The shard of the records that the store contains; `nil` for all records.
  let shard: ShardNumber?
  /// The counts of each feed, in the order of `catalog.feeds`.
  let counts: [StoredCounts]
  /// The hold that prevents builds from publishing; `nil` for none.
  let hold: GenerationHold?
  /// The time since the build; `nil` if the stored time is invalid.
  let age: ElapsedTime?

  /// Reads a store.
  ///
  /// - Throws: `StoreError`.
  init(path: String, now: Date) throws {
    let reader = try StoreReader(path: path)
    self.path = path
    catalog = reader.catalog
    shard = reader.shard
    counts = try reader.counts()
    hold = try GenerationHold(store: path)
    bytes = FileStatus(path)?.size ?? 0
    age = Self.date(catalog.generation.createdUTC).map {
      ElapsedTime(seconds: Int(now.timeIntervalSince($0).rounded(.down)))
    }
  }

  /// Parses a stored time, such as `2026-01-31T08:00:00Z`.
  private static func date(_ text: String) -> Date? {
    do { return try Date(text, strategy: .iso8601) } catch { return nil }
  }

  /// The output for people.
  var lines: [String] {
    let generation = catalog.generation
    var lines = [
      "store    \(path)  \(Self.size(bytes))",
      "state    generation \(generation.number), "
        + (age.map { "\($0.words) (\(generation.createdUTC))" } ?? generation.createdUTC)
        + ", engine version \(generation.engineVersion)",
      "digests  \(generation.digest) of the cells, \(generation.listDigest) of the lists",
      "cells    \(grouped(generation.cells)) with a height, \(grouped(generation.failed)) failed",
    ]
    if let hold {
      lines.append("held     \(hold.note): no build publishes until rollback --release")
    }
    if let shard { lines.append("part     shard \(shard.index) of \(shard.count), for merge") }
    for (feed, counts) in zip(catalog.feeds, counts) {
      lines += [""] + self.lines(feed, counts)
    }
    return lines
  }

  private func lines(_ feed: FeedEntry, _ counts: StoredCounts) -> [String] {
    let sources = feed.sources
    let origin =
      sources.first.map { first in
        " from \(first.path)"
          + (sources.count > 1 ? " and \(counted(sources.count - 1, "more file"))" : "")
      } ?? ""
    var lines = [
      "feed     \(feed.name): \(counted(feed.records, "record"))\(origin), "
        + "replaced by generation \(feed.generation)"
    ]
    lines += Self.block(
      "for",
      feed.environments.map {
        [
          $0.environment.key, counted($0.cells, "cell"),
          $0.failed > 0 ? "\(grouped($0.failed)) failed" : "",
        ]
      })
    let templates = feed.templates.compactMap { catalog.templates[$0] }
    lines += Self.block("template", templates.map { [$0.name, $0.hash] })
    lines += Self.block("list", feed.lists.map { list($0, feed) })
    let trust =
      ["\(grouped(counts.exact)) exact"]
      + Caveats.named.compactMap { name, reason in
        let cells = counts.cells(with: reason)
        return cells > 0 ? "\(grouped(cells)) \(name)" : nil
      }
    lines.append("trust    " + trust.joined(separator: ", "))
    let severities = FindingSeverity.allCases.compactMap { severity in
      let count = Self.findings(feed, severity)
      return count > 0 ? counted(count, severity.rawValue) : nil
    }
    if !severities.isEmpty { lines.append("findings " + severities.joined(separator: ", ")) }
    lines += Self.block(
      "failed",
      counts.failures.map {
        [$0.code, counted($0.cells, "cell"), "such as '\($0.sampleRecord)': \($0.sampleMessage)"]
      })
    return lines
  }

  /// The name, number of cells, spacing and insets of a list, as a row.
  private func list(_ list: ListEntry, _ feed: FeedEntry) -> [String] {
    let cells = feed.environments.filter { !$0.environment.isRange }.map { list.cells(in: $0.id) }
    let (minimum, maximum) = (cells.min() ?? 0, cells.max() ?? 0)
    let insets = list.description.insets
    let edges = [insets.top, insets.leading, insets.bottom, insets.trailing]
    var space: [String] = []
    if list.description.spacing != 0 { space.append("spacing \(points(list.description.spacing))") }
    if edges.contains(where: { $0 != 0 }) {
      space.append("insets " + edges.map(points).joined(separator: " "))
    }
    if let shape = list.description.shape {
      if !shape.kinds.isEmpty {
        space.append("with " + shape.words.replacing(" ", with: ", "))
      }
      if let line = shape.separator { space.append("separator \(points(line.height))") }
    }
    return [
      list.description.name,
      minimum == maximum
        ? counted(maximum, "cell") : "\(grouped(minimum)) to \(grouped(maximum)) cells",
      space.joined(separator: ", "),
    ]
  }

  /// Aligned rows, of which only the first begins with `word`.
  private static func block(_ word: String, _ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    var table = TextTable(first.map { $0.printable() })
    for row in rows.dropFirst() { table.add(row) }
    return table.lines.enumerated().map { index, line in
      let label = index == 0 ? word : ""
      return label + String(repeating: " ", count: 9 - label.count) + line
    }
  }

  /// A number of bytes in decimal units, such as `12.3 MB`.
  static func size(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), "bytes")
    for next in ["kB", "MB", "GB", "TB"] where value >= 1_000 {
      (value, unit) = (value / 1_000, next)
    }
    return unit == "bytes" ? counted(bytes, "byte") : "\(value.fixed(1)) \(unit)"
  }

  static func findings(_ feed: FeedEntry, _ severity: FindingSeverity) -> Int {
    feed.findings.count { $0.severity == severity }
  }
}

extension StoreReport {
  /// The document `cellheights.stores/1`.
  var json: String {
    JSONWriter.document("cellheights.stores/1") { json in
      let generation = catalog.generation
      json.member("store", path)
      json.member("bytes", bytes)
      json.member("generation", generation.number)
      json.member("created", generation.createdUTC)
      if let age { json.member("ageSeconds", age.seconds) }
      json.member("engineVersion", generation.engineVersion)
      json.member("digest", generation.digest)
      json.member("listDigest", generation.listDigest)
      if let hold { json.member("held", hold.note) }
      if let shard {
        json.object("shard") {
          $0.member("number", shard.index)
          $0.member("shards", shard.count)
        }
      }
      json.object("cells") {
        $0.member("good", generation.cells)
        $0.member("failed", generation.failed)
      }
      json.array("feeds", zip(catalog.feeds, counts)) { json, entry in
        write(entry.0, entry.1, to: &json)
      }
    }
  }

  private func write(_ feed: FeedEntry, _ counts: StoredCounts, to json: inout JSONWriter) {
    json.member("feed", feed.name)
    json.member("records", feed.records)
    json.member("generation", feed.generation)
    json.member("digest", feed.digest)
    json.array("sources", feed.sources) { json, source in
      json.member("path", source.path)
      json.member("hash", source.hash)
      json.member("bytes", source.bytes)
      if source.isChanges { json.member("changes", true) }
    }
    json.array("environments", feed.environments) { json, environment in
      json.member("environment", environment.environment.key)
      json.member("cells", environment.cells)
      json.member("failed", environment.failed)
    }
    json.array("templates", feed.templates.compactMap { catalog.templates[$0] }) {
      $0.member("template", $1.name)
      $0.member("hash", $1.hash)
    }
    json.array("lists", feed.lists) { json, list in
      json.member("list", list.description.name)
      json.member("spacing", list.description.spacing)
      let insets = list.description.insets
      json.numbers("insets", [insets.top, insets.leading, insets.bottom, insets.trailing])
      if let shape = list.description.shape {
        json.strings("kinds", shape.words.split(separator: " ").map(String.init))
        if let line = shape.separator {
          json.object("separator") { json in
            json.member("height", line.height)
            json.member("inset", line.inset)
            json.member("afterLast", line.isAfterLast)
          }
        }
      }
      json.array("environments", feed.environments) { json, environment in
        json.member("environment", environment.environment.key)
        json.member("cells", list.cells(in: environment.id))
      }
    }
    json.object("trust") {
      $0.member("exact", counts.exact)
      for (name, reason) in Caveats.named { $0.member(name, counts.cells(with: reason)) }
    }
    json.object("findings") {
      for severity in FindingSeverity.allCases {
        $0.member(severity.rawValue, Self.findings(feed, severity))
      }
    }
    json.array("failures", counts.failures) { json, failure in
      json.member("code", failure.code)
      json.member("cells", failure.cells)
      json.member("sample", failure.sampleRecord)
      json.member("message", failure.sampleMessage)
    }
  }
}

/// A time since an event, as text.
struct ElapsedTime {
  /// The time in whole seconds; negative if the clock was set back.
  let seconds: Int

  /// The time as text, such as `3 hours ago`.
  var words: String {
    switch seconds {
    case ..<(-60): "in the future, by this machine's clock"
    case ..<60: "just now"
    case ..<3_600: counted(seconds / 60, "minute") + " ago"
    case ..<(48 * 3_600): counted(seconds / 3_600, "hour") + " ago"
    default: counted(seconds / 86_400, "day") + " ago"
    }
  }
}
