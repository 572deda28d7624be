import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments

struct TemplateDiffReport {
  /// The kinds of difference that can occur between cells of the same records.
  static let changes: [CellChange] = [.same, .height, .otherwise, .failed, .recovered]
  /// Maximum number of findings in the output for people.
  static let findingLimit = 20

  let old: (name: String, template: CellTemplate)
  let new: (name: String, template: CellTemplate)
  let feed: String?
  let comparison: TemplateComparison
  let pictures: [ChangePictures.Pair]

  /// The number of compared records and of their environments, as text.
  var scope: String {
    counted(comparison.records, "record") + (feed.map { " of feed '\($0)'" } ?? "") + " × "
      + counted(comparison.environments.count, "environment")
  }

  var cellWords: String {
    Self.changes.map { ComparisonWords.counted(comparison.count($0), $0) }.compactMap(\.self)
      .joined(separator: ", ")
  }

  /// What cells gained and lost with the new template, such as `3 labels are truncated` and `2 cells
  /// are no longer ambiguous`.
  ///
  /// The gained caveats and truncations come first, in one line, then the lost ones. A line with
  /// nothing to report is omitted.
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

  /// Whether the finding is new, gone or changed.
  func state(_ change: FindingChange) -> String {
    change.isNew ? "new" : change.isGone ? "gone" : "changed"
  }

  /// The output for people.
  var lines: [String] {
    var lines = [
      "old      \(old.name)  \(old.template.hash)", "new      \(new.name)  \(new.template.hash)",
      "records  \(scope)", "cells    \(cellWords)",
    ]
    lines += turns.map { "now      \($0)" }
    guard comparison.differs else { return lines }
    if !differing.isEmpty { lines += [""] + environments.lines }
    if !heightChanges.isEmpty { lines += [""] + largest.lines }
    if let otherwise { lines += ["", otherwise] }
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

  /// The largest changes of height; cells that differ in another way are not among them.
  private var heightChanges: [TemplateComparison.Change] {
    comparison.largest.filter { ComparisonWords.signed($0.by) != "0" }
  }

  /// A sentence about the cells of the same height that differ; nil if there are none.
  private var otherwise: String? {
    let count = comparison.count(.otherwise)
    guard count > 0 else { return nil }
    let example = comparison.largest.first { ComparisonWords.signed($0.by) == "0" }
    return "\(counted(count, "cell")) \(count == 1 ? "has" : "have") the same height and "
      + "\(count == 1 ? "differs" : "differ") otherwise"
      + (example.map { ", such as '\($0.record.id)' at \($0.environment.key)" } ?? "")
  }

  /// The environments with cells that differ.
  private var differing: [TemplateComparison.InEnvironment] {
    comparison.environments.filter { $0.numbers.differing > 0 }
  }

  private var environments: TextTable {
    var table = TextTable(
      ["environment"] + ComparisonWords.columns(Self.changes).map { ">\($0)" }
        + [">largest", ">mean", ">points", ">by"])
    for environment in differing {
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
    for change in heightChanges {
      table.add([
        change.record.id, change.environment.key, points(change.before), points(change.after),
        ComparisonWords.signed(change.by),
      ])
    }
    return table
  }

  /// The document `cellheights.template-diff/1`.
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

extension TemplateDiffReport {
  /// The report in Markdown for GitHub, for a pull request.
  var markdown: [String] {
    var lines = [
      "## Template \(code(new.template.name))", "",
      "\(code(old.name)) → \(code(new.name)), \(text(scope)): \(cellWords).",
    ]
    for turned in turns { lines += ["", "Now \(turned)."] }
    guard comparison.differs else { return lines + ["", "Nothing differs."] }
    if !differing.isEmpty { lines += [""] + environmentTable }
    if !heightChanges.isEmpty { lines += ["", "### Largest changes", ""] + largestTable }
    if let otherwise { lines += ["", text(otherwise) + "."] }
    if !comparison.findings.isEmpty { lines += ["", "### Findings", ""] + findingTable }
    let failures = comparison.failures.filter { $0.before != $0.after }
    if !failures.isEmpty {
      lines += ["", "### Failures", ""]
      lines += table(
        ["code", ">before", ">after", "for example", "message"],
        failures.map {
          [
            $0.code, grouped($0.before), grouped($0.after), code($0.sampleRecord),
            text($0.message),
          ]
        })
    }
    if !pictures.isEmpty { lines += ["", "### Pictures"] }
    for pair in pictures {
      lines += ["", "\(code(pair.record)) at \(code(pair.environment))", ""]
      lines += table(
        ["before", "after"], [["![before](<\(pair.before)>)", "![after](<\(pair.after)>)"]])
    }
    return lines
  }

  private var environmentTable: [String] {
    table(
      ["environment"] + ComparisonWords.columns(Self.changes).map { ">\($0)" }
        + [">largest", ">mean", ">points before", ">after", ">by"],
      differing.map { environment in
        let numbers = environment.numbers
        return [code(numbers.environment)] + Self.changes.map { grouped(numbers.count($0)) }
          + [
            points(numbers.largest), points(numbers.mean), points(numbers.before),
            points(numbers.after), ComparisonWords.signed(numbers.total),
          ]
      })
  }

  private var largestTable: [String] {
    table(
      ["record", "environment", ">before", ">after", ">by"],
      heightChanges.map {
        [
          code($0.record.id), code($0.environment.key), points($0.before), points($0.after),
          ComparisonWords.signed($0.by),
        ]
      })
  }

  private var findingTable: [String] {
    let findings = comparison.findings
    let rows = findings.prefix(Self.findingLimit).map { change in
      [
        state(change), change.finding.severity.rawValue, change.finding.code,
        text(change.finding.message), grouped(change.before.reduce(0, +)),
        grouped(change.after.reduce(0, +)),
      ]
    }
    let more = findings.count - Self.findingLimit
    return table(["", "severity", "code", "finding", ">cells before", ">after"], rows)
      + (more > 0 ? ["", "And \(counted(more, "more finding"))."] : [])
  }

  /// A Markdown table; a column is right-aligned if its heading begins with `>`.
  private func table(_ headings: [String], _ rows: [[String]]) -> [String] {
    let rule = headings.map { $0.hasPrefix(">") ? "---:" : "---" }
    let names = headings.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
    return ([names, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  /// Untrusted text as Markdown code, so that it contains no links, mentions or emphasis.
  private func code(_ text: String) -> String {
    let line = oneLine(text)
    // The fence must be longer than any sequence of backticks in the text.
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let gap = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    return fence + gap + line.replacing("|", with: "\\|") + gap + fence
  }

  /// Escapes the Markdown in a message, which may contain untrusted names.
  private func text(_ text: String) -> String {
    var escaped = ""
    for letter in oneLine(text) {
      if "\\`*_[]<>|#&~@".contains(letter) { escaped.append("\\") }
      escaped.append(letter)
    }
    return escaped
  }

  private func oneLine(_ text: String) -> String {
    let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return line.isEmpty ? " " : line
  }
}
