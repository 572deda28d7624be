/// Which parts of a view's place give when its superview's size changes, as UIKit's mask.
///
/// Left and right stay left and right whatever the layout direction.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits, numbered as UIKit numbers them.
  public let rawValue: Int

  /// Creates a mask from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The distance to the superview's left edge gives.
  public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
  /// The width gives.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance to the superview's right edge gives.
  public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
  /// The distance to the superview's top edge gives.
  public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
  /// The height gives.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance to the superview's bottom edge gives.
  public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
}
