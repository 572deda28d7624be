import LayoutPrimitives

extension LayoutEngine {
  /// The name by which diagnostics call a row of the plan.
  func name(of row: Int) -> String {
    let (row, items) = (plan.rows[row], plan.system.items)
    func extent(_ axis: Axis) -> String { axis == .horizontal ? "width" : "height" }
    switch row.origin {
    case .environmentWidth: return "the cell's width"
    case .environmentHeight: return "the cell's height"
    case .fittingPull:
      let axis = row.parts[0].variable.axis
      return axis == .vertical && row.priority == .fitting
        ? "the fitting pull" : "the fitting \(extent(axis))"
    case .fixed(let item, let axis): return "\(items[item].name).\(extent(axis)) of 'size'"
    case .hugging(let item, let axis): return "hugging of \(items[item].name).\(extent(axis))"
    case .compression(let item, let axis):
      return "compression resistance of \(items[item].name).\(extent(axis))"
    case .constraint(let index): return plan.system.constraints[index].name
    }
  }
}
