import AutoLayout
import LayoutPrimitives

/// Sets the shares of views in proportional stacks.
extension CellLayouter {
  /// Sets the share of each view in the length of its proportional stack.
  mutating func shareStacks(_ engine: inout LayoutEngine, _ environment: PreparedEnvironment) {
    for stack in plan.template.stacks where stack.program.isProportional {
      let shown = plan.switching.shown(stack, in: context(environment))
      let lengths = stack.program.views.map {
        ownExtent(of: $0, along: stack.program.axis, environment)
      }
      // Next to views with sizes, a view without one takes the rest, and nothing is shared.
      let known = zip(lengths, shown).filter(\.1).map { $0.0 != nil }
      let isShared = !known.contains(false) || !known.contains(true)
      for held in stack.program.holding(shown: shown, lengths: lengths.map { $0 ?? 0 }) {
        let index = stack.firstConstraint + held.index
        engine.setMultiplier(index, held.multiplier)
        guard stack.program.isShare(held.index) else { continue }
        engine.setConstant(index, held.constant)
        engine.setPresent(index, isShared)
      }
    }
  }

  /// The extent that a view has by its content, before layout, in points; `nil` without one.
  private func ownExtent(
    of view: Int, along axis: Axis, _ environment: PreparedEnvironment
  ) -> Double? {
    let item = plan.template.system.items[view]
    if let fixed = axis == .horizontal ? item.fixedWidth : item.fixedHeight { return fixed }
    if texts.texts[view] != nil {
      let extent = texts.unwrapped(item: view)
      return axis == .horizontal ? extent.width : extent.height
    }
    if let size = intrinsicSize(of: view) {
      return axis == .horizontal ? size.width : size.height
    }
    guard let stack = plan.template.stacks.first(where: { $0.program.stack == view }) else {
      return nil
    }
    let lengths = stack.program.views.map { ownExtent(of: $0, along: axis, environment) ?? 0 }
    return stack.program.extent(
      lengths, shown: plan.switching.shown(stack, in: context(environment)), along: axis)
  }
}
