/// The parts of a style that decide heights, apart from its fonts.
struct LineHeights: Hashable, Sendable {
  /// Height of every line, in points; none for the fonts' own.
  let fixed: Double?
  /// Factor of the natural height; 0 or less for none.
  let multiple: Double
  let minimum: Double
  let maximum: Double
  /// Distance between lines, in points.
  let spacing: Double
  /// Distance between paragraphs beyond that between lines, in points.
  let paragraphSpacing: Double

  init(_ style: TextStyle) {
    func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
    fixed = style.lineHeight.flatMap { $0.isFinite ? max(0, $0) : nil }
    multiple = finite(style.lineHeightMultiple)
    minimum = finite(style.minimumLineHeight)
    maximum = finite(style.maximumLineHeight)
    spacing = finite(style.lineSpacing)
    paragraphSpacing = finite(style.paragraphSpacing) + finite(style.paragraphSpacingBefore)
  }

  /// The multiple, or 1 where there is none.
  var factor: Double { multiple > 0 ? multiple : 1 }

  /// Keeps a height within minimum and maximum, the minimum first.
  func clamp(_ height: Double) -> Double {
    let least = max(height, minimum)
    return maximum > 0 ? min(least, maximum) : least
  }
}
