internal import LayoutPrimitives

/// Adds up the heights of lines by one of the metrics modes.
struct LineStack {
  private let fonts: UnsafeBufferPointer<UsedFont>
  private let size: Double
  private let heights: LineHeights
  private let rules: MeasurementRules
  /// The extent of a line in the primary font alone.
  private let primary: Extent

  private(set) var count = 0
  /// Bottom of the last line, in points.
  private var bottom = 0.0
  private(set) var firstBaseline = 0.0
  private var lastBaseline = 0.0
  private var last = Extent(ascent: 0, descent: 0)

  /// Distances above and below a baseline, in points.
  struct Extent {
    var ascent: Double
    var descent: Double
  }

  init(
    fonts: UnsafeBufferPointer<UsedFont>, size: Double, heights: LineHeights,
    rules: MeasurementRules
  ) {
    self.fonts = fonts
    self.size = size
    self.heights = heights
    self.rules = rules
    primary = Self.extent(of: fonts[0].metrics, size: size, rules: rules)
  }

  /// Adds a line that uses the fonts of a mask.
  mutating func add(fonts mask: UInt64) {
    let natural = extent(of: mask)
    let line: Extent
    switch rules.metrics {
    case .uikit: line = uikitLine()
    case .css: line = cssLine(natural)
    case .android: line = androidLine(natural)
    }
    if count > 0 { bottom += gap }
    lastBaseline = bottom + line.ascent
    bottom = lastBaseline + line.descent
    if count == 0 { firstBaseline = lastBaseline }
    last = natural
    count += 1
  }

  /// Height of all lines and the last baseline's distance from its bottom.
  ///
  /// - Returns: The height rounded up to the grid; zeros when there is no line.
  func finish() -> (height: Double, lastBaselineFromBottom: Double) {
    guard count > 0 else { return (0, 0) }
    var end = bottom
    if rules.metrics == .android {
      // Font padding below the last line.
      let metrics = fonts[0].metrics
      let padded = (metrics.bottom * pixels / metrics.unitsPerEm).rounded(.up) / rules.scale
      end = lastBaseline + max(padded, last.descent)
    }
    let height = rules.grid.roundedUp(end)
    return (height, height - lastBaseline)
  }

  /// Font size in device pixels.
  private var pixels: Double { size * rules.scale }

  /// Distance between two lines.
  ///
  /// Android's is added to a line in whole pixels.
  private var gap: Double {
    guard rules.metrics == .android else { return heights.spacing }
    let line = (last.ascent + last.descent) * rules.scale
    var add = heights.spacing * rules.scale
    var multiple = heights.multiple > 0 ? heights.multiple : 1
    if let fixed = heights.fixed {
      add = fixed * rules.scale - (primary.ascent + primary.descent) * rules.scale
      multiple = 1
    }
    return (line * (multiple - 1) + add + 0.5).rounded(.towardZero) / rules.scale
  }

  /// The primary font's line, more height going above the glyphs.
  private func uikitLine() -> Extent {
    let natural = primary.ascent + primary.descent
    let height = heights.fixed ?? heights.clamp(natural * heights.factor)
    return Extent(ascent: height - primary.descent, descent: primary.descent)
  }

  /// A declared height is shared out equally above and below; `normal` grows with the fonts.
  private func cssLine(_ natural: Extent) -> Extent {
    var height: Double? = heights.fixed
    if height == nil, heights.multiple > 0 { height = heights.clamp(size * heights.multiple) }
    let own = natural.ascent + natural.descent
    if height == nil, heights.clamp(own) != own { height = heights.clamp(own) }
    guard let height else { return natural }
    let glyphs = Self.cssExtent(of: fonts[0].metrics, pixels: pixels, scale: rules.scale, gap: 0)
    let half = (height - glyphs.ascent - glyphs.descent) / 2
    return Extent(ascent: glyphs.ascent + half, descent: height - glyphs.ascent - half)
  }

  /// The fonts' line; the first has the primary font's padding above.
  private func androidLine(_ natural: Extent) -> Extent {
    guard count == 0 else { return natural }
    let metrics = fonts[0].metrics
    let padded = (metrics.top * pixels / metrics.unitsPerEm).rounded(.up) / rules.scale
    return Extent(ascent: max(padded, natural.ascent), descent: natural.descent)
  }

  private func extent(of mask: UInt64) -> Extent {
    var result = primary
    if mask == 1 || rules.metrics == .uikit { return result }
    var rest = mask & ~1
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      guard bit < fonts.count else { break }
      let next = Self.extent(of: fonts[bit].metrics, size: size, rules: rules)
      result.ascent = max(result.ascent, next.ascent)
      result.descent = max(result.descent, next.descent)
    }
    return result
  }

  private static func extent(
    of metrics: FontMetrics, size: Double, rules: MeasurementRules
  ) -> Extent {
    let pixels = size * rules.scale
    switch rules.metrics {
    case .uikit:
      return Extent(
        ascent: metrics.ascender * size / metrics.unitsPerEm,
        descent: metrics.descender * size / metrics.unitsPerEm)
    case .css:
      return cssExtent(of: metrics, pixels: pixels, scale: rules.scale, gap: 1)
    case .android:
      return Extent(
        ascent: round(metrics.ascender * pixels / metrics.unitsPerEm) / rules.scale,
        descent: round(metrics.descender * pixels / metrics.unitsPerEm) / rules.scale)
    }
  }

  /// Ascent and descent rounded to device pixels, with `gap` times half the line gap on each side.
  ///
  /// As Chromium does on Linux, a descent that was rounded down takes a pixel from the ascent.
  private static func cssExtent(
    of metrics: FontMetrics, pixels: Double, scale: Double, gap: Double
  ) -> Extent {
    let unit = pixels / metrics.unitsPerEm
    let lead = round(metrics.css.gap * unit) / 2 * gap
    let exact = metrics.css.descender * unit
    var ascent = round(metrics.css.ascender * unit)
    var descent = round(exact)
    if descent < exact, ascent >= 1 {
      descent += 1
      ascent -= 1
    }
    return Extent(ascent: (ascent + lead) / scale, descent: (descent + lead) / scale)
  }

  /// ⌊x + ½⌋.
  private static func round(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
}
