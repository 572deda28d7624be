/// The free space before and between items or lines.
///
/// Source: CSS Box Alignment 3, 5.
struct ContentDistribution {
  private var start = LayoutUnit.zero
  /// The space between two items, in steps; the spaces before an item are rounded together.
  private var between = 0.0

  static let none = ContentDistribution()

  private init() {}

  /// The free space before an item or line, counted from 0.
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
    let logicalStart = isReversed ? free : LayoutUnit.zero
    if alignment.isSafe, free < .zero {
      start = logicalStart
      return
    }
    switch alignment.keyword {
    case .normal, .stretch, .flexStart, .baseline, .lastBaseline: break
    case .end: start = free - logicalStart
    case .flexEnd: start = free
    case .start: start = logicalStart
    case .left: start = isRightToLeft == true ? free - logicalStart : logicalStart
    case .right:
      start = isRightToLeft == false ? free - logicalStart : logicalStart
    case .center: start = free / 2
    case .spaceBetween:
      if free > .zero, count > 1 { between = Double(free.steps) / Double(count - 1) }
    case .spaceAround:
      if free > .zero {
        between = Double(free.steps) / Double(count)
        start = free / (2 * count)
      } else {
        start = logicalStart
      }
    case .spaceEvenly:
      if free > .zero {
        between = Double(free.steps) / Double(count + 1)
        start = free / (count + 1)
      } else {
        start = logicalStart
      }
    }
  }
}
