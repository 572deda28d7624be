import AutoLayout
import CellTemplates
import CommandSettings
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments
import TextMeasurement

struct BuildReport {
  let summary: BuildSummary
  let store: String
  /// Whether the suggested lookup needs `--store`.
  let storeIsNamed: Bool
  /// The feed that the suggested lookup must name; nil if that is not necessary.
  let feed: String?
  let environment: String?
  let wallSeconds: Double
  let cpuSeconds: Double
  /// The command that explains the findings; `nil` if there are no errors or warnings.
  let check: String?
  /// The documents of templates with findings, by feed and template index.
  ///
  /// They are empty for a merge, for an import, and for output for people.
  let documents: [[Int: FindingDocument]]
  let leftOut: LeftOutFeeds
  /// Whether the fonts have metrics packs.
  let hasPacks: Bool

  /// The output for people: at most seven lines, of which the last suggests a command.
  var lines: [String] {
    guard let number = summary.generation?.number else { return [] }
    let failed = summary.failedRecords > 0 ? " (\(grouped(summary.failedRecords)) failed)" : ""
    var first =
      "\(summary.shards > 0 ? "merged " : "built  ")  \(counted(summary.records, "record"))\(failed)"
      + " × " + counted(summary.environments, "environment")
    first += "  generation \(number)  \(wallSeconds.fixed(2)) s"
    let cells =
      "cells    \(grouped(summary.computed)) computed, \(grouped(summary.reused)) reused, "
      + "\(grouped(summary.failed)) failed, \(grouped(summary.removed)) removed"
    let caveats =
      "trust    "
      + summary.caveats.named.filter { $0.name == "exact" || $0.count > 0 }
      .map { "\(grouped($0.count)) \($0.name)" }.joined(separator: ", ")
    let engines =
      "engines  engines created: \(summary.enginesCreated) "
      + "(\(counted(summary.templates, "template")), \(counted(summary.workers, "worker")))"
    // The report of an import has neither shards nor engines.
    let origin =
      summary.shards > 0
      ? ["shards   \(grouped(summary.shards))"] : summary.workers > 0 ? [engines] : []
    let lookup = summary.firstID.map { id in
      let flags =
        (feed.map { " --feed \($0.shellWord)" } ?? "")
        + (environment.map { " --environment \($0.shellWord)" } ?? "")
        + (storeIsNamed ? " --store \(store.shellWord)" : "")
      let word = id.shellWord
      // An id that looks like a flag is placed after `--`.
      return "next     cellheights lookup"
        + (id.hasPrefix("-") ? "\(flags) -- \(word)" : " \(word)\(flags)")
    }
    let next = check.map { "next     \($0)" } ?? lookup
    let saved = summary.omittedFrameBytes.map {
      ", heights alone, up to \(counted($0, "byte")) a cell saved"
    }
    let substitutes = summary.caveats.named.contains {
      Caveats(name: $0.name) == .substituteFont && $0.count > 0
    }
    let unmeasured = UnmeasuredNote(summary.text.unmeasured)
    let reason =
      unmeasured.map { "substitute-font: \($0.line)" } ?? SubstituteFontNote.text(hasPacks)
    let note = substitutes ? ["note     \(reason)"] : []
    return [first, cells, caveats] + note + origin + ["store    \(store)\(saved ?? "")"]
      + (next.map { [$0] } ?? [])
  }

  /// Writes the report to standard output.
  func write(as format: OutputFormat) {
    // If the report cannot be written, this text still says what was published.
    let remark = summary.generation.map {
      "\(store) was published all the same, as generation \($0.number)"
    }
    switch format {
    case .json: StandardOutput.write(json: json, orTell: remark)
    case .table: StandardOutput.write(lines, orTell: remark)
    }
  }

