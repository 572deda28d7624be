public import LayoutPrimitives

/// The line breaking and line height rules by which a text is measured, and the display scale.
public struct MeasurementRules: Hashable, Sendable {
  /// Line breaking rules.
  public let lineBreak: LineBreakRules
  /// Line height rules.
  public let metrics: MetricsMode
  /// Device pixels per point.
  public let scale: Double
  /// The grid to which measured sizes are rounded up: 1/64 point for `css` metrics, otherwise a
  /// pixel.
  public let grid: PixelGrid

  /// Creates the rules of a platform, of which one part may be replaced.
  ///
  /// - Parameters:
  ///   - rules: The text rules of the environment.
  ///   - scale: Device pixels per point.
  ///   - lineBreak: Line breaking rules to use instead of the platform's; nil for the platform's.
  ///   - metrics: Line height rules to use instead of the platform's; nil for the platform's.
  ///   - stepsPerPoint: Steps of the grid per point; nil for those of the metrics.
  /// - Throws: `TextError.invalidScale` unless the scale is finite and above 0.
  public init(
    rules: TextRules, scale: Double, lineBreak: LineBreakRules? = nil,
    metrics: MetricsMode? = nil, stepsPerPoint: Double? = nil
  ) throws(TextError) {
    guard scale.isFinite, scale > 0 else { throw .invalidScale(scale) }
    let bundle: (LineBreakRules, MetricsMode) =
      switch rules {
      case .uikit: (.uikit, .uikit)
      case .css: (.chromium, .css)
      case .android: (.uax14, .android)
      }
    self.lineBreak = lineBreak ?? bundle.0
    self.metrics = metrics ?? bundle.1
    self.scale = scale
    grid = PixelGrid(
      stepsPerPoint: stepsPerPoint ?? (self.metrics == .css ? 64 : scale))
  }

  /// Maximum width of a line that fits an available width, both in points.
  ///
  /// In Chromium, a line may be wider than the available width by less than 1/64 device pixel.
  /// Under other rules, widths are compared in units of 2⁻¹⁶ pixel. Measured widths are rounded up
  /// to this unit, so that a text fits the width that was measured for it.
  func limit(ofWidth width: Double) -> Double {
    if width.isNaN { return 0 }
    if width == .infinity { return width }
    if lineBreak.mode == .chromium { return (width + 1.0 / (64 * scale)).nextDown }
    let steps = grid.stepsPerPoint * 65536
    let units = (width * steps + 0.5).rounded(.down)
    return units.isFinite ? ((units + 0.5) / steps).nextDown : width
  }
}

/// The platform by whose rules line heights are computed.
public enum MetricsMode: String, Hashable, Sendable, CaseIterable {
  /// The ascender and descender of a style's own fonts; only the text height is rounded up to a
  /// pixel.
  case uikit
  /// CSS inline boxes, as Chromium lays them out.
  case css
  /// Android's `StaticLayout` with font padding and fallback line spacing.
  case android
}
