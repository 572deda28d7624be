/// Rows of words as columns: the first to the left, the others to the right.
struct TextTable {
  let text: String

  init(_ rows: [[String]]) {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    text = rows.map { row in
      row.enumerated().map { place, word in
        let space = String(repeating: " ", count: widths[place] - word.count)
        return place == 0 ? word + space : space + word
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