  /// The document `cellheights.build/1`.
  var json: String {
    JSONWriter.document("cellheights.build/1") { json in
      json.member("records", summary.records)
      json.member("environments", summary.environments)
      json.object("cells") {
        $0.member("computed", summary.computed)
        $0.member("reused", summary.reused)
        $0.member("failed", summary.failed)
        $0.member("removed", summary.removed)
        $0.member("damaged", summary.losses.damagedCells.count)
      }
      json.object("trust") { json in
        for entry in summary.caveats.named { json.member(entry.name, entry.count) }
      }
      json.object("engines") {
        $0.member("created", summary.enginesCreated)
        $0.member("templates", summary.templates)
        $0.member("workers", summary.workers)
      }
      json.object("text") {
        $0.member("prepared", summary.text.preparedTexts)
        $0.member("paragraphHits", summary.text.paragraphHits)
        $0.member("wordLookups", summary.text.lookups)
        $0.member("wordHits", summary.text.hits)
        $0.member("shapedRuns", summary.text.shapedRuns)
        if summary.text.verifiedRuns > 0 {
          $0.member("verifiedRuns", summary.text.verifiedRuns)
          $0.member("shapingDifferences", summary.text.shapingDifferences)
        }
        let unmeasured = summary.text.unmeasured.texts
        if !unmeasured.isEmpty { $0.strings("unmeasured", unmeasured.prefix(1000)) }
      }
      json.object("solver") {
        $0.member("programEvaluations", summary.engines.programEvaluations)
        $0.member("basisMisses", summary.engines.basisMisses)
        $0.member("pivots", summary.engines.pivots)
      }
      json.object("seconds") {
        $0.member("wall", wallSeconds)
        $0.member("cpu", cpuSeconds)
      }
      if summary.shards > 0 { json.member("shards", summary.shards) }
      let findings = summary.findings.enumerated().flatMap { index, feed in
        feed.findings.map { (index, feed, $0) }
      }
      json.array("findings", findings) { json, entry in
        let (index, feed, finding) = entry
        let template = finding.template ?? 0
        json.member("feed", feed.feed)
        json.member("template", feed.templates[template])
        if summary.shards > 0 {
          finding.writeStored(to: &json)
        } else {
          documents[index][template]?.write(finding, to: &json)
        }
      }
      json.member("failedRecords", summary.failedRecords)
      json.member("duplicates", summary.duplicates)
      json.array("feeds", summary.feeds) {
        $0.member("feed", $1.feed)
        $0.member("records", $1.records)
        $0.member("failedRecords", $1.failedRecords)
      }
      if leftOut.isAllowed {
        json.array("failedFeeds", leftOut.feeds) {
          $0.member("feed", $1.name)
          $0.member("exit", Int($1.status.rawValue))
          $0.member("message", $1.message)
        }
      }
      json.member("generation", summary.generation?.number ?? 0)
      json.member("digest", summary.generation?.digest ?? "")
      json.member("listDigest", summary.generation?.listDigest ?? "")
      json.member("store", store)
    }
  }

  /// Whether the suggested lookup needs `--feed`: several feeds were built, or have the same id.
  static func needsFeed(_ summary: BuildSummary, feeds: Int, store: String) -> Bool {
    guard feeds == 1, let id = summary.firstID else { return true }
    do {
      let lookup = try HeightLookup(store: store)
      if case .miss(.severalFeeds) = try lookup.lookup(id: id) { return true }
      return false
    } catch {
      // The store was removed in the meantime; `--feed` is always correct.
      return true
    }
  }

  /// The numbers of cells that a build would compute and reuse, for people.
  static func lines(_ forecast: BuildForecast, _ configuration: BuildConfiguration) -> [String] {
    let cells = forecast.computed + forecast.reused + forecast.failed
    var line =
      "plan     \(counted(forecast.records, "record")) × "
      + "\(counted(forecast.environments, "environment")): "
    line += "\(counted(cells, "cell")), \(grouped(forecast.computed)) to compute, "
    line += "\(grouped(forecast.reused)) to reuse, "
    if forecast.removed > 0 { line += "\(grouped(forecast.removed)) to remove, " }
    if forecast.failed > 0 { line += "\(grouped(forecast.failed)) failed before, " }
    line += "\(grouped(forecast.failedRecords)) records unreadable"
    if forecast.duplicates > 0 { line += ", \(grouped(forecast.duplicates)) with a repeated id" }
    return [line]
      + forecast.drops.map {
        "drops    \($0)"
          + (configuration.allowsDrops ? "" : "; the build refuses to without --replace")
      } + ["store    \(configuration.store) is left as it is"]
  }

