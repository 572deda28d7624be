/// The margins and baselines on the right-hand side of a constraint, besides its own constant.
struct ConstraintOffset: Sendable {
  /// Margins of the left-hand anchor, in points.
  var first: Double
  /// Margins of the right-hand anchor, in points, not yet multiplied.
  var second: Double
  var firstBaseline: AnchorForm.Baseline?
  var secondBaseline: AnchorForm.Baseline?

  init(_ form: ConstraintForm) {
    first = form.first.constant
    second = form.second?.constant ?? 0
    firstBaseline = form.first.baseline
    secondBaseline = form.second?.baseline
  }
}
