public import LayoutPrimitives

/// How a stack view arranges its views; the properties correspond to those of `UIStackView`.
public struct StackArrangement: Hashable, Sendable {
  /// How views share the stack's length along its axis.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// Views fill the length; hugging and compression resistance decide which ones stretch or
    /// shrink.
    case fill
    /// All views are equally long.
    case fillEqually
    /// Lengths are in proportion to the views' intrinsic lengths.
    case fillProportionally
    /// Views keep their lengths, with equal gaps between them.
    case equalSpacing
    /// Views keep their lengths, with equal distances between their centers.
    case equalCentering

    /// Whether the distribution needs guides, which span the gaps or the distances between centers.
    package var usesGuides: Bool { self == .equalSpacing || self == .equalCentering }
  }

  /// How views are aligned across the stack's axis.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// Views extend from one edge of the stack to the other.
    case fill
    /// Views are at the leading edge of a vertical stack, or at the top of a horizontal stack.
    case leading
    /// Views are centered.
    case center
    /// Views are at the trailing edge of a vertical stack, or at the bottom of a horizontal stack.
    case trailing
    /// The first baselines of the views are on one line; only for a horizontal stack.
    case firstBaseline
    /// The last baselines of the views are on one line; only for a horizontal stack.
    case lastBaseline

    /// The same as `leading`, for a horizontal stack.
    public static let top = Alignment.leading
    /// The same as `trailing`, for a horizontal stack.
    public static let bottom = Alignment.trailing
  }

  /// The axis along which views follow each other.
  public var axis: Axis
  /// How views share the stack's length along its axis.
  public var distribution: Distribution
  /// How views are aligned across the stack's axis.
  public var alignment: Alignment
  /// Distance between neighboring views, in points.
  public var spacing: Double
  /// Distance after particular views, in points, which replaces `spacing`.
  public var customSpacing: [SceneItem: Double] = [:]
  /// Whether a vertical stack measures spacing between baselines: from a view's last baseline to
  /// the next view's first baseline.
  public var isBaselineRelative = false
  /// Whether views stay inside the stack's layout margins.
  public var isLayoutMarginsRelative = false
  /// Lengths that replace the intrinsic lengths of views in a proportional stack, in points.
  public var proportions: [SceneItem: Double] = [:]
  /// The labels with more than one line, each with the priority at which it prefers its share of
  /// the width of a row; see `sharesTextWidth`.
  public var wrappingLabels: [SceneItem: Priority] = [:]
  /// The sum of the layout margins along the stack's axis, in points, which reduces the shares of
  /// `wrappingLabels`; 0 unless the arrangement is relative to margins.
  package var marginLength = 0.0
  /// Maximum number of views for which the constraints for all sets of hidden views are added
  /// beforehand.
  ///
  /// With more views, each new set of hidden views adds constraints and so creates a new engine.
  public var preparedViews = 8

  /// The spacing that Interface Builder calls standard: 8 points.
  public static let standardSpacing = 8.0

  /// Creates an arrangement; by default views fill the stack along and across its axis, without
  /// spacing.
  public init(
    _ axis: Axis, distribution: Distribution = .fill, alignment: Alignment = .fill,
    spacing: Double = 0
  ) {
    self.axis = axis
    self.distribution = distribution
    self.alignment = alignment
    self.spacing = spacing
  }

  /// Whether labels with more than one line share the width of the stack.
  ///
  /// The width of a text that wraps is not determined by its content, so hugging and compression
  /// resistance of several such labels do not decide their widths.
  public var sharesTextWidth: Bool {
    axis == .horizontal && (distribution == .fill || distribution == .equalSpacing)
  }

  /// The priority of a label's share of the width, from the priorities of its content.
  ///
  /// It is 10 above the stronger of hugging and compression resistance, and at most 999.
  public static func textWidthPriority(hugging: Priority, compression: Priority) -> Priority {
    Priority(min(max(hugging, compression).value + 10, 999)) ?? .at(999)
  }

  /// Distance between a view and the next shown view, in points.
  func spacing(after item: SceneItem) -> Double { customSpacing[item] ?? spacing }
}
