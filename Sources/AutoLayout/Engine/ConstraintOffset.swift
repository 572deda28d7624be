/// The distances that the anchors of a constraint add to its constant: margins, and baselines that
/// are known only once texts are measured.
struct ConstraintOffset: Sendable {
  /// Distance that layout margins add to the left-hand anchor, in points.
  var first: Double
  /// Distance that layout margins add to the right-hand anchor, in points, before multiplication.
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
