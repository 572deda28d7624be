public import LayoutPrimitives

extension LayoutScene {
  /// Places an item by its autoresizing mask, as required constraints beside those of others.
  ///
  /// A position in proportion to a superview that is not the root takes a guide: from the
  /// superview's edge as far as the proportion reaches.
  ///
  /// - Parameters:
  ///   - item: The view; not the root.
  ///   - frame: Its frame in its superview's coordinates, in points.
  ///   - mask: Which parts give.
  ///   - superviewSize: The superview's size to which the frame belongs, in points.
  /// - Returns: The constraints: x, width, y, height; those of guides before each.
  /// - Throws: `SceneError` for the root, absurd numbers, or at a limit.
  @discardableResult
  public mutating func addAutoresizing(
    _ item: SceneItem, frame: Rect, mask: AutoresizingMask, superviewSize: Size
  ) throws(SceneError) -> [ConstraintID] {
    try check(item)
    guard let parent = superview(of: item) else { throw .unknownItem(item.index) }
    let numbers = [
      frame.x, frame.y, frame.width, frame.height, superviewSize.width, superviewSize.height,
    ]
    for number in numbers { try check(number, "a number of the frame of '\(name(of: item))'") }
    let horizontal = AutoresizingSpan(
      origin: frame.x, length: frame.width, extent: superviewSize.width,
      flexible: [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin].map(mask.contains))
    let vertical = AutoresizingSpan(
      origin: frame.y, length: frame.height, extent: superviewSize.height,
      flexible: [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin].map(mask.contains))
    try checkRoom(for: 12)
    guard items.count + 2 <= limits.items else { throw .tooMany("items", limit: limits.items) }
    return try add(
      constraints(item, horizontal, .horizontal, in: parent)
        + constraints(item, vertical, .vertical, in: parent))
  }

  /// The constraints along one axis.
  private mutating func constraints(
    _ item: SceneItem, _ span: AutoresizingSpan, _ axis: Axis, in parent: SceneItem
  ) throws(SceneError) -> [LayoutConstraint] {
    let isHorizontal = axis == .horizontal
    let near: Attribute = isHorizontal ? .left : .top
    let far: Attribute = isHorizontal ? .right : .bottom
    let center: Attribute = isHorizontal ? .centerX : .centerY
    let length: Attribute = isHorizontal ? .width : .height
    var result: [LayoutConstraint] = []
    func state(
      _ first: SceneItem, _ attribute: Attribute, _ second: SceneItem?, _ other: Attribute,
      times factor: Double = 1, plus constant: Double = 0
    ) {
      result.append(
        LayoutConstraint(
          name: "", first: first.anchor(attribute), relation: .equal, multiplier: factor,
          second: second?.anchor(other), constant: constant))
    }
    switch span.originFactor {
    case 0: state(item, near, parent, near, plus: span.originConstant)
    case 0.5: state(item, near, parent, center, plus: span.originConstant)
    case 1: state(item, near, parent, far, plus: span.originConstant)
    case let factor where parent == root:
      // The root begins at 0, so its far edge is its extent.
      state(item, near, root, far, times: factor, plus: span.originConstant)
    case let factor:
      let guide = try addOwnGuide("\(name(of: item)) after \(near.rawValue)", in: parent)
      let across: (near: Attribute, length: Attribute) =
        isHorizontal ? (.top, .height) : (.left, .width)
      state(guide, near, parent, near)
      state(guide, length, parent, length, times: factor)
      state(guide, across.near, parent, across.near)
      state(guide, across.length, nil, across.length)
      state(item, near, guide, far, plus: span.originConstant)
    }
    if span.lengthFactor == 0 {
      state(item, length, nil, length, plus: span.lengthConstant)
    } else {
      state(item, length, parent, length, times: span.lengthFactor, plus: span.lengthConstant)
    }
    return result
  }
}
