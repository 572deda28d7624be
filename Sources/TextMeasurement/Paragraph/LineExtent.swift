/// Distances above and below a baseline, in points.
struct LineExtent: Sendable {
  var ascent: Double
  var descent: Double

  var height: Double { ascent + descent }

  /// The smallest extent that contains this one and another.
  func union(_ other: LineExtent) -> LineExtent {
    LineExtent(ascent: max(ascent, other.ascent), descent: max(descent, other.descent))
  }

  /// Creates an extent from distances in points.
  init(ascent: Double, descent: Double) {
    self.ascent = ascent
    self.descent = descent
  }

  /// Computes the extent of a line of one font by the metrics of the rules' mode.
  init(_ font: UsedFont, rules: MeasurementRules) {
    let metrics = font.metrics
    switch rules.metrics {
    case .uikit:
      ascent = metrics.ascender * font.size / metrics.unitsPerEm
      descent = metrics.descender * font.size / metrics.unitsPerEm
    case .css:
      self = Self.css(font, scale: rules.scale, gap: 1)
    case .android:
      let pixels = font.size * rules.scale
      ascent = Self.round(metrics.ascender * pixels / metrics.unitsPerEm) / rules.scale
      descent = Self.round(metrics.descender * pixels / metrics.unitsPerEm) / rules.scale
    }
    raise(by: font.baselineOffset)
  }

  /// Extent of a line in CSS: ascent and descent rounded to device pixels, with half-leading.
  ///
  /// The leading is `gap` times the font's line gap.
  ///
  /// The smaller half of an odd gap is above, because Chromium floors it to a device pixel. Source:
  /// Blink's `CalculateLeadingSpace`; measured in Chromium 156. As in Chromium on Linux, a descent
  /// that was rounded down takes a pixel from the ascent, except at one pixel per point and in
  /// bitmap fonts.
  static func css(_ font: UsedFont, scale: Double, gap: Double) -> LineExtent {
    let metrics = font.metrics
    let unit = font.size * scale / metrics.unitsPerEm
    let lead = round(metrics.css.gap * unit) * gap
    let above = (lead / 2).rounded(.down)
    let exact = metrics.css.descender * unit
    var ascent = round(metrics.css.ascender * unit)
    var descent = round(exact)
    if scale > 1, !metrics.isBitmap, descent < exact, ascent >= 1 {
      descent += 1
      ascent -= 1
    }
    return LineExtent(
      ascent: (ascent + above) / scale, descent: (descent + lead - above) / scale)
  }

  /// Moves the extent up by the offset of its baseline above the line's baseline, in points.
  mutating func raise(by offset: Double) {
    ascent += offset
    descent -= offset
  }

  /// Rounds to an integer, halves up.
  private static func round(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
}
