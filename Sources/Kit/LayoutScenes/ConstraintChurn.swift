import AutoLayout

/// Counts of constraints that were added, removed, changed and switched, in total and by view.
///
/// Churn is the unnecessary work of removing all constraints and then adding most of them anew. It
/// is reported by view, grouped by superview. Source: WWDC 2018, session 220, "High Performance
/// Auto Layout".
public struct ConstraintChurn: Hashable, Sendable {
  /// Counts of changes of constraints, by kind.
  public struct Counts: Hashable, Sendable {
    /// Number of constraints added.
    public var added = 0
    /// Number of constraints removed.
    public var removed = 0
    /// Number of times that a constraint's constant, multiplier or priority changed.
    public var changed = 0
    /// Number of constraints that were removed and then, within the same binding, added with equal
    /// terms and multiplier.
    public var readded = 0
    /// Number of times that a group, stack or grid switched a constraint on or off; this is not
    /// churn.
    public var switched = 0

    /// Creates counts of 0.
    public init() {}

    /// Whether no constraint was added, removed or changed.
    public var isChurnFree: Bool { added == 0 && removed == 0 && changed == 0 && readded == 0 }

    /// Adds other counts to these.
    public static func += (left: inout Counts, right: Counts) {
      left.added += right.added
      left.removed += right.removed
      left.changed += right.changed
      left.readded += right.readded
      left.switched += right.switched
    }

    /// The difference between counts and earlier counts.
    static func - (left: Counts, right: Counts) -> Counts {
      var difference = Counts()
      difference.added = left.added - right.added
      difference.removed = left.removed - right.removed
      difference.changed = left.changed - right.changed
      difference.readded = left.readded - right.readded
      difference.switched = left.switched - right.switched
      return difference
    }
  }

  /// The counts of one view.
  public struct View: Hashable, Sendable {
    /// Name of the view.
    public var name: String
    /// Name of its superview; `nil` for the root.
    public var superview: String?
    /// The counts of the constraints that use the view.
    public var counts: Counts
  }

  /// The counts of the whole scene; each constraint is counted once.
  public internal(set) var total = Counts()
  /// The views with nonzero counts, in document order.
  ///
  /// A constraint between two views counts for both views. A constraint between a view and its
  /// ancestor counts only for the view.
  public internal(set) var views: [View] = []

  /// Creates counts of 0.
  public init() {}

  /// Names of the views whose constraints were removed and then added anew, in document order.
  public var churningViews: [String] {
    views.filter { $0.counts.readded > 0 }.map(\.name)
  }

  /// The views with nonzero counts, grouped by superview; a group's position is that of its first
  /// view in document order.
  public var bySuperview: [(superview: String?, views: [View])] {
    var result: [(superview: String?, views: [View])] = []
    for view in views {
      if let index = result.firstIndex(where: { $0.superview == view.superview }) {
        result[index].views.append(view)
      } else {
        result.append((view.superview, [view]))
      }
    }
    return result
  }
}

/// Counts the constraints that are added, removed, changed and switched, in total and by item.
struct ChurnCounter: Sendable {
  private var total = ConstraintChurn.Counts()
  /// Counts of each item; shape `[items]`, or shorter if the last items have no counts.
  private var byItem: [ConstraintChurn.Counts] = []
  /// Number of times that a constraint was removed in this binding and not added anew, by its
  /// `terms(_:)`; never iterated.
  private var removedTerms: [LayoutConstraint: Int] = [:]

  /// The key by which a constraint that is added anew is recognized: its terms and multiplier,
  /// without constant and priority.
  private static func terms(_ constraint: LayoutConstraint) -> LayoutConstraint {
    var terms = constraint.terms
    terms.multiplier = constraint.multiplier
    terms.priority = .required
    return terms
  }

  /// Counts a constraint that was added, in total and for its items.
  mutating func added(_ constraint: LayoutConstraint, _ items: [Int]) {
    let terms = Self.terms(constraint)
    let comesBack = (removedTerms[terms] ?? 0) > 0
    if comesBack { removedTerms[terms, default: 1] -= 1 }
    count(items) {
      $0.added += 1
      if comesBack { $0.readded += 1 }
    }
  }

  /// Counts a constraint that was removed, in total and for its items.
  mutating func removed(_ constraint: LayoutConstraint, _ items: [Int]) {
    removedTerms[Self.terms(constraint), default: 0] += 1
    count(items) { $0.removed += 1 }
  }

  /// Counts a change of a constraint's constant, multiplier or priority, in total and for its
  /// items.
  mutating func changed(_ items: [Int]) { count(items) { $0.changed += 1 } }

  /// Counts a constraint that was switched on or off, in total and for its items.
  mutating func switched(_ items: [Int]) { count(items) { $0.switched += 1 } }

  private mutating func count(_ items: [Int], _ change: (inout ConstraintChurn.Counts) -> Void) {
    change(&total)
    for item in items {
      while byItem.count <= item { byItem.append(ConstraintChurn.Counts()) }
      change(&byItem[item])
    }
  }

  /// Adds the counts of another counter, but not its `removedTerms`.
  mutating func add(_ other: ChurnCounter) {
    total += other.total
    while byItem.count < other.byItem.count { byItem.append(ConstraintChurn.Counts()) }
    for (item, counts) in other.byItem.enumerated() { byItem[item] += counts }
  }

  /// The difference between these counts and an earlier state of this counter.
  func since(_ earlier: ChurnCounter) -> ChurnCounter {
    var difference = ChurnCounter()
    difference.total = total - earlier.total
    difference.byItem = byItem.enumerated().map { item, counts in
      item < earlier.byItem.count ? counts - earlier.byItem[item] : counts
    }
    return difference
  }

  /// Reports the counts with the names of the views.
  func churn(_ items: [ItemRecord]) -> ConstraintChurn {
    var churn = ConstraintChurn()
    churn.total = total
    for (item, counts) in byItem.enumerated() where counts != ConstraintChurn.Counts() {
      churn.views.append(
        ConstraintChurn.View(
          name: items[item].name, superview: items[item].parent.map { items[$0].name },
          counts: counts))
    }
    return churn
  }
}
