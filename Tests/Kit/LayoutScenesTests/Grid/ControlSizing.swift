import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// Controls of one line with known sizes and baselines.
struct ControlSizing: ContentSizing {
  private(set) var extents: [Int: TextExtent] = [:]

  /// Makes an item a control; its baseline is `baseline` points below its top.
  mutating func set(_ item: SceneItem, _ width: Double, _ height: Double, baseline: Double) {
    extents[item.index] = TextExtent(
      width: width, height: height, firstBaseline: baseline,
      lastBaselineFromBottom: height - baseline, lines: LabelLines(count: 1, truncated: false))
  }

  func unwrapped(item: Int) -> TextExtent { extents[item] ?? .empty }
  func wrapped(item: Int, width: Double) -> TextExtent { extents[item] ?? .empty }
  func isSingleLine(item: Int) -> Bool { true }
}
