import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Translates what the solvers found out into names.
  func describeWeakness(_ cell: inout SolvedCell) {
    for (number, solver) in solvers.enumerated() {
      let found = solver.solution
      if found.relaxed.isEmpty, found.ambiguous == nil, found.ties.isEmpty { continue }
      let names = rowNames(of: number)
      cell.relaxed += found.relaxed.map { names[$0] }
      cell.ties += found.ties.map { names[$0] }
      if cell.ambiguous == nil, let variable = found.ambiguous {
        let place = variableSlots.firstIndex(of: Slot(solver: number, index: variable)) ?? 0
        let name = plan.system.items[place / 4].name
        cell.ambiguous = "\(name).\(ItemVariable.allCases[place % 4])"
      }
    }
  }

  /// The names of a solver's rows, in their order.
  private func rowNames(of solver: Int) -> [String] {
    plan.rows.filter { row in
      let isVertical = row.axes.contains(.vertical)
      return plan.program == .joined || solver == (isVertical ? 1 : 0)
    }.map { name(of: $0.origin) }
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
