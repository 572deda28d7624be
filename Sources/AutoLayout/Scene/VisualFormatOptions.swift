/// The direction of a visual format string, and the attributes that its views share.
///
/// Source: `NSLayoutConstraint.FormatOptions`.
public struct VisualFormatOptions: Hashable, Sendable {
  /// The direction in which a horizontal string runs.
  public enum Direction: Hashable, Sendable {
    /// From leading to trailing.
    case leadingToTrailing
    /// From left to right, whatever the layout direction.
    case leftToRight
    /// From right to left, whatever the layout direction.
    case rightToLeft
  }

  /// The direction in which a horizontal string runs.
  public var direction: Direction
  /// Attributes that all views share; each has to be across the string's axis.
  public var aligned: [Attribute]

  /// Creates options; by default from leading to trailing, without shared attributes.
  public init(direction: Direction = .leadingToTrailing, aligned: [Attribute] = []) {
    self.direction = direction
    self.aligned = aligned
  }

  /// Aligns the top edges of all views.
  public static let alignAllTop = VisualFormatOptions(aligned: [.top])
  /// Aligns the bottom edges of all views.
  public static let alignAllBottom = VisualFormatOptions(aligned: [.bottom])
  /// Aligns the vertical centers of all views.
  public static let alignAllCenterY = VisualFormatOptions(aligned: [.centerY])
  /// Aligns the first baselines of all views.
  public static let alignAllFirstBaseline = VisualFormatOptions(aligned: [.firstBaseline])
  /// Aligns the last baselines of all views.
  public static let alignAllLastBaseline = VisualFormatOptions(aligned: [.lastBaseline])
  /// Aligns the leading edges of all views.
  public static let alignAllLeading = VisualFormatOptions(aligned: [.leading])
  /// Aligns the trailing edges of all views.
  public static let alignAllTrailing = VisualFormatOptions(aligned: [.trailing])
  /// Aligns the left edges of all views.
  public static let alignAllLeft = VisualFormatOptions(aligned: [.left])
  /// Aligns the right edges of all views.
  public static let alignAllRight = VisualFormatOptions(aligned: [.right])
  /// Aligns the horizontal centers of all views.
  public static let alignAllCenterX = VisualFormatOptions(aligned: [.centerX])

  /// The attribute that replaces a leading or trailing one in the string's direction; other
  /// attributes stay.
  func turned(_ attribute: Attribute) -> Attribute {
    guard direction != .leadingToTrailing else { return attribute }
    let isLeftToRight = direction == .leftToRight
    return switch attribute {
    case .leading: isLeftToRight ? .left : .right
    case .trailing: isLeftToRight ? .right : .left
    case .leadingMargin: isLeftToRight ? .leftMargin : .rightMargin
    case .trailingMargin: isLeftToRight ? .rightMargin : .leftMargin
    default: attribute
    }
  }
}
