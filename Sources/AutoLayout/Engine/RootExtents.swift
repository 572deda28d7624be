import LayoutPrimitives

/// The root's extent along one axis.
enum RootExtent: Hashable, Sendable {
  /// Given, in points: accepted before all other constraints.
  case fixed(Double)
  /// Preferred, in points, at a priority below required.
  case pulled(to: Double, Priority)
}

/// The root's extents.
struct RootExtents: Hashable, Sendable {
  let horizontal: RootExtent
  let vertical: RootExtent

  /// The root of a cell: its width is given, its height is given or as small as possible.
  static func cell(width: Double, height: Double?) -> RootExtents {
    RootExtents(
      horizontal: .fixed(width),
      vertical: height.map(RootExtent.fixed) ?? .pulled(to: 0, .fitting))
  }

  /// The extent along an axis.
  subscript(axis: Axis) -> RootExtent { axis == .horizontal ? horizontal : vertical }
}
