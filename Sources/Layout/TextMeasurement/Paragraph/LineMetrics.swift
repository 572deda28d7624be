internal import LayoutPrimitives

/// The line heights of one style by the rules of one environment, for all texts with this style.
final class LineMetrics: Sendable {
  /// The style's own font.
  let font: UsedFont
  let heights: LineHeights
  let rules: MeasurementRules
  /// Extent of a line in the style's own font, by the font alone.
  let natural: LineExtent
  /// Extent of a line in the style's own font, with the line height that the style sets.
  let plain: LineExtent
  /// Android's padding: minimum distance of the first line's top, and of the last line's bottom,
  /// from its baseline, in points.
  let padding: LineExtent

  /// Computes the line heights of a style.
  ///
  /// - Parameter font: The style's own font.
  init(font: UsedFont, heights: LineHeights, rules: MeasurementRules) {
    self.font = font
    self.heights = heights
    self.rules = rules
    natural = LineExtent(font, rules: rules)
    let unit = font.size * rules.scale / font.metrics.unitsPerEm
    padding = LineExtent(
      ascent: (font.metrics.top * unit).rounded(.up) / rules.scale,
      descent: (font.metrics.bottom * unit).rounded(.up) / rules.scale)
    plain =
      switch rules.metrics {
      case .uikit: Self.uikitLine(natural, heights)
      case .css:
        Self.cssLine(
          natural, 1, own: font, others: UnsafeBufferPointer(start: nil, count: 0),
          heights: heights, rules: rules)
      case .android: natural
      }
  }

  /// Extents of a line that uses the fonts whose bits are set in a mask.
  ///
  /// `natural` follows from the fonts alone; `set` includes the line height that the style sets.
  func line(
    _ mask: UInt64, fonts: UnsafeBufferPointer<UsedFont>
  ) -> (natural: LineExtent, set: LineExtent) {
    let natural = extent(of: mask, fonts: fonts)
    let set =
      switch rules.metrics {
      case .uikit: Self.uikitLine(natural, heights)
      case .css:
        Self.cssLine(
          natural, mask, own: fonts[0], others: fonts, heights: heights, rules: rules)
      case .android: natural
      }
    return (natural, set)
  }

  /// Extent of a line in UIKit, with the line height that the style sets.
  ///
  /// Height that the style adds is above the glyphs.
  private static func uikitLine(_ natural: LineExtent, _ heights: LineHeights) -> LineExtent {
    let height = heights.fixed ?? heights.clamp(natural.height * heights.factor)
    return LineExtent(ascent: height - natural.descent, descent: natural.descent)
  }

  /// Extent of a line in CSS: the union of the inline boxes of its styles and of the block's strut.
  ///
  /// A height that the style sets differs from the height of the glyphs; half of the difference is
  /// above them, half below. Without such a height (`normal`), the fonts determine the height.
  private static func cssLine(
    _ natural: LineExtent, _ mask: UInt64, own: UsedFont,
    others: UnsafeBufferPointer<UsedFont>, heights: LineHeights, rules: MeasurementRules
  ) -> LineExtent {
    if heights.fixed == nil, heights.multiple <= 0 {
      let height = heights.clamp(natural.height)
      return height == natural.height
        ? natural : cssBox(own, height: height, scale: rules.scale)
    }
    // Chromium rounds lengths to 1/64 device pixel, and multiples of a rounded font size down.
    let steps = 64 * rules.scale
    func box(_ font: UsedFont) -> LineExtent {
      let size = (font.computedSize * steps).rounded() / steps
      let height =
        heights.fixed.map { ($0 * steps).rounded() }
        ?? (heights.clamp(size * heights.multiple) * steps + 1e-6).rounded(.down)
      return cssBox(font, height: height / steps, scale: rules.scale)
    }
    var line = box(own)
    for bit in SetBits(mask & ~1) where bit < others.count && others[bit].isOwn {
      line = line.union(box(others[bit]))
    }
    return line
  }

  /// The inline box of a font with a given height, in points, and the glyphs in the middle.
  ///
  /// The half of the difference that is above the glyphs is rounded toward 0 to 1/64 device pixel,
  /// then down to a device pixel.
  ///
  /// Source: Blink's `CalculateLeadingSpace`.
  private static func cssBox(_ font: UsedFont, height: Double, scale: Double) -> LineExtent {
    let glyphs = LineExtent.css(font, scale: scale, gap: 0)
    let leading = ((height - glyphs.height) * 64 * scale).rounded()
    let half = ((leading / 2).rounded(.towardZero) / 64).rounded(.down) / scale
    var box = LineExtent(
      ascent: glyphs.ascent + half, descent: height - glyphs.ascent - half)
    box.raise(by: font.baselineOffset)
    return box
  }

  /// The union of the extents of the fonts of a mask, by the fonts alone.
  ///
  /// UIKit ignores fallback fonts. CSS always includes the style's own font.
  private func extent(of mask: UInt64, fonts: UnsafeBufferPointer<UsedFont>) -> LineExtent {
    var result: LineExtent? = rules.metrics == .css ? natural : nil
    for bit in SetBits(mask) where bit < fonts.count {
      if rules.metrics == .uikit, !fonts[bit].isOwn { continue }
      let next = bit == 0 ? natural : LineExtent(fonts[bit], rules: rules)
      result = result?.union(next) ?? next
    }
    return result ?? natural
  }
}

/// The numbers of the bits that are set in a mask, in ascending order.
private struct SetBits: Sequence, IteratorProtocol {
  private var rest: UInt64

