/// The properties of a style, except its fonts, that line heights depend on.
struct LineHeights: Hashable, Sendable {
  /// Height of every line, in points; `nil` for the fonts' line height.
  let fixed: Double?
  /// Factor of the natural height, or of the font size in CSS; 0 or less for none.
  let multiple: Double
  let minimum: Double
  let maximum: Double
  /// Additional distance between lines, in points.
  let spacing: Double
  /// Additional distance between paragraphs, in points, added to the line spacing.
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

  /// Factor of the natural height: `multiple`, or 1 when that is 0 or less.
  var factor: Double { multiple > 0 ? multiple : 1 }

  /// Clamps a height to the minimum, then to the maximum.
  func clamp(_ height: Double) -> Double {
    let least = max(height, minimum)
    return maximum > 0 ? min(least, maximum) : least
  }
}
