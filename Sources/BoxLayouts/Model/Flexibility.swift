public import LayoutPrimitives

/// How readily a box is stretched and compressed along each axis, compared with its neighbors.
///
/// In a stack the most flexible sublayout is the first to be compressed and the one that is
/// stretched; of equally flexible ones the last.
public struct Flexibility: Hashable, Sendable {
  /// Flexibility along the horizontal axis; `nil` for a box that is not flexible.
  public var horizontal: Int?
  /// Flexibility along the vertical axis; `nil` for a box that is not flexible.
  public var vertical: Int?

  /// Creates a flexibility for each axis; `nil` for none.
  public init(horizontal: Int?, vertical: Int?) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Flexible to an equal degree along both axes: 0.
  public static let flexible = Flexibility(horizontal: 0, vertical: 0)
  /// Not flexible along either axis.
  public static let inflexible = Flexibility(horizontal: nil, vertical: nil)
  /// More flexible than most along both axes: the greatest integer.
  public static let max = Flexibility(horizontal: .max, vertical: .max)
  /// Less flexible than most along both axes: the least integer.
  public static let min = Flexibility(horizontal: .min, vertical: .min)

  /// The flexibility along an axis; `nil` for none.
  public subscript(axis: Axis) -> Int? { axis == .horizontal ? horizontal : vertical }
}
