/// What stands on the right-hand side of a constraint besides its own constant: margins and
/// baselines, as plain numbers.
struct ConstraintOffset: Sendable {
  /// A baseline whose distance is known once its text is measured.
  struct Baseline: Sendable {
    /// The text item; -1 for none.
    var item: Int32
    var isFirst: Bool

    init(_ baseline: AnchorForm.Baseline?) {
      item = Int32(baseline?.item ?? -1)
      isFirst = baseline?.isFirst ?? true
    }

    /// Distance from the edge that the anchor's form stands for, in points.
    func distance(_ extents: [TextExtent]) -> Double {
      guard item >= 0 else { return 0 }
      return isFirst
        ? extents[Int(item)].firstBaseline : -extents[Int(item)].lastBaselineFromBottom
    }
  }

  /// Margins of the left-hand anchor, in points.
  var first: Double
  /// Margins of the right-hand anchor, in points, not yet multiplied.
  var second: Double
  var firstBaseline: Baseline
  var secondBaseline: Baseline

  init(_ form: ConstraintForm) {
    first = form.first.constant
    second = form.second?.constant ?? 0
    firstBaseline = Baseline(form.first.baseline)
    secondBaseline = Baseline(form.second?.baseline)
  }
}
