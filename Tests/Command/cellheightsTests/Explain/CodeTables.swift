import Foundation

@testable import cellheights

/// The tables of codes in the documents: between `<!-- codes CH0450-CH0463 CH0601 -->`, or
/// `<!-- codes -->` for all, and `<!-- end of codes -->`.
struct CodeTables {
  static let end = "<!-- end of codes -->"

  /// A document with its tables as the catalogue has them, and how many tables there are.
  static func generated(_ document: String, _ catalog: CodeCatalog) -> (text: String, count: Int) {
    var lines: [String] = []
    var count = 0
    var isInside = false
    for line in document.components(separatedBy: "\n") {
      if line == end { isInside = false }
      guard !isInside else { continue }
      lines.append(line)
      guard line.hasPrefix("<!-- codes") else { continue }
      let ranges = line.split(separator: " ").filter { $0.hasPrefix("CH") }.map(Self.range)
      lines += ["", "| Code | Severity | Means |", "|---|---|---|"]
      for entry in catalog.entries
      where ranges.isEmpty || ranges.contains(where: { $0.contains(entry.code) }) {
        lines.append("| \(entry.code) | \(entry.severity) | \(entry.title) |")
      }
      lines.append("")
      count += 1
      isInside = true
    }
    return (lines.joined(separator: "\n"), count)
  }

  private static func range(_ text: Substring) -> ClosedRange<String> {
    let ends = text.split(separator: "-").map(String.init)
    return (ends.first ?? "")...(ends.last ?? "")
  }
}
