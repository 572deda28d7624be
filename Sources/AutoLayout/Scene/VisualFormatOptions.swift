/// How a visual format string is taken: the direction it runs in, and what its views share.
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
  /// Attributes that all views of the string share; each across the string's axis.
  public var aligned: [Attribute]

  /// Creates options; by default strings run from leading to trailing, and views share nothing.
  public init(direction: Direction = .leadingToTrailing, aligned: [Attribute] = []) {
    self.direction = direction
    self.aligned = aligned
  }

  /// Views share their top edges.
  public static let alignAllTop = VisualFormatOptions(aligned: [.top])
  /// Views share their bottom edges.
  public static let alignAllBottom = VisualFormatOptions(aligned: [.bottom])
  /// Views share their centres along y.
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
  /// Views share their centres along x.
  public static let alignAllCenterX = VisualFormatOptions(aligned: [.centerX])

  /// An attribute as the string's direction has it.
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
