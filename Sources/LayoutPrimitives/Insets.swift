/// Distances inwards from the four edges, in points; leading and trailing follow the direction.
public struct Insets: Hashable, Sendable {
  /// Distance from the top edge, in points.
  public var top: Double
  /// Distance from the leading edge, in points.
  public var leading: Double
  /// Distance from the bottom edge, in points.
  public var bottom: Double
  /// Distance from the trailing edge, in points.
  public var trailing: Double

  /// Creates insets edge by edge, in points.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates equal insets on all four edges, in points.
  public init(all inset: Double) {
    self.init(top: inset, leading: inset, bottom: inset, trailing: inset)
  }
}
