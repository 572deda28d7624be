/// An intrinsic content size; either side may be absent.
public struct IntrinsicSize: Hashable, Sendable {
  /// Width in points, `>= 0`, or `nil`.
  public var width: Double?
  /// Height in points, `>= 0`, or `nil`.
  public var height: Double?

  /// Creates an intrinsic size, in points.
  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// The intrinsic size of UIKit's switch, in points.
  ///
  /// Its frame is 2 points wider.
  ///
  /// Source: frames saved by Xcode.
  public static let switchControl = IntrinsicSize(width: 49, height: 31)
}
