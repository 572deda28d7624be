internal import StructuredDocuments

/// A table of text with aligned columns.
struct ColumnTable {
  private var rows: [[String]] = []
  private let rightAligned: [Bool]

  /// Creates a table; a heading that begins with `>` is right-aligned.
  init(_ headings: [String]) {
    rightAligned = headings.map { $0.hasPrefix(">") }
    rows.append(headings.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 })
  }

  /// Adds a row with one value a column.
  mutating func add(_ values: [String]) { rows.append(values) }

  /// Width of the columns, in characters.
  private var widths: [Int] {
    rightAligned.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  }

  /// The lines without trailing spaces.
  var lines: [String] { lines(groups: []) }

  /// The lines below a line that names groups of neighboring columns.
  ///
  /// - Parameter groups: Titles, each with the columns that it stands above.
  func lines(groups: [(title: String, columns: Range<Int>)]) -> [String] {
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

extension String {
  /// The text with characters that a terminal interprets as `\u{1B}`.
  var inert: String {
    guard unicodeScalars.contains(where: \.commandsTerminal) else { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.commandsTerminal {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// The text cut to a number of characters, `…` instead of what was in its middle.
  func cut(to length: Int) -> String {
    guard count > length else { return self }
    let head = (length - 1) / 3
    return prefix(head) + "…" + suffix(length - 1 - head)
  }
}
