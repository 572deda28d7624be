/// The rule for a symbol on one side of zero: forbidden, free, or at a cost.
///
/// Every symbol of the tableau, a variable or the residual of a constraint, has at most one
/// breakpoint, at zero. A required equality forbids both sides, a required inequality one. The
/// error of a preference costs its distance from zero in the level of its priority.
enum SideRule: Hashable, Sendable {
  /// The symbol may not be on this side.
  case forbidden
  /// Being on this side costs nothing.
  case free
  /// The distance from zero is an error of a priority level; level 0 is the strictest.
  case cost(level: Int)

  /// The level of the cost; `nil` where there is no cost.
  var level: Int? {
    if case .cost(let level) = self { level } else { nil }
  }
}

/// The rules of a symbol below and above zero.
struct Sides: Hashable, Sendable {
  /// The rule for values below zero.
  var negative: SideRule
  /// The rule for values above zero.
  var positive: SideRule
  /// Whether zero is a breakpoint; `false` only for a residual without restriction and cost.
  var hasBreakpoint: Bool

  /// Rules without restriction and cost.
  static let unrestricted = Sides(negative: .free, positive: .free, hasBreakpoint: false)

  /// The rule below zero for a negative sign, otherwise the rule above zero.
  func rule(_ sign: Int) -> SideRule { sign < 0 ? negative : positive }

  /// Whether the symbol has to stay at zero.
  var isFixed: Bool { negative == .forbidden && positive == .forbidden }

  /// The rules for a constraint's residual `terms - constant`.
  ///
  /// - Parameter error: The rule on a side that violates the constraint.
  static func residual(_ relation: LinearRelation, error: SideRule) -> Sides {
    switch relation {
    case .equal: Sides(negative: error, positive: error, hasBreakpoint: true)
    case .greaterOrEqual: Sides(negative: error, positive: .free, hasBreakpoint: true)
    case .lessOrEqual: Sides(negative: .free, positive: error, hasBreakpoint: true)
    }
  }
}
