/// Collects the constraints that the statements of a closure create.
@resultBuilder
public enum ConstraintBuilder {
  /// Takes a statement that is one constraint.
  public static func buildExpression(_ constraint: LayoutConstraint) -> [LayoutConstraint] {
    [constraint]
  }

  /// Takes a statement that is an array of constraints.
  public static func buildExpression(_ constraints: [LayoutConstraint]) -> [LayoutConstraint] {
    constraints
  }

  /// Joins the constraints of all statements, top to bottom.
  public static func buildBlock(_ parts: [LayoutConstraint]...) -> [LayoutConstraint] {
    parts.flatMap { $0 }
  }

  /// Takes the constraints of an `if` without `else`; none where its condition is false.
  public static func buildOptional(_ part: [LayoutConstraint]?) -> [LayoutConstraint] {
    part ?? []
  }

  /// Takes the constraints of the first branch of an `if` with `else`.
  public static func buildEither(first part: [LayoutConstraint]) -> [LayoutConstraint] { part }

  /// Takes the constraints of the second branch of an `if` with `else`.
  public static func buildEither(second part: [LayoutConstraint]) -> [LayoutConstraint] { part }

  /// Joins the constraints of a loop, iteration by iteration.
  public static func buildArray(_ parts: [[LayoutConstraint]]) -> [LayoutConstraint] {
    parts.flatMap { $0 }
  }
}
