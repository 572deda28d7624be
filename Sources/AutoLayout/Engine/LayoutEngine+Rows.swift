import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Makes the solvers and gives every variable its slot.
  ///
  /// The order in which freedom is settled is by item: height, width, top, leading. The root's own
  /// position is the origin and no variable.
  mutating func makeSolvers() {
    var domains: [[VariableDomain]] = plan.program == .joined ? [[]] : [[], []]
    for item in plan.system.items.indices {
      for variable in ItemVariable.allCases {
        let isPosition = variable == .top || variable == .leading
        guard item > 0 || !isPosition else {
          variableSlots.append(nil)
          continue
        }
        let solver = self.solver(for: variable.axis)
        variableSlots.append(Slot(solver: solver, index: domains[solver].count))
        domains[solver].append(isPosition ? .free : .nonNegative)
      }
    }
    solvers = domains.map { SimplexSolver(domains: $0) }
  }

  /// The solver of an axis: 0 for widths, 1 for heights; 0 for both when they are joined.
  private func solver(for axis: Axis) -> Int {
    plan.program == .joined ? 0 : axis.rawValue
  }

  /// Adds every row in document order.
  mutating func addRows() {
    for row in plan.rows {
      let isVertical = row.axes.contains(.vertical)
      let solver = self.solver(for: isVertical ? .vertical : .horizontal)
      let constraint = LinearConstraint(
        terms(row.parts, in: solver), row.relation.linear, 0,
        strength: row.priority.isRequired ? .required : .preferred(row.priority.value))
      let isEnvironment = row.origin == .environmentWidth || row.origin == .environmentHeight
      let index = solvers[solver].add(
        constraint, isActive: isActiveFromTheStart(row.origin), unrelaxable: isEnvironment)
      note(Slot(solver: solver, index: index), for: row.origin)
    }
    for index in constraintSlots.indices { updateConstant(index) }
  }

  private func isActiveFromTheStart(_ origin: RowOrigin) -> Bool {
    switch origin {
    case .environmentWidth, .fixed: true
    case .fittingTarget(let axis, let priority): axis == .vertical && priority == .fitting
    case .environmentHeight, .hugging, .compression: false
    case .constraint(let index): plan.system.groups[index] == nil
    }
  }

  private mutating func note(_ slot: Slot, for origin: RowOrigin) {
    switch origin {
    case .environmentWidth: widthSlot = slot
    case .environmentHeight: heightSlot = slot
    case .fittingTarget(let axis, let priority):
      fittingRows.append(FittingRow(axis: axis, priority: priority, slot: slot))
    case .fixed(let item, let axis):
      let layoutItem = plan.system.items[item]
      let extent = axis == .horizontal ? layoutItem.fixedWidth : layoutItem.fixedHeight
      if let extent { solvers[slot.solver].setConstant(slot.index, extent) }
    case .hugging(let item, let axis): huggingSlots[item * 2 + axis.rawValue] = slot
    case .compression(let item, let axis): compressionSlots[item * 2 + axis.rawValue] = slot
    case .constraint: constraintSlots.append(slot)
    }
  }

  /// The terms of a constraint that are variables of a solver.
  func terms(ofConstraint index: Int, in solver: Int) -> [Term] {
    terms(plan.forms[index].parts(multiplier: multipliers[index]), in: solver)
  }

  private func terms(_ parts: [AnchorForm.Part], in solver: Int) -> [Term] {
    parts.compactMap { part in
      guard let slot = variableSlots[part.item * 4 + part.variable.rawValue],
        slot.solver == solver
      else { return nil }
      return Term(slot.index, part.coefficient)
    }
  }
}

extension Relation {
  fileprivate var linear: LinearRelation {
    switch self {
    case .equal: .equal
    case .greaterOrEqual: .greaterOrEqual
    case .lessOrEqual: .lessOrEqual
    }
  }
}
