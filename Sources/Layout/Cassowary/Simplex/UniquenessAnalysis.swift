/// Decides whether the priorities alone make an optimum unique.
///
/// The results for a basis are cached until the basis changes.
struct UniquenessAnalysis: Sendable {
  /// A direction that no priority decides.
  private struct WeakDirection: Sendable {
    var direction: Direction
    /// The index of the constraint whose error decides against the direction; `nil` if a variable's
    /// distance from zero decides.
    var tie: Int?
  }

  /// The cached analysis of one degenerate vertex.
  private struct DegenerateFace: Sendable {
    /// Bit set of the equations that are tight at the vertex.
    var tightSet: [UInt64]
    /// The index of a variable with more than one optimal value; `nil` if the vertex is the only
    /// optimum.
    var freeVariable: Int?
  }

  /// Maximum number of degenerate vertices that are cached per basis; the oldest is removed first.
  private static let faceCapacity = 16

  private let freedomOrder: [Int]
  private var weakDirections: [WeakDirection] = []
  private var faces: [DegenerateFace] = []
  /// The `Simplex.revision` for which `weakDirections` and `faces` were computed.
  private var revision = -1

  /// Creates an analysis without results.
  ///
  /// - Parameter freedomOrder: The variables in the order in which their distances from zero are
  ///   minimized.
  init(freedomOrder: [Int]) { self.freedomOrder = freedomOrder }

  /// Finds the ambiguous variable and the ties of an optimum, and writes them into a solution.
  ///
  /// - Parameters:
  ///   - tightSet: Bit set of the equations that are tight at the optimum.
  ///   - isInDoubt: Whether a symbol is so close to zero that it may shorten a step.
  ///   - silent: Indices of the variables that are never reported as ambiguous.
  ///   - work: Maximum number of pivots and flips of the search at a degenerate vertex.
  mutating func analyze(
    _ simplex: Simplex, tightSet: [UInt64], isInDoubt: Bool, silent: Set<Int>, work: Int,
    into solution: inout SimplexSolver.Solution
  ) {
    if revision != simplex.revision { listWeakDirections(simplex) }
    solution.ambiguous = nil
    solution.ties.removeAll(keepingCapacity: true)
    guard !weakDirections.isEmpty else { return }
    var blocked = false
    var firstFree: (rank: Int, variable: Int)?
    for weak in weakDirections {
      let step = simplex.vertex.blockingRow(weak.direction)?.step ?? .infinity
      guard step > Tolerance.reported else {
        blocked = blocked || weak.tie == nil
        continue
      }
      if let tie = weak.tie {
        if !solution.ties.contains(tie) { solution.ties.append(tie) }
      } else if let moved = firstVariable(movedBy: weak.direction, simplex.vertex, silent),
        moved.rank < firstFree?.rank ?? .max
      {
        firstFree = moved
      }
    }
    solution.ambiguous = firstFree?.variable
    solution.ties.sort()
    // At a degenerate vertex, every edge may be blocked although other optima exist.
    guard blocked, solution.ambiguous == nil else { return }
    // The tight set determines the result, unless a symbol is too close to zero.
    if !isInDoubt, let cached = faces.first(where: { $0.tightSet == tightSet }) {
      solution.ambiguous = cached.freeVariable
      return
    }
    solution.ambiguous = freeVariable(ofFaceAt: simplex, silent, work)
    guard !isInDoubt else { return }
    if faces.count >= Self.faceCapacity { faces.removeFirst() }
    faces.append(DegenerateFace(tightSet: tightSet, freeVariable: solution.ambiguous))
  }

  /// Lists the directions in which no sum of errors changes; the error of one constraint, or a
  /// variable's distance from zero, decides.
  private mutating func listWeakDirections(_ simplex: Simplex) {
    let (vertex, costs) = (simplex.vertex, simplex.costs)
    weakDirections.removeAll(keepingCapacity: true)
    faces.removeAll(keepingCapacity: true)
    revision = simplex.revision
    for column in 0..<vertex.variableCount {
      let symbol = Int(vertex.tableau.columnSymbols[column])
      for sign in [1, -1] where vertex.sides[symbol].rule(sign) != .forbidden {
        let direction = Direction(column: column, sign: sign)
        guard let first = costs.firstRate(vertex, direction) else { continue }
        switch costs.components[first.component] {
        case .sum: break
        case .single(let constraint):
          weakDirections.append(WeakDirection(direction: direction, tie: constraint))
        case .freedom:
          weakDirections.append(WeakDirection(direction: direction, tie: nil))
        }
      }
    }
  }

  /// Finds the first variable in `freedomOrder` that a move along a direction changes, and its rank
  /// in that order; silent variables are skipped.
  private func firstVariable(
    movedBy direction: Direction, _ vertex: Vertex, _ silent: Set<Int>
  ) -> (rank: Int, variable: Int)? {
    let symbol = Int(vertex.tableau.columnSymbols[direction.column])
    for (rank, variable) in freedomOrder.enumerated() {
      if silent.contains(variable) { continue }
      if variable == symbol { return (rank, variable) }
      guard let row = vertex.tableau.row(of: variable) else { continue }
      if abs(vertex.tableau.entry(row, direction.column)) > Tolerance.coefficient {
        return (rank, variable)
      }
    }
    return nil
  }

  /// Searches for a second optimum from a degenerate vertex at which weak directions are blocked.
  ///
  /// All other directions are forbidden, and every error is fixed. Each weak direction in turn is
  /// followed as far as possible; the other weak directions may change as well. Any step proves a
  /// second optimum.
  ///
  /// - Returns: A variable that the second optimum moves, or `nil` if there is none.
  private func freeVariable(
    ofFaceAt simplex: Simplex, _ silent: Set<Int>, _ work: Int
  ) -> Int? {
    let weak = weakDirections.filter { $0.tie == nil }.map(\.direction)
    // Only variables that may be reported are compared.
    func firstMoved(_ other: Vertex) -> Int? {
      freedomOrder.first {
        !silent.contains($0)
          && abs(other.value($0) - simplex.vertex.value($0)) > Tolerance.reported
      }
    }
    let other = simplex.otherOptimum(along: weak, work: work) {
      silent.isEmpty || firstMoved($0) != nil
    }
    guard let other else { return nil }
    guard silent.isEmpty else { return firstMoved(other) }
    return weak.compactMap { firstVariable(movedBy: $0, simplex.vertex, silent) }
      .min { $0.rank < $1.rank }?.variable
  }
}
