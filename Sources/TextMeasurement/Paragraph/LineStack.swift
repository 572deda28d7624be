internal import LayoutPrimitives

/// Sums the heights of lines by a metrics mode.
struct LineStack {
  private(set) var count = 0
  /// Distance of the last line's bottom from the top of the text, in points.
  private(set) var bottom = 0.0
  /// Distance of the last line's top from the top of the text, in points.
  private(set) var top = 0.0
  private(set) var firstBaseline = 0.0
  private(set) var lastBaseline = 0.0
  /// Extent of the last line by its fonts alone, before settings of line height.
  private var last = LineExtent(ascent: 0, descent: 0)

  /// Adds a line whose fonts are the bits of a mask.
  ///
  /// - Parameter startsParagraph: Whether the previous line ended a paragraph.
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

  /// Height of all lines, and distance of the last baseline from their bottom, in points.
  ///
  /// - Returns: The height is rounded up to the grid; zeros when there is no line.
  func finish(_ metrics: LineMetrics) -> (height: Double, lastBaselineFromBottom: Double) {
    guard count > 0 else { return (0, 0) }
    var end = bottom
    if metrics.rules.metrics == .android {
      // Font padding below the last line.
      end = lastBaseline + max(metrics.padding.descent, last.descent)
    }
    let height = metrics.rules.grid.roundedUp(end)
    return (height, height - lastBaseline)
  }

  /// Android's additional distance between two lines, in points, rounded to whole pixels.
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
