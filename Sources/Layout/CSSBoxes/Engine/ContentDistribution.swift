/// The free space before and between items or lines.
///
/// Source: CSS Box Alignment 3, 5.
struct ContentDistribution {
  var start = LayoutUnit.zero
  var between = LayoutUnit.zero

  static let none = ContentDistribution()

  private init() {}

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
      if free > .zero, count > 1 { between = free / (count - 1) }
    case .spaceAround:
      if free > .zero {
        between = free / count
        start = between / 2
      } else {
        start = logicalStart
      }
    case .spaceEvenly:
      if free > .zero {
        between = free / (count + 1)
        start = between
      } else {
        start = logicalStart
      }
    }
  }
}
