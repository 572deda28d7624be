/// Finds out whether an optimum is unique by the priorities alone.
///
/// It keeps what it learnt of a basis until that changes, because mostly only constants do.
struct UniquenessAnalysis: Sendable {
  /// A direction along which no priority objects, or only a tie-break does.
  private struct WeakDirection: Sendable {
    var direction: Direction
    /// The constraint whose single error decided, `nil` when nothing but freedom was left.
    var tie: Int?
  }

  /// What was found out about one degenerate vertex.
  private struct DegenerateFace: Sendable {
    /// The equations that are tight there.
    var tightSet: [UInt64]
    /// A variable with more than one value; `nil` when the vertex is the only optimum.
    var freeVariable: Int?
  }

  /// Degenerate vertices that are kept for a basis; the oldest is forgotten first.
  private static let faceCapacity = 16

  private let freedomOrder: [Int]
  private var weakDirections: [WeakDirection] = []
  private var faces: [DegenerateFace] = []
  /// The revision of the simplex that both are of.
  private var revision = -1

  /// - Parameter freedomOrder: The variables in the order in which freedom is settled.
  init(freedomOrder: [Int]) { self.freedomOrder = freedomOrder }

  /// Notes in a solution what the priorities left open.
  ///
  /// - Parameters:
  ///   - tightSet: The equations that are tight at the optimum, a bit each.
  ///   - isInDoubt: Whether a symbol is so near zero that a step could be too short.
  ///   - silent: Variables that are never reported as open.
  ///   - work: Pivots and flips of the search at a degenerate vertex.
  mutating func analyse(
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
    // A degenerate vertex may block each edge although the face has more points.
    guard blocked, solution.ambiguous == nil else { return }
    // Which symbols are at zero decides it, unless one is too near.
    if !isInDoubt, let known = faces.first(where: { $0.tightSet == tightSet }) {
      solution.ambiguous = known.freeVariable
      return
    }
    solution.ambiguous = freeVariable(ofFaceAt: simplex, silent, work)
    guard !isInDoubt else { return }
    if faces.count >= Self.faceCapacity { faces.removeFirst() }
    faces.append(DegenerateFace(tightSet: tightSet, freeVariable: solution.ambiguous))
  }

  /// Lists the directions whose first objective is a tie-break or left-over freedom.
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

  /// The first variable, in the order of freedom, that a move changes and that is not silent, with
  /// its rank there.
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

  /// Looks for a second optimum by the priorities when every weak edge is blocked at once.
  ///
  /// All directions to which a priority objects are closed, every error is held, and each weak move
  /// is maximised in turn while the others may follow; any step proves a second point.
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
