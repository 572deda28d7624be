/// The heights of the rows of a table.
///
/// Source: CSS Tables 3, 3.10; where that says nothing, Blink's `TableLayoutUtils`.
struct TableRows {
  /// A row.
  struct Row {
    var height = LayoutUnit.zero
    /// Distance of the row's baseline from its top.
    var baseline = LayoutUnit.zero
    /// Whether a style sets the height as a length.
    var isConstrained = false
    /// Whether a cell of several rows begins in the row.
    var beginsSpan = false
  }

  private(set) var rows: [Row]
  private let spacing: LayoutUnit

  init(_ rows: [Row], spacing: LayoutUnit) { (self.rows, self.spacing) = (rows, spacing) }

  /// The height of adjacent rows, with the distances between them.
  func height(of range: Range<Int>) -> LayoutUnit {
    range.isEmpty
      ? .zero : rows[range].reduce(spacing * (range.count - 1)) { $0 + $1.height }
  }

  /// Raises rows until they have a height together.
  ///
  /// - Parameter isSpan: Whether it is the height of a cell of these rows.
  mutating func raise(_ range: Range<Int>, to height: LayoutUnit, isSpan: Bool) {
    let free = height - self.height(of: range)
    guard free > .zero else { return }
    let spanning = isSpan ? range.dropFirst().filter { rows[$0].beginsSpan } : []
    if !spanning.isEmpty {
      share(free, among: spanning) { _ in 1 }
      return
    }
    let filled = range.filter { rows[$0].height > .zero }
    let flexible = filled.filter { !rows[$0].isConstrained }
    if !flexible.isEmpty {
      share(free, among: flexible) { Int($0.height.steps) }
      return
    }
    if filled.count < range.count {
      if isSpan {
        if filled.isEmpty, let last = range.last {
          rows[last].height += free
          return
        }
      } else {
        let empty = range.filter { rows[$0].height == .zero }
        let growing = empty.filter { !rows[$0].isConstrained }
        share(free, among: growing.isEmpty ? empty : growing) { _ in 1 }
        return
      }
    }
    share(free, among: filled) { Int($0.height.steps) }
  }

  /// Adds parts of a height to rows, in proportion to weights; the last row has the rest.
  private mutating func share(
    _ height: LayoutUnit, among indices: [Int], weight: (Row) -> Int
  ) {
    let total = indices.reduce(0) { $0 + weight(rows[$1]) }
    var rest = height
    for index in indices where total > 0 {
      let part = LayoutUnit(clamping: Int(height.steps) * weight(rows[index]) / total)
      rows[index].height += part
      rest -= part
    }
    if let last = indices.last { rows[last].height += rest }
  }
}
