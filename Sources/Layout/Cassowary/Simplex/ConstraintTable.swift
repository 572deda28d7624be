/// A solver's constraints with their current constants and switches, and the changes since the last
/// solve.
@usableFromInline
struct ConstraintTable: Sendable {
  /// The constraints in document order; `constants` has their current right-hand sides.
  private(set) var constraints: [LinearConstraint] = []
  /// Current right-hand side of each constraint; shape `[constraints]`.
  @usableFromInline var constants: ContiguousArray<Double> = []
  /// Whether each constraint is switched on; shape `[constraints]`.
  private(set) var active: [Bool] = []
  /// Whether each constraint is unrelaxable; shape `[constraints]`.
  ///
  /// A required constraint that is unrelaxable is accepted before the other required constraints.
  /// If they contradict it, they are relaxed.
  private(set) var unrelaxable: [Bool] = []
  /// Bit set of the active constraints, by index.
  private(set) var pattern: [UInt64] = []
  /// Indices of the constraints whose strength changed since the last optimum.
  private(set) var strengthChanged: [Int] = []
  /// Bit set of the constraints that were active at the last optimum, by index; an optimum of a
  /// compiled program does not count.
  private(set) var solvedPattern: [UInt64] = []
  /// Whether anything changed since the last answer.
  @usableFromInline var hasChanged = true
  /// Whether a constant may be NaN or may have an absolute value above
  /// `SimplexSolver.largestConstant`.
  @usableFromInline var mayBeAbsurd = false

  /// Number of constraints, including those that are switched off.
  var count: Int { constraints.count }

  mutating func add(_ constraint: LinearConstraint, isActive: Bool, unrelaxable: Bool) {
    let index = count
    constraints.append(constraint)
    constants.append(constraint.constant)
    if !(abs(constraint.constant) <= SimplexSolver.largestConstant) { mayBeAbsurd = true }
    active.append(isActive)
    self.unrelaxable.append(unrelaxable)
    hasChanged = true
    recordPattern(index)
  }

  @inlinable
  mutating func setConstant(_ index: Int, _ constant: Double) {
    guard constants[index] != constant else { return }
    constants[index] = constant
    // This form of the comparison is also true for NaN.
    if !(abs(constant) <= SimplexSolver.largestConstant) { mayBeAbsurd = true }
    hasChanged = true
  }

  mutating func setActive(_ index: Int, _ isActive: Bool) {
    guard active[index] != isActive else { return }
    active[index] = isActive
    hasChanged = true
    recordPattern(index)
  }

  mutating func setTerms(_ index: Int, _ terms: [Term]) {
    constraints[index].terms = terms
    hasChanged = true
  }

  mutating func setStrength(_ index: Int, _ strength: Strength) {
    constraints[index].strength = strength
    strengthChanged.append(index)
    hasChanged = true
  }

  /// Makes the next solve compute the answer, even if nothing changed.
  mutating func touch() { hasChanged = true }

  /// Records that the last answer is up to date.
  mutating func markAnswered() { hasChanged = false }

  /// Records that the last optimum belongs to the current active constraints and strengths.
  mutating func recordOptimum() {
    strengthChanged.removeAll(keepingCapacity: true)
    solvedPattern = pattern
  }

  /// Whether the constant of an active constraint is NaN or has an absolute value above
  /// `SimplexSolver.largestConstant`.
  mutating func isAbsurd() -> Bool {
    guard mayBeAbsurd else { return false }
    mayBeAbsurd = false
    for index in constants.indices where !(abs(constants[index]) <= SimplexSolver.largestConstant) {
      mayBeAbsurd = true
      if active[index] { return true }
    }
    return false
  }

  /// Indices of the constraints that were switched, or whose strength changed, since the last
  /// optimum, ascending.
  func changedConstraints() -> [Int] {
    if pattern == solvedPattern, strengthChanged.isEmpty { return [] }
    var changed = strengthChanged
    for word in pattern.indices {
      var bits = pattern[word] ^ (word < solvedPattern.count ? solvedPattern[word] : 0)
      while bits != 0 {
        changed.append(word << 6 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
    return changed.sorted()
  }

  /// The rules for a negative and for a positive residual of a constraint: forbidden, free, or at a
  /// cost.
  ///
  /// They are unrestricted if the constraint is switched off. The rules of a relaxed constraint are
  /// not the ones returned here.
  func rules(of index: Int) -> Sides {
    guard active[index] else { return .unrestricted }
    let constraint = constraints[index]
    switch constraint.strength {
    case .required: return .residual(constraint.relation, error: .forbidden)
    case .preferred(let priority):
      return .residual(constraint.relation, error: .cost(level: 1000 - priority))
    }
  }

  /// Indices of the active required constraints in the order of acceptance: first the unrelaxable
  /// ones, then the others, each group in document order.
  func requiredInOrder() -> [Int] {
    let required = constraints.indices.filter {
      active[$0] && constraints[$0].strength == .required
    }
    return required.filter { unrelaxable[$0] } + required.filter { !unrelaxable[$0] }
  }

  private mutating func recordPattern(_ index: Int) {
    let word = index >> 6
    while pattern.count <= word { pattern.append(0) }
    let bit: UInt64 = 1 << UInt64(index & 63)
    if active[index] { pattern[word] |= bit } else { pattern[word] &= ~bit }
  }
}
