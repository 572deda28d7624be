/// An axis of a variable font, in the font's own units.
struct VariationAxis: Hashable, Sendable {
  /// Four letters, such as `wght`.
  let tag: String
  let minimum: Double
  let standard: Double
  let maximum: Double

  /// The nearest value in the axis's range.
  func clamped(_ value: Double) -> Double {
    // A broken font may have its bounds swapped.
    max(minimum, min(maximum, value.isFinite ? value : standard))
  }
}

extension [VariationAxis] {
  /// The axis of a tag.
  subscript(tag: String) -> VariationAxis? { first { $0.tag == tag } }
}
