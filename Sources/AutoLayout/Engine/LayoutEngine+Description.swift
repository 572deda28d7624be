import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Translates what the solvers found out into names, in document order over both axes.
  func describeWeakness(_ cell: inout SolvedCell) {
    if solvers.allSatisfy({ $0.solution.isStrong }) { return }
    var relaxed: [Int] = []
    var ties: [Int] = []
    var free: Int?
    for (number, solver) in solvers.enumerated() {
      let found = solver.solution
      let rows = found.relaxed.isEmpty && found.ties.isEmpty ? [] : rows(of: number)
      relaxed += found.relaxed.map { rows[$0] }
      ties += found.ties.map { rows[$0] }
      if let variable = found.ambiguous {
        let place = variableSlots.firstIndex(of: Slot(solver: number, index: variable)) ?? 0
        free = min(free ?? place, place)
      }
    }
    cell.relaxed = relaxed.sorted().map { name(of: plan.rows[$0].origin) }
    cell.ties = ties.sorted().map { name(of: plan.rows[$0].origin) }
    cell.ambiguous = free.map { place in
      let variables = ItemVariable.allCases
      let item = plan.system.items[place / variables.count]
      return "\(item.name).\(variables[place % variables.count])"
    }
  }

  /// The rows that a solver holds, in its order, as indices in the plan.
  func rows(of solver: Int) -> [Int] {
    plan.rows.indices.filter { index in
      let isVertical = plan.rows[index].axes.contains(.vertical)
      return plan.program == .joined || solver == (isVertical ? 1 : 0)
    }
  }

  /// What a row is called in diagnostics.
  func name(of origin: RowOrigin) -> String {
    let items = plan.system.items
    func extent(_ axis: Axis) -> String { axis == .horizontal ? "width" : "height" }
    switch origin {
    case .environmentWidth: return "the cell's width"
    case .environmentHeight: return "the cell's height"
    case .fittingPull: return "the fitting pull"
    case .fixed(let item, let axis): return "\(items[item].name).\(extent(axis)) of 'size'"
    case .hugging(let item, let axis): return "hugging of \(items[item].name).\(extent(axis))"
    case .compression(let item, let axis):
      return "compression resistance of \(items[item].name).\(extent(axis))"
    case .constraint(let index): return plan.system.constraints[index].name
    }
  }
}
