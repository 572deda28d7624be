public import LayoutPrimitives

/// How a stack view arranges its views: a plain value, as `UIStackView`'s properties.
public struct StackArrangement: Hashable, Sendable {
  /// How views share the stack's length.
  public enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// Views fill the length; who gives or takes is decided by hugging and compression resistance.
    case fill
    /// All views are equally long.
    case fillEqually
    /// Views are as long in proportion as their own sizes.
    case fillProportionally
    /// Views keep their lengths, with equal gaps between them.
    case equalSpacing
    /// Views keep their lengths, with equal distances between their centres.
    case equalCentering

    /// Whether guides stand between the views: in the gaps, or from centre to centre.
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

    /// The same as `leading`, as one says of a horizontal stack.
    public static let top = Alignment.leading
    /// The same as `trailing`, as one says of a horizontal stack.
    public static let bottom = Alignment.trailing
  }

  /// The direction in which views follow each other.
  public var axis: Axis
  /// How views share the length.
  public var distribution: Distribution
  /// How views lie across it.
  public var alignment: Alignment
  /// Distance between neighbours, in points.
  public var spacing: Double
  /// Distance after single views instead, in points.
  public var customSpacing: [SceneItem: Double] = [:]
  /// Whether a vertical stack counts spacing from last to first baseline.
  public var isBaselineRelative = false
  /// Whether views stay inside the stack's layout margins.
  public var isLayoutMarginsRelative = false
  /// Lengths to which those of a proportional stack are in proportion, where views have no size of
  /// their own, in points.
  public var proportions: [SceneItem: Double] = [:]
  /// Views up to which everything that hiding some of them needs is made beforehand, so that no
  /// engine is made for it; with more, what a new set of hidden views needs is made when it comes.
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
