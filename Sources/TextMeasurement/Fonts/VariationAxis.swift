/// An axis of a variable font, in the font's own units.
struct VariationAxis: Hashable, Sendable {
  /// Tag of the axis: four letters, such as `wght`.
  let tag: String
  let minimum: Double
  let standard: Double
  let maximum: Double

  /// Clamps a value to the axis's range; infinities and NaN become the default value.
  func clamped(_ value: Double) -> Double {
    // A broken font may have its bounds swapped.
    max(minimum, min(maximum, value.isFinite ? value : standard))
  }
}

extension [VariationAxis] {
  /// The axis with a tag; nil if there is none.
  subscript(tag: String) -> VariationAxis? { first { $0.tag == tag } }
}
