/// The parts of a style that decide heights, apart from its font.
struct LineHeights: Hashable, Sendable {
  /// Height of every line, in points; none for the font's own.
  let fixed: Double?
  /// Factor of the natural height; 0 or less for none.
  let multiple: Double
  let minimum: Double
  let maximum: Double
  /// Distance between lines, in points.
  let spacing: Double

  init(_ style: TextStyle) {
    fixed = style.lineHeight.flatMap { $0.isFinite ? max(0, $0) : nil }
    multiple = style.lineHeightMultiple.isFinite ? style.lineHeightMultiple : 0
    minimum = style.minimumLineHeight.isFinite ? style.minimumLineHeight : 0
    maximum = style.maximumLineHeight.isFinite ? style.maximumLineHeight : 0
    spacing = style.lineSpacing.isFinite ? style.lineSpacing : 0
  }

  /// The multiple, or 1 where there is none.
  var factor: Double { multiple > 0 ? multiple : 1 }

  /// Keeps a height within minimum and maximum, the minimum first.
  func clamp(_ height: Double) -> Double {
    let least = max(height, minimum)
    return maximum > 0 ? min(least, maximum) : least
  }
}
