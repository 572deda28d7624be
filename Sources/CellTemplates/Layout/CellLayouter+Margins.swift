import AutoLayout
import LayoutPrimitives

/// How layout margins that depend on the layout settle.
extension CellLayouter {
  /// Most layouts of one cell until its margins are those with which it was laid out.
  private static var marginPassLimit: Int { 100 }

  /// Solves until the margins in effect are those of the last pass.
  ///
  /// Every cell begins with the views' own margins, so that what was laid out before leaves no
  /// trace.
  mutating func solveWithMargins(
    _ engine: inout LayoutEngine, _ environment: PreparedEnvironment, _ height: Double?,
    _ history: inout [[LabelLines]]
  ) throws(CellError) {
    try solve(&engine, environment, height, &history)
    let direction = environment.environment.direction
    let margins = plan.margins(direction)
    guard margins.dependOnLayout else { return }
    var inEffect = margins.own
    for _ in 0..<Self.marginPassLimit {
      let found = margins.inEffect(margins.frames(solved.frames))
      if found == inEffect { return }
      inEffect = found
      for constraint in plan.marginConstraints {
        bindMargins(constraint, &engine, from: margins.own, to: found, environment)
      }
      history.removeAll()
      switchGroups(of: &engine, environment)
      try solve(&engine, environment, height, &history)
    }
    let found = margins.inEffect(margins.frames(solved.frames))
    let loose = plan.template.views.indices.filter { found[$0] != inEffect[$0] }
    throw .marginLoop(
      passes: Self.marginPassLimit, views: loose.map { plan.template.views[$0].id })
  }

  /// Takes back what the margins of the last cell changed.
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
