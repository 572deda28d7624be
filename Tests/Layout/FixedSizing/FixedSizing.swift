public import AutoLayout
import LayoutPrimitives

/// Texts of a fixed number of 10 × 20 pt characters, broken anywhere, so that sizes can be computed
/// by hand.
public struct FixedSizing: ContentSizing, Sendable {
  /// Characters of each item.
  public var characters: [Int: Int]
  /// Maximum number of lines of each item; 0, or none, for no limit.
  public var lineLimit: [Int: Int] = [:]

  /// Takes the numbers of characters and lines, by item.
  public init(characters: [Int: Int], lineLimit: [Int: Int] = [:]) {
    (self.characters, self.lineLimit) = (characters, lineLimit)
  }

  /// The size on one line.
  public func unwrapped(item: Int) -> TextExtent { extent(item, perLine: characters[item] ?? 0) }

  /// The size at a width, in points.
  public func wrapped(item: Int, width: Double) -> TextExtent {
    extent(item, perLine: max(1, Int(width / 10)))
  }

  /// Whether the item has one line at most.
  public func isSingleLine(item: Int) -> Bool { lineLimit[item] == 1 }

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