  init(_ mask: UInt64) { rest = mask }

  mutating func next() -> Int? {
    guard rest != 0 else { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}

/// The properties of a style, apart from its fonts, on which line heights depend.
struct LineHeights: Hashable, Sendable {
  /// Height of every line, in points; `nil` if the fonts determine it.
  let fixed: Double?
  /// Factor of the natural height, or of the font size in CSS; 0 or less for no factor.
  let multiple: Double
  let minimum: Double
  let maximum: Double
  /// Additional distance between lines, in points.
  let spacing: Double
  /// Additional distance between paragraphs, in points, which is added to `spacing`.
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

  /// Factor of the natural height: `multiple`, or 1 if `multiple` is 0 or less.
  var factor: Double { multiple > 0 ? multiple : 1 }

  /// Clamps a height to the minimum, then to the maximum.
  func clamp(_ height: Double) -> Double {
    let result = max(height, minimum)
    return maximum > 0 ? min(result, maximum) : result
  }
}

/// Distances of the top and the bottom of a line or font from the baseline, in points.
struct LineExtent: Sendable {
  var ascent: Double
  var descent: Double

  var height: Double { ascent + descent }

  /// The extent that just contains this one and another, with the same baseline.
  func union(_ other: LineExtent) -> LineExtent {
    LineExtent(ascent: max(ascent, other.ascent), descent: max(descent, other.descent))
  }

  /// Creates an extent from distances in points.
  init(ascent: Double, descent: Double) {
    self.ascent = ascent
    self.descent = descent
  }

  /// Computes the extent of a line with one font, by the metrics mode of the rules.
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

  /// Extent of a font in CSS: ascent and descent rounded to device pixels, with half of the leading
  /// above and half below.
  ///
  /// The leading is `gap` times the line gap of the font. If it is an odd number of pixels, the
  /// smaller half is above. If the descent was rounded down, one pixel moves from the ascent to the
  /// descent, as in Chromium on Linux; not at one pixel per point, and not for bitmap fonts.
  ///
  /// Source: Blink's `CalculateLeadingSpace`; measured in Chromium 156.
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

  /// Moves the extent up by a distance in points, because its baseline is raised.
  mutating func raise(by offset: Double) {
    ascent += offset
    descent -= offset
  }

  /// Rounds to an integer; halves are rounded up.
  private static func round(_ value: Double) -> Double { (value + 0.5).rounded(.down) }
}

/// Sums the heights of lines from the top of a text, by the rules of a metrics mode.
struct LineStack {
  private(set) var count = 0
  /// Distance of the last line's bottom from the top of the text, in points.
  private(set) var bottom = 0.0
  /// Distance of the last line's top from the top of the text, in points.
  private(set) var top = 0.0
  private(set) var firstBaseline = 0.0
  private(set) var lastBaseline = 0.0
  /// Extent of the last line by its fonts alone.
  private var last = LineExtent(ascent: 0, descent: 0)

  /// Adds a line that uses the fonts whose bits are set in a mask.
  ///
  /// - Parameter startsParagraph: Whether the line begins a new paragraph after another line.
  @inline(__always)
  mutating func add(
    _ mask: UInt64, startsParagraph: Bool, metrics: LineMetrics,
    fonts: UnsafeBufferPointer<UsedFont>
  ) {
    var line = metrics.plain
    var natural = metrics.natural
    if mask != 1 { (natural, line) = metrics.line(mask, fonts: fonts) }
    let isAndroid = metrics.rules.metrics == .android
    if count == 0 {
      if isAndroid { line.ascent = max(metrics.padding.ascent, natural.ascent) }
      firstBaseline = line.ascent
    } else {
      bottom += isAndroid ? androidGap(metrics) : metrics.heights.spacing
      if startsParagraph { bottom += metrics.heights.paragraphSpacing }
    }
    top = bottom
    lastBaseline = bottom + line.ascent
    bottom = lastBaseline + line.descent
    last = natural
    count &+= 1
  }

  /// Adds a line with a given extent, by CSS's rules.
  mutating func add(_ line: LineExtent) {
    if count == 0 { firstBaseline = bottom + line.ascent }
    top = bottom
    lastBaseline = bottom + line.ascent
    bottom += max(0, line.height)
    count &+= 1
  }

  /// Moves the top of the next line down to a distance from the top of the text, in points.
  mutating func move(to top: Double) { bottom = max(bottom, top) }

  /// Height of all lines, and distance of the last baseline from its bottom, in points.
  ///
  /// - Returns: The height, rounded up to the grid, and the distance; both 0 if there is no line.
  func finish(_ metrics: LineMetrics) -> (height: Double, lastBaselineFromBottom: Double) {
    guard count > 0 else { return (0, 0) }
    var end = bottom
    if metrics.rules.metrics == .android {
      // The font padding is below the last line.
      end = lastBaseline + max(metrics.padding.descent, last.descent)
    }
    let height = metrics.rules.grid.roundedUp(end)
    return (height, height - lastBaseline)
  }

  /// Android's additional distance below the last line, in points, rounded to whole pixels.
  private func androidGap(_ metrics: LineMetrics) -> Double {
    let heights = metrics.heights
    let scale = metrics.rules.scale
    let line = last.height * scale
    var add = heights.spacing * scale
    var multiple = heights.factor
    if let fixed = heights.fixed {
      add = fixed * scale - metrics.natural.height * scale
      multiple = 1
    }
    return (line * (multiple - 1) + add + 0.5).rounded(.towardZero) / scale
  }
}
