import AutoLayout
import LayoutPrimitives

/// Texts of a fixed number of 10 × 20 pt characters, broken anywhere: a sizing one can do by hand.
struct FixedSizing: ContentSizing {
  var characters: [Int: Int]
  var lineLimit: [Int: Int] = [:]

  func unwrapped(item: Int) -> TextExtent { extent(item, perLine: characters[item] ?? 0) }

  func wrapped(item: Int, width: Double) -> TextExtent {
    extent(item, perLine: max(1, Int(width / 10)))
  }

  func isSingleLine(item: Int) -> Bool { lineLimit[item] == 1 }

  private func extent(_ item: Int, perLine: Int) -> TextExtent {
    let count = characters[item] ?? 0
    guard count > 0 else {
      return TextExtent(
        width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0,
        lines: LabelLines(count: 0, truncated: false))
    }
    let needed = (count + perLine - 1) / perLine
    let limit = lineLimit[item] ?? 0
    let lines = limit > 0 ? min(limit, needed) : needed
    return TextExtent(
      width: Double(min(count, perLine) * 10), height: Double(lines * 20), firstBaseline: 15,
      lastBaselineFromBottom: 5, lines: LabelLines(count: lines, truncated: lines < needed))
  }
}
