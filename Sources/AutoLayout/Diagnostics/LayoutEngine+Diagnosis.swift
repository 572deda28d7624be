import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Explains the conflicts, ambiguities and ties of the last layout.
  ///
  /// The explanation is slow: it solves parts of the system again on copies.
  public func diagnosis() -> LayoutDiagnosis {
    if contradictionReachesHeights, let engine = joined.last { return engine.diagnosis() }
    var unsatisfiable: [(row: Int, UnsatisfiableLayout)] = []
    var ties: [(row: Int, DecidedTie)] = []
    var ambiguous: [AmbiguousLayout] = []
    for (number, known) in axes.solvers.enumerated() {
      // A copy whose solution is that of the present constants and switches.
      var solver = known
      do throws(SolverError) { try solver.solve() } catch { continue }
      guard !solver.solution.isStrong else { continue }
      let rows = plan.slots.rows[number]
      func imposed(_ index: Int) -> ImposedConstraint { self.imposed(rows[index], solver, index) }
      for index in solver.solution.relaxed {
        let conflict = solver.conflict(of: index)
        unsatisfiable.append(
          (
            rows[index],
            UnsatisfiableLayout(
              relaxed: imposed(index), members: (conflict?.members ?? [index]).map(imposed),
              leastError: conflict?.leastError ?? 0)
          ))
      }
      for tie in solver.ties() {
        ties.append(
          (
            rows[tie.constraint],
            DecidedTie(constraint: imposed(tie.constraint), rivals: tie.rivals.map(imposed))
          ))
      }
      if let found = ambiguity(number, solver, imposed) { ambiguous.append(found) }
    }
    return LayoutDiagnosis(
      unsatisfiable: unsatisfiable.sorted { $0.row < $1.row }.map(\.1), ambiguous: ambiguous,
      ties: ties.sorted { $0.row < $1.row }.map(\.1))
  }

  /// Describes the ambiguous variable of a solver, with two layouts that differ in it; `nil` where
  /// there is none.
  private func ambiguity(
    _ number: Int, _ solver: SimplexSolver, _ imposed: (Int) -> ImposedConstraint
  ) -> AmbiguousLayout? {
    guard let free = solver.solution.ambiguous,
      let (item, variable) = plan.slots.owner(of: Slot(solver: number, index: free))
    else { return nil }
    let attribute = variable.attribute
    let values = solver.alternatives().map { [$0.first, $0.second] }
    let chosen = (0..<solver.variableCount).map(solver.value)
    return AmbiguousLayout(
      item: item, attribute: attribute,
      variable: "\(plan.system.items[item].name).\(attribute.rawValue)",
      solutions: (values ?? [chosen]).map { values in
        AmbiguousLayout.Solution(value: values[free], frames: frames(values, of: number))
      },
      affecting: solver.constraintsAffecting(free).map(imposed))
  }

  /// Computes the frames of all items with other values for the variables of one solver; shape
  /// `[items]`.
  private func frames(_ values: [Double], of number: Int) -> [Rect] {
    func value(_ item: Int, _ variable: ItemVariable) -> Double {
      guard let slot = plan.slots.slot(of: item, variable) else { return 0 }
      return slot.solver == number
        ? values[slot.index] : axes.solvers[slot.solver].value(slot.index)
    }
    let items = plan.system.items
    return items.indices.map { item in
      var (leading, top) = (0.0, 0.0)
      var current = item
      while let parent = items[current].parent {
        leading += value(current, .leading)
        top += value(current, .top)
        current = parent
      }
      let width = value(item, .width)
      let left = plan.direction == .rightToLeft ? value(0, .width) - leading - width : leading
      return Rect(x: left, y: top, width: width, height: value(item, .height))
    }
  }

  /// Describes a row of the plan with its bound numbers.
  ///
  /// - Parameters:
  ///   - row: Index of the row in the plan.
  ///   - solver: The solver that holds the row.
  ///   - index: Index of the row in the solver.
  func imposed(_ row: Int, _ solver: SimplexSolver, _ index: Int) -> ImposedConstraint {
    let source = plan.rows[row].origin
    return ImposedConstraint(
      source: source, name: name(of: row),
      equation: equation(of: row, constant: solver.constant(index)),
      items: source.items(in: plan.system), priority: plan.rows[row].priority)
  }

  /// The linear form of a row with its bound numbers, as text.
  ///
  /// - Parameter constant: The right-hand side of the row in its solver, in points.
  private func equation(of row: Int, constant: Double) -> String {
    let names = plan.system.items.map(\.name)
    func anchor(_ item: Int, _ attribute: Attribute) -> ParsedConstraint.Anchor {
      ParsedConstraint.Anchor(item: .named(names[item]), attribute: attribute, offset: 0)
    }
    let form: ParsedConstraint
    switch plan.rows[row].origin {
    case .constraint(let number):
      let constraint = plan.system.constraints[number]
      form = ParsedConstraint(
        first: anchor(constraint.first.item, constraint.first.attribute),
        relation: constraint.relation,
        multiplier: .literal(rounded(bound.multipliers[number], 1e6)),
        second: constraint.second.map { anchor($0.item, $0.attribute) },
        constant: .literal(rounded(bound.constants[number], 1000)), priority: constraint.priority)
    case .environmentWidth, .environmentHeight, .fittingPull, .fixed, .hugging, .compression:
      let part = plan.rows[row].parts[0]
      form = ParsedConstraint(
        first: anchor(part.item, part.variable.attribute), relation: plan.rows[row].relation,
        multiplier: .literal(1), second: nil, constant: .literal(rounded(constant, 1000)),
        priority: plan.rows[row].priority)
    }
    return form.description
  }

  /// Rounds a number to multiples of `1 / steps`, for messages.
  private func rounded(_ value: Double, _ steps: Double) -> Double {
    // Larger numbers have too few fractional digits to be rounded.
    abs(value) < 1e9 ? (value * steps).rounded() / steps : value
  }
}

extension ItemVariable {
  /// The attribute of the variable; positions are relative to the parent.
  var attribute: Attribute {
    switch self {
    case .height: .height
    case .width: .width
    case .top: .top
    case .leading: .leading
    }
  }
}
