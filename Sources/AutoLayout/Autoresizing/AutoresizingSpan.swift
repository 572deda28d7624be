/// Origin and length of an autoresized view along one axis, as linear functions of its superview's
/// extent.
///
/// `origin = originFactor * extent + originConstant` and
/// `length = lengthFactor * extent + lengthConstant`, in points.
///
/// The flexible parts share a change of the extent in proportion to their original sizes. Where no
/// flexible part has a positive size, they share it equally. Without flexible parts origin and
/// length are constant.
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
  ///   - flexible: Whether near margin, length and far margin are flexible; shape `[3]`.
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