  /// The document `cellheights.plan/1`.
  static func json(_ forecast: BuildForecast, store: String) -> String {
    JSONWriter.document("cellheights.plan/1") { json in
      json.member("records", forecast.records)
      json.member("failedRecords", forecast.failedRecords)
      json.member("duplicates", forecast.duplicates)
      json.member("environments", forecast.environments)
      json.object("cells") {
        $0.member("computed", forecast.computed)
        $0.member("reused", forecast.reused)
        $0.member("failed", forecast.failed)
        $0.member("removed", forecast.removed)
      }
      json.array("drops", forecast.drops) { json, drop in
        json.member("feed", drop.feed)
        json.strings("environments", drop.environments)
        json.strings("templates", drop.templates)
        json.strings("sources", drop.sources)
      }
      json.member("store", store)
    }
  }

  /// The warnings of the build, one line per kind.
  static func warnings(_ summary: BuildSummary) -> [String] {
    summary.problems.groups.map { group in
      let count = group.count == 1 ? "" : " (\(grouped(group.count)) times, this was the first)"
      return "warning \(group.code): \(group.firstLocation.printable()): "
        + "\(group.message.printable(tabs: true))\(count)"
    } + losses(summary.losses)
  }

  /// Warnings about cells and files of earlier generations, one line per cause.
  private static func losses(_ losses: BaseLosses) -> [String] {
    var lines: [String] = []
    if let version = losses.earlierVersion {
      let gone = losses.feeds.map { "'\($0.printable())'" }.joined(separator: ", ")
      lines.append(
        "warning: the store had schema version \(version), and all cells were computed anew"
          + (gone.isEmpty ? "" : "; gone with it, build them again: feed \(gone)"))
    }
    if !losses.damagedCells.isEmpty {
      let count = losses.damagedCells.count
      lines.append(
        "warning: \(counted(count, "stored cell")) \(count == 1 ? "was" : "were") damaged, and "
          + "\(count == 1 ? "was" : "were") laid out again")
    }
    for path in losses.unremoved {
      lines.append(
        "warning: \(path.printable()) cannot be removed; the next build or prune tries again")
    }
    return lines
  }
}

/// The line that explains cells with the caveat `substitute-font`.
enum SubstituteFontNote {
  /// The text of the line for cells that were measured with metrics packs, or only with font files.
  static func text(_ hasPacks: Bool) -> String {
    hasPacks
      ? "substitute-font: the metrics packs lack a weight, width or size of a style, or words of "
        + "cells that were reused; 'cellheights fonts show FEED' prints the words"
      : text
  }

  /// The text of the line, without a full stop.
  static let text =
    "substitute-font: system → \(FontInventory.systemSubstitute), a family or a face of a style is "
    + "missing, or no font has a character; set font: in the template, or --system-font"
}

/// The pictures of unknown size as JSON lines, in the order of their first use.
struct MissingSizesDocument {
  private let sizes: MissingSizes

  init(_ sizes: MissingSizes) { self.sizes = sizes }

  /// One line per picture: `{"url":…,"records":N,"sample":ID}`.
  var text: String {
    var text = ""
    for picture in sizes.pictures {
      var json = JSONWriter()
      json.object {
        $0.member("url", picture.url)
        $0.member("records", picture.records)
        $0.member("sample", picture.sample)
      }
      text += json.text + "\n"
    }
    return text
  }

  /// Writes the file, and prints how many uses of pictures it does not list.
  func write(to file: OutputFile) throws(Failure) {
    try file.write(text)
    guard sizes.omitted > 0 else { return }
    StandardError.write(
      "note: \(counted(sizes.omitted, "use")) of pictures of unknown size are not listed: beyond the "
        + "limits missing_sizes_…, or without an address to fetch")
  }
}
