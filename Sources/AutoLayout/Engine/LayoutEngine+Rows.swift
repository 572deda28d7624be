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
          variables.append(-1)
          continue
        }
        let solver = self.solver(of: variable.axis)
        variables.append(Int32(domains[solver].count))
        domains[solver].append(isPosition ? .free : .nonNegative)
      }
    }
    solvers = domains.map { SimplexSolver(domains: $0) }
    for (place, index) in variables.enumerated() where index >= 0 {
      let (item, number) = place.quotientAndRemainder(dividingBy: ItemVariable.allCases.count)
      let variable = ItemVariable.allCases[number]
      if !plan.system.items[item].verification.covers(variable) {
        solvers[solver(of: variable.axis)].silentVariables.insert(Int(index))
      }
    }
  }

  /// Adds every row in document order.
  mutating func addRows() {
    for row in plan.rows {
      let isVertical = row.axes.contains(.vertical)
      let solver = self.solver(of: isVertical ? .vertical : .horizontal)
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
    case .hugging(let item, let axis):
      huggingRows[item * 2 + axis.rawValue] = Int32(slot.index)
    case .compression(let item, let axis):
      compressionRows[item * 2 + axis.rawValue] = Int32(slot.index)
    case .constraint: constraintSlots.append(slot)
    }
  }

  /// The terms of a constraint that are variables of a solver.
  func terms(ofConstraint index: Int, in solver: Int) -> [Term] {
    terms(plan.forms[index].parts(multiplier: multipliers[index]), in: solver)
  }

  private func terms(_ parts: [AnchorForm.Part], in solver: Int) -> [Term] {
    parts.compactMap { part in
      let index = variables[part.item * 4 + part.variable.rawValue]
      guard index >= 0, self.solver(of: part.variable.axis) == solver else { return nil }
      return Term(Int(index), part.coefficient)
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
