/// The constraints of a solver as bound, and their changes since the last solve.
@usableFromInline
struct ConstraintTable: Sendable {
  /// The constraints in document order; their right-hand sides are in `constants`.
  private(set) var constraints: [LinearConstraint] = []
  /// Right-hand sides as set last; shape `[constraints]`.
  @usableFromInline var constants: ContiguousArray<Double> = []
  /// Whether each constraint takes part; shape `[constraints]`.
  private(set) var active: [Bool] = []
  /// Whether each is accepted before all others and never relaxed; shape `[constraints]`.
  private(set) var unrelaxable: [Bool] = []
  /// The active constraints, a bit each.
  private(set) var pattern: [UInt64] = []
  /// Constraints whose strength changed since the last solve.
  private(set) var strengthChanged: [Int] = []
  /// The active constraints of the last solve, a bit each.
  private(set) var solvedPattern: [UInt64] = []
  /// Whether anything changed since the last solve.
  @usableFromInline var hasChanged = true
  /// Whether a constant may be beyond `SimplexSolver.largestConstant`.
  @usableFromInline var mayBeAbsurd = false

  /// Number of constraints, active or not.
  var count: Int { constraints.count }

  mutating func add(_ constraint: LinearConstraint, isActive: Bool, unrelaxable: Bool) {
    let index = count
    constraints.append(constraint)
    constants.append(constraint.constant)
    if !(abs(constraint.constant) <= SimplexSolver.largestConstant) { mayBeAbsurd = true }
    active.append(isActive)
    self.unrelaxable.append(unrelaxable)
    hasChanged = true
    notePattern(index)
  }

  @inlinable
  mutating func setConstant(_ index: Int, _ constant: Double) {
    guard constants[index] != constant else { return }
    constants[index] = constant
    // Written so that NaN counts as well.
    if !(abs(constant) <= SimplexSolver.largestConstant) { mayBeAbsurd = true }
    hasChanged = true
  }

  mutating func setActive(_ index: Int, _ isActive: Bool) {
    guard active[index] != isActive else { return }
    active[index] = isActive
    hasChanged = true
    notePattern(index)
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

  /// Makes the next solve compute the answer again.
  mutating func touch() { hasChanged = true }

  /// Notes that the last answer belongs to the present constraints.
  mutating func noteAnswer() { hasChanged = false }

  /// Notes that the simplex was solved for the present switches and strengths.
  mutating func noteOptimum() {
    strengthChanged.removeAll(keepingCapacity: true)
    solvedPattern = pattern
  }

  /// Whether the constant of an active constraint is too large or NaN.
  mutating func isAbsurd() -> Bool {
    guard mayBeAbsurd else { return false }
    mayBeAbsurd = false
    for index in constants.indices where !(abs(constants[index]) <= SimplexSolver.largestConstant) {
      mayBeAbsurd = true
      if active[index] { return true }
    }
    return false
  }

  /// Constraints that were switched or got another strength since the last optimum, ascending.
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

  /// The sides that a constraint's residual has when nothing is relaxed.
  func rules(of index: Int) -> Sides {
    guard active[index] else { return .unrestricted }
    let constraint = constraints[index]
    switch constraint.strength {
    case .required: return .residual(constraint.relation, error: .forbidden)
    case .preferred(let priority):
      return .residual(constraint.relation, error: .cost(level: 1000 - priority))
    }
  }

  /// The active required constraints in the order in which they are accepted: unrelaxable ones,
  /// then the others, each in document order.
  func requiredInOrder() -> [Int] {
    let required = constraints.indices.filter {
      active[$0] && constraints[$0].strength == .required
    }
    return required.filter { unrelaxable[$0] } + required.filter { !unrelaxable[$0] }
  }

  private mutating func notePattern(_ index: Int) {
    let word = index >> 6
    while pattern.count <= word { pattern.append(0) }
    let bit: UInt64 = 1 << UInt64(index & 63)
    if active[index] { pattern[word] |= bit } else { pattern[word] &= ~bit }
  }
}
