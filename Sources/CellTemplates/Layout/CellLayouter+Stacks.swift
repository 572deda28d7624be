import AutoLayout
import LayoutPrimitives

/// How proportional stacks share their length.
extension CellLayouter {
  /// Hands in each view's part of the length of the proportional stacks.
  mutating func shareStacks(_ engine: inout LayoutEngine, _ environment: PreparedEnvironment) {
    for stack in plan.template.stacks where stack.program.isProportional {
      let shown = plan.switching.shown(stack, in: context(environment))
      let lengths = stack.program.views.map {
        ownExtent(of: $0, along: stack.program.axis, environment)
      }
      for held in stack.program.holding(shown: shown, lengths: lengths) {
        engine.setMultiplier(stack.firstConstraint + held.index, held.multiplier)
      }
    }
  }

  /// The extent of a view without a layout, in points; 0 where it has none.
  private func ownExtent(
    of view: Int, along axis: Axis, _ environment: PreparedEnvironment
  ) -> Double {
    let item = plan.template.system.items[view]
    if let fixed = axis == .horizontal ? item.fixedWidth : item.fixedHeight { return fixed }
    if texts.texts[view] != nil {
      let extent = texts.unwrapped(item: view)
      return axis == .horizontal ? extent.width : extent.height
    }
    if let size = intrinsicSize(of: view) {
      return (axis == .horizontal ? size.width : size.height) ?? 0
    }
    guard let stack = plan.template.stacks.first(where: { $0.program.stack == view }) else {
      return 0
    }
    let lengths = stack.program.views.map { ownExtent(of: $0, along: axis, environment) }
    return stack.program.extent(
      lengths, shown: plan.switching.shown(stack, in: context(environment)), along: axis)
  }
}
