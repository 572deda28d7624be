/// Decides whether the priorities alone make an optimum unique.
///
/// Results of a basis are cached until the basis changes.
struct UniquenessAnalysis: Sendable {
  /// A direction that no priority decides.
  private struct WeakDirection: Sendable {
    var direction: Direction
    /// The index of the constraint whose own error decides against the direction; `nil` if only a
    /// distance from zero does.
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

  /// Maximum number of cached degenerate vertices of a basis; the oldest is removed first.
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
  ///   - isInDoubt: Whether a symbol is so near zero that a step could be too short.
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
    // At a degenerate vertex each edge may be blocked although the face has more points.
    guard blocked, solution.ambiguous == nil else { return }
    // The tight set decides, unless a symbol is too near zero.
    if !isInDoubt, let known = faces.first(where: { $0.tightSet == tightSet }) {
      solution.ambiguous = known.freeVariable
      return
    }
    solution.ambiguous = freeVariable(ofFaceAt: simplex, silent, work)
    guard !isInDoubt else { return }
    if faces.count >= Self.faceCapacity { faces.removeFirst() }
    faces.append(DegenerateFace(tightSet: tightSet, freeVariable: solution.ambiguous))
  }

  /// Lists the directions in which the strictest objective that changes is a single error or a
  /// distance from zero.
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

  /// The first variable in `freedomOrder` that is not silent and that a move along a direction
  /// changes, with its rank there.
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
  /// All other directions are forbidden, every error is fixed, and each weak move is maximized in
  /// turn while the others may follow. Any step proves a second point.
  ///
  /// - Returns: A variable that the second optimum moves, or `nil` if there is none.
  private func freeVariable(
    ofFaceAt simplex: Simplex, _ silent: Set<Int>, _ work: Int
  ) -> Int? {
    let weak = weakDirections.filter { $0.tie == nil }.map(\.direction)
    // Only a variable that is reported counts as moved.
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
