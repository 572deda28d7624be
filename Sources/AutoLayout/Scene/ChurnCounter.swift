/// Counts changes of constraints, by item.
struct ChurnCounter: Sendable {
  private var total = ConstraintChurn.Counts()
  /// Shape `[items]` or shorter.
  private var byItem: [ConstraintChurn.Counts] = []
  /// Constraints that this binding removed and has not added again; never iterated.
  private var removedTerms: [LayoutConstraint: Int] = [:]

  /// The key of a constraint that is added again; its constant and priority may differ.
  private static func terms(_ constraint: LayoutConstraint) -> LayoutConstraint {
    var terms = constraint.terms
    terms.multiplier = constraint.multiplier
    terms.priority = .required
    return terms
  }

  /// Counts a constraint that was added.
  mutating func added(_ constraint: LayoutConstraint, _ items: [Int]) {
    let terms = Self.terms(constraint)
    let comesBack = (removedTerms[terms] ?? 0) > 0
    if comesBack { removedTerms[terms, default: 1] -= 1 }
    count(items) {
      $0.added += 1
      if comesBack { $0.readded += 1 }
    }
  }

  /// Counts a constraint that was removed.
  mutating func removed(_ constraint: LayoutConstraint, _ items: [Int]) {
    removedTerms[Self.terms(constraint), default: 0] += 1
    count(items) { $0.removed += 1 }
  }

  /// Counts a constraint whose constant, factor or priority changed.
  mutating func changed(_ items: [Int]) { count(items) { $0.changed += 1 } }

  /// Counts a constraint that was switched.
  mutating func switched(_ items: [Int]) { count(items) { $0.switched += 1 } }

  private mutating func count(_ items: [Int], _ change: (inout ConstraintChurn.Counts) -> Void) {
    change(&total)
    for item in items {
      while byItem.count <= item { byItem.append(ConstraintChurn.Counts()) }
      change(&byItem[item])
    }
  }

  /// Adds another counter's counts, but not its removed constraints.
  mutating func add(_ other: ChurnCounter) {
    total += other.total
    while byItem.count < other.byItem.count { byItem.append(ConstraintChurn.Counts()) }
    for (item, counts) in other.byItem.enumerated() { byItem[item] += counts }
  }

  /// The counts with the names of the views.
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
