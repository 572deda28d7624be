/// Counts the constraints that are added, removed, changed and switched, in total and by item.
struct ChurnCounter: Sendable {
  private var total = ConstraintChurn.Counts()
  /// Counts of each item; shape `[items]`, or shorter where the last items have none.
  private var byItem: [ConstraintChurn.Counts] = []
  /// Number of times that a constraint was removed in this binding and not added again, by its
  /// terms and multiplier; never iterated.
  private var removedTerms: [LayoutConstraint: Int] = [:]

  /// The key by which a constraint that is added again is recognized: its terms and multiplier,
  /// without constant and priority.
  private static func terms(_ constraint: LayoutConstraint) -> LayoutConstraint {
    var terms = constraint.terms
    terms.multiplier = constraint.multiplier
    terms.priority = .required
    return terms
  }

  /// Counts a constraint that was added, in total and for the items that it ties.
  mutating func added(_ constraint: LayoutConstraint, _ items: [Int]) {
    let terms = Self.terms(constraint)
    let comesBack = (removedTerms[terms] ?? 0) > 0
    if comesBack { removedTerms[terms, default: 1] -= 1 }
    count(items) {
      $0.added += 1
      if comesBack { $0.readded += 1 }
    }
  }

  /// Counts a constraint that was removed, in total and for the items that it ties.
  mutating func removed(_ constraint: LayoutConstraint, _ items: [Int]) {
    removedTerms[Self.terms(constraint), default: 0] += 1
    count(items) { $0.removed += 1 }
  }

  /// Counts a change of a constraint's constant, multiplier or priority, in total and for the items
  /// that the constraint ties.
  mutating func changed(_ items: [Int]) { count(items) { $0.changed += 1 } }

  /// Counts a constraint that was switched on or off, in total and for the items that it ties.
  mutating func switched(_ items: [Int]) { count(items) { $0.switched += 1 } }

  private mutating func count(_ items: [Int], _ change: (inout ConstraintChurn.Counts) -> Void) {
    change(&total)
    for item in items {
      while byItem.count <= item { byItem.append(ConstraintChurn.Counts()) }
      change(&byItem[item])
    }
  }

  /// Adds the counts of another counter, but not its memory of removed constraints.
  mutating func add(_ other: ChurnCounter) {
    total += other.total
    while byItem.count < other.byItem.count { byItem.append(ConstraintChurn.Counts()) }
    for (item, counts) in other.byItem.enumerated() { byItem[item] += counts }
  }

  /// The counts since an earlier state of this counter.
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
