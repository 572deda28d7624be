import LayoutPrimitives

/// How the root's width or height is decided.
enum RootExtent: Hashable, Sendable {
  /// Fixed to a length in points, which is accepted before all other constraints.
  case fixed(Double)
  /// Preferred to be near a length in points, at a priority below required.
  case pulled(to: Double, Priority)
}

/// How the root's width and height are decided.
struct RootExtents: Hashable, Sendable {
  let horizontal: RootExtent
  let vertical: RootExtent

  /// The extents of a cell's root, in points: a fixed width, and a height that is fixed, or for
  /// `nil` as small as possible.
  static func cell(width: Double, height: Double?) -> RootExtents {
    RootExtents(
      horizontal: .fixed(width),
      vertical: height.map(RootExtent.fixed) ?? .pulled(to: 0, .fitting))
  }

  /// The root's extent along an axis.
  subscript(axis: Axis) -> RootExtent { axis == .horizontal ? horizontal : vertical }
}
