/// What a constraint's two anchors add to its constant: margins, and baselines that are known only
/// once texts are measured.
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
