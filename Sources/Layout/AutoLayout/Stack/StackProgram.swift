public import LayoutPrimitives

/// All constraints that a stack may have for any set of hidden views.
///
/// A scene adds a stack's constraints when views are hidden or shown. A template has all of them
/// from the beginning, so hiding a view only switches constraints.
public struct StackProgram: Hashable, Sendable {
  /// A constraint that is active for a set of shown views, with its multiplier and constant.
  public struct Holding: Hashable, Sendable {
    /// Index of the constraint in `StackProgram.constraints`.
    public var index: Int
    /// The multiplier of the constraint; in a proportional stack it depends on the views' lengths.
    public var multiplier: Double
    /// The constant of the constraint, in points.
    public var constant: Double
  }

  /// Maximum number of views of a stack that may be hidden; with more, there would be too many
  /// constraints.
  public static let hideableLimit = 24

  /// Index of the stack among the system's items.
  public let stack: Int
  /// Indices of the arranged views, in order.
  public let views: [Int]
  /// Every constraint that may be active, in document order.
  ///
  /// Its name is UIKit's identifier for a label's share of the width, and otherwise empty.
  public let constraints: [LayoutConstraint]
  /// For each constraint, whether it is active for every set of hidden views; shape
  /// `[constraints]`.
  public let isPermanent: [Bool]
  /// Whether the views' shares of the stack's length depend on their intrinsic lengths.
  public var isProportional: Bool { arrangement.distribution == .fillProportionally }

  private let guides: [SceneItem]
  private let arrangement: StackArrangement
  /// Each constraint's number, which determines its position in document order, ascending; shape
  /// `[constraints]`.
  private let numbers: [Int]

  /// Number of guides that a stack requires; 0 unless gaps or distances between centers are equal.
  public static func guides(_ arrangement: StackArrangement, views: Int) -> Int {
    arrangement.distribution.usesGuides ? max(views - 1, 0) : 0
  }

  /// Lists the constraints that a stack may have.
  ///
  /// - Parameters:
  ///   - stack: Index of the stack's item.
  ///   - views: Indices of the arranged views' items, in order.
  ///   - guides: Indices of the guides' items, as many as `guides(_:views:)` returns.
  ///   - arrangement: The stack's axis, alignment, distribution and spacing.
  ///   - spacingAfter: Distance after particular views, in points, by item index; it replaces the
  ///     arrangement's spacing.
  ///   - wrappingLabels: The labels with more than one line, by item index; see
  ///     `StackArrangement.wrappingLabels`.
  ///   - mayHide: Whether each view may be hidden; shape `[views]`; true for at most
  ///     `hideableLimit` views.
  public init(
    stack: Int, views: [Int], guides: [Int], _ arrangement: StackArrangement,
    spacingAfter: [Int: Double] = [:], wrappingLabels: [Int: Priority] = [:], mayHide: [Bool]
  ) {
    self.stack = stack
    self.views = views
    self.guides = guides.map(SceneItem.init)
    var arrangement = arrangement
    for (view, spacing) in spacingAfter { arrangement.customSpacing[SceneItem(view)] = spacing }
    for (view, priority) in wrappingLabels {
      arrangement.wrappingLabels[SceneItem(view)] = priority
    }
    self.arrangement = arrangement
    var generator = StackConstraints(
      stack: SceneItem(stack), views: views.map(SceneItem.init), guides: self.guides,
      arrangement: arrangement, proportions: [Double](repeating: 1, count: views.count))
    let all = generator.listAll(mayHide: mayHide)
    numbers = all.placed.map(\.number)
    constraints = all.placed.map(\.constraint)
    isPermanent = all.isPermanent
  }

  /// The constraints that are active for a set of shown views, in document order.
  ///
  /// - Parameters:
  ///   - shown: Whether each view is shown; shape `[views]`.
  ///   - lengths: The views' intrinsic lengths for a proportional stack, in points; shape
  ///     `[views]`.
  public func holding(shown: [Bool], lengths: [Double]) -> [Holding] {
    var generator = StackConstraints(
      stack: SceneItem(stack), views: views.map(SceneItem.init), guides: guides,
      arrangement: arrangement, proportions: lengths)
    var index = 0
    return generator.list(shown: shown).compactMap { placed in
      while index < numbers.count, numbers[index] < placed.number { index += 1 }
      guard index < numbers.count, numbers[index] == placed.number else { return nil }
      return Holding(
        index: index, multiplier: placed.constraint.multiplier,
        constant: placed.constraint.constant)
    }
  }

  /// Whether a constraint is a label's share of the width of a row of labels that wrap.
  public func isTextWidth(_ index: Int) -> Bool {
    constraints[index].name == StackConstraints.textWidthIdentifier
  }

  /// Whether a constraint is a view's share of a proportional stack's length.
  public func isShare(_ index: Int) -> Bool {
    isProportional && constraints[index].second?.item == stack
      && constraints[index].first.attribute.isExtent && !constraints[index].priority.isRequired
  }

  /// The axis along which the views follow each other.
  public var axis: Axis { arrangement.axis }

  /// The extent of a stack's shown views along an axis, in points.
  ///
  /// Along the stack's axis, it is the sum of lengths and gaps. Across the stack's axis, it is the
  /// maximum length.
  ///
  /// - Parameters:
  ///   - lengths: The views' lengths along `axis`, in points; shape `[views]`.
  ///   - shown: Whether each view is shown; shape `[views]`.
  ///   - axis: The axis of the extent.
  public func extent(_ lengths: [Double], shown: [Bool], along axis: Axis) -> Double {
    let arranged = views.indices.filter { shown[$0] }
    guard axis == arrangement.axis else { return arranged.map { lengths[$0] }.max() ?? 0 }
    let gaps = arranged.dropLast().map { arrangement.spacing(after: SceneItem(views[$0])) }
    return arranged.map { lengths[$0] }.reduce(0, +) + gaps.reduce(0, +)
  }
}
