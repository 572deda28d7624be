import AutoLayout
import LayoutPrimitives

/// A text of blocks, whose sizes are easy to compute.
///
/// A letter is half as wide as its size, a line a quarter higher, and the baseline is one size
/// below the top of its line.
struct BlockText {
  var letters: Int
  var size: Double

  /// The text at a width, in points, with as many letters a line as fit.
  func extent(width: Double) -> TextExtent {
    let letter = size / 2
    let fitting = min(Double(letters), max(1, (width / letter).rounded(.down)))
    let lines = letters == 0 ? 0 : (Double(letters) / fitting).rounded(.up)
    return TextExtent(
      width: fitting * letter, height: lines * size * 1.25, firstBaseline: size,
      lastBaselineFromBottom: size * 0.25,
      lines: LabelLines(count: Int(lines), truncated: false))
  }
}

/// The texts of a scene's items, with a count of what was measured.
struct BlockTexts: ContentSizing {
  var texts: [SceneItem: BlockText]
  private(set) var measured = 0

  init(_ texts: [SceneItem: BlockText]) { self.texts = texts }

  private func text(_ item: Int) -> BlockText {
    texts.first { $0.key.index == item }?.value ?? BlockText(letters: 0, size: 0)
  }

  mutating func unwrapped(item: Int) -> TextExtent {
    measured += 1
    return text(item).extent(width: .infinity)
  }

  mutating func wrapped(item: Int, width: Double) -> TextExtent {
    measured += 1
    return text(item).extent(width: width)
  }

  func isSingleLine(item: Int) -> Bool { false }
}
