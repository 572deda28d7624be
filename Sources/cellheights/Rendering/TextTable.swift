/// A table with aligned columns.
struct TextTable {
  private var rows: [[String]] = []
  private let rightAligned: [Bool]

  /// Creates a table, where a heading that begins with `>` is right-aligned.
  init(_ headings: [String]) {
    rightAligned = headings.map { $0.hasPrefix(">") }
    rows.append(headings.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 })
  }

  /// Adds a row with one value per column.
  mutating func add(_ values: [String]) { rows.append(values.map { $0.printable() }) }

  /// The lines without trailing spaces.
  var lines: [String] {
    let widths = rightAligned.indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, value) in row.enumerated() {
        let gap = String(repeating: " ", count: widths[column] - value.count)
        line += rightAligned[column] ? gap + value : value + gap
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
