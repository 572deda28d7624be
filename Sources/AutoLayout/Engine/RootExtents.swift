import LayoutPrimitives

/// What the root's extent is along one axis.
enum RootExtent: Hashable, Sendable {
  /// Given, in points: held before everything else.
  case fixed(Double)
  /// As near to a number of points as the rest allows, at a priority below required.
  case pulled(to: Double, Priority)
}

/// What the root's extents are.
struct RootExtents: Hashable, Sendable {
  let horizontal: RootExtent
  let vertical: RootExtent

  /// The root of a cell: its width is given, its height as well or as small as it fits.
  static func cell(width: Double, height: Double?) -> RootExtents {
    RootExtents(
      horizontal: .fixed(width),
      vertical: height.map(RootExtent.fixed) ?? .pulled(to: 0, .fitting))
  }

  /// The extent along an axis.
  subscript(axis: Axis) -> RootExtent { axis == .horizontal ? horizontal : vertical }
}
