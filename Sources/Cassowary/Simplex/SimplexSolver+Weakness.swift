/// A direction along which no priority objects, or only a tie-break does.
struct WeakDirection: Hashable, Sendable {
  /// The column and sign of the move.
  var direction: SimplexSolver.Direction
  /// The constraint whose single error decided, `nil` when nothing but freedom was left.
  var tie: Int?
}

/// What was found out about one degenerate vertex.
struct DegenerateFace: Sendable {
  /// How many are kept for a basis.
  static let capacity = 16

  /// The equations that are tight there.
  var tightSet: [UInt64]
  /// A variable with more than one value; `nil` when the vertex is the only optimum.
  var freeVariable: Int?
}

extension SimplexSolver {
  /// Finds out whether the optimum is unique by the priorities alone.
  mutating func findWeakness() {
    if !weakDirectionsAreCurrent { listWeakDirections() }
    solution.ambiguous = nil
    solution.ties.removeAll(keepingCapacity: true)
    guard !weakDirections.isEmpty else { return }
    var blocked = false
    var firstFree: (rank: Int, variable: Int)?
    for weak in weakDirections {
      let step = blockingRow(weak.direction)?.step ?? .infinity
      guard step > Tolerance.reported else {
        blocked = blocked || weak.tie == nil
        continue
      }
      if let tie = weak.tie {
        if !solution.ties.contains(tie) { solution.ties.append(tie) }
      } else if let moved = firstVariable(movedBy: weak.direction),
        moved.rank < firstFree?.rank ?? .max
      {
        firstFree = moved
      }
    }
    solution.ambiguous = firstFree?.variable
    solution.ties.sort()
    // A degenerate vertex may block each edge although the face has more points.
    if blocked, solution.ambiguous == nil {
      solution.ambiguous = knownFreeVariableOfDegenerateFace()
    }
  }

  /// Lists the directions whose first objective is a tie-break or left-over freedom.
  private mutating func listWeakDirections() {
    weakDirections.removeAll(keepingCapacity: true)
    weakDirectionsAreCurrent = true
    degenerateFaces.removeAll(keepingCapacity: true)
    for column in 0..<variableCount {
      let symbol = Int(tableau.columnSymbols[column])
      for sign in [1, -1] where sides[symbol].rule(sign) != .forbidden {
        guard let first = firstRate(column, sign) else { continue }
        let direction = Direction(column: column, sign: sign)
        switch components[first.component] {
        case .sum: break
        case .single(let constraint):
          weakDirections.append(WeakDirection(direction: direction, tie: constraint))
        case .freedom:
          weakDirections.append(WeakDirection(direction: direction, tie: nil))
        }
      }
    }
  }

  /// The first variable, in the order of freedom, that a move changes and of which somebody wants to
  /// know, with its rank there.
  private func firstVariable(movedBy direction: Direction) -> (rank: Int, variable: Int)? {
    let symbol = Int(tableau.columnSymbols[direction.column])
    for (rank, variable) in freedomOrder.enumerated() {
      if silentVariables.contains(variable) { continue }
      if variable == symbol { return (rank, variable) }
      guard let row = tableau.row(of: variable) else { continue }
      if abs(tableau.entry(row, direction.column)) > Tolerance.coefficient {
        return (rank, variable)
      }
    }
    return nil
  }

  /// Answers `freeVariableOfDegenerateFace` once for each set of tight equations of a basis.
  ///
  /// Which symbols are at zero decides it, unless one is so near that a step could be too short.
  private mutating func knownFreeVariableOfDegenerateFace() -> Int? {
    guard !hasNearlyTightRow else { return freeVariableOfDegenerateFace() }
    if let known = degenerateFaces.first(where: { $0.tightSet == evaluator.tightSet }) {
      return known.freeVariable
    }
    let answer = freeVariableOfDegenerateFace()
    if degenerateFaces.count >= DegenerateFace.capacity { degenerateFaces.removeFirst() }
    degenerateFaces.append(DegenerateFace(tightSet: evaluator.tightSet, freeVariable: answer))
    return answer
  }

  /// Looks for a second optimum by the priorities when every weak edge is blocked at once.
  ///
  /// On a copy all directions to which a priority objects are closed, every error is held, and each
  /// weak move is maximised in turn while the others may follow; any step proves a second point.
  private func freeVariableOfDegenerateFace() -> Int? {
    var face = self
    face.workLeft = pivotLimit
    let weak = weakDirections.filter { $0.tie == nil }.map(\.direction)
    for symbol in face.sides.indices { face.closeErrors(of: symbol) }
    for column in 0..<variableCount {
      let symbol = Int(tableau.columnSymbols[column])
      let open = weak.filter { $0.column == column }.map(\.sign)
      face.sides[symbol] = Sides(
        negative: open.contains(-1) ? .free : .forbidden,
        positive: open.contains(1) ? .free : .forbidden, hasBreakpoint: true)
    }
    face.components = [.sum(gradient: 0, level: -1)]
    for direction in weak {
      var attempt = face
      attempt.gradients = ContiguousArray(repeating: 0, count: variableCount)
      attempt.gradients[direction.column] = -Double(direction.sign)
      if attempt.optimise(stopAtStep: Tolerance.reported) {
        if silentVariables.isEmpty {
          return weak.compactMap(firstVariable).min { $0.rank < $1.rank }?.variable
        }
        // What moved has to be what somebody wants to know of.
        if let moved = firstVariable(thatDiffersIn: attempt.tableau) { return moved }
      }
    }
    return nil
  }

  /// The first variable, in the order of freedom, of which somebody wants to know and that has
  /// another value in another tableau.
  private func firstVariable(thatDiffersIn other: Tableau) -> Int? {
    func value(_ variable: Int, _ tableau: Tableau) -> Double {
      tableau.row(of: variable).map { tableau.values[$0] } ?? 0
    }
    return freedomOrder.first {
      !silentVariables.contains($0)
        && abs(value($0, other) - value($0, tableau)) > Tolerance.reported
    }
  }

  /// Holds the error of a basic symbol where it is.
  private mutating func closeErrors(of symbol: Int) {
    guard let row = tableau.row(of: symbol) else { return }
    let side = Int(rowSides[row])
    guard side != 0, !sides[symbol].isFixed else { return }
    if symbol < variableCount {
      if domains[symbol] == .free {
        sides[symbol] = .unrestricted
        rowSides[row] = 0
      }
      return
    }
    if sides[symbol].rule(side).level != nil {
      // Its rate is zero along every weak direction: it does not block, and may not change.
      sides[symbol] = Sides(
        negative: side < 0 ? .free : .forbidden, positive: side > 0 ? .free : .forbidden,
        hasBreakpoint: true)
    } else {
      sides[symbol] = Sides(
        negative: sides[symbol].negative == .free ? .free : .forbidden,
        positive: sides[symbol].positive == .free ? .free : .forbidden, hasBreakpoint: true)
    }
  }
}
