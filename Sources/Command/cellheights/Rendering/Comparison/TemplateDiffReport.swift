import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import Precomputation
import StructuredDocuments

/// What `template diff` has found.
struct TemplateDiffReport {
  /// How cells of the same records can differ.
  static let changes: [CellChange] = [.same, .height, .otherwise, .failed, .recovered]
  /// Maximum number of findings that are listed for people.
  static let findingLimit = 20

  let old: (name: String, template: CellTemplate)
  let new: (name: String, template: CellTemplate)
  let feed: String?
  let comparison: TemplateComparison
  let pictures: [ChangePictures.Pair]

  /// What is compared: the records, and where they are laid out.
  var scope: String {
    counted(comparison.records, "record") + (feed.map { " of feed '\($0)'" } ?? "") + " × "
      + counted(comparison.environments.count, "environment")
  }

  var cellWords: String {
    Self.changes.map { ComparisonWords.counted(comparison.count($0), $0) }.compactMap(\.self)
      .joined(separator: ", ")
  }

  /// What cells have in one of the templates alone, in words: what is new, then what is gone.
  var turns: [String] {
    [(\TemplateComparison.InEnvironment.newly, ""), (\.noLonger, "no longer ")].compactMap {
      turns, negation in
      let all = comparison.environments.map { $0[keyPath: turns] }
      guard let first = all.first else { return nil }
      let parts = all.dropFirst().reduce(first, +).named.map { name, count in
        "\(counted(count, name == "truncated" ? "label" : "cell")) \(count == 1 ? "is" : "are") "
          + negation + name
      }
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
  }

  /// What a finding's numbers of cells come to.
  func state(_ change: FindingChange) -> String {
    change.isNew ? "new" : change.isGone ? "gone" : "changed"
  }

  /// For people.
  var lines: [String] {
    var lines = [
      "old      \(old.name)  \(old.template.hash)", "new      \(new.name)  \(new.template.hash)",
      "records  \(scope)", "cells    \(cellWords)",
    ]
    lines += turns.map { "now      \($0)" }
    guard comparison.differs else { return lines }
    lines += [""] + environments.lines
    if !comparison.largest.isEmpty { lines += [""] + largest.lines }
    let findings = comparison.findings
    if !findings.isEmpty { lines.append("") }
    for change in findings.prefix(Self.findingLimit) {
      let finding = change.finding
      let cells = change.before.reduce(0, +)
      lines.append(
        "\(state(change))  \(finding.severity.rawValue) \(finding.code): \(finding.message), "
          + "in \(grouped(cells)) cells before and \(grouped(change.after.reduce(0, +))) after")
    }
    if findings.count > Self.findingLimit {
      lines.append("and \(counted(findings.count - Self.findingLimit, "more finding"))")
    }
    let failures = comparison.failures.filter { $0.before != $0.after }
    if !failures.isEmpty { lines.append("") }
    for failure in failures {
      lines.append(
        "failed   \(failure.code): \(grouped(failure.before)) cells before, "
          + "\(grouped(failure.after)) after, such as '\(failure.sampleRecord)' at "
          + "\(failure.sampleEnvironment): \(failure.message)")
    }
    if !pictures.isEmpty { lines.append("") }
    for pair in pictures {
      lines.append("drawn    '\(pair.record)': \(pair.before), \(pair.after)")
    }
    return lines
  }

  private var environments: TextTable {
    var table = TextTable(
      ["environment"] + ComparisonWords.columns(Self.changes).map { ">\($0)" }
        + [">largest", ">mean", ">points", ">by"])
    for environment in comparison.environments {
      let numbers = environment.numbers
      table.add(
        [numbers.environment] + Self.changes.map { grouped(numbers.count($0)) }
          + [
            points(numbers.largest), points(numbers.mean), points(numbers.after),
            ComparisonWords.signed(numbers.total),
          ])
    }
    return table
  }

  private var largest: TextTable {
    var table = TextTable(["record", "environment", ">old", ">new", ">by"])
    for change in comparison.largest {
      table.add([
        change.record.id, change.environment.key, points(change.before), points(change.after),
        ComparisonWords.signed(change.by),
      ])
    }
    return table
  }

  /// `cellheights.template-diff/1`.
  var json: String {
    JSONWriter.document("cellheights.template-diff/1") { json in
      for (name, side) in [("old", old), ("new", new)] {
        json.object(name) {
          $0.member("template", side.template.name)
          $0.member("given", side.name)
          $0.member("hash", side.template.hash.description)
        }
      }
      if let feed { json.member("feed", feed) }
      json.member("records", comparison.records)
      json.member("differs", comparison.differs)
      json.object("engines") {
        $0.member("old", comparison.enginesCreated.old)
        $0.member("new", comparison.enginesCreated.new)
      }
      json.object("cells") { json in
        for change in Self.changes { json.member(change.rawValue, comparison.count(change)) }
      }
      json.array("environments", comparison.environments) { json, environment in
        ComparisonWords.write(environment.numbers, Self.changes, to: &json)
        write("now", environment.newly, to: &json)
        write("noMore", environment.noLonger, to: &json)
      }
      json.array("findings", comparison.findings) { write($1, to: &$0) }
      json.array("failures", comparison.failures) { json, failure in
        json.member("code", failure.code)
        json.member("old", failure.before)
        json.member("new", failure.after)
        json.member("sample", failure.sampleRecord)
        json.member("environment", failure.sampleEnvironment)
        json.member("message", failure.message)
      }
      json.array("largest", comparison.largest) { json, change in
        json.member("id", change.record.id)
        json.member("environment", change.environment.key)
        json.member("old", change.before)
        json.member("new", change.after)
        json.member("by", change.by)
      }
      json.array("pictures", pictures) { json, pair in
        json.member("id", pair.record)
        json.member("environment", pair.environment)
        json.member("old", pair.before)
        json.member("new", pair.after)
      }
    }
  }

  private func write(
    _ name: String, _ turns: TemplateComparison.Turns, to json: inout JSONWriter
  ) {
    json.object(name) { json in
      for (name, count) in turns.named { json.member(name, count) }
    }
  }

  private func write(_ change: FindingChange, to json: inout JSONWriter) {
    json.member("state", state(change))
    change.finding.writeName(to: &json)
    json.member("message", change.finding.message)
    json.member("old", change.before.reduce(0, +))
    json.member("new", change.after.reduce(0, +))
    let keys = comparison.environments.map(\.numbers.environment)
    json.array("environments", zip(keys, zip(change.before, change.after))) { json, entry in
      json.member("environment", entry.0)
      json.member("old", entry.1.0)
      json.member("new", entry.1.1)
    }
  }
}
