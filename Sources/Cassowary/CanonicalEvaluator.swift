/// Evaluates a vertex from the equations that are tight there, always in the same order.
///
/// Different pivot histories, and different bases of one vertex, end with values that differ in
/// their last bits. The set of tight equations does not: taken in document order, the first ones
/// that are independent give the variables as sums of constants, added in document order. The
/// elimination is done once per set and kept, bounded.
struct CanonicalEvaluator: Sendable {
  /// How many sets are kept; the oldest is forgotten first.
  static let capacity = 64

  /// The variables as sparse sums of constants.
  private struct Program: Sendable {
    var key: [UInt64]
    /// Start of each variable's terms; shape `[variables + 1]`.
    var starts: [Int32]
    /// Constraints whose constants are added, ascending per variable.
    var constraints: [Int32]
    /// Their factors.
    var factors: [Double]
  }

  private let variables: Int
  private var key: [UInt64] = []
  private var constraintCount = 0
  private var programs: [Program] = []
  private var last = 0
  private var next = 0

  init(variables: Int) {
    self.variables = variables
  }

  /// The set of tight equations, a bit each.
  var tightSet: [UInt64] { key }

  /// Forgets every program: the constraints' left-hand sides changed.
  mutating func removeAll() {
    programs.removeAll()
    key.removeAll()
    last = 0
    next = 0
  }

  /// Starts a new set of tight equations.
  mutating func beginTightSet() {
    for index in key.indices { key[index] = 0 }
  }

  /// Notes that a constraint's residual is zero.
  mutating func insertConstraint(_ index: Int) { insert(variables + index) }

  /// Notes that a variable is zero.
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

  /// Evaluates the variables, rounded to the grid.
  mutating func evaluate(
    constraints: [LinearConstraint], constants: ContiguousArray<Double>,
    into results: inout ContiguousArray<Double>
  ) {
    if last >= programs.count || programs[last].key != key {
      if let known = programs.firstIndex(where: { $0.key == key }) {
        last = known
      } else {
        let program = compile(constraints)
        if programs.count < Self.capacity {
          last = programs.count
          programs.append(program)
        } else {
          last = next
          programs[next] = program
          next = (next + 1) % Self.capacity
        }
      }
    }
    let program = programs[last]
    for variable in 0..<variables {
      var sum = 0.0
      for term in Int(program.starts[variable])..<Int(program.starts[variable + 1]) {
        sum += program.factors[term] * constants[Int(program.constraints[term])]
      }
      let rounded = (sum / Tolerance.grid + 0.5).rounded(.down) * Tolerance.grid
      results[variable] = rounded == 0 ? 0 : rounded
    }
  }

  /// Gauss-Jordan elimination over the tight equations, constraints before zeros.
  private func compile(_ constraints: [LinearConstraint]) -> Program {
    var rows: [EliminationRow] = []
    func take(_ candidate: EliminationRow) {
      guard rows.count < variables else { return }
      var row = candidate
      for known in rows { row.eliminate(with: known) }
      guard let pivot = row.largest(), abs(row.left[pivot]) > 1e-8 else { return }
      row.normalise(at: pivot)
      for index in rows.indices { rows[index].eliminate(with: row) }
      rows.append(row)
    }
    for (index, constraint) in constraints.enumerated() where contains(variables + index) {
      var row = EliminationRow(variables: variables, constraint: Int32(index))
      for term in constraint.terms { row.left[term.variable] += term.coefficient }
      take(row)
    }
    for variable in 0..<variables where contains(variable) {
      var row = EliminationRow(variables: variables, constraint: nil)
      row.left[variable] = 1
      take(row)
    }
    return program(rows)
  }

  private func program(_ rows: [EliminationRow]) -> Program {
    var program = Program(key: key, starts: [0], constraints: [], factors: [])
    let byVariable = Dictionary(
      rows.map { ($0.pivot, $0) }, uniquingKeysWith: { first, _ in first })
    for variable in 0..<variables {
      if let row = byVariable[variable] {
        for term in row.right where abs(term.factor) > 1e-14 {
          program.constraints.append(term.constraint)
          program.factors.append(term.factor)
        }
      }
      program.starts.append(Int32(program.constraints.count))
    }
    return program
  }
}

/// One equation during elimination: `Σ left · variable == Σ factor · constant`.
private struct EliminationRow {
  var left: [Double]
  /// Ascending by constraint.
  var right: [(constraint: Int32, factor: Double)]
  var pivot = -1

  init(variables: Int, constraint: Int32?) {
    left = [Double](repeating: 0, count: variables)
    right = constraint.map { [($0, 1.0)] } ?? []
  }

  /// The variable of largest coefficient, the first where several are equal.
  func largest() -> Int? {
    var best: Int?
    for (index, value) in left.enumerated() where abs(value) > abs(best.map { left[$0] } ?? 0) {
      best = index
    }
    return best
  }

  mutating func normalise(at pivot: Int) {
    self.pivot = pivot
    let inverse = 1 / left[pivot]
    for index in left.indices { left[index] *= inverse }
    left[pivot] = 1
    for index in right.indices { right[index].factor *= inverse }
  }

  /// Subtracts the multiple of a solved equation that removes its variable from this one.
  mutating func eliminate(with known: EliminationRow) {
    let factor = left[known.pivot]
    guard factor != 0 else { return }
    for index in left.indices {
      left[index] -= factor * known.left[index]
      if abs(left[index]) < 1e-12 { left[index] = 0 }
    }
    left[known.pivot] = 0
    var merged: [(constraint: Int32, factor: Double)] = []
    merged.reserveCapacity(right.count + known.right.count)
    var first = 0
    var second = 0
    while first < right.count || second < known.right.count {
      if second == known.right.count
        || first < right.count && right[first].constraint < known.right[second].constraint
      {
        merged.append(right[first])
        first += 1
      } else if first == right.count
        || known.right[second].constraint < right[first].constraint
      {
        merged.append((known.right[second].constraint, -factor * known.right[second].factor))
        second += 1
      } else {
        let sum = right[first].factor - factor * known.right[second].factor
        if abs(sum) > 1e-14 { merged.append((right[first].constraint, sum)) }
        first += 1
        second += 1
      }
    }
    right = merged
  }
}
