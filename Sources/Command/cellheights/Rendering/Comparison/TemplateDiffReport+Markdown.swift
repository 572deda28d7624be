import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import Precomputation

extension TemplateDiffReport {
  /// For a pull request, as GitHub writes Markdown.
  var markdown: [String] {
    var lines = [
      "## Template \(code(new.template.name))", "",
      "\(code(old.name)) → \(code(new.name)), \(text(scope)): \(cellWords).",
    ]
    for turned in turns { lines += ["", "Now \(turned)."] }
    guard comparison.differs else { return lines + ["", "Nothing differs."] }
    lines += [""] + environmentTable
    if !comparison.largest.isEmpty { lines += ["", "### Largest changes", ""] + largestTable }
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
      comparison.environments.map { environment in
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
      comparison.largest.map {
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

  /// A table whose headings that begin with `>` are right-aligned.
  private func table(_ headings: [String], _ rows: [[String]]) -> [String] {
    let rule = headings.map { $0.hasPrefix(">") ? "---:" : "---" }
    let names = headings.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
    return ([names, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  /// Text of others as code, in which nothing is a link, a name or an emphasis.
  private func code(_ text: String) -> String {
    let line = oneLine(text)
    // A fence is longer than any run of backticks inside.
    let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let gap = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    return fence + gap + line.replacing("|", with: "\\|") + gap + fence
  }

  /// Our own words with names of others, in which letters of Markdown are escaped.
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
