/// Evaluates a vertex from the equations that are tight at the vertex, always in the same order.
///
/// Values that are reached by different pivots, or from different bases of one vertex, differ in
/// their last bits, but the set of tight equations is the same. These are eliminated in a fixed
/// order: required equalities, then other constraints, both in document order, then variables at
/// zero. The first independent equations decide the variables. The elimination of a set is cached.
///
/// Required equalities are first. So an equation that follows from them and is tight by coincidence
/// is never used.
struct VertexEvaluator: Sendable {
  /// Maximum number of cached programs; there is one per set of tight equations, and the oldest is
  /// removed first.
  static let capacity = 64

  private struct Entry: Sendable {
    var key: [UInt64]
    var program: EvaluationProgram
  }

  private let variables: Int
  private var key: [UInt64] = []
  private var cached: [Entry] = []
  private var last = 0

  init(variables: Int) { self.variables = variables }

  /// Bit set of the tight equations: one bit per variable, set if the variable is zero, then one
  /// bit per constraint.
  var tightSet: [UInt64] { key }

  /// Removes every cached program; called when constraints were added or changed.
  mutating func removeAll() {
    cached.removeAll()
    key.removeAll()
    last = 0
  }

  /// Empties the set of tight equations.
  mutating func beginTightSet() {
    for index in key.indices { key[index] = 0 }
  }

  /// Adds a constraint, by index, to the set of tight equations.
  mutating func insertConstraint(_ index: Int) { insert(variables + index) }

  /// Adds the equation `variable = 0` to the set of tight equations.
  mutating func insertZero(_ variable: Int) { insert(variable) }

  private mutating func insert(_ bit: Int) {
    let word = bit >> 6
    while key.count <= word { key.append(0) }
    key[word] |= 1 << UInt64(bit & 63)
  }

  private func contains(_ bit: Int) -> Bool {
    let word = bit >> 6
    return word < key.count && key[word] & (1 << UInt64(bit & 63)) != 0
  }

  /// Returns the program that evaluates the variables from the current set of tight equations.
  ///
  /// - Parameter equalities: All active required equalities, factored in document order; all of
  ///   them must be tight. `nil` if they are not factored yet.
  mutating func program(
    _ constraints: [LinearConstraint], continuing equalities: Elimination? = nil
  ) -> EvaluationProgram {
    if last >= cached.count || cached[last].key != key {
      if let index = cached.firstIndex(where: { $0.key == key }) {
        last = index
      } else {
        if cached.count >= Self.capacity { cached.removeFirst() }
        cached.append(Entry(key: key, program: compile(constraints, equalities)))
        last = cached.count - 1
      }
    }
    return cached[last].program
  }

  /// Evaluates the variables from the current set of tight equations and the constants.
  mutating func evaluate(
    constraints: [LinearConstraint], constants: ContiguousArray<Double>,
    continuing equalities: Elimination?, into values: inout ContiguousArray<Double>
  ) {
    let program = program(constraints, continuing: equalities)
    if program.rows.count < variables {
      for variable in 0..<variables { values[variable] = 0 }
    }
    var span = values.mutableSpan
    program.evaluate(constants.span, into: &span)
  }

  /// Compiles a program by Gaussian elimination of the tight equations in the canonical order.
  private func compile(
    _ constraints: [LinearConstraint], _ equalities: Elimination?
  ) -> EvaluationProgram {
    var elimination = equalities ?? Elimination(variables: variables)
    for isEquality in equalities == nil ? [true, false] : [false] {
      for (index, constraint) in constraints.enumerated()
      where contains(variables + index) && Self.isRequiredEquality(constraint) == isEquality {
        guard !elimination.isComplete else { return elimination.program }
        elimination.add(constraint.terms, equation: Int32(index))
      }
    }
    for variable in 0..<variables where contains(variable) {
      guard !elimination.isComplete else { return elimination.program }
      elimination.add([Term(variable, 1)], equation: Int32(-1 - variable))
    }
    return elimination.program
  }

  private static func isRequiredEquality(_ constraint: LinearConstraint) -> Bool {
    constraint.relation == .equal && constraint.strength == .required
  }
}

/// The grid to which results are rounded: multiples of 2⁻²⁶ points, halves up, never -0.
enum ResultGrid {
  /// Exclusive upper bound of the absolute values of a program's answer, in points.
  ///
  /// Larger values have too few fractional digits for the tolerances. Cells with such values are
  /// solved by the simplex.
  static let limit = 0x1p25

  /// Rounds a value to the grid.
  @inline(__always)
  static func round(_ value: Double) -> Double {
    guard abs(value) < limit else {
      // Every number from 2²⁶ on is on the grid.
      guard abs(value) < 2 * limit else { return value }
      let rounded = (value / Tolerance.grid + 0.5).rounded(.down) * Tolerance.grid
      return rounded == 0 ? 0 : rounded
    }
    // Adding and subtracting 1.5 · 2²⁶ rounds to the nearest multiple, halves to even. A half that
    // was rounded down is corrected. This is much cheaper than a call of `floor`.
    let magic = 0x1.8p26
    let nearest = (value + magic) - magic
    let rounded = value - nearest >= Tolerance.grid / 2 ? nearest + Tolerance.grid : nearest
    return rounded + 0
  }
}
