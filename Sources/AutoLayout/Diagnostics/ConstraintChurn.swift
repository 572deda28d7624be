/// How often constraints were added, removed and changed.
public struct ConstraintChurn: Hashable, Sendable {
  /// Constraints added to an engine.
  public var added = 0
  /// Constraints removed from it.
  public var removed = 0
  /// Changes of a constraint's constant, multiplier or priority.
  public var changed = 0
  /// Constraints switched on or off without being removed.
  public var toggled = 0
  /// Constraints removed and added again with equal terms within one binding: work for nothing.
  public var readded = 0

  /// Creates counts of nothing.
  public init() {}

  /// Whether nothing happened.
  public var isEmpty: Bool { self == ConstraintChurn() }

  /// Adds other counts.
  public static func += (left: inout ConstraintChurn, right: ConstraintChurn) {
    left.added += right.added
    left.removed += right.removed
    left.changed += right.changed
    left.toggled += right.toggled
    left.readded += right.readded
  }
}

/// Keeps account of the churn of one tree of items, by view and by superview.
///
/// A plain value: whoever owns an engine tells it what happens and when one record's binding ends.
public struct ChurnLedger: Hashable, Sendable {
  /// What happens to a constraint.
  public enum Event: Hashable, Sendable {
    /// It is added to the engine.
    case added
    /// It is removed from the engine.
    case removed
    /// Its constant, multiplier or priority changes.
    case changed
    /// It is switched on or off.
    case toggled
  }

  /// What makes two constraints the same, whatever they are called.
  private struct Terms: Hashable {
    var first: Anchor
    var relation: Relation
    var multiplier: Double
    var second: Anchor?
    var constant: Double
    var priority: Priority

    init(_ constraint: LayoutConstraint) {
      first = constraint.first
      relation = constraint.relation
      multiplier = constraint.second == nil ? 1 : constraint.multiplier
      second = constraint.second
      constant = constraint.constant
      priority = constraint.priority
    }
  }

  /// Everything together.
  public private(set) var total = ConstraintChurn()
  /// By the view on a constraint's left-hand side; shape `[items]`.
  public private(set) var byView: [ConstraintChurn]
  /// By the nearest view that holds all of a constraint's views; shape `[items]`.
  public private(set) var bySuperview: [ConstraintChurn]

  private let parents: [Int?]
  private var removedInBinding: [Terms: Int] = [:]

  /// Creates an account of nothing.
  ///
  /// - Parameter items: The tree; a parent comes before its children.
  public init(items: [LayoutItem]) {
    parents = items.map(\.parent)
    byView = [ConstraintChurn](repeating: ConstraintChurn(), count: items.count)
    bySuperview = byView
  }

  /// Notes what happens to a constraint.
  public mutating func note(_ event: Event, _ constraint: LayoutConstraint) {
    note(event, view: constraint.first.item, other: constraint.second?.item)
    switch event {
    case .removed: removedInBinding[Terms(constraint), default: 0] += 1
    case .added:
      let terms = Terms(constraint)
      guard let left = removedInBinding[terms], left > 0 else { return }
      removedInBinding[terms] = left - 1
      count(view: constraint.first.item, other: constraint.second?.item) { $0.readded += 1 }
    case .changed, .toggled: break
    }
  }

  /// Notes what happens to a constraint that is no `LayoutConstraint`, such as a content size.
  public mutating func note(_ event: Event, view: Int, other: Int? = nil) {
    count(view: view, other: other) { churn in
      switch event {
      case .added: churn.added += 1
      case .removed: churn.removed += 1
      case .changed: churn.changed += 1
      case .toggled: churn.toggled += 1
      }
    }
  }

  /// Ends the binding of one record: what is added from now on is added for the next one.
  public mutating func endBinding() {
    removedInBinding.removeAll(keepingCapacity: true)
  }

  private mutating func count(
    view: Int, other: Int?, _ body: (inout ConstraintChurn) -> Void
  ) {
    body(&total)
    body(&byView[view])
    body(&bySuperview[superview(view, other)])
  }

  /// The nearest item that holds both: where UIKit would add the constraint.
  private func superview(_ view: Int, _ other: Int?) -> Int {
    guard let other else { return view }
    var (left, right) = (view, other)
    // Parents have smaller numbers, so that the larger one is never the common ancestor.
    while left != right {
      if left > right { left = parents[left] ?? 0 } else { right = parents[right] ?? 0 }
    }
    return left
  }
}
