import LayoutPrimitives

/// The attributes that a stack's constraints relate, named along and across the stack's axis.
struct StackAttributes {
  let low, high, center, length: Attribute
  let crossLow, crossHigh, crossCenter, crossLength: Attribute
  /// The stack's own edges and center, inside its margins where the arrangement is relative to
  /// them.
  let stackLow, stackHigh, stackCrossLow, stackCrossHigh, stackCrossCenter: Attribute
  /// The baseline by which the views are aligned; `nil` for none.
  let baseline: Attribute?

  init(_ arrangement: StackArrangement) {
    let isHorizontal = arrangement.axis == .horizontal
    let inMargins = arrangement.isLayoutMarginsRelative
    low = isHorizontal ? .leading : .top
    high = isHorizontal ? .trailing : .bottom
    center = isHorizontal ? .centerX : .centerY
    length = isHorizontal ? .width : .height
    crossLow = isHorizontal ? .top : .leading
    crossHigh = isHorizontal ? .bottom : .trailing
    crossCenter = isHorizontal ? .centerY : .centerX
    crossLength = isHorizontal ? .height : .width
    let near: (x: Attribute, y: Attribute) =
      inMargins ? (.leadingMargin, .topMargin) : (.leading, .top)
    let far: (x: Attribute, y: Attribute) =
      inMargins ? (.trailingMargin, .bottomMargin) : (.trailing, .bottom)
    let middle: (x: Attribute, y: Attribute) =
      inMargins ? (.centerXWithinMargins, .centerYWithinMargins) : (.centerX, .centerY)
    stackLow = isHorizontal ? near.x : near.y
    stackHigh = isHorizontal ? far.x : far.y
    stackCrossLow = isHorizontal ? near.y : near.x
    stackCrossHigh = isHorizontal ? far.y : far.x
    stackCrossCenter = isHorizontal ? middle.y : middle.x
    baseline =
      switch arrangement.alignment {
      case .firstBaseline: .firstBaseline
      case .lastBaseline: .lastBaseline
      default: nil
      }
  }
}
