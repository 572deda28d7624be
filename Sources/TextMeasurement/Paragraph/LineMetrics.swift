internal import LayoutPrimitives

/// The line heights of one style by one environment's rules; texts of the style share them.
final class LineMetrics: Sendable {
  let heights: LineHeights
  let rules: MeasurementRules
  /// Extent of a line in the style's own font, without the style's line height.
  let natural: LineExtent
  /// Extent of a line in the style's own font, with the style's line height.
  let plain: LineExtent
  /// Android's font padding above the first and below the last line's baseline, in points.
  let padding: LineExtent

  /// Computes the line heights of a style.
  ///
  /// - Parameter font: The style's own font.
  init(font: UsedFont, heights: LineHeights, rules: MeasurementRules) {
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

  /// Extents of a line with the fonts of a mask: `natural` by the fonts, `set` with the line
  /// height.
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

  /// Extent of a line in UIKit with the style's line height; additional height is above the glyphs.
  private static func uikitLine(_ natural: LineExtent, _ heights: LineHeights) -> LineExtent {
    let height = heights.fixed ?? heights.clamp(natural.height * heights.factor)
    return LineExtent(ascent: height - natural.descent, descent: natural.descent)
  }

  /// Extent of a line in CSS: the union of its styles' inline boxes and the block's strut.
  ///
  /// A declared height is divided equally above and below; `normal` depends on the fonts.
  private static func cssLine(
    _ natural: LineExtent, _ mask: UInt64, own: UsedFont,
    others: UnsafeBufferPointer<UsedFont>, heights: LineHeights, rules: MeasurementRules
  ) -> LineExtent {
    if heights.fixed == nil, heights.multiple <= 0 {
      let height = heights.clamp(natural.height)
      return height == natural.height
        ? natural : cssBox(own, height: height, scale: rules.scale)
    }
    func box(_ font: UsedFont) -> LineExtent {
      let height = heights.fixed ?? heights.clamp(font.size * heights.multiple)
      return cssBox(font, height: height, scale: rules.scale)
    }
    var line = box(own)
    for bit in SetBits(mask & ~1) where bit < others.count && others[bit].isOwn {
      line = line.union(box(others[bit]))
    }
    return line
  }

  /// An inline box of a height with centered glyphs; the half above is floored to a device pixel.
  private static func cssBox(_ font: UsedFont, height: Double, scale: Double) -> LineExtent {
    let glyphs = LineExtent.css(font, scale: scale, gap: 0)
    let half = ((height - glyphs.height) / 2 * scale).rounded(.down) / scale
    var box = LineExtent(
      ascent: glyphs.ascent + half, descent: height - glyphs.ascent - half)
    box.raise(by: font.baselineOffset)
    return box
  }

  /// The union of the extents of a mask's fonts.
  ///
  /// In UIKit fallback fonts do not count; in CSS the block's own font always does.
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

/// The indices of a mask's set bits, in ascending order.
private struct SetBits: Sequence, IteratorProtocol {
  private var rest: UInt64

  init(_ mask: UInt64) { rest = mask }

  mutating func next() -> Int? {
    guard rest != 0 else { return nil }
    defer { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}
