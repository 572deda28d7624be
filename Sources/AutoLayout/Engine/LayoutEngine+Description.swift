import LayoutPrimitives

extension LayoutEngine {
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
