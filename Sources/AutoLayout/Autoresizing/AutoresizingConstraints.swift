public import LayoutPrimitives

/// Translates an item's autoresizing mask to the constraints that place the item.
///
/// A position that is a fraction of the length of a superview other than the root needs a guide,
/// from the superview's near edge to that fraction.
public struct AutoresizingConstraints {
  private let item: Int
  private let parent: Int
  private var result: [LayoutConstraint] = []

  /// Lists the constraints for x, width, y and height; those of a guide precede the one that uses
  /// it.
  ///
  /// All of them are required.
  ///
  /// - Parameters:
  ///   - item: Index of the item.
  ///   - parent: Index of the item's superview; 0 is the root.
  ///   - frame: The item's frame in its superview's coordinates, in points.
  ///   - mask: Which margins and extents are flexible.
  ///   - superviewSize: The size of the superview with which the item has this frame, in points.
  ///   - makeGuide: Adds a guide to the superview, for the position of an edge (left or top);
  ///     returns the guide's index.
  /// - Throws: What `makeGuide` throws.
  public static func list<Failure: Error>(
    item: Int, parent: Int, frame: Rect, mask: AutoresizingMask, superviewSize: Size,
    makeGuide: (_ near: Attribute) throws(Failure) -> Int
  ) throws(Failure) -> [LayoutConstraint] {
    let horizontal = AutoresizingSpan(
      origin: frame.x, length: frame.width, extent: superviewSize.width,
      flexible: [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin].map(mask.contains))
    let vertical = AutoresizingSpan(
      origin: frame.y, length: frame.height, extent: superviewSize.height,
      flexible: [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin].map(mask.contains))
    var constraints = AutoresizingConstraints(item: item, parent: parent)
    try constraints.add(horizontal, .horizontal, makeGuide)
    try constraints.add(vertical, .vertical, makeGuide)
    return constraints.result
  }

  private init(item: Int, parent: Int) {
    self.item = item
    self.parent = parent
  }

  /// Adds the constraints along one axis.
  private mutating func add<Failure: Error>(
    _ span: AutoresizingSpan, _ axis: Axis, _ makeGuide: (Attribute) throws(Failure) -> Int
  ) throws(Failure) {
    let isHorizontal = axis == .horizontal
    let near: Attribute = isHorizontal ? .left : .top
    let far: Attribute = isHorizontal ? .right : .bottom
    let center: Attribute = isHorizontal ? .centerX : .centerY
    let length: Attribute = isHorizontal ? .width : .height
    switch span.originFactor {
    case 0: state(item, near, parent, near, plus: span.originConstant)
    case 0.5: state(item, near, parent, center, plus: span.originConstant)
    case 1: state(item, near, parent, far, plus: span.originConstant)
    case let factor where parent == 0:
      // The root begins at 0, so its far edge is its extent.
      state(item, near, parent, far, times: factor, plus: span.originConstant)
    case let factor:
      let guide = try makeGuide(near)
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
  }

  private mutating func state(
    _ first: Int, _ attribute: Attribute, _ second: Int?, _ other: Attribute,
    times factor: Double = 1, plus constant: Double = 0
  ) {
    result.append(
      LayoutConstraint(
        name: "", first: Anchor(item: first, attribute: attribute), relation: .equal,
        multiplier: factor, second: second.map { Anchor(item: $0, attribute: other) },
        constant: constant))
  }
}
