public import LayoutPrimitives

/// Translates an item's autoresizing mask to constraints.
///
/// If a position is a fraction of a superview's length and the superview is not the root, a guide
/// is added. The guide extends from the superview's near edge to that position.
public struct AutoresizingConstraints {
  private let item: Int
  private let parent: Int
  private var result: [LayoutConstraint] = []

  /// Lists the constraints for x, width, y and height, all of them required.
  ///
  /// The constraints of a guide precede the constraint that uses the guide.
  ///
  /// - Parameters:
  ///   - item: Index of the item.
  ///   - parent: Index of the item's superview; 0 is the root.
  ///   - frame: The item's frame in its superview's coordinates, in points.
  ///   - mask: The flexible margins and extents.
  ///   - superviewSize: The size of the superview to which `frame` belongs, in points.
  ///   - makeGuide: Adds a guide to the superview, for the position of an edge (left or top);
  ///     returns the guide's index.
  /// - Throws: The errors of `makeGuide`.
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

/// The margins and extents of a view that change with its superview's size, as in UIKit.
///
/// Left and right do not depend on the layout direction.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits of the mask, with UIKit's values.
  public let rawValue: Int

  /// Creates a mask from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The distance to the superview's left edge is flexible.
  public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
  /// The width is flexible.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance to the superview's right edge is flexible.
  public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
  /// The distance to the superview's top edge is flexible.
  public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
  /// The height is flexible.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance to the superview's bottom edge is flexible.
  public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
}

/// Origin and length of an autoresized view along one axis, as linear functions of the superview's
/// extent.
///
/// `origin = originFactor * extent + originConstant` and `length = lengthFactor * extent +
/// lengthConstant`, in points.
///
/// The flexible parts share a change of the extent in proportion to their original sizes. If no
/// original size is positive, they share it equally. If no part is flexible, origin and length are
/// constant.
///
/// Source: `UIView.autoresizingMask`: "UIKit distributes the difference proportionally".
struct AutoresizingSpan: Hashable, Sendable {
  var originFactor: Double
  var originConstant: Double
  var lengthFactor: Double
  var lengthConstant: Double

  /// Translates one axis of an autoresizing mask.
  ///
  /// - Parameters:
  ///   - origin: The view's distance from the superview's near edge, in points.
  ///   - length: The view's extent, in points.
  ///   - extent: The superview's extent, in points.
  ///   - flexible: Whether each of near margin, length and far margin is flexible; shape `[3]`.
  init(origin: Double, length: Double, extent: Double, flexible: [Bool]) {
    let parts = [origin, length, extent - origin - length]
    var weights = zip(parts, flexible).map { $1 ? max($0, 0) : 0 }
    if weights.reduce(0, +) <= 0 { weights = flexible.map { $0 ? 1 : 0 } }
    let whole = weights.reduce(0, +)
    originFactor = whole > 0 ? weights[0] / whole : 0
    lengthFactor = whole > 0 ? weights[1] / whole : 0
    originConstant = origin - originFactor * extent
    lengthConstant = length - lengthFactor * extent
  }
}
