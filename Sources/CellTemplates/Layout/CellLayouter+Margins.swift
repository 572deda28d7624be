import AutoLayout
import LayoutPrimitives

/// Settles layout margins that depend on the layout.
extension CellLayouter {
  /// Maximum number of times a cell is laid out again because its margins changed.
  private static var marginPassLimit: Int { 100 }

  /// Solves the layout again until the margins in effect no longer change.
  mutating func solveWithMargins(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, _ height: Double?,
    _ history: inout [[LabelLines]]
  ) throws(CellError) {
    guard plan.marginsDependOnLayout else {
      return try solve(&engine, environment, height, &history)
    }
    let margins = plan.margins(environment.environment.direction)
    guard margins.dependOnLayout else { return try solve(&engine, environment, height, &history) }
    let settlement = try margins.settle(limit: Self.marginPassLimit + 1) {
      (changed) throws(CellError) -> [Rect] in
      if let changed {
        for constraint in plan.marginConstraints {
          bindMargins(constraint, &engine, from: margins.own, to: changed, environment)
        }
        history.removeAll()
        switchGroups(of: &engine, environment)
      }
      try solve(&engine, environment, height, &history)
      return solved.frames
    }
    if case .loop(let items) = settlement {
      throw .marginLoop(
        passes: Self.marginPassLimit, views: items.map { plan.template.views[$0].id })
    }
  }

  /// Resets the constants of constraints that were changed for the margins of the last cell.
  mutating func resetMarginConstants(_ engine: inout LayoutEngine) {
    for constraint in plan.marginConstraints {
      engine.setConstant(constraint, plan.template.system.constraints[constraint].constant)
    }
  }

  private mutating func bindMargins(
    _ index: Int, _ engine: inout LayoutEngine, from own: [Insets], to margins: [Insets],
    _ environment: PreparedEnvironment
  ) {
    let constraint = plan.template.system.constraints[index]
    let direction = environment.environment.direction
    var (constant, multiplier) = (constraint.constant, constraint.multiplier)
    for quantity in plan.template.namedQuantities where quantity.constraint == index {
      let value = environment.constants[quantity.constant]
      let signed = quantity.isNegated ? 0 - value : value
      if quantity.role == .constant { constant = signed } else { multiplier = signed }
    }
    for quantity in plan.template.boundQuantities where quantity.constraint == index {
      guard let value = quantity.number.value(in: record) else { continue }
      if quantity.role == .constant { constant = value } else { multiplier = value }
    }
    func shift(_ margins: [Insets]) -> Double {
      LayoutMargins.shift(of: constraint, multiplier: multiplier, margins: margins, direction)
    }
    engine.setConstant(index, constant + shift(margins) - shift(own))
  }
}
