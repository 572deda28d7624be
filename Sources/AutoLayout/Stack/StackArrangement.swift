public import LayoutPrimitives

/// How a stack view arranges its views: a plain value, as `UIStackView`'s properties.
public struct StackArrangement: Hashable, Sendable {
  /// How views share the stack's length.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// Views fill the length; hugging and compression resistance decide which ones stretch or
    /// shrink.
    case fill
    /// All views are equally long.
    case fillEqually
    /// Lengths are in proportion to the views' own sizes.
    case fillProportionally
    /// Views keep their lengths, with equal gaps between them.
    case equalSpacing
    /// Views keep their lengths, with equal distances between their centers.
    case equalCentering

    /// Whether the distribution needs guides: in the gaps, or from center to center.
    var usesGuides: Bool { self == .equalSpacing || self == .equalCentering }
  }

  /// How views lie across the stack's length.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// From edge to edge.
    case fill
    /// At the leading edge; at the top of a horizontal stack.
    case leading
    /// In the middle.
    case center
    /// At the trailing edge; at the bottom of a horizontal stack.
    case trailing
    /// With their first baselines on one line; of a horizontal stack.
    case firstBaseline
    /// With their last baselines on one line; of a horizontal stack.
    case lastBaseline

    /// The same as `leading`, for a horizontal stack.
    public static let top = Alignment.leading
    /// The same as `trailing`, for a horizontal stack.
    public static let bottom = Alignment.trailing
  }

  /// The direction in which views follow each other.
  public var axis: Axis
  /// How views share the length.
  public var distribution: Distribution
  /// How views lie across it.
  public var alignment: Alignment
  /// Distance between neighbors, in points.
  public var spacing: Double
  /// Distance after single views instead, in points.
  public var customSpacing: [SceneItem: Double] = [:]
  /// Whether a vertical stack counts spacing from last to first baseline.
  public var isBaselineRelative = false
  /// Whether views stay inside the stack's layout margins.
  public var isLayoutMarginsRelative = false
  /// Lengths for a proportional stack in place of the views' own sizes, in points.
  public var proportions: [SceneItem: Double] = [:]
  /// Maximum number of views for which all constraints of hidden views are added beforehand.
  ///
  /// With more views, a new set of hidden views adds constraints, and so makes a new engine.
  public var preparedViews = 8

  /// The spacing that Interface Builder calls standard, in points.
  public static let standardSpacing = 8.0

  /// Creates an arrangement with UIKit's defaults.
  public init(
    _ axis: Axis, distribution: Distribution = .fill, alignment: Alignment = .fill,
    spacing: Double = 0
  ) {
    self.axis = axis
    self.distribution = distribution
    self.alignment = alignment
    self.spacing = spacing
  }

  /// Distance between a view and the next that is shown, in points.
  func spacing(after item: SceneItem) -> Double { customSpacing[item] ?? spacing }
}
