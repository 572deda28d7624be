/// The direction of a visual format string, and the attributes that its views share.
///
/// Source: `NSLayoutConstraint.FormatOptions`.
public struct VisualFormatOptions: Hashable, Sendable {
  /// The direction of a horizontal string.
  public enum Direction: Hashable, Sendable {
    /// From leading to trailing.
    case leadingToTrailing
    /// From left to right, whatever the layout direction.
    case leftToRight
    /// From right to left, whatever the layout direction.
    case rightToLeft
  }

  /// The direction of a horizontal string.
  public var direction: Direction
  /// Attributes that all views share; each across the string's axis.
  public var aligned: [Attribute]

  /// Creates options; by default from leading to trailing, without shared attributes.
  public init(direction: Direction = .leadingToTrailing, aligned: [Attribute] = []) {
    self.direction = direction
    self.aligned = aligned
  }

  /// Views share their top edges.
  public static let alignAllTop = VisualFormatOptions(aligned: [.top])
  /// Views share their bottom edges.
  public static let alignAllBottom = VisualFormatOptions(aligned: [.bottom])
  /// Views share their centers along y.
  public static let alignAllCenterY = VisualFormatOptions(aligned: [.centerY])
  /// Views share their first baselines.
  public static let alignAllFirstBaseline = VisualFormatOptions(aligned: [.firstBaseline])
  /// Views share their last baselines.
  public static let alignAllLastBaseline = VisualFormatOptions(aligned: [.lastBaseline])
  /// Views share their leading edges.
  public static let alignAllLeading = VisualFormatOptions(aligned: [.leading])
  /// Views share their trailing edges.
  public static let alignAllTrailing = VisualFormatOptions(aligned: [.trailing])
  /// Views share their left edges.
  public static let alignAllLeft = VisualFormatOptions(aligned: [.left])
  /// Views share their right edges.
  public static let alignAllRight = VisualFormatOptions(aligned: [.right])
  /// Views share their centers along x.
  public static let alignAllCenterX = VisualFormatOptions(aligned: [.centerX])

  /// The attribute in the string's direction.
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
