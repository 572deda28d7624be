public import LayoutPrimitives

/// The rules by which a text is measured, and the display scale.
public struct MeasurementRules: Hashable, Sendable {
  /// Line breaking rules.
  public let lineBreak: LineBreakRules
  /// Line height rules.
  public let metrics: MetricsMode
  /// Device pixels per point.
  public let scale: Double
  /// The grid to which results are rounded up: 1/64 point for `css` metrics, otherwise a device
  /// pixel.
  public let grid: PixelGrid

  /// Creates the rules of an environment, some of which may be replaced.
  ///
  /// - Parameters:
  ///   - rules: The environment's rules.
  ///   - scale: Device pixels per point.
  ///   - lineBreak: Line breaking rules that replace the environment's; nil for no replacement.
  ///   - metrics: Line height rules that replace the environment's; nil for no replacement.
  /// - Throws: `TextError.invalidScale` if the scale is not finite and above 0.
  public init(
    rules: TextRules, scale: Double, lineBreak: LineBreakRules? = nil, metrics: MetricsMode? = nil
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
    grid = PixelGrid(stepsPerPoint: self.metrics == .css ? 64 : scale)
  }
}

/// The rules of line height of a platform.
public enum MetricsMode: String, Hashable, Sendable, CaseIterable {
  /// Ascender and descender of the fonts in use; the height of the text is rounded up once.
  case uikit
  /// CSS inline boxes, laid out like Chromium's.
  case css
  /// Android's `StaticLayout` with font padding and fallback line spacing.
  case android
}
