/// A table of text with aligned columns, safe to print on a terminal.
package struct TextTable {
  private var rows: [[String]] = []
  private let rightAligned: [Bool]

  /// Creates a table; a heading that begins with `>` is right-aligned.
  package init(_ headings: [String]) {
    rightAligned = headings.map { $0.hasPrefix(">") }
    rows.append(headings.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 })
  }

  /// Adds a row with one value a column.
  package mutating func add(_ values: [String]) { rows.append(values.map { $0.printable() }) }

  /// Width of the columns, in characters.
  private var widths: [Int] {
    rightAligned.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  }

  /// The lines without trailing spaces.
  package var lines: [String] { lines(groups: []) }

  /// The lines below a line that names groups of neighboring columns.
  ///
  /// - Parameter groups: Titles, each with the columns that it stands above.
  package func lines(groups: [(title: String, columns: Range<Int>)]) -> [String] {
    var widths = widths
    for group in groups {
      guard let last = group.columns.last else { continue }
      let width = widths[group.columns].reduce(0, +) + 2 * (group.columns.count - 1)
      widths[last] += max(0, group.title.count - width)
    }
    let lines = rows.map { row in
      Self.trimmed(
        row.indices.map { column in
          let gap = String(repeating: " ", count: widths[column] - row[column].count)
          return rightAligned[column] ? gap + row[column] : row[column] + gap
        }.joined(separator: "  "))
    }
    guard !groups.isEmpty else { return lines }
    var title = ""
    for group in groups {
      let start = widths[..<group.columns.lowerBound].reduce(0) { $0 + $1 + 2 }
      title += String(repeating: " ", count: max(0, start - title.count)) + group.title
    }
    return [Self.trimmed(title)] + lines
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
