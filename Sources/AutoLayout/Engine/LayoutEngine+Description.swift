import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Translates what the solvers found out into names, in document order over both axes.
  func describeWeakness(_ cell: inout SolvedCell) {
    cell.relaxed.removeAll(keepingCapacity: true)
    cell.ties.removeAll(keepingCapacity: true)
    cell.ambiguous = nil
    var isStrong = true
    for index in solvers.indices where !solvers[index].solution.isStrong { isStrong = false }
    if isStrong { return }
    var relaxed: [Int] = []
    var ties: [Int] = []
    var free: Int?
    for (number, solver) in solvers.enumerated() {
      let found = solver.solution
      let rows = found.relaxed.isEmpty && found.ties.isEmpty ? [] : rows(of: number)
      relaxed += found.relaxed.map { rows[$0] }
      ties += found.ties.map { rows[$0] }
      if let variable = found.ambiguous {
        let place =
          variables.indices.first {
            Int(variables[$0]) == variable
              && self.solver(of: ItemVariable.allCases[$0 % ItemVariable.allCases.count].axis)
                == number
          } ?? 0
        let (item, number) = place.quotientAndRemainder(dividingBy: ItemVariable.allCases.count)
        if plan.system.items[item].verification.covers(ItemVariable.allCases[number]) {
          free = min(free ?? place, place)
        }
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

  /// Notes the priorities within which a solver's optimum depends on the order of its rows.
  mutating func noteOrder(_ solver: Int) {
    let found = solvers[solver].solution
    if found.ties.isEmpty && found.relaxed.isEmpty { return }
    let rows = rows(of: solver)
    for row in found.ties + found.relaxed {
      orderMatteredAt.insert(plan.rows[rows[row]].priority)
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
    case .fittingTarget(.vertical, .fitting): return "the fitting pull"
    case .fittingTarget(let axis, _): return "the fitting \(extent(axis))"
    case .fixed(let item, let axis): return "\(items[item].name).\(extent(axis)) of 'size'"
    case .hugging(let item, let axis): return "hugging of \(items[item].name).\(extent(axis))"
    case .compression(let item, let axis):
      return "compression resistance of \(items[item].name).\(extent(axis))"
    case .constraint(let index): return plan.system.constraints[index].name
    }
  }
}

extension AmbiguityVerification {
  /// Whether somebody wants to know that a variable is open.
  func covers(_ variable: ItemVariable) -> Bool {
    switch self {
    case .always: true
    case .position: variable == .top || variable == .leading
    case .never: false
    }
  }
}
