/// The free space before and between items or lines, in the order of the axis.
///
/// Source: CSS Box Alignment 3, 5. Chromium reverses items and lines before it places them.
struct ContentDistribution {
  private var start = LayoutUnit.zero
  /// The space between two items, in steps; the spaces before an item are rounded together.
  private var between = 0.0

  static let none = ContentDistribution()

  private init() {}

  /// The free space before an item or line, counted from 0 at the start of the axis.
  func before(_ index: Int) -> LayoutUnit {
    between == 0 ? start : start + LayoutUnit.rounded(between * Double(index) / 64)
  }

  /// - Parameters:
  ///   - isReversed: Whether the flex start is the end of the axis.
  ///   - isRightToLeft: Direction of an inline axis; `nil` for a block axis.
  init(
    _ alignment: ContentAlignment, free: LayoutUnit, count: Int, isReversed: Bool,
    isRightToLeft: Bool?
  ) {
    if alignment.isSafe, free < .zero { return }
    let flexStart = isReversed ? free : LayoutUnit.zero
    switch alignment.keyword {
    case .normal, .stretch, .flexStart, .baseline, .lastBaseline: start = flexStart
    case .end: start = free
    case .flexEnd: start = free - flexStart
    case .start: break
    case .left: start = isRightToLeft == true ? free : .zero
    case .right: start = isRightToLeft == false ? free : .zero
    case .center: start = free / 2
    case .spaceBetween:
      if free > .zero, count > 1 {
        between = Double(free.steps) / Double(count - 1)
      } else {
        start = flexStart
      }
    case .spaceAround:
      if free > .zero {
        between = Double(free.steps) / Double(count)
        start = free / (2 * count)
      }
    case .spaceEvenly:
      if free > .zero {
        between = Double(free.steps) / Double(count + 1)
        start = free / (count + 1)
      }
    }
  }
}
