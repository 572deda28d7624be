/// An intrinsic content size, each axis of which may be absent.
public struct IntrinsicSize: Hashable, Sendable {
  /// Width, in points, `>= 0`, if any.
  public var width: Double?
  /// Height, in points, `>= 0`, if any.
  public var height: Double?

  /// Creates an intrinsic size, in points.
  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// The intrinsic size of UIKit's switch, in points, whose frame is 2 points wider.
  ///
  /// Source: frames saved by Xcode.
  public static let switchControl = IntrinsicSize(width: 49, height: 31)
}
