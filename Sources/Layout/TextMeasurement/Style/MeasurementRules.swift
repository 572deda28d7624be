public import LayoutPrimitives

/// The rules of measuring a text, and the display scale.
public struct MeasurementRules: Hashable, Sendable {
  /// Line breaking rules.
  public let lineBreak: LineBreakRules
  /// Line height rules.
  public let metrics: MetricsMode
  /// Device pixels per point.
  public let scale: Double
  /// The grid to which results are rounded up: 1/64 point under css metrics, else a device pixel.
  public let grid: PixelGrid

  /// Creates the rules of an environment, with optional replacements.
  ///
  /// - Parameters:
  ///   - rules: The environment's rules.
  ///   - scale: Device pixels per point.
  ///   - lineBreak: Line breaking rules that replace the environment's.
  ///   - metrics: Line height rules that replace the environment's.
  /// - Throws: `TextError.invalidScale` unless the scale is finite and above 0.
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

/// Rules of line height, by platform.
public enum MetricsMode: String, Hashable, Sendable, CaseIterable {
  /// Ascender and descender of the styles' own fonts; the text's height is rounded up once.
  case uikit
  /// CSS inline boxes as Chromium lays them out.
  case css
  /// Android's `StaticLayout` with font padding and fallback line spacing.
  case android
}
